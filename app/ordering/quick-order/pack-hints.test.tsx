import { expect, it } from 'vitest';
import { said } from '../../../tests/support/said';
import { packIn } from '~/catalogue/products/codes/gs1';
import { noCode } from '~/catalogue/products/codes/product-code';
import { typedDay } from '~/base/kernel/day';
import type { ProductCard } from '~/catalogue/products/product';
import { PackHints } from './pack-hints';
import type { QuickLine } from './quick-order';
import { rowsOf } from './rows';

const expiry = typedDay('2031-12-31');
const card = { id: 1, price: null } as ProductCard;
const scanned = (lot: string): QuickLine =>
  ({ ...packIn(noCode), lot, expiry, card, quantity: 1, fault: null }) as QuickLine;

it('CART-11 a row of several scanned packs displays each lot and each expiry date once', () => {
  const [row] = rowsOf({ lines: ['A1', 'B2', 'A1'].map(scanned), ready: 3, total: 0 as never });
  const text = said(<PackHints packs={row?.packs ?? []} />);
  expect(text).toBe('Exp. 31/12/2031 Lot A1 Lot B2');
});

it('CART-11 a row of very many lots displays the first ones and an ellipsis', () => {
  const packs = Array.from({ length: 50 }, (_, at) => scanned(`L${at}`));
  const text = said(<PackHints packs={packs} />);
  expect(text).toContain('Lot L10…');
  expect(text).not.toContain('Lot L11');
});
