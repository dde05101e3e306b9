/**
 * Sends the queue of edits, one call at a time and the batch that was sent before first. After a failure it waits for
 * the shop's `Retry-After`, or else for a random, growing time. With an empty queue after a failure it polls every
 * minute (CART-05). It does not use the DOM: the cart island provides the browser functions, the proof virtual ones.
 */
import { retryDelayMs, type CartQueue } from './cart-queue';
import type { IslandAnswer, IslandBody } from './island-wire';

export interface SyncReply {
  status: number;
  retryAfterMs: number | null;
  /** The shop's JSON response; null when the body was not JSON from the shop. */
  answer: IslandAnswer | null;
}

export interface RunnerDeps {
  queue: CartQueue;
  /** Posts a batch to the shop; throws when no response arrives. */
  post(body: IslandBody): Promise<SyncReply>;
  /** Waits `ms`, or until `wake` is called. */
  sleep(ms: number): Promise<void>;
  random(): number;
  /** Runs in one tab at a time, if the browser supports it. Correctness does not depend on it. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /**
   * Called after each call. `status` 0: no response arrived, or this browser could not store the batch before sending
   * it.
   */
  onChange(change: { answer: IslandAnswer | null; status: number }): void;
}

export interface Flags {
  /** The ERP is unavailable. */
  erpNotAvailable: boolean;
  /** The last call failed for another reason than an unavailable ERP. */
  syncError: boolean;
  /**
   * The session ended, or another customer has signed in. Edits stay in the queue; the next `kick` sends them again.
   */
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

  /** Call when an edit was queued, another tab changed the queue, or the network is back. */
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

  /** Makes one call. Returns the ms to wait before the next call; null: there is nothing to send or poll for now. */
  async #once(): Promise<number | null> {
    const { queue, post, random } = this.#deps;
    let reply: SyncReply;
    try {
      // Throws when the storage is full. A batch that cannot be recorded as sent must not be sent.
      reply = await post(queue.freeze());
    } catch {
      reply = { status: 0, retryAfterMs: null, answer: null };
    }
    const { status, answer, retryAfterMs } = reply;
    try {
      if (answer) queue.settle(answer);
    } catch {
      // The browser's storage is full: settled edits are already removed, and only the stored cart snapshot is
      // outdated.
    }
    const left = queue.pending().length > 0;
    // Only the shop's JSON settles edits. Treating any other 200 as success would resend the batch in an endless loop.
    const ok = status === 200 && answer !== null;
    this.flags = {
      erpNotAvailable: status === 503 && answer?.state !== 'busy' && answer?.state !== 'checking',
      syncError: !ok && status !== 503,
      stopped: status === 401 || status === 409,
    };
    this.#deps.onChange({ answer, status });
    if (this.flags.stopped) return null;
    if (ok) {
      this.#attempt = 0;
      return left ? 0 : null;
    }
    if (retryAfterMs !== null) return retryAfterMs;
    if (!left) return pollMs;
    this.#attempt += 1;
    return retryDelayMs(this.#attempt - 1, random);
  }
}
