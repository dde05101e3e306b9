/**
 * Simulates the lock on a customer's cart row: which calls wait, for how long, and what happens to a write whose caller
 * has disconnected meanwhile (contract/erp.md 10.5; quirks `late-apply`, `empty-sync-reads-old`, `contention-500`,
 * `many-open-carts`). Handlers run without interruption, so only the waits simulated here overlap.
 */
import { ConnectionCut, internalError } from '../protocol/exchange';
import type { Quirks } from '../quirks';
import type { Scheduler } from '../scheduler';

interface Waiting {
  customerId: number;
  kind: 'write' | 'sync' | 'empty sync';
  /** Injected delay: the write holds the row for this time before it is applied. */
  delayMs: number;
  signal: AbortSignal | undefined;
  /** Evaluated when the call arrives, before any wait. */
  hasOpenCart: () => boolean;
}

interface Row {
  lockedUntil: number;
  waiting: number;
  syncs: number;
}

/** Minimum time that a real server needs for a sync: two syncs within this time are concurrent. */
const SERVICE_MS = 20;
/** With more concurrent syncs than this, the ERP returns a 500 for every second one (quirk `contention-500`). */
const STORM = 5;
const TRIES = 5;
/**
 * Time limit of a real server for one request (`limit_time_real`): it rolls the work back and closes the connection.
 */
const REQUEST_LIMIT_MS = 120_000;

export class CartRows {
  private readonly rows = new Map<number, Row>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly quirks: Quirks,
    /** Returns a random number in [0, 1). */
    private readonly random: () => number,
  ) {}

  private row(customerId: number): Row {
    const known = this.rows.get(customerId);
    if (known) return known;
    const made = { lockedUntil: 0, waiting: 0, syncs: 0 };
    this.rows.set(customerId, made);
    return made;
  }

  /** Simulates another transaction that holds the row for this time. */
  lock(customerId: number, ms: number): void {
    const row = this.row(customerId);
    row.lockedUntil = Math.max(row.lockedUntil, this.scheduler.now() + ms);
  }

  reset(): void {
    this.rows.clear();
  }

  /** Runs `work` once the row is free. Rejects the call or closes its connection as the quirks require. */
  async within<T>(visit: Waiting, work: (sawNoCart: boolean) => T): Promise<T> {
    if (visit.kind === 'empty sync' && this.quirks.has('empty-sync-reads-old')) return work(false);
    const row = this.row(visit.customerId);
    const isSync = visit.kind === 'sync';
    const sawNoCart = isSync && this.quirks.has('many-open-carts') && !visit.hasOpenCart();
    if (isSync) row.syncs += 1;
    try {
      // All kinds of calls take the same asynchronous steps up to the lock, so that they wait in order of arrival.
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

  /** Only the first waiting transaction finds the row unchanged; the others restart after a pause (10.5). */
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
