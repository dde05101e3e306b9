/** A growing list of unboxed 32-bit integers, for collecting postings. */
export class GrowingInts {
  length = 0;
  private items = new Int32Array(256);

  push(value: number): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = value;
  }

  at(index: number): number {
    return this.items[index] ?? 0;
  }

  /** The filled part. Shares memory, so use it before the next `push`. */
  view(): Int32Array {
    return this.items.subarray(0, this.length);
  }
}
