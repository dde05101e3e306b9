/**
 * What is under way, and how long a request that comes now would wait for it (P-59). The lag of the event loop is known
 * a tenth of a second after it has come, and a share that follows it swings between too many and too few; this is known
 * with each request.
 */

/** How much of the rate is that of the last look. */
const weight = 0.2;

export class Backlog {
  #underWay = 0;
  #answered = 0;
  /** Answers a millisecond; null: the process has time to spare, and what is under way waits for others. */
  #rate: number | null = null;

  get underWay(): number {
    return this.#underWay;
  }

  /** Milliseconds (Little's law); 0 while the process has time to spare. */
  get waitMs(): number {
    return this.#rate === null ? 0 : this.#underWay / this.#rate;
  }

  begin(): void {
    this.#underWay += 1;
  }

  end(): void {
    this.#underWay -= 1;
    this.#answered += 1;
  }

  /** Takes the answers of the last `sinceMs` for the rate at which a busy process answers. */
  look(isBusy: boolean, sinceMs: number): void {
    const last = Math.max(1, this.#answered) / sinceMs;
    this.#answered = 0;
    const before = this.#rate ?? last;
    this.#rate = isBusy ? before + weight * (last - before) : null;
  }
}
