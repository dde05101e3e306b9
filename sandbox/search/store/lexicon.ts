/** The distinct, numbered terms of one analyzer within an index; all fields with that analyzer share them. */
export class Lexicon {
  private readonly numbers = new Map<string, number>();
  private readonly terms: string[] = [];
  private inOrder: Int32Array | null = null;

  get size(): number {
    return this.terms.length;
  }

  add(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.length;
    this.numbers.set(term, number);
    this.terms.push(term);
    this.inOrder = null;
    return number;
  }

  find(term: string): number {
    return this.numbers.get(term) ?? -1;
  }

  term(number: number): string {
    return this.terms[number] ?? '';
  }

  /** Numbers of the terms that start with `prefix`, in alphabetical order. */
  startingWith(prefix: string): Int32Array {
    const sorted = this.sorted();
    const from = this.lowerBound(sorted, prefix);
    const to = this.lowerBound(sorted, `${prefix}\uffff`);
    return sorted.subarray(from, to);
  }

  private lowerBound(sorted: Int32Array, text: string): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.term(sorted[middle] ?? 0) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Terms in alphabetical order. The builder calls this once, so that the first search need not sort. */
  sorted(): Int32Array {
    this.inOrder ??= Int32Array.from(this.terms.keys()).sort((left, right) =>
      this.term(left) < this.term(right) ? -1 : 1,
    );
    return this.inOrder;
  }
}
