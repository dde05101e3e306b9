import { expect, it } from 'vitest';
import type { Day } from '~/base/kernel/day';
import type { Price } from '~/catalogue/pricing/pricing';
import type { ProductCard } from '~/catalogue/products/product';
import { said } from '../../../tests/support/said';
import { AlertsPage } from './alerts-page';

const offer = (until: Day | null): Partial<Price> => ({
  offer: { percent: 15, fromQuantity: 1, until },
  freePieces: null,
});

it.each([
  ['31/12/2026', offer('2026-12-31' as Day)],
  ['Promotion without an end date', offer(null)],
  ['No promotion at the moment', { offer: null, freePieces: null }],
])('ALERT-01 the list of alerts names the end of a promotion: %s', (end, price) => {
  const card = { id: 7, name: 'Needle', urlKey: 'needle', price } as unknown as ProductCard;
  const view = { products: { ok: true, value: [{ id: 7, card }] } } as const;
  expect(said(<AlertsPage view={view} />, '|')).toContain(`|${end}|`);
});
