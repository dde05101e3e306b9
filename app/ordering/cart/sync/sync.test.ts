import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { owner, type World } from '../../../../load/proofs/cart-proof-shop';
import { unknownProduct, unstorable, type Fault } from '../../../../load/proofs/cart-proof-erp';
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
  within,
  withErp,
} from '../../../../tests/support/cart-ledger';
import { ownerHash } from '~/base/page/owner-hash.server';
import { maxWrites } from './deliver.server';
import { answerIsland } from './island-sync.server';
import { submitEdits } from './form-sync.server';
import { openLedger } from './ledger-store.server';
import { shortened } from './short-cart.server';
import { readUnrecorded, syncCart } from './sync.server';
import type { SyncDeps } from './deps';
import type { QueuedEdit } from './ledger.server';
import { applied, beyondLine, undoUuid } from '../transaction';

describe('instance that stalls for longer than its lease', () => {
  it.each(['before', 'after'] as const)(
    'P-96 P-50 an instance that stalls %s recording its write does not resend what another one has sent',
    async (when) => {
      const world = shopWith();
      const edit = editOf(world, 5, 2);
      const { shop } = world;
      let stood = false;
      const standing: SyncDeps = {
        ...shop,
        keyValueStore: {
          ...shop.keyValueStore,
          async write(key, value, how) {
            const stands = !stood && value.includes('"doubt":{');
            stood ||= stands;
            if (stands && when === 'before') await shop.sleep(600_000);
            const written = await shop.keyValueStore.write(key, value, how);
            if (stands && when === 'after') await shop.sleep(600_000);
            return written;
          },
        },
      };
      const { uuid, productId, quantity, cart } = edit;
      const txs = [{ uuid, product_id: productId, qty: quantity, cart }];
      const late = answerIsland(standing, owner, { owner: ownerHash(owner), txs, sent: null });
      await world.time.run(130_000);
      expect(stood).toBe(true);
      for (let count = 0; count < 4; count += 1) await island(world, [edit]);
      expect(sent(world, uuid)).toBe(1);
      await within(world, late, 700_000);
      await look(world);
      expect([sent(world, uuid), inCart(world)]).toEqual([1, { 5: 2 }]);
    },
  );
});

describe('quantity entered in two windows that show the same cart', () => {
  /** Both windows show five pieces. Columns: first and second entered quantity, and the resulting cart. */
  it.each([
    [8, 6, { 5: 6 }],
    [1, 3, { 5: 3 }],
    [8, 0, {}],
    [6, 6, { 5: 6 }],
    [0, 4, { 5: 4 }],
  ])(
    'CART-02 P-58 the cart contains the quantity entered last when the customer enters first %i, then %i',
    async (first, then, cart) => {
      const world = shopWith();
      await island(world, [editOf(world, 5, 5)]);
      const typed = (to: number): QueuedEdit => ({ ...editOf(world, 5, to - 5), to });
      const [one, other] = [typed(first), typed(then)];
      await island(world, [one]);
      expect((await island(world, [other])).body).toMatchObject({ acked: [other.uuid] });
      expect(inCart(world)).toEqual(cart);
      // The browser sends the edit again, as after a lost response: it is still the same edit, whatever delta it had.
      expect((await island(world, [other])).body).toMatchObject({ acked: [other.uuid] });
      expect((await island(world, [one])).status).toBe(200);
      expect(inCart(world)).toEqual(cart);
    },
  );

  it('CART-12 P-58 undo adds nothing to a removed line for which a quantity was entered since', async () => {
    const world = shopWith();
    await island(world, [editOf(world, 5, 5)]);
    const drop = { ...editOf(world, 5, -5), to: 0 };
    await island(world, [drop]);
    await island(world, [{ ...editOf(world, 5, 2), to: 7 }]);
    const back = { ...editOf(world, 5, 5), uuid: undoUuid(drop.uuid) };
    expect((await island(world, [back])).body).toMatchObject({ acked: [back.uuid] });
    expect(inCart(world)).toEqual({ 5: 7 });
    // Adding pieces does not enter a target quantity for the line.
    const second = { ...editOf(world, 5, -7), to: 0 };
    await island(world, [second, editOf(world, 5, 2)]);
    await island(world, [{ ...editOf(world, 5, 7), uuid: undoUuid(second.uuid) }]);
    expect(inCart(world)).toEqual({ 5: 9 });
  });

  it('CART-02 P-58 presses of plus and minus add up, and a quantity entered after them replaces their sum', async () => {
    const world = shopWith();
    await island(world, [editOf(world, 5, 2), editOf(world, 7, 2)]);
    const batch = [
      editOf(world, 5, -5),
      { ...editOf(world, 5, 4), to: 4 },
      editOf(world, 5, 1),
      { ...editOf(world, 7, -2), to: 0 },
      editOf(world, 7, 3),
    ];
    await island(world, batch);
    expect(inCart(world)).toEqual({ 5: 5, 7: 3 });
  });

  it('CART-02 P-50 after a lost response, the line has the entered quantity once', async () => {
    const world = shopWith();
    await island(world, [editOf(world, 5, 5)]);
    await island(world, [{ ...editOf(world, 5, 3), to: 8 }]);
    const { cart } = world.erp;
    const other = { ...editOf(world, 5, 1), to: 6, cart: cart?.uuid ?? null };
    world.erp.script.push('answer-502');
    await island(world, [other]);
    await world.time.run(400_000);
    const last = await island(world, [other]);
    expect([last.body, inCart(world)]).toMatchObject([{ acked: [other.uuid] }, { 5: 6 }]);
  });
});

