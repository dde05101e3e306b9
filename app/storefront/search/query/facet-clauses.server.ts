/**
 * The filters that the shop offers to a caller, and the clause of each filter's chosen values (contract/search.md 3.2).
 */
import { offersOf, type CustomerPricing } from '~/catalogue/pricing/customer-pricing';
import type { Day } from '~/base/kernel/day';
import type { Filters } from '../criteria';
import { facetKeys, specOf, type FacetKey } from '../facets/facet-list';
import {
  inStock,
  optionIn,
  promotionEnding,
  promotionNow,
  rebateIn,
  ruleIn,
  type Clause,
} from './clauses.server';

/** Data of the caller that the filters depend on. */
export interface FacetScope {
  today: Day;
  /** Ids of the customer's veterinary groups. If empty, the filter by group is not offered. */
  groupIds: readonly number[];
  /** Ids of the rules of the customer's loyalty card, and of the current year-end rebate programs. */
  ruleIds: readonly number[];
  rebateProgramIds: readonly number[];
  /**
   * Ids of the products that the customer has ordered, and of those on the customer's wishlists; both limited in
   * number.
   */
  orderedIds: readonly number[];
  listedIds: readonly number[];
  /** The caller's pricing, which determines the supplier offers that the caller gets (4.1). */
  pricing: CustomerPricing;
}

export const numbers = (values: readonly string[]): number[] => values.map(Number);

/** The clause of one filter's chosen values; null if this caller may not use the filter. */
export function facetClause(
  key: FacetKey,
  values: readonly string[],
  facts: FacetScope,
): Clause | null {
  const spec = specOf(key);
  switch (spec.kind) {
    case 'plain':
      return { terms: { [spec.field]: numbers(values) } };
    case 'word':
      return { terms: { [spec.field]: values } };
    case 'option': {
      const ids =
        key === 'vet_group'
          ? numbers(values).filter((id) => facts.groupIds.includes(id))
          : numbers(values);
      return ids.length > 0 ? optionIn(spec.path, ids) : null;
    }
    case 'rule': {
      const ids = numbers(values).filter((id) => facts.ruleIds.includes(id));
      return ids.length > 0 ? ruleIn(ids, facts.today) : null;
    }
    case 'yes':
      return yesClause(key, facts);
  }
}

const articlesIn = (ids: readonly number[]): Clause | null =>
  ids.length > 0 ? { terms: { id: ids } } : null;

function yesClause(key: FacetKey, facts: FacetScope): Clause | null {
  if (key === 'in_stock') return inStock;
  if (key === 'ordered') return articlesIn(facts.orderedIds);
  if (key === 'on_list') return articlesIn(facts.listedIds);
  if (key === 'promotion') return promotionNow(facts.today, facts.pricing);
  if (key === 'promotion_ending') return promotionEnding(facts.today, facts.pricing);
  return facts.rebateProgramIds.length > 0 ? rebateIn(facts.rebateProgramIds, facts.today) : null;
}

export type SelectedClauses = ReadonlyMap<FacetKey, Clause>;

export function selectedClauses(filters: Filters, facts: FacetScope): SelectedClauses {
  const found = new Map<FacetKey, Clause>();
  for (const key of facetKeys) {
    const values = filters[key];
    const clause = values && values.length > 0 ? facetClause(key, values, facts) : null;
    if (clause) found.set(key, clause);
  }
  return found;
}

const usableValues = (
  key: FacetKey,
  values: readonly string[],
  facts: FacetScope,
): readonly string[] => {
  if (key === 'vet_group') return values.filter((id) => facts.groupIds.includes(Number(id)));
  if (key === 'loyalty_rule') return values.filter((id) => facts.ruleIds.includes(Number(id)));
  return facetClause(key, values, facts) === null ? [] : values;
};

/**
 * The chosen filters that this caller may use: an address that another customer shared may contain their groups and
 * lists.
 */
export function usableFilters(filters: Filters, facts: FacetScope): Filters {
  const usable: Partial<Record<FacetKey, readonly string[]>> = {};
  for (const key of facetKeys) {
    const values = usableValues(key, filters[key] ?? [], facts);
    if (values.length > 0) usable[key] = values;
  }
  return usable;
}

/** The filters that the shop offers to this caller. */
export const offeredFacets = (facts: FacetScope): FacetKey[] =>
  facetKeys.filter((key) => {
    if (key === 'vet_group') return facts.groupIds.length > 0;
    if (key === 'loyalty_rule') return facts.ruleIds.length > 0;
    if (key === 'ordered') return facts.orderedIds.length > 0;
    if (key === 'on_list') return facts.listedIds.length > 0;
    if (key === 'promotion' || key === 'promotion_ending')
      return offersOf(facts.pricing) !== 'none';
    return key !== 'rebates' || facts.rebateProgramIds.length > 0;
  });
