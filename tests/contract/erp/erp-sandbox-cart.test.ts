/** The cart of the ERP stand-in by contract/erp.md 9 and 10. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startErp, type ErpServer } from '../../../sandbox/erp/server';
import { SMALL_WORLD } from '../../../sandbox/erp/testing/small-world';
import {
  AUDIENCE,
  TOKEN_SECRET,
  WireSale,
  httpCaller,
  quantities,
  tokenFor,
  type Caller,
} from '../../../sandbox/erp/testing/client';

const NOW = new Date('2026-03-10T09:00:00Z');
let server: ErpServer;
let anne: Caller;
let bert: Caller;

const as = (email: string, language = 'en') =>
  httpCaller(server.url, {
    authorization: `Bearer ${tokenFor(email, NOW.getTime())}`,
    'accept-language': language,
  });

const tx = (product_id: number, qty: unknown, more: Record<string, unknown> = {}) => ({
  uuid: randomUUID(),
  product_id,
  qty,
  ...more,
});

const sync = (who: Caller, transactions: unknown[], uuid: string | null = null) =>
  who('POST', 'carts/sync', { uuid, transactions });

const uuidOf = (body: unknown) => WireSale.parse(body).uuid ?? '';

beforeAll(async () => {
  server = await startErp({
    world: SMALL_WORLD,
    now: () => NOW,
    tokenSecret: TOKEN_SECRET,
    audience: AUDIENCE,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  server.control.reset();
  anne = as('anne@practice.example');
  bert = as('bert@practice.example');
});

describe('cart sync of the ERP stand-in', () => {
  it('CART-04 the ERP stand-in has no cart before the first transaction', async () => {
    expect((await anne('GET', 'carts/current')).status).toBe(204);
    expect((await sync(anne, [])).status).toBe(204);
    expect((await sync(anne, [], randomUUID())).status).toBe(204);
    server.control.cart({ empty: 'object' });
    expect(await sync(anne, [])).toMatchObject({ status: 200, body: {} });
  });

  it('CART-01 the first transaction creates a cart with the customer’s prices, VAT and addresses', async () => {
    const answer = await sync(anne, [tx(51, 2), tx(52, 3), tx(51, 1)]);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      typology: 'cart',
      state: 'pending',
      date_order: '2026-03-10T09:00:00',
      client_order_ref: null,
      lines: [
        {
          product_id: 51,
          name: 'Article 51 en',
          qty: 3,
          amount: { untaxed: 30, tax: 6.3, total: 36.3, discount_total: 0, price: 10 },
          product: { sku: 'SKU-51' },
          is_delivery: false,
          uuid: null,
        },
        {
          product_id: 52,
          unit_price: { untaxed: 10, untaxed_with_discount: 9 },
          discount: { rate: 10, value: 3.63 },
          amount: { untaxed: 27, tax: 5.67, total: 32.67, total_without_discount: 36.3 },
        },
      ],
      amount: { untaxed: 57, tax: 11.97, total: 68.97, discount_total: 3.63 },
      amount_without_delivery: { total: 68.97 },
      delivery: {
        address: { id: 101, city: 'Liège', country: { id: 20, code: 'BE', name: 'Belgium' } },
        method: null,
        fees: null,
      },
      invoicing: { address: { id: 100, vat: 'BE0477472701', ref: 'C100', lang: 'fr_BE' } },
    });
  });

  it('PRICE-01 the line quantity selects the tier, with exact rounding', async () => {
    const one = WireSale.parse((await sync(anne, [tx(53, 1)])).body);
    // 42.10 minus 10 %, minus the veterinary 8 %
    expect(one.lines[0]).toMatchObject({
      unit_price: { untaxed: 42.1, untaxed_with_discount: 34.86 },
    });
    const six = WireSale.parse((await sync(anne, [tx(53, 5)])).body);
    expect(six.lines[0]).toMatchObject({
      unit_price: { untaxed: 40, untaxed_with_discount: 33.12 },
    });
    // the exclusive 20 % from 24 pieces replaces the supplier's discount
    const many = WireSale.parse((await sync(anne, [tx(53, 18)])).body);
    expect(many.lines[0]).toMatchObject({
      discount: { rate: 20 },
      unit_price: { untaxed: 40, untaxed_with_discount: 32 },
      amount: { untaxed: 768, tax: 46.08, total: 814.08 },
    });
  });

  it('CART-06 a repeated transaction is not applied again, to the same cart or to another', async () => {
    const plus = tx(51, 2);
    const first = await sync(anne, [plus]);
    const uuid = uuidOf(first.body);
    expect(quantities(await sync(anne, [plus, plus], uuid))).toEqual({ 51: 2 });
    await anne('POST', 'carts/confirm', { uuid });
    expect((await sync(anne, [plus])).body).toMatchObject({ lines: [] });
    expect(quantities(await sync(bert, [plus]))).toEqual({ 51: 2 });
  });

  it('CART-06 other deduplication modes can be switched on', async () => {
    const [a, b] = [tx(51, 1), tx(51, 1)];
    server.control.cart({ dedup: 'none' });
    expect(quantities(await sync(anne, [a, a]))).toEqual({ 51: 2 });
    server.control.cart({ dedup: 'strict' });
    expect(quantities(await sync(anne, [a, b]))).toEqual({ 51: 3 });
    const late = await sync(anne, [tx(51, 1), a]);
    expect(late.status).toBe(400);
    expect(JSON.stringify(late.body)).toContain(a.uuid);
    expect(quantities(await sync(anne, []))).toEqual({ 51: 3 });
  });

  it('CART-04 a transaction for an unknown cart uuid is not applied; if no cart is open, it creates an empty one', async () => {
    const ghost = await sync(anne, [tx(51, 4)], randomUUID());
    expect(ghost).toMatchObject({ status: 201, body: { lines: [] } });
    await sync(anne, [tx(51, 1)], uuidOf(ghost.body));
    expect(quantities(await sync(anne, [tx(51, 4)], randomUUID()))).toEqual({ 51: 1 });
    const path = `carts/${randomUUID()}/sync`;
    expect(quantities(await anne('POST', path, { transactions: [tx(51, 4)] }))).toEqual({ 51: 1 });
    const bad = await sync(anne, [], 'nope');
    expect(bad).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'uuid'] }] } });
  });

  it('CART-03 lines never go below zero, and the changes of one request are summed', async () => {
    await sync(anne, [tx(51, 3)]);
    expect(quantities(await sync(anne, [tx(51, -5), tx(51, 5)]))).toEqual({ 51: 3 });
    expect(quantities(await sync(anne, [tx(51, -5)]))).toEqual({});
    expect(quantities(await sync(anne, [tx(51, -5)]))).toEqual({});
    expect(quantities(await sync(anne, [tx(51, 5)]))).toEqual({ 51: 5 });
    expect(quantities(await sync(anne, [tx(51, -4.6)]))).toEqual({});
  });

  it('CART-03 the same product with other options makes another cart line', async () => {
    const options = { colour: 'red', size: { b: 1, a: 2 } };
    const answer = await sync(anne, [
      tx(51, 1),
      tx(51, 1, { options: {} }),
      tx(51, 1, { options: null }),
      tx(51, 2, { options }),
      tx(51, 2, { options: { size: { a: 2, b: 1 }, colour: 'red' } }),
    ]);
    const { lines } = WireSale.parse(answer.body);
    expect(lines.map(({ qty, options: shown }) => ({ qty, shown }))).toEqual([
      { qty: 3, shown: null },
      { qty: 4, shown: options },
    ]);
    server.control.cart({ options: false });
    expect(await sync(anne, [tx(51, 1, { options: null })])).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'transactions', 0, 'options'] }] },
    });
  });

  it('CART-05 one unknown product rejects the whole request, whatever its quantity', async () => {
    await sync(anne, [tx(51, 1)]);
    for (const qty of [1, 0, -1])
      expect(await sync(anne, [tx(51, 1), tx(999_999, qty)])).toMatchObject({
        status: 404,
        body: { detail: 'MissingError' },
      });
    expect(quantities(await sync(anne, []))).toEqual({ 51: 1 });
  });

  it.each([
    ['a text', 'two', 'float_parsing'],
    ['null', null, 'float_type'],
    ['infinite', '1e999', 'finite_number'],
    ['beyond a million', 1_000_000, 'less_than'],
    ['absent', undefined, 'missing'],
  ])('CART-03 a quantity that is %s is rejected', async (_label, qty, type) => {
    expect(await sync(anne, [tx(51, qty)])).toMatchObject({
      status: 422,
      body: { detail: [{ type, loc: ['body', 'transactions', 0, 'qty'] }] },
    });
  });

  it('CART-03 ids that are numeric strings are accepted, malformed ids are not', async () => {
    expect(quantities(await sync(anne, [tx(51, '3'), { product_id: '51', qty: true }]))).toEqual({
      51: 4,
    });
    expect(await sync(anne, [{ product_id: 1.5, qty: 1 }])).toMatchObject({
      body: { detail: [{ type: 'int_from_float' }] },
    });
    expect(
      await anne('POST', 'carts/sync', '{"transactions": [', {
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'json_invalid', loc: ['body', 18] }] },
    });
  });

  it('CHK-01 a cart change resets the delivery choice, an ignored or empty one does not', async () => {
    const cart = await sync(anne, [tx(51, 1)]);
    const uuid = uuidOf(cart.body);
    const choose = () => anne('POST', 'carts/current/set_carrier', { carrier_id: 2 });
    await choose();
    const kept = [[], [tx(51, 0)]];
    for (const transactions of kept)
      expect((await sync(anne, transactions, uuid)).body).toMatchObject({
        delivery: { method: { id: 2 } },
      });
    expect((await sync(anne, [tx(51, 3)], randomUUID())).body).toMatchObject({
      delivery: { method: { id: 2 } },
    });
    expect((await sync(anne, [tx(51, 1)], uuid)).body).toMatchObject({
      delivery: { method: null },
    });
    server.control.profile({ quirks: { 'void-sync-clears-delivery': true } });
    await choose();
    expect((await sync(anne, [tx(51, 0)], uuid)).body).toMatchObject({
      delivery: { method: null },
    });
    await choose();
    expect((await sync(anne, [tx(51, 9)], randomUUID())).body).toMatchObject({
      delivery: { method: null },
    });
    expect(quantities(await sync(anne, []))).toEqual({ 51: 2 });
  });

  it('CART-09 a sync call without sign-in gets 401, even when its body is invalid', async () => {
    const guest = httpCaller(server.url);
    expect(await guest('POST', 'carts/sync', { bad: 1 })).toMatchObject({
      status: 401,
      body: { detail: 'Unauthorized' },
    });
    expect(
      (await guest('POST', 'carts/sync', '{', { headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(422);
  });

  it('CART-06 two hundred lines sync in one call', async () => {
    const transactions = Array.from({ length: 200 }, (_, index) =>
      tx(51, 1, { options: { index } }),
    );
    const answer = await sync(anne, transactions);
    expect(WireSale.parse(answer.body).lines).toHaveLength(200);
  });
});