describe('store that rejects writes', () => {
  const request = { batch: [], memory: null, patienceMs: 1_000, maxAgeMs: 0 };
  const view = (world: World) =>
    within(world, readUnrecorded(world.shop, openLedger(world.shop, owner), request));

  it('DEG-01 P-96 the page shows the ERP’s current cart, and the ledger is unchanged', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const before = await ledgerIn(world);
    world.erp.editByOther(14, 5);
    const { state, ledger } = await view(world);
    expect(state).toBe('synced');
    expect(ledger.sale?.lines.map(({ product_id: id }) => id)).toContain(14);
    expect(await ledgerIn(world)).toEqual(before);
  });

  it('DEG-01 P-96 a write whose outcome is unknown is reported as being verified, and counted once', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    // The response is lost and the ERP may still apply the write, so the page must not add the ledger's edits to its
    // cart.
    world.erp.script.push('late-and-cut');
    await add(world, 12, 2);
    const before = await ledgerIn(world);
    const { state, ledger } = await view(world);
    expect([state, ledger]).toEqual(['checking', before]);
  });
});

describe('cart edit whose answer is lost', () => {
  it.each<Fault>(['late-and-cut', 'late', 'answer-502'])(
    'P-50 after the fault %s, nothing is resent before the ERP’s limit, and then a read confirms the edit',
    async (fault) => {
      const world = shopWith();
      await add(world, 11, 1);
      world.erp.script.push(fault);
      const uuid = world.uuid();
      const report = await add(world, 12, 2, uuid);
      const known = report.done[0]?.fate;
      if (known === 'checking') {
        const early = await look(world, 20_000);
        expect(early.ledger.doubt).not.toBeNull();
        expect(sent(world, uuid)).toBeLessThanOrEqual(1);
        await world.time.run(200_000);
      }
      const late = await look(world);
      expect(late.state).toBe('synced');
      expect(late.ledger.settled.get(uuid)?.state).toBe('acked');
      expect(inCart(world)).toEqual({ 11: 1, 12: 2 });
      expect(sent(world, uuid)).toBe(1);
    },
  );

  const hourMs = 3_600_000;
  /** Syncs on an instance whose clock is ahead of the sending instance's. */
  const lookAt = (world: World, aheadMs: number) => {
    const clock = { now: () => new Date(world.time.now() + aheadMs) };
    const request = { batch: [], memory: null, patienceMs: 1_000, maxAgeMs: 0 };
    const store = openLedger({ ...world.shop, clock }, owner);
    return within(world, syncCart({ ...world.shop, clock }, store, request), 5_000);
  };

  it('P-50 P-96 an instance whose clock is ahead does not resend a write that may still take effect', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('late-and-cut');
    const uuid = world.uuid();
    await add(world, 12, 2, uuid);
    const early = await lookAt(world, 180_000);
    expect(early.state).toBe('checking');
    await world.time.run(200_000);
    const late = await lookAt(world, 180_000);
    expect(late.ledger.settled.get(uuid)?.state).toBe('acked');
    expect([inCart(world), sent(world, uuid)]).toEqual([{ 11: 1, 12: 2 }, 1]);
  });

  it('P-96 CART-06 a snapshot of an instance whose clock is ahead does not count as fresh', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    expect((await lookAt(world, 180_000)).state).toBe('synced');
    world.erp.editByOther(11, 4);
    await lookAt(world, 0);
    expect((await lookAt(world, 0)).ledger.snapshot?.quantities).toEqual([['11', 5]]);
  });

  it('P-50 P-96 a clock that was set back does not extend the customer’s wait', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('cut-before');
    await add(world, 12, 2);
    const early = await lookAt(world, -hourMs);
    expect([early.state, early.retryAfterMs]).toEqual(['checking', 130_000]);
    await world.time.run(140_000);
    expect((await lookAt(world, -hourMs)).state).toBe('synced');
    expect(inCart(world)).toEqual({ 11: 1, 12: 2 });
  });

  it('P-50 a write that never arrived is resent once it can no longer take effect', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('cut-before');
    const uuid = world.uuid();
    expect((await add(world, 12, 2, uuid)).done[0]?.fate).toBe('checking');
    await world.time.run(140_000);
    const report = await look(world);
    expect(report.ledger.settled.get(uuid)?.state).toBe('acked');
    expect(inCart(world)).toEqual({ 11: 1, 12: 2 });
  });

  it('DEG-01 CART-07 an available ERP is not reported as unavailable while the outcome of a write is unknown', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('answer-502');
    expect((await add(world, 12, 2)).report.state).toBe('unavailable');
    const back = await look(world);
    expect(back.state).toBe('checking');
    expect(back.ledger.doubt?.transactions).toHaveLength(1);
    await world.time.run(140_000);
    expect((await look(world)).state).toBe('synced');
    expect(inCart(world)).toEqual({ 11: 1, 12: 2 });
  });

  it('CART-06 while the outcome of a write is unknown, no other request writes, so a second device waits', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('cut-before');
    await add(world, 12, 2);
    const other = editOf(world, 13, 1);
    const reply = await island(world, [other]);
    expect(reply.status).toBe(503);
    expect(reply.retryAfterSeconds).toBeGreaterThan(30);
    expect(sent(world, other.uuid)).toBe(0);
  });

  it('CART-06 when another client changed the cart meanwhile, the edit goes to review and is not resent', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('cut-before');
    const uuid = world.uuid();
    await add(world, 12, 2, uuid);
    world.erp.editByOther(14, 5);
    await world.time.run(140_000);
    const { ledger } = await look(world);
    expect(ledger.settled.get(uuid)?.state).toBe('review');
    expect(ledger.notices.map(({ kind }) => kind)).toEqual(['review']);
    await look(world);
    expect(sent(world, uuid)).toBe(0);
  });

  it('CART-06 a first cart that became an order before it was read is not filled again', async () => {
    const world = shopWith();
    world.erp.script.push('late-and-cut');
    const uuid = world.uuid();
    await add(world, 11, 2, uuid);
    world.erp.confirmElsewhere();
    await world.time.run(140_000);
    const { ledger } = await look(world);
    expect(ledger.settled.get(uuid)?.state).toBe('review');
    expect(sent(world, uuid)).toBe(1);
  });

  it('CART-06 an ERP that deduplicates transactions gets the same batch again at once', async () => {
    const world = shopWith({ dedupes: true });
    await add(world, 11, 1);
    world.erp.script.push('answer-502');
    const uuid = world.uuid();
    expect((await add(world, 12, 2, uuid)).done[0]?.fate).toBe('waiting');
    await look(world);
    expect(inCart(world)).toEqual({ 11: 1, 12: 2 });
    expect(sent(world, uuid)).toBe(1);
  });
});

