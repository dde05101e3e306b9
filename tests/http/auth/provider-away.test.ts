/** The customer's token has expired while the provider is down: the session is suspended, and pages say so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { patience } from '../../support/until';
import type { Visitor } from '../../support/visitor';

const minuteMs = 60_000;
let ahead = 0;
let shop: TestShop;
let customer: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ clock: { now: () => new Date(Date.now() + ahead) } });
  customer = await shop.customer('vet@demo.example');
  expect((await customer.get('/fr')).dom.querySelector('#suspended')).toBeNull();
  shop.sandbox.identity.faults.add({ at: 'token', kind: 'status', status: 503 });
  ahead = 6 * minuteMs;
});
afterAll(() => shop.stop());

const readyz = async () => {
  const answer = await fetch(`${shop.url}/readyz`);
  const { status, dependencies } = (await answer.json()) as {
    status: string;
    dependencies: { name: string; needed: boolean; status: string }[];
  };
  return [answer.status, status, dependencies.find(({ name }) => name === 'identity')];
};

const script = (name: string) => ({ 'content-type': 'application/json', [name]: '1' });

describe('a customer whose token has expired while the provider is down', () => {
  it.each(['fr', 'nl', 'en'])(
    'DEG-01 AUTH-04 while token and provider are unavailable, pages in %s say that the session is suspended, and show no sign-in link',
    async (locale) => {
      const page = await customer.get(`/${locale}`);
      expect(page.status).toBe(200);
      expect(page.dom.querySelector('#suspended')?.textContent.trim()).not.toBe('');
      expect(page.dom.querySelector('header a[href*="/account/sign-in"]')).toBeNull();
      // A guest's page does not change.
      const other = await shop.visitor().get(`/${locale}`);
      expect(other.dom.querySelector('#suspended')).toBeNull();
      expect(other.dom.querySelector('header a[href*="/account/sign-in"]')).not.toBeNull();
    },
  );

  it('CART-08 DEG-01 while token and provider are unavailable, the cart page is 503 instead of an empty guest cart', async () => {
    const page = await customer.get('/fr/cart');
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('5');
    expect((await shop.visitor().get('/fr/cart')).status).toBe(200);
    expect((await customer.get('/fr/account/sales')).status).toBe(503);
  });

  it('CART-08 cart and scan queues of the browser get 503 with Retry-After, and are not signed out', async () => {
    const sync = await customer.send('/fr/cart/sync', '{}', script('x-cart-sync'));
    expect([sync.status, sync.headers.get('retry-after')]).toEqual([503, '10']);
    const scan = await customer.send('/fr/scan/lines', '{}', script('x-scan'));
    expect(scan.status).toBe(503);
    const visitor = shop.visitor();
    await visitor.get('/fr');
    expect((await visitor.send('/fr/cart/sync', '{}', script('x-cart-sync'))).status).toBe(401);
    expect((await visitor.send('/fr/scan/lines', '{}', script('x-scan'))).status).toBe(401);
  });

  it('P-65 P-74 while the provider is down, the instance is degraded, keeps serving and names the unavailable dependency', async () => {
    shop.sandbox.identity.faults.add({ at: 'discovery', kind: 'drop' });
    ahead += 20_000;
    const away = { name: 'identity', needed: false, status: 'unavailable' };
    await expect.poll(readyz, patience).toEqual([200, 'degraded', away]);
    const told = shop.logs.filter(({ event }) => event === 'dependency.unavailable');
    expect(told[0]).toMatchObject({ dependency: 'identity', needed: false });
  });

  it('AUTH-04 when the provider is back, the session continues without a sign-in form', async () => {
    shop.sandbox.identity.faults.clear();
    ahead += minuteMs;
    const page = await customer.get('/fr/cart');
    expect(page.status).toBe(200);
    expect(page.hops.some(({ url }) => url.includes('sign-in'))).toBe(false);
    expect(page.dom.querySelector('#suspended')).toBeNull();
    const back = { name: 'identity', needed: false, status: 'ok' };
    await expect.poll(readyz, patience).toEqual([200, 'ready', back]);
  });
});
