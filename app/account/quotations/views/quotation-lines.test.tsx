import { expect, it } from 'vitest';
import { said } from '../../../../tests/support/said';
import type { OrderLine } from '~/ordering/orders/order';
import type { Day } from '~/base/kernel/day';
import { cents } from '~/base/kernel/money';
import { QuotationLines } from './quotation-lines';

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
  amount: cents(23_48),
  isReward: false,
  isDiscounted: true,
  unitPrice: cents(6_24),
  netPrice: cents(5_87),
  percent: 6,
};
const free = { main: 4, free: 1, until: '2026-12-31' as Day };
const words = (change: Partial<OrderLine> = {}, later = false): string =>
  said(
    <QuotationLines
      lines={[{ line: { ...line, ...change }, card: null, free }]}
      fields={null}
      later={later}
    />,
    ' ',
  );

it('QUO-01 a quotation line shows its price before the discount, its free pieces and the last day of the promotion', () => {
  expect(words()).toMatch(/€5\.87.*€6\.24\s+−6%.*€23\.48/);
  expect(words()).toMatch(/4 \+ 1 free: 1 free on top of 4\s+until 31\/12\/26/);
  expect(words({ quantity: 3 })).not.toContain('4 + 1 free');
  // A line whose price comes with the offer shows no crossed-out price.
  expect(words({ amount: cents(0), netPrice: cents(0) }, true)).not.toContain('−');
});
