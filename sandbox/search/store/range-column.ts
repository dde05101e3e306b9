/** Values of a `date_range` field: closed intervals in milliseconds, any number per document. */
import { Bitset } from './bitset';

export interface Interval {
  from: number;
  to: number;
}

export class RangeColumn {
  readonly kind = 'range';

  constructor(
    readonly size: number,
    private readonly entries: readonly (Interval & { doc: number })[],
  ) {}

  /** Documents with an interval that overlaps the given one. */
  intersecting(wanted: Interval): Bitset {
    const bits = new Bitset(this.size);
    for (const entry of this.entries) {
      if (entry.from <= wanted.to && entry.to >= wanted.from) bits.add(entry.doc);
    }
    return bits;
  }

  exists(): Bitset {
    const bits = new Bitset(this.size);
    for (const entry of this.entries) bits.add(entry.doc);
    return bits;
  }
}

export class RangeColumnBuilder {
  private readonly entries: (Interval & { doc: number })[] = [];

  add(doc: number, interval: Interval): void {
    this.entries.push({ doc, ...interval });
  }

  finish(size: number): RangeColumn {
    return new RangeColumn(size, this.entries);
  }
}
