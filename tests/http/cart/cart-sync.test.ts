import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

const uuid = (): string => crypto.randomUUID();
const goods = (at: number): number => {
  const direct = [...shop.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
  return direct[at]?.id ?? 0;
};

interface Reply {
  status: number;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

/** The island's sync call, with a visitor's cookies. */
async function sync(
  who: Visitor,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const url = new URL('/fr/cart/sync', shop.url);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-cart-sync': '1',
      origin: url.origin,
      cookie: await who.jar.getCookieString(url.href),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

async function signedIn(): Promise<{ who: Visitor; owner: string }> {
  const who = await shop.customer('vet@demo.example');
  const page = await who.get('/fr/cart');
  const island = page.dom.querySelector('cart-island');
  return { who, owner: island?.getAttribute('data-owner') ?? '' };
}
const tx = (productId: number, qty: number) => ({
  uuid: uuid(),
  product_id: productId,
  qty,
  cart: null,
});

describe('the sync call of the island', () => {
  it('CART-04 the sync call acknowledges each transaction once, with the resulting cart and its page fragment', async () => {
    const { who, owner } = await signedIn();
    const txs = [tx(goods(0), 2), tx(goods(1), 1)];
    const first = await sync(who, { owner, txs, sent: null, fragment: 'cart' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      state: 'synced',
      acked: txs.map((one) => one.uuid),
      added: '2 lignes ajoutées au panier.',
      cart: {
        lines: [
          [String(goods(0)), 2],
          [String(goods(1)), 1],
        ],
      },
    });
    // No edit is waiting, so the response omits the field.
    expect(first.body).not.toHaveProperty('waiting');
    expect(String(first.body['html'])).toContain(`name="q.${goods(0)}"`);
    const again = await sync(who, { owner, txs, sent: null });
    expect(again.body).toMatchObject({ acked: txs.map((one) => one.uuid) });
  });

  it('CART-04 the intent header of the sync call sets the final line quantities, in the order of the changes', async () => {
    const { who, owner } = await signedIn();
    const [plain, typed, removed] = [tx(goods(4), 2), tx(goods(5), 1), tx(goods(6), -3)];
    const before = [tx(goods(5), 4), tx(goods(6), 5)];
    await sync(who, { owner, txs: before, sent: null });
    const txs = [plain, typed, removed];
    const reply = await sync(who, { owner, txs, sent: null }, { 'x-cart-to': ',3,0' });
    const lines = new Map((reply.body['cart'] as { lines: [string, number][] }).lines);
    expect(reply.status).toBe(200);
    expect([4, 5, 6].map((at) => lines.get(String(goods(at))))).toEqual([2, 3, undefined]);
    // A repeated uuid identifies the same change, with or without the intent header.
    expect((await sync(who, { owner, txs: [typed], sent: null })).body).toMatchObject({
      acked: [typed.uuid],
      rejected: [],
    });
    for (const header of ['-1', '1.5', 'x', '10000']) {
      const body = { owner, txs: [tx(goods(5), 1)], sent: null };
      expect((await sync(who, body, { 'x-cart-to': header })).status).toBe(422);
    }
  });

  it('P-47 fifty copies of a sync call sent at once have one effect', async () => {
    const { who, owner } = await signedIn();
    const txs = [tx(goods(2), 3)];
    const body = { owner, txs, sent: null };
    const replies = await Promise.all(Array.from({ length: 50 }, () => sync(who, body)));
    for (const { status, retryAfter } of replies) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    const page = await who.get('/fr/cart');
    expect(page.dom.querySelector(`input[name="q.${goods(2)}"]`)?.getAttribute('value')).toBe('3');
  });

  it('P-48 P-54 the sync call rejects a reused uuid, another owner and a guest', async () => {
    const { who, owner } = await signedIn();
    const one = tx(goods(3), 1);
    await sync(who, { owner, txs: [one], sent: null });
    expect((await sync(who, { owner, txs: [{ ...one, qty: 5 }], sent: null })).status).toBe(422);
    expect((await sync(who, { owner: 'somebody', txs: [], sent: null })).status).toBe(409);
    const visitor = shop.visitor();
    expect((await sync(visitor, { owner, txs: [], sent: null })).status).toBe(401);
  });

  it('P-36 the sync call rejects anything but the agreed JSON: header, type, size, shape', async () => {
    const { who, owner } = await signedIn();
    const good = { owner, txs: [], sent: null };
    expect((await sync(who, good, { 'x-cart-sync': '0' })).status).toBe(403);
    expect((await sync(who, good, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await sync(who, good, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await sync(who, '{')).status).toBe(422);
    const many = Array.from({ length: 201 }, () => tx(1, 1));
    expect((await sync(who, { owner, txs: many, sent: null })).status).toBe(422);
    for (const qty of [0, 1.5, 10_000, 'two', null])
      expect((await sync(who, { owner, txs: [{ ...tx(1, 1), qty }], sent: null })).status).toBe(
        422,
      );
    expect((await sync(who, ' '.repeat(70_000))).status).toBe(413);
    expect((await who.get('/fr/cart/sync')).status).toBe(405);
  });

  it('CART-05 P-37 a redirect of the ERP applies nothing, leaves nothing to verify, and a retry counts once', async () => {
    const { who, owner } = await signedIn();
    const { control } = shop.sandbox.erp;
    const txs = [tx(goods(7), 4)];
    const from = shop.logs.length;
    const match = { method: 'POST', path: '*cart/sync' };
    for (const status of [301, 302, 303, 307, 308]) {
      const headers = { location: `${shop.sandbox.urls.erp}/v2/cart/sync/` };
      control.fault({ match, status, headers, body: '', times: 20 });
      const refused = await sync(who, { owner, txs, sent: null });
      control.clearFaults();
      expect(refused.status, String(status)).toBe(503);
      expect(refused.body).toMatchObject({ state: 'unavailable', acked: [] });
    }
    expect(shop.logs.slice(from).filter(({ event }) => event === 'cart.sync.doubt')).toEqual([]);
    let taken = await sync(who, { owner, txs, sent: null });
    await expect
      .poll(async () => {
        if (taken.status !== 200) taken = await sync(who, { owner, txs, sent: null });
        return taken.status;
      })
      .toBe(200);
    expect(taken.body).toMatchObject({ acked: [txs[0]?.uuid] });
    const page = await who.get('/fr/cart');
    expect(page.dom.querySelector(`input[name="q.${goods(7)}"]`)?.getAttribute('value')).toBe('4');
  });

  it('P-52 the sync call answers 503 for “unavailable” and 500 for “error”; transactions stay in the browser', async () => {
    const { who, owner } = await signedIn();
    const { control } = shop.sandbox.erp;
    control.fault({
      match: { method: 'POST', path: '*cart/sync' },
      status: 500,
      body: { detail: 'Internal Server Error' },
      times: 1,
    });
    const failed = await sync(who, { owner, txs: [tx(goods(4), 1)], sent: null });
    expect([failed.status, failed.body]).toMatchObject([502, { state: 'error', acked: [] }]);
    control.clearFaults();
    control.availability(false);
    const down = await sync(who, { owner, txs: [tx(goods(4), 1)], sent: null });
    expect([down.status, down.body]).toMatchObject([503, { state: 'unavailable', acked: [] }]);
    control.availability(true);
  });
});
