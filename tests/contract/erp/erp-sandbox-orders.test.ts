/** Records that a customer reads in the account: orders, documents, statistics, rebate (contract/erp.md 14, 15, 19). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WireSale, type Answer, type Caller } from '../../../sandbox/erp/testing/client';
import { startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

let erp: TestErp;
let anne: Caller;
let carla: Caller;
beforeAll(async () => {
  erp = await startTestErp();
});
afterAll(() => erp.close());
beforeEach(() => {
  erp.control.reset();
  anne = erp.as('anne');
  carla = erp.as('carla');
});

const Paged = z.object({ size: z.number(), data: z.array(z.looseObject({ id: z.number() })) });
const Counted = z.object({ count: z.number(), items: z.array(WireSale) });
const idOf = (answer: Answer) => z.object({ id: z.number() }).parse(answer.body).id;

async function order(who: Caller, product_id: number, qty: number) {
  const cart = WireSale.parse(
    (await who('POST', 'carts/sync', { transactions: [{ product_id, qty }] })).body,
  );
  return WireSale.parse((await who('POST', 'carts/confirm', { uuid: cart.uuid })).body);
}

describe('order history of the ERP stand-in', () => {
  it('ORD-01 a featured sample customer has plausible orders, the same at every start; a student has none', async () => {
    const read = async () => Counted.parse((await carla('GET', 'sales?page_size=5')).body);
    const first = await read();
    expect(first.count).toBeGreaterThan(25);
    expect(first.items.map((sale) => sale.date_order)).toEqual(
      first.items
        .map((sale) => sale.date_order)
        .sort()
        .reverse(),
    );
    expect(new Set(first.items.map(({ state }) => state)).size).toBeGreaterThan(1);
    const other = await startTestErp();
    const again = Counted.parse((await other.as('carla')('GET', 'sales?page_size=5')).body);
    await other.close();
    expect(again).toEqual(first);
    expect(await erp.as('student')('GET', 'sales')).toMatchObject({ body: { count: 0 } });
  });

  it('ORD-01 pages of orders beyond the last one are empty with the right count, and invalid page numbers are rejected', async () => {
    const { count } = Counted.parse((await carla('GET', 'sales')).body);
    expect(await carla('GET', 'sales?page=99&page_size=10')).toMatchObject({
      status: 200,
      body: { count, items: [] },
    });
    for (const query of ['page=0', 'page=x', 'page_size=0', 'page=1.5', 'page='])
      expect((await carla('GET', `sales?${query}`)).status).toBe(422);
    expect(
      Counted.parse((await carla('GET', 'sales?per_page=3&page_size=9')).body).items,
    ).toHaveLength(3);
  });

  it('ORD-01 orders filtered by channel and date are returned with the fields of the short form', async () => {
    const all = Paged.parse((await carla('GET', 'orders?per_page=100')).body);
    const web = Paged.parse((await carla('GET', 'orders?per_page=100&sale_channel=web')).body);
    expect(web.size).toBeLessThan(all.size);
    expect(web.data.every((entry) => entry['sale_channel'] === 'web')).toBe(true);
    expect(all.data[0]).toMatchObject({
      state: 'sale',
      date_order: expect.stringMatching(/Z$/) as string,
    });
    expect(all.data.some((entry) => entry['state'] === 'cancel')).toBe(true);
    expect(await carla('GET', 'orders?from_date=2030-01-01')).toMatchObject({
      body: { size: 0, data: [] },
    });
    expect((await carla('GET', 'orders?sale_channel=all')).status).toBe(422);
  });
});

describe('orders and documents of the ERP stand-in', () => {
  it('ORD-01 the order of another customer gets 404, and a cart is not returned as an order', async () => {
    const mine = await order(anne, 51, 2);
    expect(await anne('GET', `sales/${mine.id}`)).toMatchObject({ body: { name: mine.name } });
    expect((await erp.as('bert')('GET', `sales/${mine.id}`)).status).toBe(404);
    const cart = idOf(
      await anne('POST', 'carts/sync', { transactions: [{ product_id: 51, qty: 1 }] }),
    );
    expect((await anne('GET', `sales/${cart}`)).status).toBe(404);
    expect((await anne('GET', 'sales/abc')).status).toBe(422);
  });

  it('ORD-01 delivery note and invoice belong to their order, and can be downloaded', async () => {
    const mine = await order(anne, 51, 3);
    const line = mine.lines[0]?.id ?? 0;
    erp.control.deliver(mine.id, [{ line_id: line, qty: 1 }]);
    expect(await anne('GET', `sales/${mine.id}`)).toMatchObject({
      body: {
        state: 'delivery_partial',
        lines: [{ qty_delivered: 1 }],
        delivery: { pickings: [{ state: 'assigned' }] },
      },
    });
    erp.control.deliver(mine.id);
    const invoice = erp.control.invoice(mine.id);
    expect(await anne('GET', `sales/${mine.id}`)).toMatchObject({
      body: { state: 'delivery_full', invoices: [{ id: invoice.id }] },
    });
    for (const path of [
      `sales/${mine.id}/download`,
      `invoice/${invoice.id}/download`,
      `invoices/${invoice.id}/download`,
    ]) {
      const download = await anne('GET', path);
      expect(download.headers.get('content-type')).toBe('application/pdf');
      expect(download.headers.get('content-disposition')).toMatch(
        /^attachment; filename\*=UTF-8''.+\.pdf$/,
      );
      expect(String(download.body)).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);
    }
    expect((await erp.as('bert')('GET', `invoice/${invoice.id}/download`)).status).toBe(404);
  });

  it('DOC-01 documents are filtered by type, and a price list is a file with one row per price', async () => {
    const mine = await order(anne, 51, 1);
    erp.control.deliver(mine.id);
    erp.control.invoice(mine.id);
    const types = async (query = '') =>
      Paged.parse((await anne('GET', `documents?per_page=50${query}`)).body).data.map(
        (entry) => entry['type'],
      );
    expect((await types()).sort()).toEqual([
      'delivery_note',
      'discount',
      'invoice',
      'order',
      'pricelist',
    ]);
    expect(await types('&type=invoice')).toEqual(['invoice']);
    expect((await anne('GET', 'documents?type=all')).status).toBe(422);
    const list = Paged.parse((await anne('GET', 'documents?type=pricelist')).body).data[0];
    const file = await anne('GET', `documents/${list?.id ?? 0}/download`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(String(file.body)).toContain('SKU-53;Article 53 en;6;40;;');
    expect((await erp.as('bert')('GET', `documents/${list?.id ?? 0}/download`)).status).toBe(404);
  });

  it('BACK-01 a cancellation may not exceed the backordered quantity', async () => {
    await order(anne, 54, 5);
    await order(anne, 57, 1);
    const Open = z.object({
      data: z.array(z.object({ order_line_id: z.number(), product_id: z.number() })),
    });
    const open = async (query = '') =>
      Open.parse((await anne('GET', `products_on_order?${query}`)).body).data;
    expect((await open()).map(({ product_id }) => product_id)).toEqual([57, 54]);
    expect((await open('families[]=food')).map(({ product_id }) => product_id)).toEqual([54]);
    expect((await open('restricts[]=is_mto')).map(({ product_id }) => product_id)).toEqual([57]);
    expect(await open('restricts%5B%5D=has_backorder&restricts%5B%5D=is_mto')).toHaveLength(2);
    const [made, food] = await open();
    const cancel = (id: number | undefined, quantity: number) =>
      anne('POST', `products_on_order/cancel/${id ?? 0}`, { quantity });
    expect(await anne('GET', `products_on_order/${food?.order_line_id ?? 0}`)).toMatchObject({
      body: { qty_to_deliver: 5, qty_in_backorder: 2, has_backorder: true },
    });
    expect(await cancel(food?.order_line_id, 3)).toMatchObject({
      status: 200,
      body: { status: false, error_msg: 'The quantity must be between 1 and 2.' },
    });
    expect(await cancel(made?.order_line_id, 1)).toMatchObject({ body: { status: false } });
    expect(await cancel(food?.order_line_id, 2)).toMatchObject({
      body: { status: true, error_msg: null },
    });
    expect(await anne('GET', `products_on_order/${food?.order_line_id ?? 0}`)).toMatchObject({
      body: { qty_to_deliver: 3, has_backorder: false },
    });
    expect(erp.control.mails().at(-1)).toMatchObject({ kind: 'cancel_backorder' });
    expect(
      (await erp.as('bert')('GET', `products_on_order/${food?.order_line_id ?? 0}`)).status,
    ).toBe(404);
  });
});

describe('statistics and rebate of the ERP stand-in', () => {
  it('ACC-01 months, favourites and years are computed from the orders', async () => {
    await order(anne, 51, 3);
    await order(anne, 51, 2);
    await order(anne, 53, 1);
    expect(await anne('GET', 'sale_statistics/top_ordered')).toMatchObject({
      body: {
        size: 2,
        data: [
          { product_id: 51, ordered_count: 2 },
          { product_id: 53, ordered_count: 1, product_family: 'meds' },
        ],
      },
    });
    expect(
      await anne('GET', 'sale_statistics/top_ordered?supplier_discount_only=true'),
    ).toMatchObject({ body: { size: 1, data: [{ product_id: 53 }] } });
    expect(await anne('GET', 'sale_statistics/top_ordered?product_families[]=food')).toMatchObject({
      body: { size: 0 },
    });
    expect(await anne('GET', 'sale_statistics/five_years')).toMatchObject({
      body: { size: 5, data: [{}, {}, {}, {}, { food: 0, meds: 35, equipment: 50 }] },
    });
    erp.control.clock.advance(31 * 86_400_000);
    const Months = z.object({ average: z.number(), months: z.record(z.string(), z.number()) });
    const { average, months } = Months.parse(
      (await anne('GET', 'sale_statistics/monthly_ordered/51')).body,
    );
    expect(Object.entries(months).at(-1)).toEqual(['2026-03-01', 5]);
    expect(Object.keys(months)).toHaveLength(12);
    expect(average).toBe(0.42);
  });

  it('LOY-01 the loyalty card counts the orders of its period, and gets 403 without permission', async () => {
    expect((await anne('GET', 'loyalty/card/rfa/current')).status).toBe(204);
    await order(anne, 51, 150);
    expect(await anne('GET', 'loyalty/card/rfa/current')).toMatchObject({
      body: {
        program: { id: 7, program_type: 'year_end_rebate', date_to: '2026-12-31' },
        points: 1500,
        accrued_points: 15,
        max_points: 10_000,
        max_accrued_points: 400,
      },
    });
    const cart = await anne('POST', 'carts/sync', { transactions: [{ product_id: 51, qty: 100 }] });
    expect(cart.body).toMatchObject({
      year_end_rebate: {
        program_id: 7,
        rebate_accrued_amount: 10,
        rebate_potential_amount: 20,
        rebate_accrued_max_amount: 40,
        rebate_accrued_total_amount: 15,
      },
    });
    expect((await erp.as('student')('GET', 'loyalty/card/rfa/current')).status).toBe(403);
    erp.control.changeCustomer(100, { rebate_visible: false, groups: [3] });
    expect((await anne('GET', 'loyalty/card/rfa/current')).status).toBe(403);
    expect(await anne('GET', 'veterinary_groups')).toMatchObject({
      body: { size: 1, data: [{ name: 'RFA 2026 en' }] },
    });
    expect(await erp.as('bert')('GET', 'veterinary_groups')).toMatchObject({
      body: { data: [{ id: 2 }, { id: 1 }] },
    });
  });
});
