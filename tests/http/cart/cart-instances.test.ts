import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import { until } from '../../support/until';
import type { Visitor } from '../../support/visitor';

const login = 'vet@demo.example';
let shops: ShopProcesses;

const goods = (at: number): number => {
  const direct = [...shops.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
  return direct[at]?.id ?? 0;
};
const tx = (productId: number, qty: number) => ({
  uuid: crypto.randomUUID(),
  product_id: productId,
  qty,
  cart: null,
});
async function signedIn(): Promise<{ who: Visitor; owner: string }> {
  const who = await shops.customer(login);
  const page = await who.get('/fr/cart');
  return { who, owner: page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '' };
}
/** Pieces of a product in all open carts at the ERP. */
function inErp(productId: number): number {
  const { id = 0 } = shops.sandbox.world.customers.find((one) => one.login === login) ?? {};
  const lines = shops.sandbox.erp.control.cartsOf(id).flatMap((cart) => cart.lines);
  return lines.reduce((sum, line) => sum + (line.productId === productId ? line.qty : 0), 0);
}
/**
 * Posts the batch until the shop accepts it, and advances the clock by each Retry-After. The shop reconnects to a lost
 * Redis in real time.
 */
async function untilTaken(at: number, who: Visitor, body: unknown) {
  let reply = await shops.sync(at, who, body);
  await until(async () => {
    if (reply.status === 200) return true;
    expect(reply.status).toBe(503);
    await shops.advance(Math.max(reply.retryAfter ?? 0, 5) * 1000);
    reply = await shops.sync(at, who, body);
    return reply.status === 200;
  });
  return reply;
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

const name = 'two shop processes with Redis (skipped: no redis-server here)';
describe.skipIf(!hasRedis)(name, () => {
  beforeAll(async () => {
    shops = await startShopProcesses({ store: 'redis', instances: 2, profile: 'odoo16' });
  });
  afterAll(() => shops.stop());

  it('P-47 fifty copies of a batch sent at once to two instances apply once; the others get Retry-After', async () => {
    const { who, owner } = await signedIn();
    const txs = [tx(goods(0), 3)];
    const before = shops.written();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => shops.sync(at % 2, who, { owner, txs, sent: null })),
    );
    for (const { status, retryAfter } of replies) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(retryAfter).toBeGreaterThan(0);
    }
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(inErp(goods(0))).toBe(3);
    expect(shops.written() - before).toBe(1);
  });

  it('CART-01 P-56 one instance shows the result of a form that another instance stored, to the same customer only', async () => {
    const who = await shops.customer(login);
    const tx = crypto.randomUUID();
    const fields = { tx, add: 'all', [`q.${goods(0)}`]: '2O' };
    const posted = await who.post('/fr/search?q=', fields, { follow: false });
    expect(posted.status).toBe(303);
    const address = posted.headers.get('location') ?? '';
    const before = shops.written();
    for (const at of [1, 0, 1]) {
      const page = await shops.read(at, who, address);
      expect([page.status, page.text.includes('1 ligne est à corriger.')]).toEqual([200, true]);
    }
    const other = await shops.customer('aanzee@demo.example');
    const plain = await shops.read(1, other, address);
    expect([plain.status, plain.text.includes('à corriger')]).toEqual([200, false]);
    expect(shops.written()).toBe(before);
  });

  it('OPS-05 CART-06 while Redis is down no cart edit is sent; afterwards the same queue is sent once', async () => {
    const { who, owner } = await signedIn();
    const body = { owner, txs: [tx(goods(3), 5)], sent: null };
    const before = shops.written();
    await shops.stopStore();
    for (const at of [0, 1]) expect((await shops.sync(at, who, body)).status).toBe(503);
    const page = await who.get('/fr/cart');
    expect(page.status).toBe(503);
    expect(shops.written()).toBe(before);
    await shops.startStore();
    let taken = await shops.sync(0, who, body);
    await until(async () => {
      if (taken.status !== 200) taken = await shops.sync(0, who, body);
      return taken.status === 200;
    });
    expect(taken.body).toMatchObject({ state: 'synced', acked: [body.txs[0]?.uuid] });
    expect([inErp(goods(3)), shops.written() - before]).toEqual([5, 1]);
    expect((await shops.sync(1, who, body)).body).toMatchObject({ acked: [body.txs[0]?.uuid] });
    expect(inErp(goods(3))).toBe(5);
  });

  it('CART-06 when Redis fails during an ERP write, the write is verified later, not repeated', async () => {
    const { who, owner } = await signedIn();
    const body = { owner, txs: [tx(goods(4), 6)], sent: null };
    await shops.sync(0, who, { owner, txs: [], sent: null });
    shops.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*sync' },
      delay_ms: 1_500,
    });
    const before = shops.written();
    const sent = shops.erpLine.stats.bytesUp;
    const running = shops.sync(0, who, body);
    // The ERP stand-in records a request only when it responds. That would be too late here, because the shop would
    // already use the store.
    await until(() => shops.erpLine.stats.bytesUp > sent);
    await shops.stopStore();
    expect((await running).status).toBe(503);
    shops.sandbox.erp.control.clearFaults();
    await shops.startStore();
    const taken = await untilTaken(1, who, body);
    expect(taken.body).toMatchObject({ acked: [body.txs[0]?.uuid] });
    expect([inErp(goods(4)), shops.written() - before]).toEqual([6, 1]);
  });

  it('OPS-05 CART-06 when an instance is killed during an ERP write, the other waits, verifies the write and does not repeat it', async () => {
    const { who, owner } = await signedIn();
    const txs = [tx(goods(1), 4)];
    const body = { owner, txs, sent: null };
    await shops.sync(0, who, { owner, txs: [], sent: null });
    shops.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*sync' },
      delay_ms: 800,
      times: 1,
    });
    const before = shops.written();
    const sent = shops.erpLine.stats.bytesUp;
    const lost = shops.sync(0, who, body).then(
      () => 'answered',
      () => 'lost',
    );
    await until(() => shops.erpLine.stats.bytesUp > sent);
    await shops.kill(0);
    expect(await lost).toBe('lost');
    const early = await shops.sync(1, who, body);
    expect([early.status, early.body['state']]).toEqual([503, 'busy']);
    await shops.advance(70_000);
    const later = await shops.sync(1, who, body);
    expect([later.status, later.body['state']]).toEqual([503, 'checking']);
    expect(later.retryAfter).toBeGreaterThan(100);
    const taken = await untilTaken(1, who, body);
    expect(taken.body).toMatchObject({ acked: [txs[0]?.uuid] });
    expect(inErp(goods(1))).toBe(4);
    expect(shops.written() - before).toBeLessThanOrEqual(1);
    await shops.start(0);
    expect((await shops.sync(0, who, body)).body).toMatchObject({ acked: [txs[0]?.uuid] });
    expect(inErp(goods(1))).toBe(4);
  });

  it('P-50 when the ERP applies a write but its response is cut, no instance repeats the write', async () => {
    const { who, owner } = await signedIn();
    const body = { owner, txs: [tx(goods(2), 2)], sent: null };
    await shops.sync(0, who, { owner, txs: [], sent: null });
    const before = shops.written();
    await shops.erpLine.set({
      fault: {
        kind: 'cut-answer',
        afterBytes: 0,
        times: 1,
        when: /POST [^ ]*sync[^]*"product_id"/,
      },
    });
    const cut = await shops.sync(0, who, body);
    expect([cut.status, cut.body['acked']]).toEqual([503, []]);
    expect((await shops.sync(1, who, body)).status).toBe(503);
    const taken = await untilTaken(1, who, body);
    expect(taken.body).toMatchObject({ acked: [body.txs[0]?.uuid] });
    expect([inErp(goods(2)), shops.written() - before]).toEqual([2, 1]);
  });
});