describe('an ERP that deduplicates transactions, and a cart that becomes an order', () => {
  it.each(['form', 'island'] as const)(
    'CART-06 CART-07 an edit of a %s whose answer was lost goes to review, because the order may contain it',
    async (from) => {
      const world = shopWith({ dedupes: true });
      await add(world, 11, 1);
      world.erp.script.push('late-and-cut');
      const uuid = world.erp.cart?.uuid ?? null;
      const edit = { ...editOf(world, 12, 2), cart: uuid };
      const memory = { epoch: await epochOf(world), base: { uuid, lines: [['11', 1]] } };
      const send = (isFirst: boolean) => {
        if (from === 'island')
          return within(world, postBy(world.shop, [edit], memory, isFirst ? '' : '1'));
        return isFirst ? add(world, 12, 2, edit.uuid) : look(world);
      };
      await send(true);
      await world.time.run(20_000);
      world.erp.confirmElsewhere();
      await world.time.run(200_000);
      await send(false);
      const { ledger } = await look(world);
      expect(ledger.settled.get(edit.uuid)?.state).toBe('review');
      expect(ledger.notices.map(({ kind }) => kind)).toEqual(['review']);
    },
  );
});

describe('empty answer of the ERP', () => {
  it('CART-04 after an empty response to a read, a second call finds the cart', async () => {
    const world = shopWith();
    await add(world, 11, 2);
    world.erp.hollow.add('sync');
    const { state, ledger } = await look(world);
    expect([state, ledger.sale?.lines.length]).toEqual(['synced', 1]);
    const uuid = world.uuid();
    await world.time.run(200_000);
    expect((await add(world, 12, 1, uuid)).done[0]?.fate).toBe('acked');
    expect([sent(world, uuid), inCart(world)]).toEqual([1, { 11: 2, 12: 1 }]);
  });

  it('CART-04 CART-07 after two empty responses the known cart stays, and waiting edits are sent once later', async () => {
    const world = shopWith();
    await add(world, 11, 2);
    const known = world.erp.cart?.uuid;
    world.erp.hollow.add('sync').add('cart');
    await world.time.run(200_000);
    const uuid = world.uuid();
    expect((await add(world, 12, 1, uuid)).done[0]?.fate).toBe('waiting');
    const { state, ledger } = await look(world);
    expect([state, ledger.snapshot?.uuid, ledger.notices]).toEqual(['unavailable', known, []]);
    world.erp.hollow.clear();
    expect((await look(world)).state).toBe('synced');
    expect([sent(world, uuid), inCart(world)]).toEqual([1, { 11: 2, 12: 1 }]);
  });

  it('CART-04 an older ERP’s `{}` means that the cart is gone, and the customer gets a notice about its edits', async () => {
    const world = shopWith();
    await add(world, 11, 2);
    world.erp.hollow.add('sync');
    world.erp.confirmElsewhere();
    await world.time.run(200_000);
    const { done } = await add(world, 12, 1);
    expect(done[0]?.fate).toBe('dropped');
    const { state, ledger } = await look(world);
    expect([state, ledger.sale]).toEqual(['synced', null]);
    expect(ledger.notices.map(({ kind }) => kind)).toEqual(['dropped']);
  });

  it('CART-06 a first write that was applied is not resent after empty reads', async () => {
    const world = shopWith();
    world.erp.script.push('late-and-cut');
    const uuid = world.uuid();
    await add(world, 11, 2, uuid);
    world.erp.hollow.add('sync').add('cart');
    await world.time.run(140_000);
    const { ledger } = await look(world);
    expect(ledger.doubt?.transactions.map((one) => one.uuid)).toEqual([uuid]);
    world.erp.hollow.clear();
    expect((await look(world)).ledger.settled.get(uuid)?.state).toBe('acked');
    expect([sent(world, uuid), inCart(world)]).toEqual([1, { 11: 2 }]);
  });

  it('CART-06 after an empty response to a write, its outcome counts as unknown and not as “not applied”', async () => {
    const world = shopWith();
    await add(world, 11, 2);
    world.erp.hollow.add('write');
    const uuid = world.uuid();
    expect((await add(world, 12, 1, uuid)).done[0]?.fate).toBe('checking');
    world.erp.hollow.clear();
    await world.time.run(140_000);
    const { ledger } = await look(world);
    expect([ledger.settled.get(uuid)?.state, ledger.notices]).toEqual(['acked', []]);
    expect([sent(world, uuid), inCart(world)]).toEqual([1, { 11: 2, 12: 1 }]);
  });

  it('CART-06 P-57 a first edit whose cart may have become an order stays unsettled until the ERP lists its orders', async () => {
    const world = shopWith();
    world.erp.script.push('late-and-cut');
    const uuid = world.uuid();
    await add(world, 11, 2, uuid);
    world.erp.confirmElsewhere();
    world.erp.hollow.add('sales');
    await world.time.run(140_000);
    for (let count = 0; count < 3; count += 1) expect((await look(world)).state).toBe('checking');
    world.erp.hollow.clear();
    expect((await look(world)).ledger.settled.get(uuid)?.state).toBe('review');
    expect(sent(world, uuid)).toBe(1);
  });
});

