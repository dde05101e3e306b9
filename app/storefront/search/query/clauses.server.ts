/** The clauses that all product searches are built from (contract/search.md 1.3 and 2.6). */
import { offersOf, type CustomerPricing } from '~/catalogue/pricing/customer-pricing';
import { endOf, outsideWindow, startOf } from '~/base/erp/date-window.server';
import { monthEnd, type Day } from '~/base/kernel/day';

export type Clause = Readonly<Record<string, unknown>>;

export const matchAll: Clause = { match_all: {} };
export const allOf = (clauses: readonly Clause[]): Clause =>
  clauses.length === 0 ? matchAll : { bool: { filter: clauses } };

/** Matches products that satisfy any of these clauses. */
export const anyOf = (should: readonly Clause[]): Clause => ({
  bool: { minimum_should_match: 1, should },
});
/** A fixed score for each match, so that every engine ranks alike. */
export const scored = (boost: number, filter: Clause): Clause => ({
  constant_score: { filter, boost },
});
export const phraseIn = (field: string, query: string): Clause => ({
  match_phrase: { [field]: { query } },
});

const nested = (path: string, query: Clause): Clause => ({
  nested: { path, ignore_unmapped: true, query },
});

const offerFields = {
  supplier_discount: 'discount_sale',
  supplier_discount_vet: 'discount_sale',
  supplier_promotion: 'ratio_promotional_product',
  supplier_promotion_vet: 'ratio_promotional_product',
} as const;

/** Matches entries of these price lists that are valid today. */
const validOf = (path: string, lists: readonly string[], today: Day, not: Clause[]): Clause =>
  nested(path, {
    bool: {
      filter: [{ terms: { [`${path}.pricelist`]: lists } }],
      must_not: [...outsideWindow(today, `${path}.`), ...not],
    },
  });

/**
 * Matches where a supplier's discount reduces the customer's price at some quantity (4.3). In such a product the price
 * comes from the customer's own gross price list, and no exclusive discount of the customer overrides it. A clause
 * cannot compare two discounts, so a product with a discount that is not exclusive still matches.
 */
function reachesPrice(
  { gross, discounts }: Extract<CustomerPricing, { kind: 'customer' }>,
  today: Day,
): Clause {
  const isExclusive: Clause = { term: { 'price_discount.exclusive': true } };
  const isShared: Clause = { bool: { must_not: [isExclusive] } };
  const fromSome: Clause = { range: { 'price_discount.min_quantity': { gt: 0 } } };
  return {
    bool: {
      filter: [
        validOf('price_gross', gross === null ? [] : [gross], today, [
          { range: { 'price_gross.price': { lte: 0 } } },
          { range: { 'price_gross.min_quantity': { gt: 1 } } },
        ]),
      ],
      must_not: [
        { exists: { field: 'price.value' } },
        {
          bool: {
            filter: [validOf('price_discount', discounts, today, [isShared, fromSome])],
            must_not: [validOf('price_discount', discounts, today, [isExclusive])],
          },
        },
      ],
    },
  };
}

/**
 * Matches products with a supplier offer that this caller may have (4.1); matches nothing for a customer without
 * offers.
 */
function anyOffer(
  pricing: CustomerPricing,
  today: Day,
  branch: (path: string, field: string) => Clause,
): Clause {
  const share = offersOf(pricing);
  if (share === 'none') return { match_none: {} };
  const fields = Object.entries(offerFields).filter(
    ([path]) => share === 'vet' || !path.endsWith('_vet'),
  );
  const reached = pricing.kind === 'customer' ? reachesPrice(pricing, today) : null;
  return anyOf(
    fields.map(([path, field]) => {
      const offer = nested(path, branch(path, `${path}.${field}`));
      return reached && field === 'discount_sale' ? allOf([offer, reached]) : offer;
    }),
  );
}

/** The contract's PROMO clause: a supplier discount or promotion that is valid today. */
export const promotionNow = (today: Day, pricing: CustomerPricing): Clause =>
  anyOffer(pricing, today, (path, field) => ({
    bool: {
      filter: [{ range: { [field]: { gt: 0 } } }],
      must_not: outsideWindow(today, `${path}.`),
    },
  }));

/**
 * The contract's ENDING clause: promotions that are valid today and end this month; a promotion without an end never
 * matches.
 */
export const promotionEnding = (today: Day, pricing: CustomerPricing): Clause =>
  anyOffer(pricing, today, (path, field) => ({
    bool: {
      filter: [
        { range: { [field]: { gt: 0 } } },
        { range: { [`${path}.date_end`]: { gte: startOf(today), lt: endOf(monthEnd(today)) } } },
      ],
      must_not: [{ range: { [`${path}.date_start`]: { gte: endOf(today) } } }],
    },
  }));

/** The contract's STOCK clause: in stock, or a positive quantity if the index has no state. */
export const inStock: Clause = anyOf([
  { terms: { 'stock.global.state': ['in_stock', 'in_limited_stock'] } },
  {
    bool: {
      filter: [{ range: { 'stock.global.qty': { gt: 0 } } }],
      must_not: [{ exists: { field: 'stock.global.state' } }],
    },
  },
]);

/** The contract's OPTION and VETGROUP clauses: a nested list contains one of these ids. */
export const optionIn = (path: string, ids: readonly number[]): Clause =>
  nested(path, { terms: { [`${path}.id`]: ids } });

export const groupIn = (ids: readonly number[]): Clause => optionIn('veterinary_groups', ids);

/**
 * Date range that overlaps today, from midnight UTC to midnight in Brussels. Engines store a `lte` date without a time
 * as the last millisecond of that day in UTC, which is one or two hours into the next day in Brussels.
 */
const overlapsToday = (today: Day): Clause => ({
  range: { 'loyalty_rules.time_frame': { gte: `${today}T00:00:00.000Z`, lt: endOf(today) } },
});

/**
 * The filter within the nested `loyalty_rules`: one of these rules, if valid today. A rule without a time frame is
 * never valid.
 */
export const ruleFilter = (ids: readonly number[], today: Day): Clause => ({
  bool: { filter: [{ terms: { 'loyalty_rules.id': ids } }, overlapsToday(today)] },
});

/** The contract's RULE clause: one of these loyalty rules applies today. */
export const ruleIn = (ids: readonly number[], today: Day): Clause =>
  nested('loyalty_rules', ruleFilter(ids, today));

/** The contract's REBATE clause: the product counts today for one of these year-end rebate programs. */
export const rebateIn = (programIds: readonly number[], today: Day): Clause =>
  nested('loyalty_rules', {
    bool: { filter: [{ terms: { 'loyalty_rules.program_id': programIds } }, overlapsToday(today)] },
  });

/** Matches products with a special offer that is valid today. */
export const specialNow = (today: Day): Clause =>
  nested('specials', { bool: { must_not: outsideWindow(today, 'specials.') } });

/** Matches the products of a category and its subcategories: a product lists all ancestors of its category (3.10). */
export const inCategory = (id: number): Clause =>
  nested('categories', { term: { 'categories.id': id } });
