/**
 * The lock on a customer's cart row: who waits, for how long, and what becomes of a write whose caller
 * has gone meanwhile (contract/erp.md 10.5; quirks `late-apply`, `empty-sync-reads-old`, `contention-500`,
 * `many-open-carts`). Handlers run in one go, so only what is modelled here ever overlaps.
 */
import { ConnectionCut, internalError } from '../protocol/exchange';
import type { Quirks } from '../quirks';
import type { Scheduler } from '../scheduler';

interface Waiting {
  customerId: number;
  kind: 'write' | 'sync' | 'empty sync';
  /** An injected delay: the write holds the row for so long before it is done. */
  delayMs: number;
  signal: AbortSignal | undefined;
  /** Asked on arrival, before any waiting. */
  hasOpenCart: () => boolean;
}

interface Row {
  lockedUntil: number;
  waiting: number;
  syncs: number;
}

/** How long the real server is busy with a sync, at least: two within it are "at once". */
const SERVICE_MS = 20;
/** More than so many syncs at once are a storm. */
const STORM = 5;
const TRIES = 5;
/** The real server's limit for one request (`limit_time_real`): its work is undone and the line cut. */
const REQUEST_LIMIT_MS = 120_000;

export class CartRows {
  private readonly rows = new Map<number, Row>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly quirks: Quirks,
    /** A number in [0, 1). */
    private readonly random: () => number,
  ) {}

  private row(customerId: number): Row {
    const known = this.rows.get(customerId);
    if (known) return known;
    const made = { lockedUntil: 0, waiting: 0, syncs: 0 };
    this.rows.set(customerId, made);
    return made;
  }

  /** Another transaction holds the row for so long. */
  lock(customerId: number, ms: number): void {
    const row = this.row(customerId);
    row.lockedUntil = Math.max(row.lockedUntil, this.scheduler.now() + ms);
  }

  reset(): void {
    this.rows.clear();
  }

  /** Runs `work` once the row is free; refuses, or cuts the line, as the quirks say. */
  async within<T>(visit: Waiting, work: (sawNoCart: boolean) => T): Promise<T> {
    if (visit.kind === 'empty sync' && this.quirks.has('empty-sync-reads-old')) return work(false);
    const row = this.row(visit.customerId);
    const isSync = visit.kind === 'sync';
    const sawNoCart = isSync && this.quirks.has('many-open-carts') && !visit.hasOpenCart();
    if (isSync) row.syncs += 1;
    try {
      // All kinds take the same steps up to the row, so that they wait in the order they came.
      await this.service(row, isSync, sawNoCart);
      await this.wait(row, visit);
      return work(sawNoCart);
    } finally {
      if (isSync) row.syncs -= 1;
    }
  }

  private async service(row: Row, isSync: boolean, sawNoCart: boolean): Promise<void> {
    const stormy = isSync && this.quirks.has('contention-500');
    if (stormy && row.syncs > STORM && row.syncs % 2 === 0) {
      await this.scheduler.sleep(2_000 + this.random() * 13_000);
      throw internalError();
    }
    if (stormy || sawNoCart) await this.scheduler.sleep(SERVICE_MS);
  }

  private async wait(row: Row, visit: Waiting): Promise<void> {
    const arrived = this.scheduler.now();
    const place = row.waiting;
    row.waiting += 1;
    try {
      for (let attempt = 1; row.lockedUntil > this.scheduler.now(); attempt += 1) {
        if (this.quirks.has('contention-500') && attempt > TRIES) throw internalError();
        await this.scheduler.sleep(row.lockedUntil - this.scheduler.now());
        if (place > 0) await this.retryPause(attempt);
      }
      if (visit.delayMs > 0) await this.hold(row, visit.delayMs);
    } finally {
      row.waiting -= 1;
    }
    const waited = this.scheduler.now() - arrived;
    if (waited > REQUEST_LIMIT_MS) throw new ConnectionCut('dropped before the work');
    const gone = waited > 0 && visit.signal?.aborted === true;
    if (gone && !this.quirks.has('late-apply')) throw new ConnectionCut('the caller has gone');
  }

  /** Only the first in line finds the row unchanged; the others start over after a pause (10.5). */
  private async retryPause(attempt: number): Promise<void> {
    if (!this.quirks.has('contention-500')) return;
    await this.scheduler.sleep(this.random() * 1_000 * 2 ** Math.min(attempt, 4));
  }

  private async hold(row: Row, ms: number): Promise<void> {
    const until = this.scheduler.now() + ms;
    row.lockedUntil = Math.max(row.lockedUntil, until);
    await this.scheduler.sleep(ms);
  }
}
