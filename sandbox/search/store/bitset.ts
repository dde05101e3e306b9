/** A set of document numbers of one scope, 32 to a word. Sets returned by caches must not be changed. */
const WORD = 32;

function bitsIn(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export class Bitset {
  readonly words: Uint32Array;

  constructor(
    readonly size: number,
    words?: Uint32Array,
  ) {
    this.words = words ?? new Uint32Array(Math.ceil(size / WORD));
  }

  static full(size: number): Bitset {
    const set = new Bitset(size);
    set.words.fill(0xffffffff);
    const rest = size % WORD;
    if (rest > 0) set.words[set.words.length - 1] = (1 << rest) - 1;
    return set;
  }

  has(doc: number): boolean {
    return ((this.words[doc >>> 5] ?? 0) & (1 << (doc & 31))) !== 0;
  }

  add(doc: number): void {
    const at = doc >>> 5;
    this.words[at] = (this.words[at] ?? 0) | (1 << (doc & 31));
  }

  copy(): Bitset {
    return new Bitset(this.size, this.words.slice());
  }

  and(other: Bitset): this {
    for (let i = 0; i < this.words.length; i++) {
      this.words[i] = (this.words[i] ?? 0) & (other.words[i] ?? 0);
    }
    return this;
  }

  or(other: Bitset): this {
    for (let i = 0; i < this.words.length; i++) {
      this.words[i] = (this.words[i] ?? 0) | (other.words[i] ?? 0);
    }
    return this;
  }

  andNot(other: Bitset): this {
    for (let i = 0; i < this.words.length; i++) {
      this.words[i] = (this.words[i] ?? 0) & ~(other.words[i] ?? 0);
    }
    return this;
  }

  count(): number {
    let total = 0;
    for (const word of this.words) total += bitsIn(word);
    return total;
  }

  forEach(visit: (doc: number) => void): void {
    for (let at = 0; at < this.words.length; at++) {
      let word = this.words[at] ?? 0;
      while (word !== 0) {
        visit(at * WORD + (31 - Math.clz32(word & -word)));
        word &= word - 1;
      }
    }
  }

  toList(): Int32Array {
    const list = new Int32Array(this.count());
    let at = 0;
    this.forEach((doc) => {
      list[at++] = doc;
    });
    return list;
  }
}