describe('unavailable or failing ERP', () => {
  it('DEG-01 after a refused connection, edits stay in order and are sent once the ERP is back', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('refused', 'refused');
    expect((await add(world, 12, 2)).done[0]?.fate).toBe('waiting');
    expect((await add(world, 12, -1)).report.state).toBe('unavailable');
    expect((await look(world)).state).toBe('synced');
    expect(inCart(world)).toEqual({ 11: 1, 12: 1 });
  });

  it('CART-05 an HTML 404 means unavailable, a JSON 500 a sync error; both preserve the edits', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('json-500');
    const first = await island(world, [editOf(world, 12, 1)]);
    expect([first.status, first.body]).toMatchObject([502, { state: 'error', acked: [] }]);
    world.erp.script.push('html-404');
    const second = await island(world, [editOf(world, 13, 1)]);
    expect([second.status, second.body]).toMatchObject([503, { state: 'unavailable', acked: [] }]);
  });

  it('P-55 with one deleted product among ten, nine are added, one is reported, and nothing is retried forever', async () => {
    const world = shopWith();
    const batch = Array.from({ length: 10 }, (_, index) => editOf(world, 20 + index, 1));
    batch[4] = editOf(world, 404_404, 1);
    const reply = await island(world, batch);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ rejected: [batch[4]?.uuid], notices: 1 });
    expect(Object.keys(inCart(world))).toHaveLength(9);
    expect(batch.map(({ uuid }) => sent(world, uuid))).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1, 1]);
  });

  it('P-55 P-88 P-92 one sync begins at most 24 writes, and repeated syncs settle sixty edits once each', async () => {
    const world = shopWith();
    const batch = Array.from({ length: 60 }, (_, at) =>
      editOf(world, at % 25 === 7 ? 30 + at : unknownProduct, 1),
    );
    const good = batch.filter(({ productId }) => productId !== unknownProduct);
    let writes = 0;
    const deps = withErp(world.shop, (ask, isWrite) => {
      if (isWrite) writes += 1;
      return ask();
    });
    const replies = [];
    do {
      writes = 0;
      replies.push(await within(world, postBy(deps, batch)));
      expect(writes).toBeGreaterThan(0);
      expect(writes).toBeLessThanOrEqual(maxWrites);
    } while (replies.at(-1)?.status === 503);
    expect(replies.length).toBeGreaterThan(4);
    expect(replies[0]).toMatchObject({ retryAfterSeconds: 1, body: { state: 'busy' } });
    expect(replies.at(-1)?.body).toMatchObject({
      state: 'synced',
      acked: good.map(({ uuid }) => uuid),
      rejected: batch.filter((edit) => !good.includes(edit)).map(({ uuid }) => uuid),
    });
    expect(batch.map(({ uuid }) => sent(world, uuid))).toEqual(
      batch.map((edit) => (good.includes(edit) ? 1 : 0)),
    );
  });

  it('P-55 P-88 the edits of a form that one sync does not reach wait, and pages send them in order', async () => {
    const world = shopWith();
    const edits = Array.from({ length: 40 }, (_, at) => ({
      uuid: world.uuid(),
      productId: at < 39 ? unknownProduct : 30,
      quantity: 1,
    }));
    const store = openLedger(world.shop, owner);
    const { report, done } = await within(
      world,
      submitEdits(world.shop, store, () => edits),
    );
    expect(report.state).toBe('busy');
    expect(done.at(-1)).toMatchObject({ fate: 'waiting' });
    let state: string = report.state;
    for (let pages = 0; pages < 10 && state === 'busy'; pages += 1) ({ state } = await look(world));
    expect(state).toBe('synced');
    const { settled, queue } = await ledgerIn(world);
    expect([queue, settled.size, inCart(world)]).toEqual([[], 40, { 30: 1 }]);
  });

  it('P-55 a quantity that the ERP cannot store is rejected after three 500 responses', async () => {
    const world = shopWith();
    const batch = [editOf(world, 21, 1), editOf(world, 22, unstorable), editOf(world, 23, 1)];
    const replies = [];
    for (let attempt = 0; attempt < 3; attempt += 1) replies.push(await island(world, batch));
    expect(replies.map(({ status }) => status)).toEqual([502, 502, 200]);
    expect(replies[2]?.body).toMatchObject({ rejected: [batch[1]?.uuid] });
    expect(inCart(world)).toEqual({ 21: 1, 23: 1 });
  });
});

