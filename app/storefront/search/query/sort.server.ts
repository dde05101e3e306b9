/** The seven sort orders of a list (contract/search.md 3.3 and 4.5). Products without a price always come last. */
import { outsideWindow } from '~/base/erp/date-window.server';
import type { CustomerPricing } from '~/catalogue/pricing/customer-pricing';
import type { Day } from '~/base/kernel/day';
import type { SortKey } from '../criteria';
import type { Clause } from './clauses.server';

type Direction = 'asc' | 'desc';
const byId: Clause = { id: { order: 'asc' } };

const byRelevance = (hasText: boolean): Clause[] =>
  hasText
    ? [{ _score: { order: 'desc' } }, { main: { order: 'desc' } }, byId]
    : [
        { main: { order: 'desc' } },
        { 'name.sortable': { order: 'asc', missing: '_last', unmapped_type: 'keyword' } },
      ];

const byName = (order: Direction): Clause[] => [
  { 'name.sortable': { order, missing: '_last', unmapped_type: 'keyword' } },
  byId,
];

const byIndicatedPrice = (order: Direction): Clause[] => [
  { indicated_price: { order, missing: '_last', unmapped_type: 'double' } },
  byId,
];

/** The contract's sort N: by the timeline of net prices that the index stores per pair of price lists (4.4). */
export const byTimeline = (
  order: Direction,
  pricing: Extract<CustomerPricing, { kind: 'customer' }>,
  today: Day,
): Clause[] => [
  {
    'net_prices.value': {
      order,
      mode: 'min',
      missing: '_last',
      nested: {
        path: 'net_prices',
        filter: {
          bool: {
            filter: [
              { term: { 'net_prices.gross': pricing.gross ?? '' } },
              { term: { 'net_prices.discount': [...pricing.discounts].sort().join('+') } },
              { term: { 'net_prices.offers': pricing.offers !== 'none' } },
              // A price of zero counts as missing (PRICE-02).
              { range: { 'net_prices.value': { gt: 0 } } },
            ],
            must_not: outsideWindow(today, 'net_prices.'),
          },
        },
      },
    },
  },
  byId,
];

/**
 * The contract's sort R: by the price of the customer's role. The caller must have validated the role, because it
 * becomes part of an index field path.
 */
const byRolePrice = (order: Direction, role: string): Clause[] => [
  {
    [`price_by_pricelist.${role}.value`]: { order, missing: '_last', unmapped_type: 'double' },
  },
  byId,
];

interface SortScope {
  hasText: boolean;
  pricing: CustomerPricing;
  today: Day;
  /** True if the index stores the timeline of net prices, which the shop detects at run time. */
  hasTimeline: boolean;
}

export function sortOf(key: SortKey, facts: SortScope): Clause[] {
  switch (key) {
    case 'relevance':
      return byRelevance(facts.hasText);
    case 'name_asc':
      return byName('asc');
    case 'name_desc':
      return byName('desc');
    case 'pvi_asc':
      return byIndicatedPrice('asc');
    case 'pvi_desc':
      return byIndicatedPrice('desc');
    case 'net_asc':
      return byNetPrice('asc', facts);
    case 'net_desc':
      return byNetPrice('desc', facts);
  }
}

function byNetPrice(
  order: Direction,
  { pricing, today, hasTimeline, hasText }: SortScope,
): Clause[] {
  // Sorting by hidden prices would reveal them.
  if (pricing.kind === 'hidden') return byRelevance(hasText);
  if (pricing.kind === 'customer' && pricing.gross !== null && hasTimeline) {
    return byTimeline(order, pricing, today);
  }
  return byRolePrice(order, pricing.role);
}

/** Sorts special offers in the ERP's own order; an expired offer must not affect it (3.11). */
export const bySpecialSequence = (today: Day): Clause[] => [
  {
    'specials.sequence': {
      order: 'asc',
      mode: 'min',
      missing: '_last',
      // If the index has no special offers, the list is empty instead of failing.
      unmapped_type: 'integer',
      nested: {
        path: 'specials',
        filter: { bool: { must_not: outsideWindow(today, 'specials.') } },
      },
    },
  },
  byId,
];
