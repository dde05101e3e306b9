import { describe, expect, it } from 'vitest';
import type { Address, Cart } from '~/ordering/cart/cart';
import { toCart, SaleWire } from '~/ordering/cart/wire/cart-wire.server';
import type { Carrier } from './checkout';
import { confirmFaults, waysToPay, type OrderToConfirm } from './confirm-rules';

const wire = (id: number, facts: object = {}) => ({
  id,
  name: 'A',
  street: 'Rue 1',
  zip: '4000',
  city: 'Liège',
  ...facts,
});
const cartOf = (delivery: object, invoicing: object | null = wire(11)): Cart =>
  toCart(SaleWire.parse({ id: 1, uuid: 'u', delivery, invoicing: { address: invoicing } }));

const carrier = (id: number, needsPoint = false): Carrier => ({
  id,
  name: `c${id}`,
  code: null,
  description: null,
  price: null,
  needsPoint,
});
const own = [{ id: 12 }, { id: 13 }] as Address[];
const facts = (cart: Cart, more: Partial<OrderToConfirm> = {}): OrderToConfirm => ({
  cart,
  addresses: own,
  carriers: { kind: 'ok', value: [carrier(1), carrier(3, true)] },
  madeToOrder: 'none',
  acknowledged: false,
  cold: false,
  staysCold: false,
  unusual: null,
  sure: undefined,
  ways: ['account', '14'],
  way: 'account',
  ...more,
});
const reasons = (given: OrderToConfirm) => confirmFaults(given).map(({ reason }) => reason);

const byVan = { address: wire(12), method: { id: 1, name: 'Van' } };

describe('confirmation rules', () => {
  it('CHK-01 a confirmation requires only two valid addresses and a delivery method', () => {
    expect(reasons(facts(cartOf(byVan)))).toEqual([]);
  });

  it('CHK-01 an incomplete delivery or invoice address prevents the confirmation', () => {
    expect(reasons(facts(cartOf({ ...byVan, address: wire(12, { zip: ' ' }) })))).toEqual([
      'ship-incomplete',
    ]);
    expect(reasons(facts(cartOf(byVan, wire(11, { street: null }))))).toEqual(['bill-incomplete']);
    expect(reasons(facts(cartOf({ ...byVan, address: null }, null)))).toEqual([
      'ship-missing',
      'bill-missing',
    ]);
  });

  it('CHK-01 a confirmation requires a carrier if carriers exist, and reports when none is offered', () => {
    const none = cartOf({ address: wire(12) });
    expect(reasons(facts(none))).toEqual(['carrier-missing']);
    expect(reasons(facts(none, { carriers: { kind: 'ok', value: [] } }))).toEqual(['carrier-none']);
    expect(reasons(facts(none, { carriers: { kind: 'absent' } }))).toEqual([]);
    expect(reasons(facts(none, { carriers: { kind: 'unavailable' } }))).toEqual([
      'carrier-missing',
    ]);
    expect(reasons(facts(cartOf(byVan), { carriers: { kind: 'unavailable' } }))).toEqual([]);
    expect(reasons(facts(cartOf({ address: wire(12, { zip: '' }) }, null)))).toEqual([
      'carrier-missing',
      'ship-incomplete',
      'bill-missing',
    ]);
  });

  it('CHK-01 a carrier that delivers to points requires a pickup point', () => {
    const method = { id: 3, name: 'Point' };
    expect(reasons(facts(cartOf({ address: wire(12), method })))).toEqual(['point-missing']);
    const point = wire(9001, { is_dropoff_site: true });
    expect(reasons(facts(cartOf({ address: point, method })))).toEqual([]);
    // The customer's own drop-off site is not a pickup point of the carrier.
    const dropoff = wire(13, { is_dropoff_site: true });
    expect(reasons(facts(cartOf({ address: dropoff, method })))).toEqual(['point-missing']);
  });

  it('CHK-01 cold products go to a pickup point only when the customer confirms that it keeps them cold', () => {
    const method = { id: 3, name: 'Point' };
    const atPoint = cartOf({ address: wire(9001, { is_dropoff_site: true }), method });
    expect(reasons(facts(atPoint, { cold: true }))).toEqual(['cold-point']);
    expect(reasons(facts(atPoint, { cold: true, staysCold: true }))).toEqual([]);
    expect(reasons(facts(cartOf(byVan), { cold: true }))).toEqual([]);
    expect(reasons(facts(cartOf({ address: wire(12), method }), { cold: true }))).toEqual([
      'point-missing',
    ]);
  });

  it('CHK-03 made-to-order products require the acknowledgement, also when the catalogue cannot tell which are', () => {
    for (const madeToOrder of ['some', 'unknown'] as const) {
      expect(reasons(facts(cartOf(byVan), { madeToOrder }))).toEqual(['acknowledge']);
      expect(reasons(facts(cartOf(byVan), { madeToOrder, acknowledged: true }))).toEqual([]);
    }
  });

  it('CHK-05 a confirmation requires an offered payment method', () => {
    expect(reasons(facts(cartOf(byVan), { way: undefined }))).toEqual(['pay-missing']);
    expect(reasons(facts(cartOf(byVan), { way: '99' }))).toEqual(['pay-missing']);
    expect(waysToPay(false, [{ id: 14 }])).toEqual(['14']);
    expect(waysToPay(true, [])).toEqual(['account']);
  });
});
