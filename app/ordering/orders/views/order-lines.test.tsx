import { expect, it } from 'vitest';
import { said } from '../../../../tests/support/said';
import type { ProductCard } from '~/catalogue/products/product';
import type { Price } from '~/catalogue/pricing/pricing';
import { cents } from '~/base/kernel/money';
import type { OrderLine } from '../order';
import { EachPrice } from './order-lines';

const line: OrderLine = {
  id: 1,
  productId: 51,
  name: 'x',
  sku: null,
  quantity: 4,
  delivered: null,
  cancelled: 0,
  unavailable: 0,
  open: null,
  amount: cents(76),
  isReward: false,
  isDiscounted: true,
  unitPrice: cents(20),
  netPrice: cents(19),
  percent: null,
};
const price: Price = {
  net: cents(19),
  gross: cents(20),
  percent: 6,
  freePieces: null,
  offer: null,
  tiers: [{ fromQuantity: 6, net: cents(17), percent: 16 }],
  indicative: false,
};
const card = { price } as ProductCard;

it('ORD-01 a line shows the ERP’s discount rate, else the product’s rate if it leads to the line’s price', () => {
  const each = (change: Partial<OrderLine>, of: ProductCard | null) =>
    said(<EachPrice line={{ ...line, ...change }} card={of} />, ' ');
  expect(each({ percent: 4 }, card)).toContain('−4%');
  expect(each({}, card)).toContain('−6%');
  expect(each({ netPrice: cents(17) }, card)).toContain('−16%');
  expect(each({ netPrice: cents(14) }, card)).toContain('−30%');
  expect(each({}, null)).toContain('−5%');
});