describe('one shop process with the embedded store', () => {
  beforeAll(async () => {
    shops = await startShopProcesses({ store: 'embedded', instances: 1, profile: 'odoo16' });
  });
  afterAll(() => shops.stop());

  it('CART-06 P-74 a shop that is killed during a sync and restarted on its file verifies the write, and the cart is exact', async () => {
    const { who, owner } = await signedIn();
    const body = { owner, txs: [tx(goods(1), 4), tx(goods(2), 1)], sent: null };
    shops.sandbox.erp.control.fault({
      match: { method: 'POST', path: '*sync' },
      drop: 'after',
      times: 1,
    });
    await shops.sync(0, who, body);
    await shops.kill(0);
    const METRICS_PORT = String(await freePort());
    await shops.start(0, { METRICS_PORT });
    // The metric counts the cart even before its customer returns.
    const counted = 'shop_cart_open{kind="in_doubt"} 1\n';
    await until(async () =>
      (await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()).includes(counted),
    );
    expect((await shops.sync(0, who, body)).status).toBe(503);
    const taken = await untilTaken(0, who, body);
    expect(taken.body).toMatchObject({ acked: body.txs.map(({ uuid }) => uuid) });
    expect([inErp(goods(1)), inErp(goods(2)), shops.written()]).toEqual([4, 1, 1]);
  });
});
