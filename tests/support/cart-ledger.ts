/**
 * One customer's cart in virtual time, with the shop's own sync: tests of the ledger act as a browser's queue, as a
 * plain form, and as a page that shows the cart.
 */
import { ownerHash } from '../../app/base/page/owner-hash.server';
import { answerIsland } from '../../app/ordering/cart/sync/island-sync.server';
import { submitEdits, type FormReport } from '../../app/ordering/cart/sync/form-sync.server';
import { openLedger } from '../../app/ordering/cart/sync/ledger-store.server';
import { syncCart, type SyncReport } from '../../app/ordering/cart/sync/sync.server';
import type { SyncDeps } from '../../app/ordering/cart/sync/deps';
import type { Ledger, QueuedEdit } from '../../app/ordering/cart/sync/ledger.server';
import { owner, World } from '../../load/proofs/cart-proof-shop';

/**
 * The simulated ERP behaves like a released one: it does not deduplicate, uses only the uuid in the path, and may apply
 * writes late.
 */
export function shopWith(
  options: {
    path?: string;
    dedupes?: boolean;
    instances?: number;
    seed?: number;
    latestMs?: number;
  } = {},
): World {
  const { path = 'carts/{uuid}/sync', dedupes = false, instances = 1 } = options;
  const { seed = 7, latestMs = 75_000 } = options;
  return new World({
    seed,
    erp: { dedup: dedupes ? 'strict' : 'none', pathOnly: true, faults: 0, latestMs },
    site: { cartSyncPath: path, erpMaxSeconds: 130, erpDedupesTx: dedupes },
    instances,
    networkFaults: 0,
    memoryLedger: false,
  });
}

/** Advances virtual time until the work is done. Throws if it takes more than `ms`. */
export async function within<T>(world: World, work: Promise<T>, ms = 100_000): Promise<T> {
  let result: { value: T } | { error: unknown } | null = null;
  work.then(
    (value) => (result = { value }),
    (error: unknown) => (result = { error }),
  );
  await world.time.run(ms);
  const settled = result as { value: T } | { error: unknown } | null;
  if (settled === null) throw new Error('still running');
  if ('error' in settled) throw settled.error;
  return settled.value;
}

interface FormEdit {
  product: number;
  quantity: number;
  uuid: string;
}

/** A plain form that adds one product, posted to the given instance. */
export const addBy = (deps: SyncDeps, { product, quantity, uuid }: FormEdit): Promise<FormReport> =>
  submitEdits(deps, openLedger(deps, owner), () => [{ uuid, productId: product, quantity }]);

export const add = (world: World, product: number, quantity: number, uuid = world.uuid()) =>
  within(world, addBy(world.shop, { product, quantity, uuid }));

/** A page that shows the cart, on the given instance. */
export const lookBy = (deps: SyncDeps): Promise<SyncReport> =>
  syncCart(deps, openLedger(deps, owner), {
    batch: [],
    memory: null,
    patienceMs: 1_000,
    maxAgeMs: 0,
  });

export const look = (world: World, ms?: number) => within(world, lookBy(world.shop), ms);

export const ledgerIn = (world: World): Promise<Ledger> =>
  within(world, openLedger(world.shop, owner).read(), 1_000);

export const editOf = (world: World, productId: number, quantity: number): QueuedEdit => ({
  uuid: world.uuid(),
  productId,
  quantity,
  from: 'island',
  cart: null,
});

/** A batch of the browser queue, posted to the given instance. */
export const postBy = (
  deps: SyncDeps,
  txs: readonly QueuedEdit[],
  sent: unknown = null,
  copy?: string,
) =>
  answerIsland(
    deps,
    owner,
    {
      owner: ownerHash(owner),
      txs: txs.map(({ uuid, productId, quantity, to, cart }) => ({
        uuid,
        product_id: productId,
        qty: quantity,
        to,
        cart,
      })),
      sent,
    },
    [...txs.map(() => ''), ...(copy === undefined ? [] : [copy])],
  );

export const island = (
  world: World,
  txs: readonly QueuedEdit[],
  sent: unknown = null,
  ms?: number,
) => within(world, postBy(world.shop, txs, sent), ms);

export const inCart = (world: World) => Object.fromEntries(world.erp.cart?.lines ?? []);
export const sent = (world: World, uuid: string): number => world.erp.applications.get(uuid) ?? 0;

export const epochOf = async (world: World): Promise<string> =>
  (await within(world, world.store.keyValueStore.epoch('cart:1'), 1_000)).id;

/** `deps` with `around` applied to its ERP calls; `isWrite`: the call contains transactions. */
export function withErp(
  deps: SyncDeps,
  around: <T>(ask: () => Promise<T>, isWrite: boolean) => Promise<T>,
): SyncDeps {
  return {
    ...deps,
    erp: {
      call: (call, schema) => {
        const { transactions = [] } = (call.body ?? {}) as { transactions?: unknown[] };
        return around(() => deps.erp.call(call, schema), transactions.length > 0);
      },
    },
  };
}

/** `deps` that pause for `ms` before the store write that follows the one with a write in doubt. */
export function standingBeforeItNotes(deps: SyncDeps, ms: number): SyncDeps {
  let begun = false;
  let stood = false;
  return {
    ...deps,
    keyValueStore: {
      ...deps.keyValueStore,
      async write(key, value, how) {
        const isDoubt = value.includes('"doubt":{');
        if (begun && !stood && !isDoubt) {
          stood = true;
          await deps.sleep(ms);
        }
        begun ||= isDoubt;
        return deps.keyValueStore.write(key, value, how);
      },
    },
  };
}
