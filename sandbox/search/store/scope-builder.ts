/** Collects the columns of one scope while documents are added in order. */
import { documentError } from '../errors';
import type { FieldSpec, Mapping } from '../mapping/mapping';
import type { Lexicon } from './lexicon';
import { OrdColumnBuilder, type OrdKey } from './ord-column';
import { RangeColumnBuilder } from './range-column';
import { Scope, type Column, type Columns } from './scope';
import { TextColumnBuilder, TextReader } from './text-column';
import { toInterval, toKey, toVector } from './values';
import { VectorColumnBuilder } from './vector-column';

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

/** Creates each column on first use: no search uses all of them, and most use few. */
class ColumnsWhenAsked implements Columns {
  private readonly made = new Map<string, Column>();

  constructor(
    private readonly builders: Map<string, Builder>,
    private readonly size: number,
  ) {}

  get(path: string): Column | undefined {
    const builder = this.builders.get(path);
    if (!builder) return this.made.get(path);
    const column = builder.finish(this.size);
    this.made.set(path, column);
    this.builders.delete(path);
    return column;
  }
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

  /** Adds an entry; `parent` is the root document of a nested entry. */
  next(parent: number): number {
    if (this.path !== '') this.parents.push(parent);
    return this.size++;
  }

  add(doc: number, field: FieldSpec, value: unknown): void {
    if (field.analyzer?.shingled) return;
    const builder = this.byField[field.number] ?? this.start(field);
    if (builder instanceof OrdColumnBuilder) {
      const key = field.type === 'keyword' ? String(value) : toKey(field, value);
      if (key !== null) builder.add(doc, key);
    } else if (builder instanceof TextColumnBuilder) {
      builder.add(doc, String(value));
    } else if (builder instanceof RangeColumnBuilder) {
      builder.add(doc, toInterval(field, value));
    } else {
      builder.add(doc, value, () => toVector(field, value));
    }
  }

  /** Adds a value of a path outside the mapping: a key of a flattened field. */
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
      case 'keyword':
        return new OrdColumnBuilder((value) => toKey(field, value));
      default:
        return new OrdColumnBuilder();
    }
  }

  /** Builds the scope from the collected columns. */
  finish(mapping: Mapping, rootSize: number, nested: ReadonlyMap<string, Scope>): Scope {
    const isRoot = this.path === '';
    const parents = isRoot ? null : Int32Array.from(this.parents);
    return new Scope(
      this.path,
      this.size,
      mapping,
      new ColumnsWhenAsked(this.byPath, this.size),
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
