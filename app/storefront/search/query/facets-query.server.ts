/**
 * The request for filter values with their counts (contract/search.md 3.2). Each filter is counted with all other
 * filters applied and without its own. It counts product groups, because the product list shows one card per group.
 */
import type { Filters } from '../criteria';
import { facetKeys, specOf, type FacetKey, type FacetSpec } from '../facets/facet-list';
import { isNamed, type QueryTerm, type Understood } from '../meaning/query-term';
import { factsClause, forAnyAnimal, termFilter } from '../meaning/term-clause.server';
import { allOf, anyOf, ruleFilter, type Clause } from './clauses.server';
import {
  facetClause,
  numbers,
  offeredFacets,
  type FacetScope,
  type SelectedClauses,
} from './facet-clauses.server';

const bucketLimit = 100;
const wholeLimit = 1000;

const groups = (precision: number): Clause => ({
  groups: { cardinality: { field: 'url_key', precision_threshold: precision } },
});
const order = [{ _count: 'desc' }, { _key: 'asc' }];
const productGroups: Clause = { products: { reverse_nested: {}, aggs: groups(200) } };

/**
 * Counts values on the product itself, where the index also stores each option (`include_in_root`). In a large index,
 * counting through the nested lists and with names costs a third more.
 */
const counted = (field: string, size: number, only: Clause = {}): Clause => ({
  values: { terms: { field, size, order, ...only }, aggs: groups(200) },
});

function valuesAggregation(key: FacetKey, size: number, facts: FacetScope): Clause {
  const spec = specOf(key);
  switch (spec.kind) {
    case 'plain':
    case 'word':
      return counted(spec.field, size);
    case 'option':
      return key === 'vet_group' ? ownGroups(size, facts) : counted(`${spec.path}.id`, size);
    case 'rule':
      return {
        nested: {
          nested: { path: 'loyalty_rules' },
          aggs: {
            mine: {
              filter: ruleFilter(facts.ruleIds, facts.today),
              aggs: {
                values: { terms: { field: 'loyalty_rules.id', size }, aggs: productGroups },
              },
            },
          },
        },
      };
    case 'yes':
      return groups(1000);
  }
}

/**
 * Counts only the customer's veterinary groups: products also belong to groups of other customers, which this customer
 * must not see (3.14).
 */
const ownGroups = (size: number, { groupIds }: FacetScope): Clause => ({
  nested: {
    nested: { path: 'veterinary_groups' },
    aggs: {
      mine: {
        filter: { terms: { 'veterinary_groups.id': groupIds } },
        aggs: {
          values: { terms: { field: 'veterinary_groups.id', size, order }, aggs: productGroups },
        },
      },
    },
  },
});

interface FacetsBody {
  query: Clause;
  selected: SelectedClauses;
  facts: FacetScope;
  /** Filters for which all values are requested, not only the first ones. */
  whole: ReadonlySet<FacetKey>;
  /** Further aggregations that the page needs, such as the counts of subcategories. */
  more?: Clause;
}

export function facetAggregations({ selected, facts, whole }: Omit<FacetsBody, 'query'>): Clause {
  const aggs: Record<string, Clause> = {
    total: { filter: allOf([...selected.values()]), aggs: groups(40_000) },
  };
  for (const key of offeredFacets(facts)) {
    const others = [...selected].flatMap(([other, clause]) => (other === key ? [] : [clause]));
    // The counts of a yes/no filter also apply the filter's own clause, because its only value is "yes".
    const own = specOf(key).kind === 'yes' ? facetClause(key, ['1'], facts) : null;
    const size = whole.has(key) ? wholeLimit : bucketLimit;
    aggs[key] = {
      filter: allOf(own ? [...others, own] : others),
      aggs: valuesAggregation(key, size, facts),
    };
  }
  return aggs;
}

export const facetsBody = (body: FacetsBody): Clause => ({
  size: 0,
  timeout: '1500ms',
  track_total_hits: false,
  query: body.query,
  aggs: { ...facetAggregations(body), ...body.more },
});

/** Counts the products in each direct subcategory (3.10). */
export const childrenAggregation = (ids: readonly number[], selected: SelectedClauses): Clause => ({
  children: {
    filter: allOf([...selected.values()]),
    aggs: counted('categories.id', bucketLimit, { include: ids }),
  },
});

const labelled = (field: string, label: string, size: number): Clause => ({
  values: { terms: { field, size }, aggs: { label: { terms: { field: label, size: 1 } } } },
});
type Named = Extract<FacetSpec, { kind: 'plain' | 'option' }>;
const hasLabels = (spec: FacetSpec): spec is Named =>
  spec.kind === 'plain' || spec.kind === 'option';
const fieldOf = (spec: Named): string => (spec.kind === 'option' ? `${spec.path}.id` : spec.field);
const within = (spec: Named, aggs: Clause): Clause =>
  spec.kind === 'option'
    ? { nested: { path: spec.path }, aggs }
    : { filter: { match_all: {} }, aggs };

const namesBody = (aggs: Clause): Clause => ({
  size: 0,
  timeout: '1500ms',
  track_total_hits: false,
  aggs,
});

/** The request for the names of all filter values, at most as many per filter as the expanded filter shows. */
export const allLabelsBody = (): Clause =>
  namesBody(
    Object.fromEntries(
      facetKeys.flatMap((key) => {
        const spec = specOf(key);
        return hasLabels(spec)
          ? [[key, within(spec, labelled(fieldOf(spec), spec.label, wholeLimit))]]
          : [];
      }),
    ),
  );

/** The request for the names of the given filter values (3.5b). */
export function labelsBody(missing: Filters): Clause {
  const aggs: Record<string, Clause> = {};
  for (const key of facetKeys) {
    const values = missing[key];
    const spec = specOf(key);
    if (!values || !hasLabels(spec)) continue;
    const size = Math.max(bucketLimit, values.length);
    aggs[key] = within(spec, {
      wanted: {
        filter: { terms: { [fieldOf(spec)]: numbers(values) } },
        aggs: labelled(fieldOf(spec), spec.label, size),
      },
    });
  }
  return namesBody(aggs);
}

/** Matches a term including the animal that it names: a dewormer for dogs does not match a request for rabbits. */
const whollyMet = (term: QueryTerm): Clause =>
  isNamed(term) && term.animal
    ? { bool: { filter: [termFilter(term), anyOf([factsClause(term.animal), forAnyAnimal])] } }
    : termFilter(term);

/** Counts, for each term, the partial matches that satisfy it. A term with a count of zero was left out. */
export const termAggregations = ({ terms }: Understood): Clause =>
  Object.fromEntries(terms.map((term, at) => [`term${at}`, { filter: whollyMet(term) }]));

/** Counts whether products contain the typed words themselves, and whether others match only by meaning. */
export const literalAggregations = (literal: Clause): Clause => ({
  literal: { filter: literal },
  beyond: { filter: { bool: { must_not: [literal] } } },
});
