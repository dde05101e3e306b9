/**
 * Reads and writes one customer's ledger in the key-value store. Writes compare and set the version, so that a form
 * that adds an edit never overwrites what the lease holder has just recorded.
 */
import { unreadableDocument } from '~/base/kernel/failure';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { Clock } from '../../../../server/context';
import type { CartMetrics, OpenKind } from '../../../../server/observe/cart-metrics';
import type { Lease, KeyValueStore } from '../../../../server/store/key-value-store';
import {
  emptyLedger,
  formatLedger,
  parseCart,
  parseHead,
  parseLedger,
  rememberedMs,
  type Ledger,
  type LedgerHead,
} from './ledger.server';
import type { SaleWire } from '../wire/cart-wire.server';

export interface LedgerStore {
  readonly key: string;
  /**
   * The ledger's head for display, as this request last read or wrote it. Never use it to send an edit or to take the
   * lease.
   */
  head(): Promise<LedgerHead>;
  cart(): Promise<LedgerHead & { sale: SaleWire | null }>;
  /** The newest ledger document, read from the store on each call; use it for decisions. */
  read(): Promise<Ledger>;
  /**
   * Applies `change` to the newest ledger document, writes it durably, and returns it. May call `change` again after a
   * version conflict.
   */
  update(change: (ledger: Ledger) => void): Promise<Ledger>;
  /** The right to write to this customer's cart; null when another request holds it. */
  lease(): Promise<Lease | null>;
  /**
   * Marks the outcome of a write as undecided for `ms`, timed by the store's own clock, because instance clocks may
   * differ.
   */
  hold(ms: number): Promise<void>;
  isHeld(): Promise<boolean>;
  /** Removes the mark of `hold`: the outcome of the write is decided. */
  letGo(): Promise<void>;
}

/**
 * Duration of the lease in ms: longer than the deadline of one write, so that a running request never loses the lease
 * during a write.
 */
export const leaseMs = 120_000;
const ttlSeconds = rememberedMs / 1000;
const maxAttempts = 40;

/** Throws when a ledger cannot be parsed. Treating it as empty would send settled edits again. */
function meaning<T>(parse: (text: string) => T, text: string): T {
  try {
    return parse(text);
  } catch (error) {
    throw unreadableDocument('cart', error);
  }
}

/** Key of the ledger in the store; pass it to `epoch` to check that the store kept its memory. */
export const ledgerKey = (owner: string): string => `cart:${ownerHash(owner)}`;

interface LedgerDeps {
  keyValueStore: Pick<KeyValueStore, 'read' | 'write' | 'delete' | 'lease'>;
  clock: Clock;
  sleep: (ms: number) => Promise<void>;
  metrics: CartMetrics;
}

export function openLedger(deps: LedgerDeps, owner: string): LedgerStore {
  const { keyValueStore, clock, sleep, metrics } = deps;
  const key = ledgerKey(owner);
  const held = `${key}:held`;

  /** The last ledger document read. The first attempt of the next update uses it instead of reading the store again. */
  let latest: Awaited<ReturnType<KeyValueStore['read']>> = null;
  /** The last document that this request read or wrote. */
  let seen: Promise<{ value: string } | null> | null = null;

  async function read<T>(parse: (text: string) => T): Promise<T | null> {
    const reading = keyValueStore.read(key);
    seen = reading;
    latest = await reading;
    return latest ? meaning(parse, latest.value) : null;
  }

  /** All parts of a page share one read of the ledger, and also its failure. */
  async function shown<T>(parse: (text: string) => T): Promise<T | null> {
    if (!seen) return read(parse);
    const found = await seen;
    return found ? meaning(parse, found.value) : null;
  }

  const isOpen = (kind: OpenKind) => async (): Promise<boolean> => {
    try {
      const head = await read(parseHead);
      return head !== null && (kind === 'in_doubt' ? head.doubt !== null : head.queue.length > 0);
    } catch {
      // The store is unavailable: rely on the state of this instance.
      return true;
    }
  };

  /** Reports to the metrics the open work, and the transactions settled after the first `entriesBefore` entries. */
  function reportMetrics({ doubt, queue, settled }: Ledger, entriesBefore: number): void {
    if (doubt) metrics.open('in_doubt', key, doubt.sentAt, isOpen('in_doubt'));
    if (queue.length > 0) metrics.open('waiting', key, clock.now().getTime(), isOpen('waiting'));
    for (const { state } of [...settled.values()].slice(entriesBefore)) metrics.fate(state, 1);
  }

  async function update(change: (ledger: Ledger) => void): Promise<Ledger> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const found = latest ?? (await keyValueStore.read(key));
      latest = null;
      const ledger = found ? meaning(parseLedger, found.value) : emptyLedger();
      const before = ledger.settled.size;
      change(ledger);
      const text = formatLedger(ledger, clock.now().getTime());
      const written = await keyValueStore.write(key, text, {
        version: found?.version ?? null,
        ttlSeconds,
      });
      seen = written ? Promise.resolve({ value: text }) : null;
      if (written) {
        reportMetrics(ledger, before);
        return ledger;
      }
      await sleep(5 + attempt * 5);
    }
    throw new Error('the cart ledger is contended beyond reason');
  }

  return {
    key,
    head: async () => (await shown(parseHead)) ?? emptyLedger(),
    cart: async () => (await shown(parseCart)) ?? emptyLedger(),
    read: async () => {
      const ledger = (await read(parseLedger)) ?? emptyLedger();
      reportMetrics(ledger, ledger.settled.size);
      return ledger;
    },
    update,
    lease: () => keyValueStore.lease(`${key}:lease`, leaseMs),
    hold: async (ms) => {
      const version = (await keyValueStore.read(held))?.version ?? null;
      await keyValueStore.write(held, '{}', { version, ttlSeconds: ms / 1000 });
    },
    isHeld: async () => (await keyValueStore.read(held)) !== null,
    letGo: () => keyValueStore.delete(held),
  };
}
