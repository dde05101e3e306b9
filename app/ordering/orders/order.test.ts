import { describe, expect, it } from 'vitest';
import { OrderWire, OrdersPage, SalesPage, toOrder } from './order-wire.server';
import { instantFrom } from '~/base/kernel/wire-date';
import type { Day } from '~/base/kernel/day';
import {
  backordered,
  countsCancelled,
  earnsRebate,
  orderState,
  productLines,
  stillToCome,
  type Order,
  type OrderState,
} from './order';
import { ordersAddress, readOrdersQuery } from './orders-list';

const line = (quantity: number, delivered: number | null, cancelled = 0) => ({
  quantity,
  delivered,
  cancelled,
});

describe('state of an order', () => {
  it.each([
    ['processing', 'processing'],
    ['delivery_partial', 'partly-delivered'],
    ['delivery_full', 'delivered'],
    ['shipped', 'delivered'],
    ['done', 'delivered'],
    ['cancel', 'cancelled'],
    ['sent', 'pending'],
    ['estimating', 'quotation-asked'],
    ['estimated', 'quotation-answered'],
    ['brand new word', 'other'],
  ] as const)('ORD-01 orderState maps the ERP’s state %s to %s', (word, state) => {
    expect(orderState(word, [])).toBe(state);
  });

  it('ORD-01 earnsRebate is true only for orders of this year that are not cancelled', () => {
    const today = '2026-01-02' as Day;
    const placed = (at: string) => new Date(at);
    const earns = (state: OrderState, at: string | null) =>
      earnsRebate({ state, placedAt: at === null ? null : placed(at) }, today);
    // 22:30 UTC is still the old year in Brussels, 23:30 UTC the new one.
    expect(earns('processing', '2025-12-31T23:30:00Z')).toBe(true);
    expect(earns('processing', '2025-12-31T22:30:00Z')).toBe(false);
    expect(earns('cancelled', '2026-01-02T08:00:00Z')).toBe(false);
    expect(earns('delivered', null)).toBe(false);
  });

  it('ORD-01 the state of an order with Odoo’s own state "sale" depends on its deliveries', () => {
    expect(orderState('sale', [line(2, 0)])).toBe('processing');
    expect(orderState('sale', [line(2, null)])).toBe('processing');
    expect(orderState('sale', [line(2, 1), line(1, 0)])).toBe('partly-delivered');
    expect(orderState('sale', [line(2, 1, 1), line(1, 1)])).toBe('delivered');
  });
});

