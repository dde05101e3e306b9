/** Counterexamples found by a model checker (tests/model), replayed with the shop's own modules in virtual time. */
import { describe, expect, it } from 'vitest';
import { openLedger } from './ledger-store.server';
import type { SyncDeps } from './deps';
import { owner, type World } from '../../../../load/proofs/cart-proof-shop';
import {
  add,
  addBy,
  editOf,
  epochOf,
  inCart,
  island,
  ledgerIn,
  look,
  lookBy,
  postBy,
  sent,
  shopWith,
  standingBeforeItNotes,
  within,
  withErp,
} from '../../../../tests/support/cart-ledger';

describe('batch that the sync sends in halves', () => {
  it('P-53 CART-06 when the cart is ordered between the halves of a batch, the second half does not enter the next cart', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 5);
    const cart = world.erp.cart?.uuid ?? null;
    const [one, other] = [
      { ...editOf(world, 12, 1), cart },
      { ...editOf(world, 13, 1), cart },
    ];
    let writes = 0;
    const deps = withErp(world.shop, (ask, isWrite) => {
      if (isWrite && ++writes === 2) world.erp.confirmElsewhere();
      return ask();
    });
    world.erp.script.push('json-500');
    const reply = await within(world, postBy(deps, [one, other]), 30_000);
    expect(reply.body).toMatchObject({ dropped: [one.uuid, other.uuid] });
    expect([sent(world, one.uuid), sent(world, other.uuid)]).toEqual([0, 0]);
    expect(inCart(world)).toEqual({});
  });

  it('P-53 both halves of a batch are applied when their cart is unchanged', async () => {
    const world = shopWith();
    await add(world, 11, 5);
    const cart = world.erp.cart?.uuid ?? null;
    const batch = [12, 13].map((product) => ({ ...editOf(world, product, 1), cart }));
    world.erp.script.push('json-500');
    expect((await island(world, batch)).body).toMatchObject({
      acked: batch.map(({ uuid }) => uuid),
    });
    expect(inCart(world)).toEqual({ 11: 5, 12: 1, 13: 1 });
  });
});

describe('instance that stalls for longer than its lease', () => {
  it('CART-06 P-96 an instance that stalls between recording a write and the call sends nothing', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 1);
    const edit = { product: 12, quantity: 2, uuid: world.uuid() };
    let stood = false;
    const standing = withErp(world.shop, async (ask, isWrite) => {
      // The instance stalls here, as it would while waiting for a new token or a connection.
      if (isWrite && !stood) {
        stood = true;
        await world.time.sleep(300_000);
      }
      return ask();
    });
    const late = addBy(standing, edit);
    await world.time.run(260_000);
    await look(world);
    expect(sent(world, edit.uuid)).toBe(1);
    await within(world, late, 100_000);
    await world.time.run(300_000);
    await look(world);
    expect([sent(world, edit.uuid), inCart(world)]).toEqual([1, { 11: 1, 12: 2 }]);
  });

  it('CART-06 P-96 the record of another write stays when a stalled instance records that it sent nothing', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 1);
    const edit = { product: 12, quantity: 2, uuid: world.uuid() };
    world.erp.script.push('refused', 'late-and-cut');
    const late = addBy(standingBeforeItNotes(world.shop, 262_000), edit);
    await world.time.run(256_000);
    expect((await look(world, 4_000)).ledger.doubt?.transactions).toHaveLength(1);
    await within(world, late, 5_000);
    expect((await look(world, 5_000)).state).toBe('checking');
    await world.time.run(300_000);
    await look(world);
    expect([sent(world, edit.uuid), inCart(world)]).toEqual([1, { 11: 1, 12: 2 }]);
  });

  it('CART-06 P-96 a verdict based on a cart that was read under an expired lease is ignored', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 1);
    const uuid = world.uuid();
    world.erp.script.push('cut-before', 'late-and-cut');
    await add(world, 12, 2, uuid);
    await world.time.run(140_000);
    let stood = false;
    const standing = withErp(world.shop, async (ask) => {
      const answer = await ask();
      if (!stood) {
        stood = true;
        await world.time.sleep(125_000);
      }
      return answer;
    });
    const late = lookBy(standing);
    await world.time.run(121_000);
    expect((await look(world, 3_000)).ledger.doubt?.transactions).toHaveLength(1);
    await within(world, late, 6_000);
    expect((await look(world, 5_000)).state).toBe('checking');
    await world.time.run(300_000);
    await look(world);
    expect([sent(world, uuid), inCart(world)]).toEqual([1, { 11: 1, 12: 2 }]);
  });

  it('CART-06 P-96 a final state that another instance recorded is not overwritten, and neither is its cart', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 1);
    const edit = { product: 12, quantity: 2, uuid: world.uuid() };
    const late = addBy(standingBeforeItNotes(world.shop, 300_000), edit);
    await world.time.run(260_000);
    expect((await look(world, 4_000)).ledger.settled.get(edit.uuid)?.state).toBe('acked');
    world.erp.confirmElsewhere();
    await look(world, 4_000);
    await within(world, addBy(world.shop, { product: 13, quantity: 1, uuid: world.uuid() }), 4_000);
    await within(world, late, 60_000);
    const then = await ledgerIn(world);
    expect(then.settled.get(edit.uuid)?.state).toBe('acked');
    // A notice would make the customer order the same products again.
    expect(then.notices).toEqual([]);
    expect(then.snapshot?.uuid).toBe(world.erp.cart?.uuid);
  });
});

