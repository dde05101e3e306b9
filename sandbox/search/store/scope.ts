/**
 * A set of documents with its columns: the products themselves, or the entries of one nested path. Nested entries of a
 * document have consecutive numbers, so a parent is a range of children.
 */
import type { Mapping } from '../mapping/mapping';
import { Bitset } from './bitset';
import type { OrdColumn } from './ord-column';
import type { RangeColumn } from './range-column';
import type { TextColumn } from './text-column';
import type { VectorColumn } from './vector-column';

export type Column = OrdColumn | TextColumn | RangeColumn | VectorColumn;

/** Columns by the path of their field. */
export interface Columns {
  get(path: string): Column | undefined;
}

/** Size limit, in 32-bit words, of cached filter sets per scope: 8 MB. */
const CACHE_WORDS = 2_000_000;

export class Scope {
  private readonly cache = new Map<string, Bitset>();
  private cachedWords = 0;

  constructor(
    readonly path: string,
    readonly size: number,
    readonly mapping: Mapping,
    readonly columns: Columns,
    /** Root document of each nested entry; null for root documents. */
    readonly parents: Int32Array | null,
    /** First nested entry of each root document; null for root documents. */
    readonly firstChild: Int32Array | null,
    readonly nested: ReadonlyMap<string, Scope>,
  ) {}

  none(): Bitset {
    return new Bitset(this.size);
  }

  /** Documents of a filter, cached while there is room; callers must not change the set. */
  cached(key: string, compute: () => Bitset): Bitset {
    const known = this.cache.get(key);
    if (known) {
      this.cache.delete(key);
      this.cache.set(key, known);
      return known;
    }
    const bits = compute();
    this.cache.set(key, bits);
    this.cachedWords += bits.words.length;
    for (const [oldest, set] of this.cache) {
      if (this.cachedWords <= CACHE_WORDS) break;
      this.cache.delete(oldest);
      this.cachedWords -= set.words.length;
    }
    return bits;
  }

  childrenFrom(parent: number): number {
    return this.firstChild?.[parent] ?? 0;
  }

  childrenTo(parent: number): number {
    return this.firstChild?.[parent + 1] ?? 0;
  }
}
