/**
 * Limits concurrent calls and queues a few more: an unavailable upstream never occupies more of the shop's resources
 * (P-42).
 */

/** No slot became free in time: the call was not made. */
export class BulkheadFull extends Error {
  constructor() {
    super('bulkhead full');
    this.name = 'BulkheadFull';
  }
}

export interface BulkheadOptions {
  concurrency: number;
  queue: number;
  maxWaitMs: number;
}

export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #waiting = new Set<() => void>();
  #inUse = 0;
  constructor(options: BulkheadOptions) {
    this.#options = options;
  }

  get inUse(): number {
    return this.#inUse;
  }
  get queued(): number {
    return this.#waiting.size;
  }

  /** Runs the call in a slot; `anyway` exceeds the limit (the breaker's probe). */
  async run<T>(call: () => Promise<T>, anyway = false): Promise<T> {
    const { concurrency } = this.#options;
    if (this.#inUse < concurrency || anyway) this.#inUse += 1;
    else await this.#place();
    try {
      return await call();
    } finally {
      this.#leave();
    }
  }

  /** A freed slot goes to the call that has waited longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next && this.#inUse <= this.#options.concurrency) next();
    else this.#inUse -= 1;
  }

  #place(): Promise<void> {
    const { queue, maxWaitMs } = this.#options;
    if (this.#waiting.size >= queue) return Promise.reject(new BulkheadFull());
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(new BulkheadFull());
      }, maxWaitMs);
      this.#waiting.add(enter);
    });
  }
}
