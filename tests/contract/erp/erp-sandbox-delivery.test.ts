/** Details and delivery of a cart (contract/erp.md 9, 11). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WireSale, type Caller } from '../../../sandbox/erp/testing/client';
import { startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

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

const put = (who: Caller, product_id: number, qty: number) =>
  who('POST', 'carts/sync', { transactions: [{ product_id, qty }] });
const detail = (text: string) => ({ status: 400, body: { detail: text } });

describe('cart details of the ERP stand-in', () => {
  it('CHK-02 an update of cart details writes only the given keys, and creates a missing cart', async () => {
    const note = 'line 1\nline 2 <b>x</b> & <script>alert(1)</script>';
    expect(
      await anne('POST', 'carts/current/update', { client_order_ref: 'R1', note }),
    ).toMatchObject({
      status: 200,
      body: {
        client_order_ref: 'R1',
        customer_ref: 'R1',
        note: '<p>line 1\nline 2 <b>x</b> &amp; </p>',
        lines: [],
      },
    });
    expect(await anne('POST', 'carts/current/update', { note: '' })).toMatchObject({
      body: { client_order_ref: 'R1', note: null },
    });
    expect((await anne('POST', 'carts/update', { client_order_ref: 5 })).status).toBe(422);
  });

  it('CHK-01 only the customer’s own addresses can be chosen, and null keeps the choice', async () => {
    await put(anne, 51, 1);
    const choose = (address_id: unknown) =>
      anne('POST', 'carts/current/update', { delivery: { address_id } });
    expect(await choose(100)).toMatchObject({ body: { delivery: { address: { id: 100 } } } });
    for (const leave of [null, 0])
      expect(await choose(leave)).toMatchObject({ body: { delivery: { address: { id: 100 } } } });
    expect(await choose(111)).toMatchObject({ status: 404, body: { detail: 'MissingError' } });
    erp.control.profile({ quirks: { 'foreign-403': true } });
    expect(await choose(111)).toMatchObject({ status: 403, body: { detail: 'AccessError' } });
    expect((await choose(99_999)).status).toBe(404);
  });
});

describe('delivery of the ERP stand-in', () => {
  const Carriers = z.array(z.object({ id: z.number(), price_applied_to_cart: z.number() }));

  it('CHK-01 carriers are listed by country and weight, cheapest first, with their price', async () => {
    expect((await anne('GET', 'carts/current/delivery_carriers')).status).toBe(404);
    await put(anne, 54, 2);
    const offered = async (query = '') =>
      Carriers.parse((await anne('GET', `carts/current/delivery_carriers${query}`)).body);
    // 24 kg: 4 kg above the weight included in the express price
    expect(await offered()).toEqual([
      { id: 1, price_applied_to_cart: 0 },
      { id: 3, price_applied_to_cart: 2.5 },
      { id: 4, price_applied_to_cart: 4.95 },
      { id: 2, price_applied_to_cart: 16.7 },
    ]);
    expect((await offered('?country_id=165')).map(({ id }) => id)).toEqual([4, 5, 2]);
    await put(anne, 54, 1);
    expect((await offered()).map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(await anne('GET', 'carts/current/delivery_carriers?country_id=')).toMatchObject({
      status: 422,
    });
  });

  it('CHK-01 choosing a carrier adds its fee as a marked line that is not a product', async () => {
    expect(await anne('POST', 'carts/current/set_carrier', { carrier_id: 2 })).toMatchObject(
      detail('There is no cart'),
    );
    await put(anne, 51, 1);
    const cart = await anne('POST', 'carts/current/set_carrier', { carrier_id: 2 });
    expect(cart.body).toMatchObject({
      lines: [
        { product_id: 51 },
        { type: 'delivery', is_delivery: true, qty: 1, amount: { untaxed: 14.9, tax: 3.13 } },
      ],
      amount: {
        untaxed: 24.9,
        total: 30.13,
        untaxed_without_shipping: 10,
        total_without_shipping: 12.1,
      },
      amount_without_delivery: { untaxed: 10, total: 12.1 },
      delivery: {
        method: { id: 2, code: 'EXPRESS' },
        selected_carrier: { id: 2 },
        fees: { total: 18.03 },
        amount: { total: 18.03 },
      },
    });
    const refused = 'This delivery method is not available for your order';
    for (const carrier_id of [5, 999])
      expect(await anne('POST', 'carts/current/carrier', { carrier_id })).toMatchObject(
        detail(refused),
      );
    expect(
      await erp.as('anne', 'fr')('POST', 'carts/set_carrier', { carrier_id: 5 }),
    ).toMatchObject(detail("Ce mode de livraison n'est pas disponible pour votre commande"));
    erp.control.profile({ quirks: { 'raw-400-texts': true } });
    expect(
      await erp.as('anne', 'fr')('POST', 'carts/set_carrier', { carrier_id: 5 }),
    ).toMatchObject(detail(refused));
    expect((await anne('POST', 'carts/current/set_carrier', { carrier_id: 2, x: 1 })).status).toBe(
      422,
    );
  });

  it('CHK-01 a pickup point is the delivery address until another carrier is chosen', async () => {
    await put(anne, 51, 1);
    expect(await anne('GET', 'delivery_pickups?carrier_id=4&name=hass')).toMatchObject({
      body: [{ id: 9006, code: 'R102', country_code: 'BE' }],
    });
    expect((await anne('GET', 'delivery_pickups?carrier_id=1')).body).toEqual([]);
    expect((await anne('GET', 'delivery_pickups')).status).toBe(422);
    expect(await anne('POST', 'carts/current/set_pickup', { pickup_site_id: 9001 })).toMatchObject({
      body: {
        delivery: {
          method: { id: 3 },
          address: { id: 9001, is_dropoff_site: true, city: 'Marche-en-Famenne' },
        },
      },
    });
    expect(await anne('POST', 'carts/current/set_pickup', { pickup_site_id: 1 })).toMatchObject(
      detail('Invalid code for pickup site'),
    );
    expect(await anne('POST', 'carts/current/set_carrier', { carrier_id: 1 })).toMatchObject({
      body: { delivery: { address: { id: 101 } } },
    });
  });

  it('CHK-01 a pickup point known only to its carrier can be chosen only after that carrier', async () => {
    await put(anne, 51, 1);
    const point = {
      code: 'R201',
      name: 'Consigne',
      zip: '5590',
      city: 'Ciney',
      country_code: 'BE',
    };
    const choose = (body: object) => anne('POST', 'carts/current/set_public_delivery_pickup', body);
    expect((await choose(point)).status).toBe(400);
    await anne('POST', 'carts/current/set_carrier', { carrier_id: 4 });
    expect((await choose({ ...point, id: null })).status).toBe(422);
    expect((await choose({ ...point, country_code: 'XX' })).status).toBe(400);
    expect(await choose(point)).toMatchObject({
      body: { delivery: { address: { name: 'Consigne', is_dropoff_site: true } } },
    });
  });

  it('CHK-01 the older delivery call lists methods in an envelope, and sets one', async () => {
    const uuid = WireSale.parse((await put(anne, 51, 1)).body).uuid ?? '';
    expect(await anne('GET', `delivery_carriers?cart_uuid=${uuid}`)).toMatchObject({
      body: { size: 4, data: [{ id: 1 }, { id: 3 }, { id: 4 }, { id: 2 }] },
    });
    expect(await anne('GET', 'delivery_carriers')).toMatchObject({
      body: [{ id: 1, price_applied_to_cart: null }, {}, {}, {}, {}],
    });
    expect(await anne('POST', 'carts/set_delivery_method', { method_id: 1, uuid })).toMatchObject({
      body: { delivery: { method: { id: 1 } } },
    });
    expect((await anne('POST', 'carts/set_delivery_method', { method_id: 77 })).status).toBe(404);
    expect((await anne('POST', 'carts/set_delivery_method', { method_id: 5 })).status).toBe(400);
    erp.control.profile({ quirks: { 'plain-carriers': true } });
    expect((await anne('GET', `delivery_carriers?cart_uuid=${uuid}`)).body).toHaveLength(5);
  });
});
