/** Placing an order, and its addresses (contract/erp.md 9, 13). */
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

describe('confirmation by the ERP stand-in', () => {
  it('CHK-02 the ERP stand-in increases the proposed serial number, for medicines only', async () => {
    const next = async () => (await anne('GET', 'carts/next_suite_name')).body;
    expect(await next()).toEqual({ value: null });
    await put(anne, 51, 1);
    expect(await next()).toEqual({ value: null });
    const cart = WireSale.parse((await put(anne, 53, 1)).body);
    await anne('POST', 'carts/confirm', { uuid: cart.uuid, suite_name: 'sn0099' });
    await put(anne, 53, 1);
    expect(await next()).toEqual({ value: 'sn0100' });
  });

  it('CHK-02 shortages are returned, and a refresh returns what changed', async () => {
    const cart = WireSale.parse((await put(anne, 54, 3)).body);
    expect(cart.lines[0]).toMatchObject({ qty_unavailable: 0 });
    expect(WireSale.parse((await put(anne, 56, 9)).body).lines[1]).toMatchObject({
      qty_unavailable: 0,
    });
    const others = WireSale.parse((await put(erp.as('bert'), 54, 2)).body);
    await erp.as('bert')('POST', 'carts/confirm', { uuid: others.uuid });
    const refresh = () => anne('POST', 'carts/refresh_qty_unavailable', { uuid: cart.uuid });
    expect(await refresh()).toMatchObject({
      body: { lines: [{ qty_unavailable: 2, qty_unavailable_diff: 2 }, {}] },
    });
    expect(await refresh()).toMatchObject({
      body: { lines: [{ qty_unavailable: 2, qty_unavailable_diff: 0 }, {}] },
    });
    expect(
      await anne('POST', 'carts/refresh_qty_unavailable', { uuid: others.uuid }),
    ).toMatchObject({ status: 404, body: { detail: 'No cart found' } });
  });

  it('CHK-04 an order is placed once, by a customer who may order, with a filled cart', async () => {
    const cart = WireSale.parse((await put(anne, 51, 2)).body);
    const order = await anne('POST', 'carts/confirm', {
      uuid: cart.uuid,
      note: 'quick',
      customer_ref: 'R9',
    });
    expect(order).toMatchObject({
      status: 200,
      body: {
        id: cart.id,
        uuid: cart.uuid,
        typology: 'sale',
        state: 'processing',
        client_order_ref: 'R9',
        note: '<p>quick</p>',
      },
    });
    expect(await anne('POST', 'carts/confirm', { uuid: cart.uuid })).toMatchObject({
      status: 404,
      body: { detail: 'No cart found' },
    });
    expect((await anne('GET', 'carts/current')).status).toBe(204);
    expect(await anne('GET', 'sales?page=1&page_size=10')).toMatchObject({
      body: { count: 1, total: 1, items: [{ uuid: cart.uuid }] },
    });
    const student = erp.as('student');
    const theirs = WireSale.parse((await put(student, 51, 1)).body);
    expect(await student('POST', 'carts/confirm', { uuid: theirs.uuid })).toMatchObject(
      detail('Your account may not place orders.'),
    );
    const bare = WireSale.parse((await anne('POST', 'carts/current/update', {})).body);
    expect(await anne('POST', 'carts/confirm', { uuid: bare.uuid })).toMatchObject(
      detail('The cart is empty.'),
    );
  });
});

describe('addresses of the ERP stand-in', () => {
  it('PROF-01 delivery addresses can be created, partly updated and deleted until an order uses them', async () => {
    const made = z.object({ id: z.number() }).parse(
      (
        await anne('POST', 'addresses/delivery', {
          name: 'New',
          zip: '',
          vat: 'BE1',
          country_id: 20,
          foo: 1,
        })
      ).body,
    );
    expect(await anne('POST', `addresses/delivery/${made.id}`, { street: 'S 2' })).toMatchObject({
      body: { name: 'New', street: 'S 2', zip: null, vat: null, country: { code: 'BE' } },
    });
    await anne('POST', 'carts/current/update', { delivery: { address_id: made.id } });
    const cart = WireSale.parse((await put(anne, 51, 1)).body);
    await anne('POST', 'carts/confirm', { uuid: cart.uuid });
    expect((await anne('DELETE', `addresses/delivery/${made.id}`)).status).toBe(400);
    expect((await anne('POST', `addresses/delivery/${made.id}`, { street: 'x' })).status).toBe(400);
    const other = z
      .object({ id: z.number() })
      .parse((await anne('POST', 'addresses/delivery', {})).body);
    expect(await anne('DELETE', `addresses/delivery/${other.id}`)).toMatchObject({
      status: 200,
      body: null,
    });
    expect((await anne('GET', `addresses/delivery/${other.id}`)).status).toBe(404);
    expect(await anne('DELETE', 'addresses/delivery/100')).toMatchObject(
      detail('This address is the customer itself and cannot be removed.'),
    );
    expect((await anne('DELETE', 'addresses/invoicing/100')).status).toBe(405);
    expect(await anne('POST', 'addresses/invoicing', { name: 'x' })).toMatchObject(
      detail('Creation of invoicing addresses is not supported'),
    );
  });

  it('PROF-01 a VAT number must be valid, and stays if an update omits it', async () => {
    const update = (body: object) => anne('POST', 'addresses/invoicing/100', body);
    expect(await update({ vat: 'BE0000000000' })).toMatchObject({ status: 400 });
    expect(await update({ street: 'S 3' })).toMatchObject({
      body: { street: 'S 3', vat: 'BE0477472701' },
    });
    erp.control.profile({ quirks: { 'released-faults': true } });
    expect(await update({ street: 'S 4' })).toMatchObject({ body: { vat: null } });
  });
});
