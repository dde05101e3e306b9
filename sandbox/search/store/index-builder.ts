/** Reads documents through a mapping into the columns of an index. */
import { isList, isObject, valuesOf, type JsonObject } from '../json';
import { addDynamic } from '../mapping/compile';
import type { FieldSpec, Mapping, ObjectSpec } from '../mapping/mapping';
import { Lexicon } from './lexicon';
import type { Scope } from './scope';
import { Readers, ScopeBuilder } from './scope-builder';
import type { SearchIndex } from './search-index';

interface Target {
  scope: ScopeBuilder;
  doc: number;
}

export class IndexBuilder {
  private readonly readers = new Readers(() => new Lexicon());
  private readonly root = new ScopeBuilder('', this.readers);
  private readonly nested = new Map<string, ScopeBuilder>();
  private readonly ids: string[] = [];
  private readonly sources: JsonObject[] = [];
  private readonly vectors: readonly FieldSpec[];

  constructor(
    private readonly name: string,
    private readonly mapping: Mapping,
    /** Take the size of vectors from the first one instead of the mapping. */
    private readonly adoptVectorSizes: boolean,
  ) {
    this.vectors = [...mapping.fields.values()].filter((field) => field.type === 'dense_vector');
  }

  add(id: string, document: JsonObject): void {
    const doc = this.root.next(-1);
    this.ids.push(id);
    this.addObject(document, this.mapping.root, [{ scope: this.root, doc }], doc);
    this.sources.push(this.withoutVectors(document));
  }

  *finish(): Generator<undefined, SearchIndex> {
    const scopes = new Map<string, Scope>();
    for (const [path, builder] of this.nested) {
      scopes.set(path, yield* builder.finish(this.mapping, this.root.size, new Map()));
    }
    const root = yield* this.root.finish(this.mapping, this.root.size, scopes);
    return {
      name: this.name,
      mapping: this.mapping,
      root,
      ids: this.ids,
      sources: this.sources,
    };
  }

  private withoutVectors(document: JsonObject): JsonObject {
    if (!this.vectors.some((field) => isList(document[field.path]))) return document;
    const kept: Record<string, unknown> = { ...document };
    for (const field of this.vectors) Reflect.deleteProperty(kept, field.path);
    return kept;
  }

  private addObject(
    value: JsonObject,
    spec: ObjectSpec,
    targets: readonly Target[],
    rootDoc: number,
  ): void {
    for (const [name, entry] of Object.entries(value)) {
      if (entry === null || entry === undefined) continue;
      const child =
        spec.children.get(name) ??
        (spec.dynamic ? addDynamic(this.mapping, spec, name, entry) : null);
      if (!child) continue;
      if (child.kind === 'field') this.addField(child, entry, targets, rootDoc);
      else if (child.enabled) this.addObjects(child, entry, targets, rootDoc);
    }
  }

  private addObjects(
    spec: ObjectSpec,
    value: unknown,
    targets: readonly Target[],
    rootDoc: number,
  ): void {
    for (const entry of valuesOf(value)) {
      if (!isObject(entry)) continue;
      this.addObject(entry, spec, spec.nested ? this.enter(spec, rootDoc) : targets, rootDoc);
    }
  }

  /** A new nested entry, and the root document beside it when its values count there as well. */
  private enter(spec: ObjectSpec, rootDoc: number): Target[] {
    let scope = this.nested.get(spec.path);
    if (!scope) {
      scope = new ScopeBuilder(spec.path, this.readers);
      this.nested.set(spec.path, scope);
    }
    const own = { scope, doc: scope.next(rootDoc) };
    return spec.includeInRoot ? [own, { scope: this.root, doc: rootDoc }] : [own];
  }

  private addField(
    field: FieldSpec,
    value: unknown,
    targets: readonly Target[],
    rootDoc: number,
  ): void {
    if (field.dormant) return;
    if (field.type === 'dense_vector') {
      this.adoptSize(field, value);
      for (const { scope, doc } of targets) scope.add(doc, field, value);
    } else if (field.type === 'flattened') {
      this.addFlattened(field, value, targets);
    } else {
      for (const entry of valuesOf(value)) this.addValue(field, entry, targets, rootDoc);
    }
  }

  private addValue(
    field: FieldSpec,
    value: unknown,
    targets: readonly Target[],
    rootDoc: number,
  ): void {
    for (const { scope, doc } of targets) {
      scope.add(doc, field, value);
      for (const sub of field.subFields) scope.add(doc, sub, value);
    }
    for (const path of field.copyTo) {
      const copy = this.mapping.fields.get(path);
      if (copy) this.root.add(rootDoc, copy, value);
    }
  }

  private addFlattened(field: FieldSpec, value: unknown, targets: readonly Target[]): void {
    if (!isObject(value)) return;
    for (const [name, entry] of Object.entries(value)) {
      if (isObject(entry)) {
        this.addFlattened({ ...field, path: `${field.path}.${name}` }, entry, targets);
        continue;
      }
      for (const leaf of valuesOf(entry)) {
        const key = String(leaf);
        if (key.length > field.ignoreAbove) continue;
        for (const { scope, doc } of targets) {
          scope.addKey(doc, `${field.path}.${name}`, key);
          scope.addKey(doc, field.path, key);
        }
      }
    }
  }

  private adoptSize(field: FieldSpec, value: unknown): void {
    if (!this.adoptVectorSizes || !isList(value) || field.dims === value.length) return;
    if (this.adopted.has(field.path)) return;
    field.dims = value.length;
    this.adopted.add(field.path);
    const declared = this.mapping.root.properties[field.path];
    if (isObject(declared)) {
      this.mapping.root.properties[field.path] = { ...declared, dims: value.length };
    }
  }

  private readonly adopted = new Set<string>();
}
