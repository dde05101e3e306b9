/**
 * Cart ledger metrics for operators (P-74; docs/cart-ledger.md, what operators watch): in-doubt writes and pending
 * edits, the age of the oldest, outcomes of edits, and repeated edits without a second effect. Labels are closed sets
 * and never contain customers.
 *
 * All instances share the ledger. An instance that has seen an in-doubt write asks the store at each scrape whether it
 * is still open. A write that another instance has resolved thereby disappears from the metrics.
 */
import { Counter, Gauge, type Registry } from 'prom-client';

const openKinds = ['in_doubt', 'waiting'] as const;
export type OpenKind = (typeof openKinds)[number];
const fates = ['acked', 'rejected', 'review', 'dropped', 'repeated'] as const;
type CartFate = (typeof fates)[number];

export interface CartMetrics {
  /** Counts edits by outcome; `repeated`: an edit that arrived again and had no second effect. */
  fate(fate: CartFate, changes: number): void;
  /** Counts a cart sync by its final state (one of a closed set). */
  synced(state: string): void;
  /** A customer's ledger has open work; `stillOpen` checks it again later and must not throw. */
  open(kind: OpenKind, key: string, sinceMs: number, stillOpen: () => Promise<boolean>): void;
}

interface Open {
  sinceMs: number;
  stillOpen: () => Promise<boolean>;
}

/** Maximum number of watched ledgers. Further ones are not counted: by then the alert has fired. */
const mostWatched = 1_000;

export function createCartMetrics(registry: Registry, now: () => number): CartMetrics {
  const registers = [registry];
  const changes = new Counter({
    name: 'shop_cart_changes_total',
    help: 'Cart changes by what became of them; repeated: came again and had no second effect',
    labelNames: ['fate'],
    registers,
  });
  for (const fate of fates) changes.inc({ fate }, 0);
  const syncs = new Counter({
    name: 'shop_cart_syncs_total',
    help: 'Cart syncs by the state they ended in',
    labelNames: ['state'],
    registers,
  });
  const watched: Record<OpenKind, Map<string, Open>> = { in_doubt: new Map(), waiting: new Map() };

  let sweeping: Promise<void> | null = null;
  async function sweepAll(): Promise<void> {
    for (const kind of openKinds) {
      for (const [key, { stillOpen }] of [...watched[kind]])
        if (!(await stillOpen())) watched[kind].delete(key);
    }
  }
  /** Both gauges of a scrape share one sweep, because the registry collects them at the same time. */
  function sweep(): Promise<void> {
    sweeping ??= sweepAll().finally(() => (sweeping = null));
    return sweeping;
  }
  new Gauge({
    name: 'shop_cart_open',
    help: 'Customers with a cart write in doubt, with changes that wait on the server',
    labelNames: ['kind'],
    registers,
    async collect() {
      await sweep();
      for (const kind of openKinds) this.set({ kind }, watched[kind].size);
    },
  });
  new Gauge({
    name: 'shop_cart_open_oldest_seconds',
    help: 'Age of the oldest cart write in doubt, of the oldest change that waits',
    labelNames: ['kind'],
    registers,
    async collect() {
      await sweep();
      for (const kind of openKinds) {
        const ages = [...watched[kind].values()].map(({ sinceMs }) => now() - sinceMs);
        this.set({ kind }, Math.max(0, ...ages) / 1000);
      }
    },
  });
  return {
    fate: (fate, count) => changes.inc({ fate }, count),
    synced: (state) => syncs.inc({ state }),
    open: (kind, key, sinceMs, stillOpen) => {
      const map = watched[kind];
      if (map.has(key) || map.size < mostWatched)
        map.set(key, { sinceMs: map.get(key)?.sinceMs ?? sinceMs, stillOpen });
    },
  };
}
