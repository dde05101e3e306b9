/** Profiles, quirks and controls of contract/erp.md 21: each quirk alone, added to the specified behaviour. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { QUIRKS, parseQuirks, type Quirk } from '../../../sandbox/erp/quirks';
import { WireSale, httpCaller, quantities, type Caller } from '../../../sandbox/erp/testing/client';
import { startErp } from '../../../sandbox/erp/server';
import { SMALL_WORLD } from '../../../sandbox/erp/testing/small-world';
import { CONTROL_KEY, startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

let erp: TestErp;
let anne: Caller;
beforeAll(async () => {
  erp = await startTestErp();
});
afterAll(() => erp.close());
beforeEach(() => {
  erp.control.reset();
  anne = erp.as('anne');
});

const only = (quirk: Quirk) => erp.control.profile({ quirks: { [quirk]: true } });
const put = (who: Caller, product_id: number, qty: unknown) =>
  who('POST', 'carts/sync', { transactions: [{ product_id, qty }] });

async function order(who: Caller) {
  const cart = WireSale.parse((await put(who, 52, 3)).body);
  return WireSale.parse((await who('POST', 'carts/confirm', { uuid: cart.uuid })).body);
}

describe('cart quirks of the ERP stand-in', () => {
  it('PRICE-01 with the deviation public-price-list a cart line has the public price', async () => {
    const untaxed = async () => WireSale.parse((await put(anne, 52, 1)).body).amount.untaxed;
    expect(await untaxed()).toBe(9);
    erp.control.reset();
    only('public-price-list');
    expect(await untaxed()).toBe(10);
  });

  it('CART-06 with the deviation api-user-rights, calls beyond the user’s groups get 403, and the others succeed', async () => {
    only('api-user-rights');
    const { status, body } = await put(anne, 52, 1);
    expect({ status, body }).toEqual({ status: 403, body: { detail: 'AccessError' } });
    expect((await anne('GET', 'settings')).status).toBe(403);
    expect((await anne('POST', 'addresses/delivery', { name: 'A' })).status).toBe(403);
    expect((await anne('POST', 'customer', { opt_in: true })).status).toBe(403);
    expect((await anne('POST', 'customer', { name: 'Anne' })).status).toBe(200);
    expect((await anne('POST', 'carts/sync', { transactions: [] })).status).toBe(204);
    expect((await anne('GET', 'sales')).status).toBe(200);
  });

  it('OPS-01 the profile odoo18 has the modules, texts and response shapes of a released Odoo 18', async () => {
    erp.control.profile({ profile: 'odoo18' });
    const cart = WireSale.parse((await put(anne, 52, 1)).body);
    expect(cart).toMatchObject({ uuid: expect.any(String) as string });
    for (const [method, path] of [
      ['GET', 'carts/current/payable'],
      ['POST', 'carts/current/set_carrier'],
      ['POST', 'carts/current/set_pickup'],
      ['GET', 'payment/methods'],
      ['GET', 'current/delivery_carriers'],
    ] as const)
      expect(await anne(method, path, method === 'GET' ? undefined : {}), path).toMatchObject({
        status: 404,
        body: { detail: 'Not Found' },
      });
    const carried = await anne('POST', 'carts/current/carrier', { carrier_id: 1 });
    expect(carried.body).toMatchObject({ warehouse: { code: 'WH' } });
    expect(WireSale.parse(carried.body).lines.map(({ type }) => type)).toContain('delivery');
    expect((await anne('GET', 'customer')).body).toMatchObject({ default_warehouse: null });
    const nameless = await erp.as('anne', 'fr-BE')('POST', 'customer', { name: null });
    expect(nameless).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Les contacts nécessitent un nom') as string },
    });
  });

  it('CART-13 with the deviation unchecked-address the ERP accepts the address of another customer', async () => {
    await put(anne, 52, 1);
    const foreign = SMALL_WORLD.customers.find(({ id }) => id !== 100)?.id;
    const send = () => anne('POST', 'carts/current/update', { delivery: { address_id: foreign } });
    expect((await send()).status).toBe(404);
    only('unchecked-address');
    expect((await send()).status).toBe(200);
  });

  it('WISH-01 with the deviation wishlists-of-18 a deletion returns the deleted list, and a trailing slash redirects', async () => {
    const make = async () =>
      z.object({ id: z.number() }).parse((await anne('POST', 'wishlists', { name: 'A' })).body).id;
    expect((await anne('DELETE', `wishlists/${await make()}`)).status).toBe(204);
    erp.control.profile({ quirks: { 'wishlists-of-18': true, 'slash-307': true } });
    const id = await make();
    for (const product_id of [51, 52])
      await anne('POST', `wishlists/${id}/add_item`, { product_id });
    const deleted = await anne('DELETE', `wishlists/${id}`);
    expect(deleted).toMatchObject({
      status: 200,
      body: { id, lines: [{ product_id: 52 }, { product_id: 51 }] },
    });
    expect((await anne('POST', 'wishlists/', { name: 'B' })).status).toBe(307);
  });

  it('CART-06 with the deviation no-dedup a transaction counts each time it is sent', async () => {
    only('no-dedup');
    const twice = { uuid: randomUUID(), product_id: 51, qty: 1 };
    const send = () => anne('POST', 'carts/sync', { transactions: [twice, twice] });
    await send();
    expect(quantities(await send())).toEqual({ 51: 4 });
  });

  it('CART-04 with the deviation path-uuid-only the uuid in the body is ignored, even if invalid', async () => {
    await put(anne, 51, 1);
    only('path-uuid-only');
    const transactions = [{ product_id: 51, qty: 1 }];
    expect(quantities(await anne('POST', 'carts/sync', { uuid: 'nope', transactions }))).toEqual({
      51: 2,
    });
    const stale = `carts/${randomUUID()}/sync`;
    expect(quantities(await anne('POST', stale, { transactions }))).toEqual({ 51: 2 });
    expect(quantities(await anne('POST', `carts/sync/${randomUUID()}`, { transactions }))).toEqual({
      51: 2,
    });
  });

  it('CART-01 with the deviation no-v2-alias the path v2/cart/sync answers 404', async () => {
    const sync = () => anne('POST', 'v2/cart/sync', { uuid: null, transactions: [] });
    expect((await sync()).status).toBe(204);
    only('no-v2-alias');
    expect(await sync()).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
  });

  it('CART-04 with the deviation action-uuid-ignored a call with another uuid changes the open cart', async () => {
    await put(anne, 51, 1);
    const other = randomUUID();
    const update = () => anne('POST', `carts/${other}/update`, { client_order_ref: 'x' });
    expect(await update()).toMatchObject({ status: 404, body: { detail: 'No cart found' } });
    expect((await anne('GET', `carts/${other}`)).status).toBe(404);
    expect((await anne('POST', 'carts/nope/set_carrier', { carrier_id: 1 })).status).toBe(404);
    only('action-uuid-ignored');
    expect(await update()).toMatchObject({ status: 200, body: { client_order_ref: 'x' } });
    expect((await anne('GET', `carts/${other}`)).status).toBe(200);
    expect((await anne('POST', 'carts/nope/set_carrier', { carrier_id: 1 })).status).toBe(200);
    expect((await anne('GET', 'carts/nope')).status).toBe(422);
  });

  it('CART-05 with the deviation bad-quantity-500 a quantity that cannot be stored gets a 500 every time', async () => {
    const bodies = ['NaN', 'Infinity', '1e400', '1e308'].map(
      (qty) => `{"transactions":[{"product_id":51,"qty":${qty}}]}`,
    );
    const send = (body: string) =>
      anne('POST', 'carts/sync', body, { headers: { 'content-type': 'application/json' } });
    for (const body of bodies) expect((await send(body)).status).toBe(422);
    only('bad-quantity-500');
    for (const body of bodies)
      expect(await send(body)).toMatchObject({
        status: 500,
        body: { detail: 'Internal Server Error' },
      });
    expect((await put(anne, 51, 1e9)).status).toBe(201);
  });

  it('CART-03 with the deviation section-note-lines section and note lines surround the products', async () => {
    only('section-note-lines');
    expect(await put(anne, 51, 2)).toMatchObject({
      body: {
        lines: [
          { product_id: 0, qty: 0, type: 'section' },
          { product_id: 51, type: 'product' },
          { product_id: 0, type: 'note' },
        ],
        amount: { untaxed: 20 },
      },
    });
    expect(await put(anne, 51, -2)).toMatchObject({ body: { lines: [] } });
  });

  it('CHK-01 with the deviation unmarked-delivery-line the delivery fee looks like a product', async () => {
    only('unmarked-delivery-line');
    await put(anne, 51, 1);
    const cart = WireSale.parse(
      (await anne('POST', 'carts/current/set_carrier', { carrier_id: 2 })).body,
    );
    expect(cart.lines[1]).toMatchObject({
      type: 'product',
      name: 'Express before 10:00',
      qty: 1,
    });
    expect(cart.lines[1]).not.toHaveProperty('is_delivery');
  });

  it('I18N-03 with the deviation fixed-line-language a cart line stays in the language in which it was added', async () => {
    await put(anne, 51, 1);
    const name = async () =>
      WireSale.parse((await erp.as('anne', 'nl')('GET', 'carts/current')).body).lines[0]?.name;
    expect(await name()).toBe('Article 51 nl');
    only('fixed-line-language');
    expect(await name()).toBe('Article 51 en');
  });

  it('CHK-02 with the deviation promo-once a promotion code applies once, a coupon several times', async () => {
    await put(anne, 51, 10);
    const apply = async (code: string) =>
      (await anne('POST', 'carts/current/coupon', { code })).status;
    expect([await apply('BIENVENUE10'), await apply('BIENVENUE10')]).toEqual([200, 200]);
    erp.control.reset();
    only('promo-once');
    await put(anne, 51, 10);
    expect([await apply('BIENVENUE10'), await apply('BIENVENUE10')]).toEqual([200, 400]);
    expect([await apply('BON5'), await apply('BON5')]).toEqual([200, 200]);
  });

  it('CHK-01 with the deviations carrier-path-only and pickup-by-code other calls make the same choices', async () => {
    await put(anne, 51, 1);
    only('carrier-path-only');
    expect((await anne('POST', 'carts/current/set_carrier', { carrier_id: 1 })).status).toBe(404);
    expect((await anne('POST', 'carts/current/carrier', { carrier_id: 1 })).status).toBe(200);
    only('pickup-by-code');
    expect(await anne('POST', 'carts/current/set_pickup', { pickup_site_id: 9001 })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { type: 'missing', loc: ['body', 'carrier_id'] },
          { type: 'missing', loc: ['body', 'code'] },
          { type: 'extra_forbidden' },
        ],
      },
    });
    expect(
      (await anne('POST', 'carts/current/set_pickup', { carrier_id: 3, code: 'P002' })).status,
    ).toBe(200);
    expect((await anne('GET', 'delivery_pickups?carrier_id=3')).status).toBe(422);
    const near = await anne(
      'GET',
      'delivery_pickups?carrier_id=3&country=Belgium&zip=2400&city=Mol&street=x',
    );
    expect(near).toMatchObject({ body: [{ code: 'P003' }, {}, {}, {}] });
  });
});

describe('response quirks of the ERP stand-in', () => {
  it('PRICE-01 with the deviation money-noise sums have binary rounding errors, within half a cent', async () => {
    only('money-noise');
    const { amount } = WireSale.parse((await put(anne, 51, 3)).body);
    expect(amount.total).not.toBe(36.3);
    expect(amount.total).toBeCloseTo(36.3, 2);
    expect(amount.untaxed).toBe(30);
  });

  it('CART-04 with the deviations released-shapes and released-faults responses lack keys and have wrong sums', async () => {
    only('released-shapes');
    const cart = WireSale.parse((await put(anne, 52, 2)).body);
    for (const key of ['date', 'payment', 'invoices', 'amount_without_delivery'])
      expect(cart).not.toHaveProperty(key);
    expect(cart.lines[0]).toMatchObject({ name: '[SKU-52] Article 52 en' });
    expect(await anne('GET', 'customer')).toMatchObject({
      body: { email: 'anne@practice.example', pricelist_id: 1 },
    });
    only('released-faults');
    expect(await anne('GET', 'carts/current')).toMatchObject({
      body: {
        amount: { total_without_shipping: 21.78, total_without_shipping_without_discount: 19.36 },
        lines: [{ amount: { untaxed_without_shipping: 0 } }],
      },
    });
  });
});

describe('transport quirks of the ERP stand-in', () => {
  it('CART-05 with the deviation slash-307 a trailing slash redirects to plain http, without a body', async () => {
    expect((await anne('POST', 'carts/sync/', { transactions: [] })).status).toBe(204);
    only('slash-307');
    const answer = await anne('POST', 'carts/sync/', { transactions: [] });
    expect(answer).toMatchObject({ status: 307, body: null });
    expect(answer.headers.get('location')).toBe(`${erp.url}/carts/sync`);
    expect((await anne('GET', 'carts')).headers.get('location')).toBe(`${erp.url}/carts/`);
    expect((await anne('GET', 'wishlists/')).status).toBe(200);
  });

  it('CART-05 with the deviation json-type-only another content type is rejected, and the error contains the sent body', async () => {
    const send = () =>
      anne('POST', 'carts/sync', '{"transactions":[]}', {
        headers: { 'content-type': 'text/plain' },
      });
    expect((await send()).status).toBe(204);
    only('json-type-only');
    expect(await send()).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'model_attributes_type', input: '{"transactions":[]}' }] },
    });
  });

  it('SHELL-02 an unknown path gets 404, an unknown method 405', async () => {
    expect(await anne('GET', 'nothing/here')).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    });
    for (const method of ['PUT', 'DELETE', 'OPTIONS'])
      expect(await anne(method, 'carts/sync')).toMatchObject({
        status: 405,
        body: { detail: 'Method Not Allowed' },
      });
    expect((await anne('POST', 'carts/no_such_action', {})).status).toBe(405);
    expect((await anne('POST', 'carts/current/no_such_action', {})).status).toBe(404);
  });

  it('CART-05 a body that is not UTF-8 gets 400', async () => {
    const response = await fetch(`${erp.url}/auth/login`, {
      method: 'POST',
      body: new Uint8Array([0xff, 0x7b]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ detail: 'There was an error parsing the body' });
  });
});

describe('record quirks of the ERP stand-in', () => {
  it('ORD-01 with the deviations foreign-403 and invoices-plural the ERP answers 403 instead of 404, and only one spelling of the path works', async () => {
    const mine = await order(anne);
    const invoice = erp.control.invoice(mine.id);
    only('foreign-403');
    const bert = erp.as('bert');
    for (const path of [`sales/${mine.id}`, `invoices/${invoice.id}/download`])
      expect(await bert('GET', path)).toMatchObject({
        status: 403,
        body: { detail: 'AccessError' },
      });
    only('invoices-plural');
    expect(await anne('GET', `invoice/${invoice.id}/download`)).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    });
    expect(WireSale.parse((await anne('GET', `sales/${mine.id}`)).body)).not.toHaveProperty(
      'invoices',
    );
    expect(await anne('GET', 'invoices')).toMatchObject({
      body: { count: 1, items: [{ id: invoice.id, state: 'posted' }] },
    });
  });

  it('QUO-01 the deviations small-quotations, state-400 and sales-list-quotations imitate released ERPs', async () => {
    only('state-400');
    const Created = z.object({ id: z.number() });
    const { id } = Created.parse(
      (await anne('POST', 'quotations/create', { lines: [{ product_id: 51, quantity: 1 }] })).body,
    );
    expect((await anne('POST', `quotations/${id}/accept`)).status).toBe(400);
    only('small-quotations');
    expect((await anne('POST', 'quotations/create', {})).status).toBe(422);
    expect((await anne('POST', `quotations/${id}/accept`)).status).toBe(404);
    expect((await anne('POST', 'carts/current/request_quotation')).status).toBe(500);
    await put(anne, 51, 2);
    const asked = WireSale.parse((await anne('POST', 'carts/current/request_quotation')).body);
    expect(asked).toMatchObject({ typology: 'sale', state: 'pending' });
    expect(asked).not.toHaveProperty('quotation_state');
    expect((await anne('GET', 'carts/current')).status).toBe(204);
    expect(await anne('GET', 'sales')).toMatchObject({ body: { count: 0 } });
    only('sales-list-quotations');
    expect(await anne('GET', 'sales?name=S%25')).toMatchObject({ body: { count: 1 } });
    expect(await anne('POST', `quotations/${asked.id}/confirm`)).toMatchObject({ status: 400 });
    erp.control.sendQuotation(asked.id);
    expect(await anne('POST', `quotations/${asked.id}/confirm`)).toMatchObject({
      status: 200,
      body: { state: 'pending' },
    });
    expect((await anne('GET', `quotations/${asked.id}`)).status).toBe(404);
    expect((await anne('GET', `sales/${asked.id}`)).status).toBe(200);
  });

  it('WISH-01 with the deviation wishlist-null-500 a null in a wishlist gets 500', async () => {
    const Created = z.object({ id: z.number() });
    const { id } = Created.parse((await anne('POST', 'wishlists', { name: 'x' })).body);
    const rename = () => anne('POST', `wishlists/${id}/update`, { name: null });
    expect((await rename()).status).toBe(200);
    only('wishlist-null-500');
    expect((await rename()).status).toBe(500);
    expect((await anne('POST', `wishlists/${id}/add_item`, { product_id: 999 })).status).toBe(400);
  });

  it.each([
    ['GET', 'orders', 404],
    ['GET', 'cms/content?type=page', 404],
    ['POST', 'carts/confirm', 405],
    ['POST', 'carts/csv', 405],
    ['GET', 'carts/next_suite_name', 422],
    ['POST', 'quotations/create', 422],
    ['POST', 'carts/current/set_public_delivery_pickup', 404],
    ['GET', 'customer/sales_person', 404],
    ['PUT', 'customer', 405],
    ['POST', 'v2/cart/sync', 404],
    ['GET', 'loyalty/card/rfa/current', 404],
    ['GET', 'sale_statistics/five_years', 404],
    ['GET', 'carts/current', 204],
    ['GET', 'sales', 200],
    ['GET', 'wishlists', 200],
  ])(
    'DEG-01 with the deviation released-calls-only the call %s %s answers %i',
    async (method, path, status) => {
      only('released-calls-only');
      expect((await anne(method, path, method === 'GET' ? undefined : {})).status).toBe(status);
    },
  );
});

describe('controls of the ERP stand-in', () => {
  const control = (method: string, path: string, body?: unknown, key = CONTROL_KEY) =>
    httpCaller(erp.url, { 'x-sandbox-key': key })(method, `_sandbox/${path}`, body);

  it('OPS-01 control calls need the control key, and do not exist without one', async () => {
    expect((await control('GET', 'mails', undefined, 'wrong')).status).toBe(403);
    expect((await control('GET', 'mails')).body).toEqual([]);
    const bare = await startErp({ world: SMALL_WORLD });
    expect(
      (await httpCaller(bare.url, { 'x-sandbox-key': CONTROL_KEY })('POST', '_sandbox/reset'))
        .status,
    ).toBe(404);
    await bare.close();
  });

  it('OPS-01 a profile returns its active deviations; an unknown deviation is rejected', async () => {
    const Force = z.object({ profile: z.string(), quirks: z.record(z.string(), z.boolean()) });
    const on = (body: unknown) =>
      Object.entries(Force.parse(body).quirks)
        .filter(([, is]) => is)
        .map(([name]) => name);
    expect(on((await control('POST', 'profile', {})).body)).toEqual([]);
    const odoo = on(
      (await control('POST', 'profile', { profile: 'odoo16', quirks: { 'slash-307': false } }))
        .body,
    );
    expect(odoo).toHaveLength(33);
    expect(odoo).not.toContain('slash-307');
    expect(QUIRKS).toHaveLength(47);
    expect((await control('POST', 'profile', { quirks: { nonsense: true } })).status).toBe(422);
    expect(parseQuirks('no-dedup, -late-apply')).toEqual({ 'no-dedup': true, 'late-apply': false });
    expect(() => parseQuirks('nonsense')).toThrow();
  });

  it('OPS-01 a control call can close, fill or open carts, as another device would', async () => {
    const cart = WireSale.parse((await put(anne, 51, 1)).body);
    await control('POST', `carts/${cart.uuid ?? ''}/lines`, {
      type: 'note',
      name: 'Call before noon',
    });
    expect(WireSale.parse((await anne('GET', 'carts/current')).body).lines[1]).toMatchObject({
      type: 'note',
      product_id: 0,
      name: 'Call before noon',
    });
    expect((await control('POST', `carts/${cart.uuid ?? ''}/replace`)).status).toBe(200);
    expect((await anne('GET', 'carts/current')).status).toBe(204);
    await control('POST', 'carts', { customer_id: 100, lines: [{ product_id: 52, qty: 4 }] });
    expect(quantities(await anne('GET', 'carts/current'))).toEqual({ 52: 4 });
    expect((await control('POST', `carts/${cart.uuid ?? ''}/replace`)).status).toBe(404);
  });

  it('OPS-01 control calls can simulate further events in the ERP', async () => {
    await control('POST', 'customers/100', { can_order: false });
    const cart = WireSale.parse((await put(anne, 51, 1)).body);
    expect((await anne('POST', 'carts/confirm', { uuid: cart.uuid })).status).toBe(400);
    await control('POST', 'customers/100', { can_order: true });
    const mine = await order(anne);
    await control('POST', `sales/${mine.id}/deliver`);
    expect(await control('POST', `sales/${mine.id}/invoice`)).toMatchObject({
      body: { name: expect.stringContaining('INV/2026') as string },
    });
    await control('POST', 'faults', {
      match: { path: 'customer' },
      status: 418,
      body: { detail: 'tea' },
    });
    expect(await anne('GET', 'customer')).toMatchObject({ status: 418, body: { detail: 'tea' } });
    await control('POST', 'availability', { available: false });
    expect((await anne('GET', 'customer')).status).toBe(503);
    await control('POST', 'cart', { dedup: 'none', success: 200 });
    expect((await control('GET', 'requests')).body).toContainEqual(
      expect.objectContaining({ path: '/customer', status: 418, customer_id: null }),
    );
    await control('POST', 'reset', { now: '2026-06-01T10:00:00Z' });
    expect(await put(anne, 51, 1)).toMatchObject({ body: { date_order: '2026-06-01T10:00:00' } });
    await control('POST', 'reset');
    expect(await put(anne, 51, 1)).toMatchObject({ status: 201 });
    expect((await control('POST', 'reset', { seed: 'another' })).status).toBe(400);
  });
});
