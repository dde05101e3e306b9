/** Reads documents through a mapping into the columns of an index. */
import { isList, isObject, valuesOf, type JsonObject } from '../json';
import { addDynamic } from '../mapping/compile';
import type { FieldSpec, Mapping, ObjectSpec } from '../mapping/mapping';
import { Lexicon } from './lexicon';
import type { Scope } from './scope';
import { Readers, ScopeBuilder } from './scope-builder';
import { columnarPaths, withoutColumnar, type SearchIndex } from './search-index';
import type { SharedEntries } from './shared-entries';

/** Target of values: an entry of a scope and, for entries with `include_in_root`, their root document too. */
interface Target {
  scope: ScopeBuilder;
  doc: number;
  mirrored: boolean;
}

export class IndexBuilder {
  private readonly readers = new Readers(() => new Lexicon());
  private readonly root = new ScopeBuilder('', this.readers);
  private readonly nested = new Map<string, ScopeBuilder>();
  /** Values of paths that other languages may share, by document; processed after the last document. */
  private readonly waiting: ReadonlyMap<ObjectSpec, unknown[]>;
  private readonly ids: string[] = [];
  private readonly sources: JsonObject[] = [];
  private readonly adopted = new Set<string>();
  private readonly columnar: readonly string[];
  private rootDoc = -1;

  constructor(
    private readonly name: string,
    private readonly mapping: Mapping,
    /** Adopts the vector size of the first vector instead of the mapping's. */
    private readonly adoptVectorSizes: boolean,
    private readonly shared: SharedEntries | null = null,
  ) {
    this.columnar = columnarPaths(mapping);
    this.waiting = new Map(shared?.paths(mapping).map((spec) => [spec, []]));
  }

  add(id: string, document: JsonObject): void {
    this.rootDoc = this.root.next(-1);
    this.ids.push(id);
    const target = { scope: this.root, doc: this.rootDoc, mirrored: false };
    this.addObject(document, this.mapping.root, target);
    this.sources.push(withoutColumnar(document, this.columnar));
  }

  *finish(): Generator<undefined, SearchIndex> {
    const scopes = new Map<string, Scope>();
    for (const [spec, values] of this.waiting) {
      if (values.length > 0) scopes.set(spec.path, yield* this.entries(spec, values));
    }
    for (const [path, builder] of this.nested) {
      scopes.set(path, builder.finish(this.mapping, this.root.size, new Map()));
    }
    const root = this.root.finish(this.mapping, this.root.size, scopes);
    return {
      name: this.name,
      mapping: this.mapping,
      root,
      ids: this.ids,
      sources: this.sources,
      columnar: this.columnar,
    };
  }

  private *entries(spec: ObjectSpec, values: readonly unknown[]): Generator<undefined, Scope> {
    const known = this.shared?.find(spec.path, values, this.mapping);
    if (known) return known;
    const builder = new ScopeBuilder(spec.path, this.readers);
    for (const [doc, value] of values.entries()) {
      for (const entry of valuesOf(value)) {
        if (!isObject(entry)) continue;
        this.addObject(entry, spec, { scope: builder, doc: builder.next(doc), mirrored: false });
      }
      yield;
    }
    const scope = builder.finish(this.mapping, this.root.size, new Map());
    this.shared?.keep(spec.path, values, scope);
    return scope;
  }

  private addObject(value: JsonObject, spec: ObjectSpec, target: Target): void {
    for (const name of Object.keys(value)) {
      const entry = value[name];
      if (entry === null || entry === undefined) continue;
      const child =
        spec.children.get(name) ??
        (spec.dynamic ? addDynamic(this.mapping, spec, name, entry) : null);
      if (!child) continue;
      if (child.kind === 'field') this.addField(child, entry, target);
      else if (child.enabled && !this.waits(child, entry)) this.addObjects(child, entry, target);
    }
  }

  private waits(spec: ObjectSpec, value: unknown): boolean {
    const values = this.waiting.get(spec);
    if (!values) return false;
    values[this.rootDoc] = value;
    return true;
  }

  private addObjects(spec: ObjectSpec, value: unknown, target: Target): void {
    if (isList(value)) {
      for (const entry of value) this.addObjects(spec, entry, target);
    } else if (isObject(value)) {
      this.addObject(value, spec, spec.nested ? this.enter(spec) : target);
    }
  }

  private enter(spec: ObjectSpec): Target {
    let scope = this.nested.get(spec.path);
    if (!scope) {
      scope = new ScopeBuilder(spec.path, this.readers);
      this.nested.set(spec.path, scope);
    }
    return { scope, doc: scope.next(this.rootDoc), mirrored: spec.includeInRoot };
  }

  private addField(field: FieldSpec, value: unknown, target: Target): void {
    if (field.dormant) return;
    if (field.type === 'dense_vector') {
      this.adoptSize(field, value);
      target.scope.add(target.doc, field, value);
    } else if (field.type === 'flattened') {
      this.addFlattened(field, field.path, value);
    } else {
      this.addValues(field, value, target);
    }
  }

  private addValues(field: FieldSpec, value: unknown, target: Target): void {
    if (value === null || value === undefined) return;
    if (isList(value)) {
      for (const entry of value) this.addValues(field, entry, target);
      return;
    }
    const { scope, doc, mirrored } = target;
    scope.add(doc, field, value);
    if (mirrored) this.root.add(this.rootDoc, field, value);
    for (const sub of field.subFields) {
      scope.add(doc, sub, value);
      if (mirrored) this.root.add(this.rootDoc, sub, value);
    }
    for (const path of field.copyTo) {
      const copy = this.mapping.fields.get(path);
      if (copy) this.root.add(this.rootDoc, copy, value);
    }
  }

  private addFlattened(field: FieldSpec, path: string, value: unknown): void {
    if (!isObject(value)) return;
    for (const [name, entry] of Object.entries(value)) {
      const below = `${path}.${name}`;
      if (isObject(entry)) {
        this.addFlattened(field, below, entry);
        continue;
      }
      for (const leaf of valuesOf(entry)) {
        const key = String(leaf);
        if (key.length > field.ignoreAbove) continue;
        this.root.addKey(this.rootDoc, below, key);
        this.root.addKey(this.rootDoc, field.path, key);
      }
    }
  }

  private adoptSize(field: FieldSpec, value: unknown): void {
    if (!this.adoptVectorSizes || !isList(value) || this.adopted.has(field.path)) return;
    this.adopted.add(field.path);
    if (field.dims === value.length) return;
    field.dims = value.length;
    const declared = this.mapping.root.properties[field.path];
    if (isObject(declared)) {
      this.mapping.root.properties[field.path] = { ...declared, dims: value.length };
    }
  }
}
