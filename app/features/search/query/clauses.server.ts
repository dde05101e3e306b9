/** The clause library (contract/search.md 1.3 and 2.6): small pieces that all product searches are made of. */
import type { OfferShare } from '~/features/pricing/customer-pricing';
import { monthEnd, type Day } from '~/kernel/day';

export type Clause = Readonly<Record<string, unknown>>;

export const matchAll: Clause = { match_all: {} };
export const allOf = (clauses: readonly Clause[]): Clause =>
  clauses.length === 0 ? matchAll : { bool: { filter: clauses } };

const nested = (path: string, query: Clause): Clause => ({
  nested: { path, ignore_unmapped: true, query },
});

/** Not ended and not in the future: missing bounds pass, both ends count (1.3). */
export const withinWindow = (path: string, today: Day): Clause[] => [
  { range: { [`${path}.date_start`]: { gt: today } } },
  { range: { [`${path}.date_end`]: { lt: today } } },
];

const offerFields = {
  supplier_discount: 'discount_sale',
  supplier_discount_vet: 'discount_sale',
  supplier_promotion: 'ratio_promotional_product',
  supplier_promotion_vet: 'ratio_promotional_product',
} as const;

/** Offers of the kinds that the caller may have (4.1); none for a customer who gets none. */
function anyOffer(share: OfferShare, branch: (path: string, field: string) => Clause): Clause {
  if (share === 'none') return { match_none: {} };
  const fields = Object.entries(offerFields).filter(
    ([path]) => share === 'vet' || !path.endsWith('_vet'),
  );
  return {
    bool: {
      minimum_should_match: 1,
      should: fields.map(([path, field]) => nested(path, branch(path, `${path}.${field}`))),
    },
  };
}

/** PROMO: a supplier discount or promotion that is on today. */
export const promotionNow = (today: Day, share: OfferShare): Clause =>
  anyOffer(share, (path, field) => ({
    bool: {
      filter: [{ range: { [field]: { gt: 0 } } }],
      must_not: withinWindow(path, today),
    },
  }));

/** ENDING: on today and over by the end of the month; an open end never matches. */
export const promotionEnding = (today: Day, share: OfferShare): Clause =>
  anyOffer(share, (path, field) => ({
    bool: {
      filter: [
        { range: { [field]: { gt: 0 } } },
        { range: { [`${path}.date_end`]: { gte: today, lte: monthEnd(today) } } },
      ],
      must_not: [{ range: { [`${path}.date_start`]: { gt: today } } }],
    },
  }));

/** STOCK: on the shelf, or a positive quantity where the index carries no state. */
export const inStock: Clause = {
  bool: {
    minimum_should_match: 1,
    should: [
      { terms: { 'stock.global.state': ['in_stock', 'in_limited_stock'] } },
      {
        bool: {
          filter: [{ range: { 'stock.global.qty': { gt: 0 } } }],
          must_not: [{ exists: { field: 'stock.global.state' } }],
        },
      },
    ],
  },
};

/** OPTION and VETGROUP: one of these ids in a nested list. */
export const optionIn = (path: string, ids: readonly number[]): Clause =>
  nested(path, { terms: { [`${path}.id`]: ids } });

export const groupIn = (ids: readonly number[]): Clause => optionIn('veterinary_groups', ids);

const overlapsToday = (today: Day): Clause => ({
  range: { 'loyalty_rules.time_frame': { gte: today, lte: today } },
});

/** The filter within `loyalty_rules`: these rules, valid today; no time frame means not valid. */
export const ruleFilter = (ids: readonly number[], today: Day): Clause => ({
  bool: { filter: [{ terms: { 'loyalty_rules.id': ids } }, overlapsToday(today)] },
});

/** RULE: under one of these loyalty rules today. */
export const ruleIn = (ids: readonly number[], today: Day): Clause =>
  nested('loyalty_rules', ruleFilter(ids, today));

/** REBATE: counts today for one of these year-end rebate programs. */
export const rebateIn = (programIds: readonly number[], today: Day): Clause =>
  nested('loyalty_rules', {
    bool: { filter: [{ terms: { 'loyalty_rules.program_id': programIds } }, overlapsToday(today)] },
  });

/** A special offer of today. */
export const specialNow = (today: Day): Clause =>
  nested('specials', { bool: { must_not: withinWindow('specials', today) } });

/** Products carry all ancestors, so one id covers the whole subtree (3.10). */
export const inCategory = (id: number): Clause =>
  nested('categories', { term: { 'categories.id': id } });