describe('ERP that responds 500 to the only edit of a cart', () => {
  it('P-55 DEG-01 a short fault rejects nothing, and the edit is applied once the ERP is back', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.script.push('json-500', 'json-500', 'json-500', 'json-500');
    const edit = editOf(world, 12, 1);
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect((await island(world, [edit], null, 1_000)).status).toBe(502);
    expect((await island(world, [edit])).body).toMatchObject({ acked: [edit.uuid], rejected: [] });
    expect(inCart(world)).toEqual({ 11: 1, 12: 1 });
  });

  /** The browser's second post of the same edit, with the memory of the first post. */
  const again = async (world: World, edit: QueuedEdit) =>
    island(world, [edit], { epoch: await epochOf(world), base: { uuid: null, lines: [] } }, 1_000);

  it('CART-05 P-55 the shop waits below 1, 2, 4 … 300 seconds between attempts, even when pages ask earlier', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    let writes = 0;
    const counting = withErp(world.shop, (ask, isWrite) => {
      writes += Number(isWrite);
      return ask();
    });
    const edit = editOf(world, 12, 1);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      world.erp.script.push('json-500');
      await within(world, addBy(counting, { product: 12, quantity: 1, uuid: edit.uuid }), 1_000);
      expect(writes).toBe(attempt + 1);
      const { retry } = await ledgerIn(world);
      waits.push((retry?.until ?? 0) - (retry?.at ?? 0));
      // During the wait, a page reads the cart and the same form is posted once more.
      if ((retry?.until ?? 0) - world.time.now() > 1_000) {
        expect((await within(world, lookBy(counting), 200)).state).toBe('error');
        await within(world, addBy(counting, { product: 12, quantity: 1, uuid: edit.uuid }), 200);
        expect(writes).toBe(attempt + 1);
      }
      await world.time.run(Math.max(0, (retry?.until ?? 0) - world.time.now()) + 1);
    }
    for (const [failed, waitMs] of waits.entries())
      expect(waitMs).toBeLessThan(Math.min(1000 * 2 ** failed, 300_000));
    expect(Math.max(...waits)).toBeGreaterThan(10_000);
    // The edit is not rejected, because the ERP has not failed for ten minutes.
    expect((await ledgerIn(world)).settled.get(edit.uuid)).toBeUndefined();
  });

  it('CART-05 P-55 the response contains the rest of the wait, and a new edit is sent without waiting', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const edit = editOf(world, 12, 1);
    for (let failed = 0; failed < 9; failed += 1) {
      world.erp.script.push('json-500');
      await island(world, [edit], null, 1_000);
    }
    const { retry } = await ledgerIn(world);
    const left = (retry?.until ?? 0) - world.time.now();
    expect(left).toBeGreaterThan(1_000);
    const early = await again(world, edit);
    expect([early.status, early.body]).toMatchObject([502, { state: 'error', acked: [] }]);
    expect(early.retryAfterSeconds).toBeGreaterThanOrEqual(Math.floor((left - 1_000) / 1_000));
    expect(early.retryAfterSeconds).toBeLessThanOrEqual(300);
    const next = await island(world, [editOf(world, 13, 1)], null, 1_000);
    expect(next.body).toMatchObject({ state: 'synced' });
    expect(inCart(world)).toEqual({ 11: 1, 13: 1 });
  });

  it('CART-05 P-55 neither days without an attempt nor an outage count as ten minutes of failures', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const edit = editOf(world, 12, 1);
    world.erp.script.push('json-500', 'json-500');
    await island(world, [edit], null, 1_000);
    await island(world, [edit], null, 1_000);
    await world.time.run(24 * 60 * 60_000);
    world.erp.script.push('json-500');
    expect((await island(world, [edit], null, 1_000)).body).toMatchObject({ rejected: [] });
    expect((await island(world, [edit], null, 1_000)).body).toMatchObject({ acked: [edit.uuid] });
  });

  it('P-55 a fault of more than ten minutes rejects the edit with a notice', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const edit = editOf(world, 12, unstorable);
    for (let attempt = 0; attempt < 7; attempt += 1) {
      expect((await island(world, [edit], null, 30_000)).status).toBe(502);
      await world.time.run(60_000);
    }
    const last = await island(world, [edit], null, 30_000);
    expect(last.body).toMatchObject({ rejected: [edit.uuid], notices: 1 });
  });
});

