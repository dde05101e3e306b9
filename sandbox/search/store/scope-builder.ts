/** Collects the columns of one scope while documents are added in order. */
import { documentError } from '../errors';
import type { FieldSpec, Mapping } from '../mapping/mapping';
import { parseDate } from './dates';
import type { Lexicon } from './lexicon';
import { OrdColumnBuilder, type OrdKey } from './ord-column';
import { RangeColumnBuilder, type Interval } from './range-column';
import { Scope, type Column } from './scope';
import { TextColumnBuilder, TextReader } from './text-column';
import { VectorColumnBuilder } from './vector-column';
import { isObject } from '../json';

type Builder = OrdColumnBuilder | TextColumnBuilder | RangeColumnBuilder | VectorColumnBuilder;

/** Text readers by analyzer name, shared by all scopes of an index. */
export class Readers {
  private readonly readers = new Map<string, TextReader>();

  constructor(private readonly makeLexicon: () => Lexicon) {}

  reader(field: FieldSpec): TextReader {
    const { analyzer } = field;
    if (!analyzer) throw documentError(field.path, field.type, null);
    let reader = this.readers.get(analyzer.name);
    if (!reader) {
      reader = new TextReader(analyzer, this.makeLexicon());
      this.readers.set(analyzer.name, reader);
    }
    return reader;
  }
}

/** The key under which a number, boolean, date or keyword is stored; null when the value is left out. */
export function toKey(field: FieldSpec, value: unknown): OrdKey | null {
  switch (field.type) {
    case 'keyword':
    case 'flattened': {
      const text = String(value);
      if (text.length > field.ignoreAbove) return null;
      return field.normalizer ? field.normalizer(text) : text;
    }
    case 'boolean':
      if (value === true || value === 'true') return 1;
      if (value === false || value === 'false' || value === '') return 0;
      throw documentError(field.path, field.type, value);
    case 'date': {
      const moment = parseDate(value);
      if (moment === null) throw documentError(field.path, field.type, value);
      return moment;
    }
    default: {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) {
        throw documentError(field.path, field.type, value);
      }
      return number;
    }
  }
}

function toInterval(field: FieldSpec, value: unknown): Interval {
  if (!isObject(value)) throw documentError(field.path, field.type, value);
  const bound = (key: string, roundUp: boolean, open: number): number => {
    const given = value[key];
    if (given === null || given === undefined) return open;
    const moment = parseDate(given, roundUp);
    if (moment === null) throw documentError(field.path, field.type, value);
    return moment;
  };
  return {
    from: Math.max(bound('gte', false, -Infinity), bound('gt', true, -Infinity) + 1),
    to: Math.min(bound('lte', true, Infinity), bound('lt', false, Infinity) - 1),
  };
}

function toVector(field: FieldSpec, value: unknown): Float32Array {
  if (!Array.isArray(value) || value.length !== field.dims) {
    throw documentError(field.path, field.type, `${field.dims} numbers expected`);
  }
  return Float32Array.from(value, Number);
}

export class ScopeBuilder {
  size = 0;
  private readonly builders = new Map<string, Builder>();
  private readonly parents: number[] = [];

  constructor(
    readonly path: string,
    private readonly readers: Readers,
  ) {}

  /** Adds an entry; `parent` is the root document of a nested one. */
  next(parent: number): number {
    if (this.path !== '') this.parents.push(parent);
    return this.size++;
  }

  add(doc: number, field: FieldSpec, value: unknown): void {
    if (field.type === 'text') {
      if (field.analyzer?.shingled) return;
      this.builder(field.path, TextColumnBuilder, () => {
        return new TextColumnBuilder(this.readers.reader(field));
      }).add(doc, String(value));
    } else if (field.type === 'date_range') {
      this.builder(field.path, RangeColumnBuilder, () => new RangeColumnBuilder()).add(
        doc,
        toInterval(field, value),
      );
    } else if (field.type === 'dense_vector') {
      this.builder(field.path, VectorColumnBuilder, () => new VectorColumnBuilder(field.dims)).add(
        doc,
        toVector(field, value),
      );
    } else {
      this.addKey(doc, field.path, toKey(field, value));
    }
  }

  addKey(doc: number, path: string, key: OrdKey | null): void {
    if (key === null) return;
    this.builder(path, OrdColumnBuilder, () => new OrdColumnBuilder()).add(doc, key);
  }

  private builder<T extends Builder>(
    path: string,
    kind: abstract new (...options: never[]) => T,
    make: () => T,
  ): T {
    const known = this.builders.get(path);
    if (known instanceof kind) return known;
    const made = make();
    this.builders.set(path, made);
    return made;
  }

  /** Turns what was collected into columns, giving way after each. */
  *finish(
    mapping: Mapping,
    rootSize: number,
    nested: ReadonlyMap<string, Scope>,
  ): Generator<undefined, Scope> {
    const columns = new Map<string, Column>();
    for (const [path, builder] of this.builders) {
      columns.set(path, builder.finish(this.size));
      yield;
    }
    const isRoot = this.path === '';
    const parents = isRoot ? null : Int32Array.from(this.parents);
    return new Scope(
      this.path,
      this.size,
      mapping,
      columns,
      parents,
      parents ? firstChildren(parents, rootSize) : null,
      nested,
    );
  }
}

function firstChildren(parents: Int32Array, rootSize: number): Int32Array {
  const starts = new Int32Array(rootSize + 1);
  for (const parent of parents) starts[parent + 1] = (starts[parent + 1] ?? 0) + 1;
  for (let doc = 1; doc <= rootSize; doc++) {
    starts[doc] = (starts[doc] ?? 0) + (starts[doc - 1] ?? 0);
  }
  return starts;
}
