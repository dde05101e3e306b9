/**
 * Reads and writes one customer's ledger in the key-value store: compare-and-set with the version, so that a
 * form that leaves an edit behind never overwrites what the holder of the lease has just learnt.
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
  /** To be shown: as this request has last read or written it. Nothing is sent, and no lease given, by it. */
  head(): Promise<LedgerHead>;
  cart(): Promise<LedgerHead & { sale: SaleWire | null }>;
  /** To be acted on: the newest document, asked of the store each time. */
  read(): Promise<Ledger>;
  /** Applies `change` to the newest document and writes it durably. Returns what was written. */
  update(change: (ledger: Ledger) => void): Promise<Ledger>;
  /** The right to write to this customer's cart, or null when another request has it. */
  lease(): Promise<Lease | null>;
  /** For so long, by the store's own clock, what became of a write is not decided: those of the instances may be apart. */
  hold(ms: number): Promise<void>;
  isHeld(): Promise<boolean>;
  /** It is decided. */
  letGo(): Promise<void>;
}

/** Longer than the deadline of one write, so that a holder that lives never loses it in the middle. */
export const leaseMs = 120_000;
const ttlSeconds = rememberedMs / 1000;
const maxAttempts = 40;

/** Taken for empty, a ledger that cannot be read would let edits be sent again that it has settled. */
function meaning<T>(parse: (text: string) => T, text: string): T {
  try {
    return parse(text);
  } catch (error) {
    throw unreadableDocument('cart', error);
  }
}

/** The ledger's place in the store, which says too whose memory `epoch` vouches for. */
export const ledgerKey = (owner: string): string => `cart:${ownerHash(owner)}`;

export function openLedger(
  deps: {
    keyValueStore: Pick<KeyValueStore, 'read' | 'write' | 'delete' | 'lease'>;
    clock: Clock;
    sleep: (ms: number) => Promise<void>;
    metrics: CartMetrics;
  },
  owner: string,
): LedgerStore {
  const { keyValueStore, clock, sleep, metrics } = deps;
  const key = ledgerKey(owner);
  const held = `${key}:held`;

  /** What was read last and no other request has written over since, as far as is known: the first try of a change. */
  let latest: Awaited<ReturnType<KeyValueStore['read']>> = null;
  /** What this request has read or written last. */
  let seen: Promise<{ value: string } | null> | null = null;

  async function read<T>(parse: (text: string) => T): Promise<T | null> {
    const reading = keyValueStore.read(key);
    seen = reading;
    latest = await reading;
    return latest ? meaning(parse, latest.value) : null;
  }

  /** One page shows the cart in several places: they read it once, and a fault is the same for all of them. */
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
      // The store does not answer: this copy is the best there is.
      return true;
    }
  };

  /** What is open in it now, and what has come to its end since it had so many entries. */
  function tell({ doubt, queue, settled }: Ledger, entriesBefore: number): void {
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
        tell(ledger, before);
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
      tell(ledger, ledger.settled.size);
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