describe('converting an order of the ERP', () => {
  it('ORD-01 datetimes without zone are UTC', () => {
    expect(instantFrom('2026-03-04T09:15:00')?.toISOString()).toBe('2026-03-04T09:15:00.000Z');
    expect(instantFrom('2026-03-04 09:15:00')?.toISOString()).toBe('2026-03-04T09:15:00.000Z');
    expect(instantFrom('2026-03-04T09:15:00Z')?.toISOString()).toBe('2026-03-04T09:15:00.000Z');
    expect(instantFrom('soon')).toBeNull();
    expect(instantFrom(null)).toBeNull();
  });

  const released = {
    id: 7,
    name: 'S7',
    state: 'processing',
    date_order: '2026-03-04T23:30:00',
    lines: [
      { id: 1, product_id: 51, qty: 2, type: 'product', amount: { untaxed: 20.0000001 } },
      { id: 2, product_id: 0, qty: 0, type: 'section', name: 'A section' },
      { id: 3, product_id: 9, qty: 1, type: 'product', name: 'Van', amount: { untaxed: 4 } },
    ],
    amount: { untaxed: 24, tax: 5.04, total: 29.04 },
    delivery: { selected_carrier: { id: 1, name: 'Van' }, amount: { untaxed: 4, tax: 0.84 } },
  };

  it('ORD-01 the discount of an order line is the ERP’s rate, unless the line’s prices contradict it', () => {
    const percentOf = (rate: unknown, net: number) => {
      const one = { id: 1, product_id: 51, qty: 3, discount: { rate } };
      const prices = { unit_price: { untaxed: 6.24, untaxed_with_discount: net } };
      const sale = { id: 7, state: 'sale', lines: [{ ...one, ...prices }] };
      return toOrder(OrderWire.parse(sale)).lines[0]?.percent;
    };
    expect(percentOf(6, 5.87)).toBe(6);
    expect(percentOf(6, 5)).toBeNull();
    expect(percentOf(0, 5.87)).toBeNull();
    expect(percentOf(null, 5.87)).toBeNull();
    expect(toOrder(OrderWire.parse(released)).lines[0]?.percent).toBeNull();
  });

  it('ORD-01 an order of an ERP with only published modules has no deliveries, and no delivery fee among its goods', () => {
    const order = toOrder(OrderWire.parse(released));
    expect(order.lines).toHaveLength(1);
    expect(order.lines[0]).toMatchObject({ delivered: null, open: null, netPrice: 1000 });
    expect(order).toMatchObject({ goodsUntaxed: 2000, shipping: 400, carrier: 'Van' });
    expect(stillToCome(order)).toEqual({ pieces: 0, lines: 0 });
  });

  it('ORD-01 P-44 an order line with nearly zero pieces has no unit price', () => {
    const lines = [1e-300, 5e-324, 1e-12].map((qty, at) => ({
      id: at + 1,
      product_id: 51,
      qty,
      type: 'product',
      amount: { untaxed: 20 },
    }));
    const order = toOrder(OrderWire.parse({ ...released, lines }));
    expect(order.lines.map(({ netPrice, amount }) => [netPrice, amount])).toEqual([
      [null, 2_000],
      [null, 2_000],
      [null, 2_000],
    ]);
  });

  it('ORD-01 pieces still to be delivered are counted, except for a cancelled order', () => {
    const lines = [{ id: 1, product_id: 51, qty: 5, qty_delivered: 2, qty_canceled: 1 }];
    const sale = { ...released, state: 'delivery_partial', lines };
    expect(stillToCome(toOrder(OrderWire.parse(sale)))).toEqual({ pieces: 2, lines: 1 });
    const cancelled = toOrder(OrderWire.parse({ ...sale, state: 'cancel' }));
    expect(stillToCome(cancelled).pieces).toBe(0);
  });

  it('ORD-01 backordered pieces are those that the ERP reports as short; discounts do not count as lines', () => {
    const goods = { product_id: 51, qty: 5, qty_delivered: 0, qty_canceled: 0 };
    const lines = [
      { ...goods, id: 1, qty_unavailable: 0 },
      { ...goods, id: 2, qty_unavailable: 3 },
      { ...goods, id: 3, qty_unavailable: 5, qty_delivered: 5 },
      { ...goods, id: 4, qty_unavailable: 1, is_reward_line: true },
    ];
    const orderIn = (state: string) => toOrder(OrderWire.parse({ ...released, state, lines }));
    const order = orderIn('processing');
    expect(stillToCome(order)).toEqual({ pieces: 10, lines: 2 });
    const short = (one: Order) => one.lines.map((line) => backordered(one, line));
    expect(short(order)).toEqual([0, 3, 0, 0]);
    expect(productLines(order)).toHaveLength(3);
    for (const over of ['cancel', 'shipped']) expect(short(orderIn(over))).toEqual([0, 0, 0, 0]);
  });

  it('ORD-01 BACK-01 cancelled or delivered pieces are not backordered, but may remain in the amounts', () => {
    const goods = { product_id: 51, qty: 7, qty_unavailable: 7, amount: { untaxed: 70 } };
    const lines = [
      { ...goods, id: 1, qty_delivered: 0, qty_canceled: 2 },
      { ...goods, id: 2, qty_delivered: 6, qty_canceled: 0 },
      { ...goods, id: 3, qty_delivered: 0, qty_canceled: 7 },
    ];
    const order = toOrder(OrderWire.parse({ ...released, lines }));
    expect(order.lines.map((line) => backordered(order, line))).toEqual([5, 1, 0]);
    const without = lines.map((line) => ({
      ...line,
      unit_price: { untaxed: 10, untaxed_with_discount: 10 },
      amount: { untaxed: 10 * (7 - line.qty_canceled) },
    }));
    expect(countsCancelled(order)).toBe(true);
    expect(countsCancelled(toOrder(OrderWire.parse({ ...released, lines: without })))).toBe(false);
  });

  it('P-36 invalid entries are left out of the list of orders', () => {
    expect(SalesPage.parse({ count: 3, items: [released, null, 'x', {}] }).items).toHaveLength(1);
    const orders = { size: 2, data: [{ id: 1, amount_total: 36.300000000000004 }, { name: 'x' }] };
    expect(OrdersPage.parse(orders).data).toMatchObject([{ id: 1, total: 3630, state: 'other' }]);
  });
});

describe('address of the orders list', () => {
  it('ORD-01 page, size, channel and number of the orders list are validated and written back to the address', () => {
    const query = readOrdersQuery(new URLSearchParams('page=3&size=20&channel=fax'));
    expect(query).toEqual({ page: 3, size: 20, channel: 'fax', name: null });
    expect(ordersAddress('fr', query)).toBe('/fr/account/sales?channel=fax&size=20&page=3');
    const odd = readOrdersQuery(new URLSearchParams('page=-1&size=7&channel=all&no=%20S1%20'));
    expect(odd).toEqual({ page: 1, size: 10, channel: null, name: 'S1' });
    const wide = readOrdersQuery(new URLSearchParams({ no: '\u3000Ｓ１００ ０５３ ' }));
    expect(wide.name).toBe('S100053');
  });
});