describe('cart that was replaced elsewhere', () => {
  it('P-53 edits of the old cart never reach the new one, and each has a notice', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    world.erp.confirmElsewhere();
    const uuid = world.uuid();
    const report = await add(world, 12, 2, uuid);
    expect(report.done[0]?.fate).toBe('dropped');
    expect(report.report.ledger.notices).toMatchObject([
      { kind: 'dropped', lines: [{ productId: 12, quantity: 2 }] },
    ]);
    expect(sent(world, uuid)).toBe(0);
  });

  it('P-53 the cart is read before a write when the path cannot name it', async () => {
    const world = shopWith({ path: 'carts/sync' });
    await add(world, 11, 1);
    await world.time.run(60_000);
    world.erp.confirmElsewhere();
    const uuid = world.uuid();
    expect((await add(world, 12, 2, uuid)).done[0]?.fate).toBe('dropped');
    expect(sent(world, uuid)).toBe(0);
  });

  it('CART-04 browser edits of another cart are dropped and reported to the customer', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const orphan = { ...editOf(world, 12, 1), cart: '99999999-9999-4999-8999-999999999999' };
    const reply = await island(world, [orphan, editOf(world, 13, 1)]);
    expect(reply.body).toMatchObject({ dropped: [orphan.uuid] });
    expect(inCart(world)).toEqual({ 11: 1, 13: 1 });
  });
});