describe('store that loses its memory during a write', () => {
  /** The ERP's response to a write takes 20 s. */
  const slowly = (world: World): SyncDeps =>
    withErp(world.shop, async (ask, isWrite) => {
      const answer = await ask();
      if (isWrite) await world.time.sleep(20_000);
      return answer;
    });

  /** An instance that dies: it does nothing after it has sent a write to the ERP. */
  function dying(deps: SyncDeps): SyncDeps {
    const never = new Promise<never>(() => {});
    let dead = false;
    const { keyValueStore } = deps;
    return {
      ...withErp(deps, (ask, isWrite) => {
        dead ||= isWrite;
        return isWrite ? never : ask();
      }),
      keyValueStore: {
        ...keyValueStore,
        write: (key, value, how) => (dead ? never : keyValueStore.write(key, value, how)),
      },
    };
  }

  async function loseDuringWrite(world: World): Promise<{ first: Promise<unknown> }> {
    await add(world, 11, 1);
    const first = addBy(slowly(world), { product: 12, quantity: 1, uuid: world.uuid() });
    await world.time.run(3_000);
    world.store.forget();
    await epochOf(world);
    return { first };
  }

  const isKept = async (world: World, uuid: string): Promise<boolean> => {
    await world.time.run(400_000);
    const { ledger } = await look(world);
    return sent(world, uuid) === 1 || ledger.notices.length > 0 || ledger.doubt !== null;
  };

  it('P-96 CART-06 after a store loss, a form edit with unknown outcome survives the response to an earlier write', async () => {
    const world = shopWith({ instances: 2 });
    const { first } = await loseDuringWrite(world);
    const uuid = world.uuid();
    world.erp.script.push('cut-before');
    await within(world, addBy(world.shop, { product: 13, quantity: 5, uuid }), 8_000);
    await within(world, first, 30_000);
    expect(await isKept(world, uuid)).toBe(true);
  });

  it('P-96 CART-06 after a store loss, a form edit with unknown outcome survives the death of the instance that sent it', async () => {
    const world = shopWith({ instances: 2 });
    const { first } = await loseDuringWrite(world);
    const uuid = world.uuid();
    void addBy(dying(world.shop), { product: 13, quantity: 5, uuid });
    await world.time.run(3_000);
    await within(world, first, 30_000);
    expect(await isKept(world, uuid)).toBe(true);
  });

  it('P-96 CART-06 after a store loss, a browser edit with unknown outcome is not resent at once', async () => {
    const world = shopWith({ instances: 2 });
    const { first } = await loseDuringWrite(world);
    const epoch = await epochOf(world);
    const cart = world.erp.cart?.uuid ?? null;
    const edit = { ...editOf(world, 13, 5), cart };
    world.erp.script.push('late-and-cut');
    await island(world, [edit], null, 8_000);
    await within(world, first, 30_000);
    await island(world, [edit], { epoch, base: { uuid: cart, lines: [['11', 1]] } }, 5_000);
    expect(sent(world, edit.uuid)).toBeLessThanOrEqual(1);
    await world.time.run(400_000);
    await island(world, [edit], { epoch, base: { uuid: cart, lines: [['11', 1]] } });
    await world.time.run(400_000);
    expect(sent(world, edit.uuid)).toBe(1);
  });
});

