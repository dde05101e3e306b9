/**
 * Values of one keyword, number, boolean (0 or 1) or date (milliseconds) field: a sorted dictionary and, per document,
 * the ordinals of its values. Works like doc values; postings are derived from it.
 */
import { Bitset } from './bitset';
import { GrowingInts } from './growing-ints';

export type OrdKey = string | number;
type Ords = Int8Array | Int16Array | Int32Array;

interface Postings {
  starts: Int32Array;
  docs: Int32Array;
}

export function compareKeys(left: OrdKey, right: OrdKey): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (left === right) return 0;
  return String(left) < String(right) ? -1 : 1;
}

export class OrdColumn {
  readonly kind = 'ord';
  private inverted: Postings | null = null;

  constructor(
    readonly size: number,
    readonly dictionary: readonly OrdKey[],
    /** Start of each document's ordinals; null if no document has more than one value. */
    readonly starts: Int32Array | null,
    /** Ordinals, ascending within a document. Without `starts`: one per document, -1 for no value. */
    readonly ords: Ords,
  ) {}

  key(ord: number): OrdKey {
    return this.dictionary[ord] ?? '';
  }

  /** The first ordinal whose key is not below `key`. */
  lowerBound(key: OrdKey): number {
    let low = 0;
    let high = this.dictionary.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.key(middle), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  find(key: OrdKey): number {
    const ord = this.lowerBound(key);
    return ord < this.dictionary.length && this.dictionary[ord] === key ? ord : -1;
  }

  from(doc: number): number {
    if (this.starts) return this.starts[doc] ?? 0;
    return (this.ords[doc] ?? -1) < 0 ? doc + 1 : doc;
  }

  to(doc: number): number {
    return this.starts ? (this.starts[doc + 1] ?? 0) : doc + 1;
  }

  /** Lowest or highest ordinal of a document; -1 if it has no value. */
  edge(doc: number, highest: boolean): number {
    if (!this.starts) return this.ords[doc] ?? -1;
    const from = this.from(doc);
    const to = this.to(doc);
    if (from === to) return -1;
    return this.ords[highest ? to - 1 : from] ?? -1;
  }

  docsOf(ord: number): Int32Array {
    const { starts, docs } = this.postings();
    return docs.subarray(starts[ord] ?? 0, starts[ord + 1] ?? 0);
  }

  /** Documents with a value in [fromOrd, toOrd). */
  bitsBetween(fromOrd: number, toOrd: number): Bitset {
    const bits = new Bitset(this.size);
    if (fromOrd >= toOrd) return bits;
    const { starts, docs } = this.postings();
    const end = starts[toOrd] ?? 0;
    for (let at = starts[fromOrd] ?? 0; at < end; at++) bits.add(docs[at] ?? 0);
    return bits;
  }

  exists(): Bitset {
    return this.bitsBetween(0, this.dictionary.length);
  }

  private postings(): Postings {
    this.inverted ??= this.invert();
    return this.inverted;
  }

  private invert(): Postings {
    const starts = new Int32Array(this.dictionary.length + 1);
    for (const ord of this.ords) if (ord >= 0) starts[ord + 1] = (starts[ord + 1] ?? 0) + 1;
    for (let ord = 1; ord < starts.length; ord++) {
      starts[ord] = (starts[ord] ?? 0) + (starts[ord - 1] ?? 0);
    }
    const docs = new Int32Array(starts[this.dictionary.length] ?? 0);
    const next = starts.slice();
    for (let doc = 0; doc < this.size; doc++) {
      const to = this.to(doc);
      for (let at = this.from(doc); at < to; at++) {
        const ord = this.ords[at] ?? 0;
        const place = next[ord] ?? 0;
        docs[place] = doc;
        next[ord] = place + 1;
      }
    }
    return { starts, docs };
  }
}

function compact(values: Int32Array, largest: number): Ords {
  if (largest < 0x7f) return Int8Array.from(values);
  if (largest < 0x7fff) return Int16Array.from(values);
  return values;
}

/** Collects the values of one field; documents must arrive in ascending order. */
export class OrdColumnBuilder {
  private readonly docs = new GrowingInts();
  private readonly values: OrdKey[] = [];

  /** `read` maps a value to its stored key; null skips the value. */
  constructor(private readonly read = (value: OrdKey): OrdKey | null => value) {}

  add(doc: number, value: OrdKey): void {
    this.docs.push(doc);
    this.values.push(value);
  }

  finish(size: number): OrdColumn {
    const { keys, numbers } = this.numbered();
    const dictionary = [...keys.keys()].sort(compareKeys);
    const rank = new Int32Array(dictionary.length);
    dictionary.forEach((key, ord) => {
      rank[keys.get(key) ?? 0] = ord;
    });
    const ords = numbers.map((number) => (number < 0 ? -1 : (rank[number] ?? 0)));
    const single = this.singles(size, ords);
    if (single) return new OrdColumn(size, dictionary, null, compact(single, dictionary.length));
    return this.multiples(size, dictionary, ords);
  }

  /** Keys in order of appearance, and the key number of each value, -1 for none. */
  private numbered(): { keys: Map<OrdKey, number>; numbers: Int32Array } {
    const keys = new Map<OrdKey, number>();
    const known = new Map<OrdKey, number>();
    const numbers = Int32Array.from(this.values, (value) => {
      let number = known.get(value);
      if (number === undefined) {
        const key = this.read(value);
        number = key === null ? -1 : (keys.get(key) ?? keys.size);
        if (key !== null) keys.set(key, number);
        known.set(value, number);
      }
      return number;
    });
    return { keys, numbers };
  }

  private singles(size: number, ordOf: Int32Array): Int32Array | null {
    const ords = new Int32Array(size).fill(-1);
    for (const [at, ord] of ordOf.entries()) {
      if (ord < 0) continue;
      const doc = this.docs.at(at);
      if ((ords[doc] ?? -1) >= 0 && ords[doc] !== ord) return null;
      ords[doc] = ord;
    }
    return ords;
  }

  private multiples(size: number, dictionary: OrdKey[], ordOf: Int32Array): OrdColumn {
    const starts = new Int32Array(size + 1);
    const ords = new GrowingInts();
    let at = 0;
    for (let doc = 0; doc < size; doc++) {
      starts[doc] = ords.length;
      const own = new Set<number>();
      for (; at < this.docs.length && this.docs.at(at) === doc; at++) {
        const ord = ordOf[at] ?? -1;
        if (ord >= 0) own.add(ord);
      }
      for (const ord of [...own].sort((left, right) => left - right)) ords.push(ord);
    }
    starts[size] = ords.length;
    return new OrdColumn(size, dictionary, starts, compact(ords.view().slice(), dictionary.length));
  }
}
