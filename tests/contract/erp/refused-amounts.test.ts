import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { CustomerRequest } from '~/base/page/page';
import { findRebateCard } from '~/account/dashboard/rebate-card.server';
import { findOrder } from '~/ordering/orders/orders.server';

/** A page whose ERP responds with this text, parsed as JSON (1e999 is infinite), and its log lines. */
function pageOf(text: string) {
  const told: unknown[] = [];
  const page = {
    locale: 'fr',
    customer: { owner: 'https://id.example|7' },
    context: {
      clock: { now: () => new Date('2026-11-22T12:00:00Z') },
      log: { warn: (line: unknown) => told.push(line) },
      session: { kind: 'guest' },
      keyValueStore: { read: () => Promise.resolve(null) },
      cache: { get: (_key: string, _rule: unknown, load: () => unknown) => load() },
      erp: {
        call: (_call: unknown, schema: z.ZodType) =>
          Promise.resolve({ kind: 'ok', body: schema.parse(JSON.parse(text)) }),
      },
    },
  };
  return { page: page as unknown as CustomerRequest, told };
}

const sale = (untaxed: string, quantity = '2'): string =>
  `{"id":7,"name":"S7","state":"processing","date_order":"2026-03-04T23:30:00","lines":[
    {"id":1,"product_id":51,"qty":${quantity},"type":"product","amount":{"untaxed":${untaxed}}},
    {"id":2,"product_id":0,"qty":0,"type":"section","name":"A section"},
    {"id":3,"product_id":52,"qty":1,"type":"product","amount":{"untaxed":4}}],
    "amount":{"untaxed":24,"tax":5.04,"total":29.04}}`;

it.each(['1e308', '1e999', '-1e999', '1000000001', '-1e12'])(
  'ORD-02 P-44 an order line with the amount %s is shown without amount and price, and is logged once',
  async (untaxed) => {
    const { page, told } = pageOf(sale(untaxed));
    const order = await findOrder(page, 7);
    expect(order?.lines.map(({ amount, netPrice }) => [amount, netPrice])).toEqual([
      [null, null],
      [400, 400],
    ]);
    expect(told).toMatchObject([{ event: 'erp.amount_refused', path: 'sales/{id}', count: 1 }]);
  },
);

it('ORD-02 P-44 an order line with an amount for a tiny quantity is shown without a unit price', async () => {
  const { page, told } = pageOf(sale('900000000', '0.00001'));
  expect((await findOrder(page, 7))?.lines[0]).toMatchObject({ netPrice: null });
  expect(told).toMatchObject([{ event: 'erp.amount_refused', count: 1 }]);
});

it('ORD-02 P-44 an invalid total of an order is not shown as zero', async () => {
  const { page, told } = pageOf(sale('20').replace('29.04', '1e999'));
  expect((await findOrder(page, 7))?.amount).toBeNull();
  expect(told).toMatchObject([{ event: 'erp.amount_refused', count: 1 }]);
  const good = pageOf(sale('20'));
  expect((await findOrder(good.page, 7))?.amount?.total).toBe(2_904);
  expect(good.told).toEqual([]);
});

it.each(['1e308', '1e999', '"12"', 'null', '-1e10'])(
  'LOY-01 P-44 a rebate of %s hides the loyalty card, and is logged once',
  async (accrued) => {
    const { page, told } = pageOf(
      `{"program":{"name":"RFA","date_from":"2026-01-01","date_to":"2026-12-31"},"points":10,
        "accrued_points":${accrued},"max_points":20,"max_accrued_points":30,"tiers":[]}`,
    );
    expect(await findRebateCard(page)).toBeNull();
    expect(told).toMatchObject([
      { event: 'erp.amount_refused', path: 'loyalty/card/rfa/current', count: 1 },
    ]);
  },
);
