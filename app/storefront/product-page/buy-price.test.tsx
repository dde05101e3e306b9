import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { said } from '../../../tests/support/said';
import { FreeWith, Reduced } from '~/catalogue/products/rows/product-price';
import type { Price } from '~/catalogue/pricing/pricing';
import { translator } from '~/base/i18n/translate';
import { cents } from '~/base/kernel/money';
import { Free, Tiers } from './buy-price';

const spaced = (node: ReactNode): string => said(node, ' ');

const pieces = { main: 12, free: 1, until: null };
const price: Price = {
  net: cents(2_77),
  gross: cents(3_04),
  percent: 9,
  freePieces: pieces,
  tiers: [{ fromQuantity: 6, net: cents(2_49), percent: 18.1 }],
  offer: null,
  indicative: false,
};

it('PRICE-01 a price shows the agreed reduction, in lists and in quantity steps', () => {
  expect(spaced(<Reduced price={price} />)).toContain('−9%');
  expect(spaced(<Tiers price={price} />)).toMatch(/−9%\s+€2\.77.*−18\.1%\s+€2\.49/);
});

it('PROM-01 free pieces mention a discount only if there is one', () => {
  expect(spaced(<Free pieces={pieces} price={price} />)).toMatch(
    /12 \+ 1 free\s+on top of the disc/,
  );
  const full = { ...price, net: price.gross };
  expect(spaced(<Free pieces={pieces} price={full} />).trim()).toBe('12 + 1 free');
});

it('PROM-01 a promotion shows how many pieces are free, and how many more pieces to order for the next free one', () => {
  const line = (quantity: number) =>
    spaced(<FreeWith pieces={pieces} quantity={quantity} />).trim();
  expect(line(73)).toBe('12 + 1 free: 6 free on top of 73');
  expect(line(10)).toBe('12 + 1 free: 2 more for 1 free');
  expect(line(23)).toBe('12 + 1 free: 1 free on top of 23; 1 more for 1 free');
  expect(line(12)).toBe('12 + 1 free: 1 free on top of 12');
  expect(line(5)).toBe('');
});

it('I18N-03 counts in texts have the thousands separator of their language', () => {
  expect(translator('nl')('cart:head.lines', { count: 2925 })).toBe('2.925 lijnen');
  expect(translator('en')('cart:head.lines', { count: 2925 })).toBe('2,925 lines');
  expect(translator('fr')('cart:head.pieces', { count: 11_705 })).toContain('11\u202f705');
});

it('I18N-03 a French count of whole millions has its text, not the name of a missing key', () => {
  expect(translator('fr')('cart:head.pieces', { count: 2_000_000 })).toMatch(/^2.000.000\D+$/);
  expect(translator('fr')('cart:head.pieces', { count: 2_000_000 })).not.toContain('head.pieces');
});