it('P-96 a write of unknown outcome without id, from a ledger of an earlier release, is parsed and verified', async () => {
  const world = shopWith();
  await add(world, 11, 1);
  world.erp.script.push('cut-before');
  const uuid = world.uuid();
  await add(world, 12, 2, uuid);
  const { keyValueStore } = world.shop;
  const { key } = openLedger(world.shop, owner);
  const found = await within(world, keyValueStore.read(key), 10);
  const older = (found?.value ?? '').replace(/"id":"[0-9a-f-]{36}",/, '');
  expect(older).not.toBe(found?.value);
  const version = found?.version ?? null;
  await within(world, keyValueStore.write(key, older, { version, ttlSeconds: 1e6 }), 10);
  await world.time.run(140_000);
  expect((await look(world)).ledger.settled.get(uuid)?.state).toBe('acked');
  expect([sent(world, uuid), inCart(world)]).toEqual([1, { 11: 1, 12: 2 }]);
});

describe('first write in doubt', () => {
  it('CART-06 P-57 a first write is not resent when a colleague emptied the cart that it created', async () => {
    const world = shopWith();
    world.erp.script.push('late-and-cut');
    const uuid = world.uuid();
    await add(world, 11, 2, uuid);
    await world.time.run(80_000);
    world.erp.editByOther(11, -2);
    await world.time.run(140_000);
    const { ledger } = await look(world);
    expect([ledger.settled.get(uuid)?.state, sent(world, uuid)]).toEqual(['review', 1]);
  });

  it('CART-06 P-57 a first write is not resent when its cart was ordered and another client opened an empty cart', async () => {
    const world = shopWith();
    world.erp.script.push('late-and-cut');
    const uuid = world.uuid();
    await add(world, 11, 2, uuid);
    await world.time.run(80_000);
    const ordered = world.erp.cart?.uuid ?? '';
    world.erp.confirmElsewhere();
    // An outdated page of another client: the ERP creates an empty cart and ignores the change (contract 10.3).
    const transactions = [{ uuid: world.uuid(), product_id: 5, qty: 1 }];
    const call = world.shop.erp.call(
      {
        method: 'POST',
        path: 'carts/{uuid}/sync',
        params: { uuid: ordered },
        body: { uuid: ordered, transactions },
      },
      { safeParse: (data) => ({ success: true as const, data }) },
    );
    await within(world, call, 10_000);
    await world.time.run(140_000);
    const { ledger } = await look(world);
    expect([ledger.settled.get(uuid)?.state, sent(world, uuid)]).toEqual(['review', 1]);
  });
});

describe('confirmation that may still take effect', () => {
  it('CART-06 P-57 the cart stays locked after the confirming instance died and its lease expired', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const store = openLedger(world.shop, owner);
    // The deadline of the confirmation: 25 s for the call plus 130 s in which the ERP may still commit.
    await within(world, store.lease(), 10);
    await within(world, store.hold(155_000), 10);
    await world.time.run(121_000);
    const edit = { product: 12, quantity: 1, uuid: world.uuid() };
    const { done, report } = await within(world, addBy(world.shop, edit), 5_000);
    expect([done[0]?.fate, report.state, sent(world, edit.uuid)]).toEqual([
      'waiting',
      'checking',
      0,
    ]);
    await world.time.run(40_000);
    await look(world);
    expect([sent(world, edit.uuid), inCart(world)]).toEqual([1, { 11: 1, 12: 1 }]);
  });
});

describe('more rejected lines than the ledger holds notices', () => {
  it('P-55 CART-02 notices report each of 25 rejected cart lines', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const batch = Array.from({ length: 25 }, () => editOf(world, 404_404, 1));
    // One sync begins fewer writes than 25 rejected edits take.
    let reply = await island(world, batch);
    while (reply.status === 503) reply = await island(world, batch);
    expect('state' in reply.body && reply.body.rejected).toHaveLength(25);
    const { notices } = await ledgerIn(world);
    expect(notices.flatMap(({ lines }) => lines)).toHaveLength(25);
    expect(notices.length).toBeLessThanOrEqual(20);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(notices.length);
  });
});

