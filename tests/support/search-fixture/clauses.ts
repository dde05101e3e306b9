/** The clause library of contract/search.md 2.6 as sent by the suite, and the same conditions applied to documents. */
import { TODAY } from './days';
import { productDocuments, type ProductDocument } from './documents';

const notActive = (path: string) => [
  { range: { [`${path}.date_start`]: { gt: TODAY } } },
  { range: { [`${path}.date_end`]: { lt: TODAY } } },
];
export const nested = (path: string, query: unknown) => ({
  nested: { path, ignore_unmapped: true, query },
});
export const offer = (path: string, amount: string) =>
  nested(path, {
    bool: {
      filter: [{ range: { [`${path}.${amount}`]: { gt: 0 } } }],
      must_not: notActive(path),
    },
  });
export const PROMO = {
  bool: {
    minimum_should_match: 1,
    should: [
      offer('supplier_discount', 'discount_sale'),
      offer('supplier_discount_vet', 'discount_sale'),
      offer('supplier_promotion', 'ratio_promotional_product'),
      offer('supplier_promotion_vet', 'ratio_promotional_product'),
    ],
  },
};
export const STOCK = {
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
export const ruleClause = (ids: number[]) =>
  nested('loyalty_rules', {
    bool: {
      filter: [
        { terms: { 'loyalty_rules.id': ids } },
        { range: { 'loyalty_rules.time_frame': { gte: TODAY, lte: TODAY } } },
      ],
    },
  });
export const option = (path: string, ids: number[]) =>
  nested(path, { terms: { [`${path}.id`]: ids } });

export function hasOption(document: ProductDocument, path: string, id: number): boolean {
  const options = document[path];
  return Array.isArray(options) && options.some((entry: { id: number }) => entry.id === id);
}

export function isStocked(document: ProductDocument): boolean {
  const { global } = document['stock'] as { global?: { state?: string; qty?: number } };
  if (global?.state !== undefined) return ['in_stock', 'in_limited_stock'].includes(global.state);
  return (global?.qty ?? 0) > 0;
}

/** Number of groups of the French fixture with a variant that satisfies `keep`. */
export function groupsWhere(keep: (document: ProductDocument) => boolean): number {
  return new Set(
    productDocuments('fr')
      .filter(keep)
      .map(({ url_key }) => url_key),
  ).size;
}
