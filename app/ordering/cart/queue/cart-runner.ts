/**
 * Sends the queue: one call at a time, the frozen batch first, random growing waits after a failure, a
 * `Retry-After` of the shop before them, a look every minute while offline with nothing to send (CART-05).
 * Knows no DOM: the island gives it the browser, the proof a virtual one.
 */
import { retryDelayMs, type CartQueue } from './cart-queue';
import type { IslandAnswer, IslandBody } from './island-wire';

export interface SyncReply {
  status: number;
  retryAfterMs: number | null;
  /** Null when the body was not the shop's JSON. */
  answer: IslandAnswer | null;
}

export interface RunnerDeps {
  queue: CartQueue;
  /** Throws when no answer came. */
  post(body: IslandBody): Promise<SyncReply>;
  /** Waits, less long when `wake` is called. */
  sleep(ms: number): Promise<void>;
  random(): number;
  /** One tab at a time where the browser can; correctness does not hang on it. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** `status` 0: no answer came, or this browser could not keep what it must before it sends. */
  onChange(change: { flags: Flags; answer: IslandAnswer | null; status: number }): void;
}

export interface Flags {
  /** The ERP is away. */
  erpNotAvailable: boolean;
  /** Any other failure. */
  syncError: boolean;
  /** The session ended, or another customer has signed in: what waits is kept, and asked about with the next news. */
  stopped: boolean;
}

const pollMs = 60_000;

export class CartRunner {
  readonly #deps: RunnerDeps;
  #running = false;
  #again = false;
  #attempt = 0;
  flags: Flags = { erpNotAvailable: false, syncError: false, stopped: false };
  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Something was queued, another tab has news, or the network is back. */
  async kick(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      do {
        this.#again = false;
        const waitMs = await this.#deps.exclusively(() => this.#once());
        if (waitMs === null) continue;
        this.#again = true;
        await this.#deps.sleep(waitMs);
      } while (this.#again && !this.flags.stopped);
    } finally {
      this.#running = false;
    }
  }

  /** One call. Null: nothing more to do now; else how long to wait before the next. */
  async #once(): Promise<number | null> {
    const { queue, post, random } = this.#deps;
    let reply: SyncReply;
    try {
      // Throws when the storage is full: what has left must be known to have left, so nothing leaves.
      reply = await post(queue.freeze());
    } catch {
      reply = { status: 0, retryAfterMs: null, answer: null };
    }
    const { status, answer } = reply;
    try {
      if (answer) queue.settle(answer);
    } catch {
      // Full storage: what was settled is gone from it; only the snapshot of the cart is an old one.
    }
    const left = queue.pending().length > 0;
    // Only what the shop has said settles anything: without it the same would be sent again at once, without end.
    const ok = status === 200 && answer !== null;
    this.flags = {
      erpNotAvailable: status === 503 && answer?.state !== 'busy' && answer?.state !== 'checking',
      syncError: !ok && status !== 503,
      stopped: status === 401 || status === 409,
    };
    this.#deps.onChange({ flags: this.flags, answer, status });
    if (this.flags.stopped) return null;
    if (ok) {
      this.#attempt = 0;
      return left ? 0 : null;
    }
    if (reply.retryAfterMs !== null) return reply.retryAfterMs;
    if (!left) return pollMs;
    this.#attempt += 1;
    return retryDelayMs(this.#attempt - 1, random);
  }
}
