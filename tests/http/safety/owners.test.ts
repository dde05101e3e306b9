/**
 * Records of one customer are not accessible to another: every URL with an id that is linked from a customer's pages is
 * requested as another customer (P-21). Also the owner check of the sync call (P-19).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { customerId, newCart } from '../checkout/checkout-carts';
import { closedRoutes, matcherOf } from './route-table';

const owner = 'vet@demo.example';
const stranger = 'pharmacie@demo.example';
/** Number of URLs tested per route: what holds for two orders holds for all. */
const ofEachKind = 2;

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
  const { control } = shop.sandbox.erp;
  for (let made = 0; made < 2; made += 1) {
    const { uuid } = newCart(shop, owner);
    const [cart] = control.cartsOf(customerId(shop, owner));
    control.replaceCart(uuid, 'ordered');
    if (cart) control.invoice(cart.id);
  }
});
afterAll(() => shop.stop());

const closed = closedRoutes.map((route) => ({ ...route, matches: matcherOf(route) }));
const routeOf = (path: string) => closed.find(({ matches }) => matches.test(path));

/** Every protected URL that the customer's pages link to. */
async function ownAddresses(customer: Visitor): Promise<string[]> {
  // Start with the page of the customer's own ads; otherwise only published ads would be tested.
  const found = new Set(['/fr/account/smallads?mine=draft', '/fr/account', '/fr/account/sales']);
  const waiting = [...found];
  const perPattern = new Map<string, number>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { dom, headers } = await customer.get(path);
    if (!(headers.get('content-type') ?? '').startsWith('text/html')) continue;
    const links = [
      ...dom.querySelectorAll('a[href]').map((link) => link.getAttribute('href')),
      ...dom.querySelectorAll('form[action]').map((form) => form.getAttribute('action')),
    ];
    for (const link of links) {
      const { pathname, origin } = new URL(link ?? '', `${shop.url}${path}`);
      if (origin !== shop.url || !pathname.startsWith('/fr/') || found.has(pathname)) continue;
      const pattern = routeOf(pathname)?.pattern;
      const seen = perPattern.get(pattern ?? '') ?? 0;
      if (pattern === undefined || seen >= ofEachKind) continue;
      perPattern.set(pattern, seen + 1);
      found.add(pathname);
      waiting.push(pathname);
    }
  }
  return [...found];
}

describe('another customer’s records', () => {
  it('P-21 another customer’s records cannot be read or written at any URL with an id', async () => {
    const found = await ownAddresses(await shop.customer(owner));
    // Every customer may read published ads; tests/http/account/small-ads.test.ts checks the others.
    const published = new Set(shop.sandbox.erp.control.publishedAds().map(String));
    const own = found.filter((path) => !published.has(/\/smallads\/(\d+)/.exec(path)?.[1] ?? ''));
    // The URL of a month names no record of a customer.
    const namesRecord = (pattern = ''): boolean => /\/:(?!locale|month)/.test(pattern);
    const personal = own.filter((path) => namesRecord(routeOf(path)?.pattern));
    const patterns = new Set(personal.map((path) => routeOf(path)?.pattern));
    const expected = closed.filter(({ pattern }) => namesRecord(pattern));
    expect([...patterns].sort()).toEqual(expected.map(({ pattern }) => pattern).sort());

    const other = await shop.customer(stranger);
    await other.get('/fr/account');
    const { control } = shop.sandbox.erp;
    const before = control.requests().length;
    // The status of a form answer is in this header of its redirect.
    const meant = ({ headers, status }: Page) => Number(headers.get('form-answer') ?? status);
    for (const path of personal) {
      expect(meant(await other.get(path, { follow: false })), path).toBe(404);
      const posted = await other.post(path, { a: '1' }, { follow: false });
      const status = meant(posted);
      expect([400, 404, 405, 422], `POST ${path} gave ${status}`).toContain(status);
    }
    const askedAs = control
      .requests()
      .slice(before)
      .map(({ customer_id: id }) => id);
    expect(askedAs.length).toBeGreaterThan(0);
    expect(new Set(askedAs)).toEqual(new Set([customerId(shop, stranger)]));
  });
});

describe('the sync endpoint', () => {
  const path = '/fr/cart/sync';
  const body = JSON.stringify({ owner: 'x', txs: [], sent: null });

  it('P-19 the sync endpoint accepts only JSON with its own header, which no other site can send', async () => {
    const customer = await shop.customer(owner);
    const cookie = await customer.jar.getCookieString(shop.url);
    const { control } = shop.sandbox.erp;
    const before = control.requests().length;
    const send = (headers: Record<string, string | undefined>) =>
      sendRaw(shop.url, {
        method: 'POST',
        path,
        headers: {
          cookie,
          origin: shop.url,
          'content-type': 'application/json',
          'content-length': String(body.length),
          'x-cart-sync': '1',
          ...headers,
        },
        body,
      });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      undefined,
    ])
      // A form content type is checked as a form first (P-88).
      expect([400, 415], String(type)).toContain((await send({ 'content-type': type })).status);
    for (const header of [undefined, '0', ''])
      expect((await send({ 'x-cart-sync': header })).status).toBe(403);
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
    expect(control.requests().length).toBe(before);
  });

  it('P-19 the sync endpoint rejects the CORS preflight of another site', async () => {
    const preflight = await sendRaw(shop.url, {
      method: 'OPTIONS',
      path,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-cart-sync',
      },
    });
    expect(preflight.status).toBe(405);
    const allowed = Object.keys(preflight.headers).filter((name) =>
      name.startsWith('access-control-'),
    );
    expect(allowed).toEqual([]);
  });
});