describe('repeated transactions', () => {
  it('P-47 fifty concurrent copies of one batch have one effect', async () => {
    const world = shopWith();
    const batch = [editOf(world, 11, 2)];
    const replies = await within(
      world,
      Promise.all(
        Array.from({ length: 50 }, () =>
          answerIsland(world.shop, owner, {
            owner: ownerHash(owner),
            txs: batch.map((one) => ({ uuid: one.uuid, product_id: 11, qty: 2, cart: null })),
            sent: null,
          }),
        ),
      ),
    );
    expect(inCart(world)).toEqual({ 11: 2 });
    expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    for (const { status, retryAfterSeconds } of replies)
      if (status === 503) expect(retryAfterSeconds).toBeLessThanOrEqual(2);
  });

  it('P-48 a reused uuid with other content is rejected and changes nothing', async () => {
    const world = shopWith();
    const one = editOf(world, 11, 2);
    await island(world, [one]);
    const reply = await island(world, [{ ...one, quantity: 7 }]);
    expect(reply.status).toBe(422);
    expect(inCart(world)).toEqual({ 11: 2 });
  });

  it('P-47 P-48 a uuid used twice in one batch counts once, or is rejected when the contents differ', async () => {
    const world = shopWith();
    const one = editOf(world, 11, 2);
    expect((await island(world, [one, one])).status).toBe(200);
    expect([inCart(world), sent(world, one.uuid)]).toEqual([{ 11: 2 }, 1]);
    const two = editOf(world, 12, 1);
    const next = editOf(world, 13, 1);
    const reply = await island(world, [two, { ...two, quantity: 5 }, next]);
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ rejected: [two.uuid] });
    expect(sent(world, two.uuid)).toBe(0);
  });

  it('P-48 of concurrent edits with one uuid, exactly one is applied and acknowledged', async () => {
    const world = shopWith();
    const one = editOf(world, 11, 1);
    const batches = [1, 2, 3, 4].map((quantity) => [{ ...one, quantity }]);
    const replies = await Promise.all(batches.map((batch) => island(world, batch)));
    const acked = replies.filter(({ status }) => status === 200);
    expect(acked).toHaveLength(1);
    expect(inCart(world)).toEqual({ 11: replies.findIndex(({ status }) => status === 200) + 1 });
    for (const { status } of replies) expect([200, 422, 503]).toContain(status);
    expect(sent(world, one.uuid)).toBe(1);
  });

  it('CART-02 P-48 impossible edits are rejected with a notice that lists them, and do not block others', async () => {
    const world = shopWith();
    const used = editOf(world, 11, 2);
    await island(world, [used]);
    const [good, odd] = [editOf(world, 12, 1), editOf(world, 13, 10_001)];
    const mixed = await island(world, [odd, good, { ...editOf(world, 14, 1), uuid: 'own' }]);
    const rejected = (reply: typeof mixed) => 'state' in reply.body && reply.body.rejected;
    expect(mixed.status).toBe(422);
    expect(mixed.body).toMatchObject({ acked: [good.uuid], notices: 1 });
    expect(rejected(mixed)).toEqual([odd.uuid, 'own']);
    // With the uuid of an earlier edit, only that edit is rejected; the other one is sent with the next call.
    const next = editOf(world, 15, 3);
    const reused = await island(world, [{ ...used, quantity: 7 }, next]);
    expect([reused.status, rejected(reused)]).toEqual([422, [used.uuid]]);
    expect((await island(world, [next])).status).toBe(200);
    expect(inCart(world)).toEqual({ 11: 2, 12: 1, 15: 3 });
    const { ledger } = await look(world);
    expect(ledger.notices.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['rejected', 2],
      ['rejected', 1],
    ]);
    // The response was lost: the same batch gets the same response again, without another notice.
    expect(rejected(await island(world, [odd]))).toEqual([odd.uuid]);
    expect((await look(world)).ledger.notices).toHaveLength(2);
  });

  it('CART-02 a repeated batch is accepted whatever the size of the cart it was based on', async () => {
    const world = shopWith();
    const products = Array.from({ length: 20 }, (_, position) => 11 + position);
    for (const product of products) await add(world, product, 2);
    const reply = await island(world, [editOf(world, 11, 1)]);
    if (!('state' in reply.body)) throw new Error('no answer');
    expect(reply.body.cart.lines).toHaveLength(20);
    expect(reply.body.base?.lines).toHaveLength(1);
    // The browser of an earlier release sends the whole cart back.
    const lines = Array.from({ length: 3_000 }, (_, at): [string, number] => [String(at + 1), 1]);
    const base = { uuid: reply.body.cart.uuid, lines };
    const { epoch } = reply.body;
    expect((await island(world, [editOf(world, 12, 1)], { epoch, base })).status).toBe(200);
  });

  it('P-54 the queue of another customer is rejected', async () => {
    const world = shopWith();
    const body = { owner: ownerHash('https://id.example|somebody else'), txs: [], sent: null };
    expect((await within(world, answerIsland(world.shop, owner, body))).status).toBe(409);
  });

  it('CART-06 P-96 a batch sent before the store lost its memory goes to review and is not resent', async () => {
    const world = shopWith();
    await add(world, 11, 1);
    const epoch = await epochOf(world);
    const base = { uuid: world.erp.cart?.uuid ?? null, lines: [['11', 1]] };
    const one = editOf(world, 12, 2);
    await island(world, [one]);
    world.store.forget();
    expect(await island(world, [one], { epoch, base })).toMatchObject({ status: 503 });
    await world.time.run(200_000);
    expect(await island(world, [one], { epoch, base })).toMatchObject({
      status: 200,
      body: { acked: [], review: [one.uuid] },
    });
    expect(inCart(world)).toEqual({ 11: 1, 12: 2 });
  });

  it('CART-06 P-96 a batch first sent before the store lost its memory is sent when the cart is as the page knew it', async () => {
    for (const arrived of [true, false]) {
      const world = shopWith();
      const products = Array.from({ length: 20 }, (_, position) => 11 + position);
      for (const product of products) await add(world, product, 2);
      const epoch = await epochOf(world);
      const lines = products.map((product): [string, number] => [String(product), 2]);
      const base = shortened({ uuid: world.erp.cart?.uuid ?? null, lines });
      expect(base.lines).toHaveLength(1);
      const one = editOf(world, 12, 2);
      if (arrived) await island(world, [one]);
      world.store.forget();
      await world.time.run(200_000);
      const late = postBy(world.shop, [one], { epoch, base }, '');
      const settled = arrived ? { review: [one.uuid] } : { acked: [one.uuid] };
      expect((await within(world, late)).body).toMatchObject(settled);
      expect(inCart(world)).toMatchObject({ 11: 2, 12: 4, 13: 2 });
      expect(sent(world, one.uuid)).toBe(1);
    }
  });
});