describe('store that has lost its memory', () => {
  it('P-96 P-57 a first batch whose cart has been ordered is not resent', async () => {
    const world = shopWith();
    const epoch = await epochOf(world);
    const edit = editOf(world, 11, 2);
    await island(world, [edit]);
    world.erp.confirmElsewhere();
    world.store.forget();
    await world.time.run(200_000);
    const reply = await island(world, [edit], { epoch, base: { uuid: null, lines: [] } });
    expect(reply.body).toMatchObject({ review: [edit.uuid] });
    expect([sent(world, edit.uuid), inCart(world)]).toEqual([1, {}]);
  });

  it('P-96 CART-06 an equal edit of the customer’s other device is not mistaken for this edit', async () => {
    const world = shopWith();
    const epoch = await epochOf(world);
    await add(world, 11, 1);
    const cart = world.erp.cart?.uuid ?? null;
    const never = { ...editOf(world, 11, 1), cart };
    await island(world, [{ ...editOf(world, 11, 1), cart }]);
    world.store.forget();
    await world.time.run(200_000);
    const reply = await island(world, [never], { epoch, base: { uuid: cart, lines: [['11', 1]] } });
    expect(reply.body).toMatchObject({ acked: [], review: [never.uuid] });
  });

  it('P-96 P-47 the first copy of a batch is not applied when it arrives after another copy was applied and forgotten', async () => {
    const world = shopWith();
    const memory = { epoch: await epochOf(world), base: { uuid: null, lines: [] } };
    const edit = editOf(world, 11, 2);
    await island(world, [edit], memory);
    world.store.forget();
    await world.time.run(200_000);
    const late = await within(world, postBy(world.shop, [edit], memory, ''));
    expect(late.body).toMatchObject({ review: [edit.uuid] });
    expect(sent(world, edit.uuid)).toBe(1);
  });

  it('P-96 CART-06 after a store loss, no request writes while an earlier write may still take effect', async () => {
    const world = shopWith({ instances: 2 });
    await add(world, 11, 1);
    const cart = world.erp.cart?.uuid ?? null;
    const [one, other] = [editOf(world, 12, 1), editOf(world, 13, 1)].map((edit) => ({
      ...edit,
      cart,
    }));
    if (!one || !other) throw new Error('no edits');
    world.erp.script.push('late');
    void postBy(world.shop, [one]);
    await world.time.run(2_000);
    world.store.forget();
    const reply = await island(world, [other], null, 3_000);
    expect([reply.status, sent(world, other.uuid)]).toEqual([503, 0]);
    await world.time.run(300_000);
    await island(world, [other], null, 5_000);
    await world.time.run(300_000);
    expect([sent(world, one.uuid), sent(world, other.uuid)]).toEqual([1, 1]);
  });

  it('P-96 CART-06 after a store loss, a batch goes to review only when no earlier call can still take effect', async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const world = shopWith({ seed, latestMs: 128_000 });
      await add(world, 11, 1);
      const epoch = await epochOf(world);
      const cart = world.erp.cart?.uuid ?? null;
      const edit = { ...editOf(world, 12, 2), cart };
      const ending = withErp(world.shop, async (ask, isWrite) => {
        if (!isWrite) return ask();
        await world.time.sleep(55_000);
        void ask().catch(() => null);
        return new Promise<never>(() => {});
      });
      world.erp.script.push('late');
      void postBy(ending, [edit]);
      await world.time.run(2_000);
      world.store.forget();
      await world.time.run(131_000);
      const memory = { epoch, base: { uuid: cart, lines: [['11', 1]] } };
      expect((await island(world, [edit], memory, 5_000)).status).toBe(503);
      await world.time.run(400_000);
      expect((await island(world, [edit], memory, 5_000)).body).toMatchObject({
        review: [edit.uuid],
      });
      expect(sent(world, edit.uuid)).toBe(1);
    }
  });
});

it('P-96 P-57 after a store loss and an order, a batch that was sent before from a page without a cart is not sent again', async () => {
  const world = shopWith();
  const memory = { epoch: await epochOf(world), base: { uuid: null, lines: [] } };
  const edit = editOf(world, 11, 2);
  await island(world, [edit], memory);
  world.erp.confirmElsewhere();
  world.store.forget();
  await world.time.run(200_000);
  const late = await within(world, postBy(world.shop, [edit], memory, ''));
  expect(late.body).toMatchObject({ review: [edit.uuid] });
  expect([sent(world, edit.uuid), inCart(world)]).toEqual([1, {}]);
});

it('P-96 CART-06 a batch older than the ledger’s memory goes to review', async () => {
  const world = shopWith();
  await add(world, 11, 1);
  const cart = world.erp.cart?.uuid ?? null;
  const memory = { epoch: await epochOf(world), base: { uuid: cart, lines: [['11', 1]] } };
  const edit = { ...editOf(world, 12, 2), cart };
  const copy = String(world.time.now());
  await island(world, [edit], memory);
  await world.time.run(31 * 24 * 3_600_000);
  const reply = await within(world, postBy(world.shop, [edit], memory, copy));
  expect(reply.body).toMatchObject({ review: [edit.uuid] });
  expect(sent(world, edit.uuid)).toBe(1);
});
