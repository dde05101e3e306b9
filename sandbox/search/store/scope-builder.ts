/** Collects the columns of one scope while documents are added in order. */
import { documentError } from '../errors';
import { isList, isObject } from '../json';
import type { FieldSpec, Mapping } from '../mapping/mapping';
import { parseDate } from './dates';
import type { Lexicon } from './lexicon';
import { OrdColumnBuilder, type OrdKey } from './ord-column';
import { RangeColumnBuilder, type Interval } from './range-column';
import { Scope, type Column } from './scope';
import { TextColumnBuilder, TextReader } from './text-column';
import { VectorColumnBuilder } from './vector-column';

type Builder = OrdColumnBuilder | TextColumnBuilder | RangeColumnBuilder | VectorColumnBuilder;

/** Text readers by analyzer name, shared by all scopes of an index. */
export class Readers {
  private readonly readers = new Map<string, TextReader>();

  constructor(private readonly makeLexicon: () => Lexicon) {}

  *sortTerms(): Generator<undefined, void> {
    for (const reader of this.readers.values()) {
      reader.lexicon.sorted();
      yield;
    }
  }

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

/** Documents repeat the same few days over and over. */
const moments = new Map<unknown, number>();
const REMEMBERED_MOMENTS = 10_000;

function toMoment(field: FieldSpec, value: unknown): number {
  const known = moments.get(value);
  if (known !== undefined) return known;
  const moment = parseDate(value);
  if (moment === null) throw documentError(field.path, field.type, value);
  if (moments.size >= REMEMBERED_MOMENTS) moments.clear();
  moments.set(value, moment);
  return moment;
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
    case 'date':
      return toMoment(field, value);
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
  if (!isList(value) || value.length !== field.dims) {
    throw documentError(field.path, field.type, `${field.dims} numbers expected`);
  }
  const vector = new Float32Array(field.dims);
  for (let at = 0; at < vector.length; at++) {
    const entry = value[at];
    if (typeof entry !== 'number') throw documentError(field.path, field.type, entry);
    vector[at] = entry;
  }
  return vector;
}

export class ScopeBuilder {
  size = 0;
  private readonly byPath = new Map<string, Builder>();
  private readonly byField: (Builder | undefined)[] = [];
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
    if (field.analyzer?.shingled) return;
    const builder = this.byField[field.number] ?? this.start(field);
    if (builder instanceof OrdColumnBuilder) {
      const key = toKey(field, value);
      if (key !== null) builder.add(doc, key);
    } else if (builder instanceof TextColumnBuilder) {
      builder.add(doc, String(value));
    } else if (builder instanceof RangeColumnBuilder) {
      builder.add(doc, toInterval(field, value));
    } else {
      builder.add(doc, toVector(field, value));
    }
  }

  /** A value of a path that the mapping does not name: a key of a flattened field. */
  addKey(doc: number, path: string, key: OrdKey): void {
    let builder = this.byPath.get(path);
    if (!(builder instanceof OrdColumnBuilder)) {
      builder = new OrdColumnBuilder();
      this.byPath.set(path, builder);
    }
    builder.add(doc, key);
  }

  private start(field: FieldSpec): Builder {
    const builder = this.builderFor(field);
    this.byField[field.number] = builder;
    this.byPath.set(field.path, builder);
    return builder;
  }

  private builderFor(field: FieldSpec): Builder {
    switch (field.type) {
      case 'text':
        return new TextColumnBuilder(this.readers.reader(field));
      case 'date_range':
        return new RangeColumnBuilder();
      case 'dense_vector':
        return new VectorColumnBuilder(field.dims);
      default:
        return new OrdColumnBuilder();
    }
  }

  /** Turns what was collected into columns, giving way after each. */
  *finish(
    mapping: Mapping,
    rootSize: number,
    nested: ReadonlyMap<string, Scope>,
  ): Generator<undefined, Scope> {
    const columns = new Map<string, Column>();
    for (const [path, builder] of this.byPath) {
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