describe('additions to a line near its maximum', () => {
  it('CART-12 an addition above the maximum is not stored; one up to the maximum is, and a repeat adds nothing', async () => {
    const world = shopWith();
    const addTo = async (quantity: number, uuid = world.uuid()) => {
      const edits = () => [{ uuid, productId: 5, quantity }];
      const ledger = openLedger(world.shop, owner);
      const { done, repeated } = await within(world, submitEdits(world.shop, ledger, edits));
      return [done.map(({ fate }) => fate), repeated.length];
    };
    const uuid = world.uuid();
    expect(await addTo(9_000, uuid)).toEqual([['acked'], 0]);
    expect(await addTo(1_000)).toEqual([['beyond'], 0]);
    expect(await addTo(9_000, uuid)).toEqual([[], 1]);
    expect(await addTo(999)).toEqual([['acked'], 0]);
    expect(inCart(world)).toEqual({ 5: 9_999 });
  });

  it('CART-12 P-46 a browser edit above the maximum is rejected in the response, and the others of its batch are sent', async () => {
    const world = shopWith();
    await island(world, [editOf(world, 5, 9_000)]);
    const [fits, out, other] = [editOf(world, 5, 900), editOf(world, 5, 100), editOf(world, 6, 2)];
    const answer = await island(world, [fits, out, other]);
    const rejected = { acked: [fits.uuid, other.uuid], rejected: [out.uuid] };
    expect(answer).toMatchObject({ status: 200, body: rejected });
    expect(inCart(world)).toEqual({ 5: 9_900, 6: 2 });
    expect(sent(world, out.uuid)).toBe(0);
    const { notices } = await ledgerIn(world);
    expect(notices).toMatchObject([{ kind: 'rejected', reason: null, tooMany: true }]);
    // After a lost response the batch gets the same result, and an entered quantity is the line's target.
    expect((await island(world, [fits, out, other])).body).toMatchObject(rejected);
    const typed = { ...editOf(world, 5, 9_999 - 8_000), to: 9_999 };
    expect((await island(world, [typed])).body).toMatchObject({ acked: [typed.uuid] });
    expect(inCart(world)).toEqual({ 5: 9_999, 6: 2 });
  });

  it('CART-12 an undo may restore a line’s former quantity, but not on top of later additions', () => {
    const back = { uuid: 'u', productId: 5, quantity: 12_000, isBack: true };
    expect(beyondLine(new Map(), [back])).toEqual([]);
    expect(beyondLine(new Map([['5', 1]]), [back])).toEqual([back]);
  });

  it('CART-12 no sequence of edits brings a line above its maximum, and no edit that fits is left out', () => {
    const line = fc.record({
      productId: fc.integer({ min: 1, max: 2 }),
      quantity: fc.integer({ min: -9_999, max: 9_999 }),
    });
    const held = fc.tuple(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 0, max: 9_999 }));
    fc.assert(
      fc.property(fc.array(line), held, (changes, [one, two]) => {
        const edits = changes.map((change, at) => ({ ...change, uuid: String(at) }));
        const lines = new Map(
          [
            ['1', one],
            ['2', two],
          ].filter(([, count]) => count) as [string, number][],
        );
        const beyond = new Set(beyondLine(lines, edits));
        let now: ReadonlyMap<string, number> = lines;
        for (const edit of edits) {
          const next = applied(now, [edit]);
          const key = String(edit.productId);
          const isOver = edit.quantity > 0 && (next.get(key) ?? 0) > 9_999;
          expect(beyond.has(edit)).toBe(isOver);
          if (!isOver) now = next;
        }
      }),
    );
  });
});
