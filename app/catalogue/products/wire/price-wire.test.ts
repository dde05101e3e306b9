import { describe, expect, it } from 'vitest';
import { PriceWire, priceSourceOf } from './price-wire.server';

const sourceOf = (wire: unknown) => priceSourceOf(PriceWire.parse(wire));

describe('the price part of a product document', () => {
  it('PRICE-01 a price document drops an offer whose start or end is not a date, and keeps an offer without bounds', () => {
    const offers = [{ discount_sale: 50, date_end: '31/12/2026' }, { discount_sale: 5 }];
    const absent = { discount_sale: 7, date_start: false, date_end: '' };
    const { supplierDiscounts } = sourceOf({ supplier_discount: [...offers, absent] });
    expect(supplierDiscounts.map(({ discount }) => discount)).toEqual([5, 7]);
  });

  it('PRICE-01 a tier that starts at midnight in Brussels starts on that day', () => {
    const { gross } = sourceOf({
      price_gross: [{ pricelist: 'A', price: 12, date_start: '2026-11-29 23:00:00' }],
    });
    expect(gross[0]?.start).toBe('2026-11-30');
  });
});
