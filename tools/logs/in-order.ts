/** Sorts lines by time: two instances have separate files, or a collector mixes their lines. */
const quietMs = 2_000;

export class InOrder {
  readonly #waiting: { time: string; text: string }[] = [];
  #flush: NodeJS.Timeout | undefined;

  /** True if the input may continue (`docker logs -f`), so that a pause in it prints the lines collected so far. */
  constructor(readonly follows: boolean) {}

  add(time: string, text: string): void {
    this.#waiting.push({ time, text });
    if (!this.follows) return;
    clearTimeout(this.#flush);
    this.#flush = setTimeout(() => this.print(), quietMs);
  }

  print(): void {
    clearTimeout(this.#flush);
    const lines = this.#waiting.splice(0);
    // Times have the same length, so they compare as text. The sort is stable for equal times.
    lines.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    for (const { text } of lines) console.log(text);
  }
}
