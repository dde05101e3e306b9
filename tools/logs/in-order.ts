/** Lines by their time: those of two instances come file after file, or as a collector has mixed them. */
const quietMs = 2_000;

export class InOrder {
  readonly #waiting: { time: string; text: string }[] = [];
  #flush: NodeJS.Timeout | undefined;

  /** `follows`: more may come for as long as somebody looks (`docker logs -f`), so that a pause ends a part. */
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
    // Times of one length compare as texts; those of one instant stay as they came.
    lines.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    for (const { text } of lines) console.log(text);
  }
}
