/**
 * Requests in flight, and the estimated wait of a new request (P-59). The lag of the event loop is known only a tenth
 * of a second later, and a share derived from it oscillates; this estimate is up to date at each request.
 */

/** Weight of the newest sample in the moving average of the rate. */
const weight = 0.2;

export class Backlog {
  #underWay = 0;
  #answered = 0;
  /** Responses per millisecond; null while the process has spare time and requests in flight wait for upstreams. */
  #rate: number | null = null;

  get underWay(): number {
    return this.#underWay;
  }

  /** Estimated wait in milliseconds (Little's law); 0 while the process has spare time. */
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

  /** Updates the rate of a busy process with the responses of the last `sinceMs`. */
  look(isBusy: boolean, sinceMs: number): void {
    const last = Math.max(1, this.#answered) / sinceMs;
    this.#answered = 0;
    const before = this.#rate ?? last;
    this.#rate = isBusy ? before + weight * (last - before) : null;
  }
}
