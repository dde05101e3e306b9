/**
 * Filters with their counts (contract/search.md 3.2): each is counted with all other filters applied and
 * without its own; counts are groups, as the list shows one line per group.
 */
import type { Filters } from '../criteria';
import { facetKeys, specOf, type FacetKey } from '../facets/facet-list';
import type { Understood } from '../meaning/query-term';
import { termFilter } from '../meaning/term-clause.server';
import { allOf, ruleFilter, type Clause } from './clauses.server';
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

function valuesAggregation(key: FacetKey, size: number, facts: FacetScope): Clause {
  const spec = specOf(key);
  switch (spec.kind) {
    case 'plain':
      return {
        values: {
          terms: { field: spec.field, size, order },
          aggs: { label: { terms: { field: spec.label, size: 1 } }, ...groups(200) },
        },
      };
    case 'word':
      return { values: { terms: { field: spec.field, size, order }, aggs: groups(200) } };
    case 'option': {
      const values: Clause = {
        values: {
          terms: { field: `${spec.path}.id`, size, order },
          aggs: { label: { terms: { field: spec.label, size: 1 } }, ...productGroups },
        },
      };
      // A product is in groups of other customers, too: those are not theirs to see (3.14).
      const own: Clause = {
        mine: { filter: { terms: { [`${spec.path}.id`]: facts.groupIds } }, aggs: values },
      };
      return {
        nested: { nested: { path: spec.path }, aggs: key === 'vet_group' ? own : values },
      };
    }
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

export interface FacetsBody {
  query: Clause;
  selected: SelectedClauses;
  facts: FacetScope;
  /** Filters of which all values are asked for. */
  whole: ReadonlySet<FacetKey>;
  /** Further aggregations of the page: counts of subcategories. */
  more?: Clause;
}

export function facetAggregations({ selected, facts, whole }: Omit<FacetsBody, 'query'>): Clause {
  const aggs: Record<string, Clause> = {
    total: { filter: allOf([...selected.values()]), aggs: groups(40_000) },
  };
  for (const key of offeredFacets(facts)) {
    const others = [...selected].flatMap(([other, clause]) => (other === key ? [] : [clause]));
    // A yes/no filter counts its own clause too: its only value is "yes".
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

/** Products in each of a category's own children (3.10). */
export const childrenAggregation = (ids: readonly number[], selected: SelectedClauses): Clause => ({
  children: {
    filter: allOf([...selected.values()]),
    aggs: {
      nested: {
        nested: { path: 'categories' },
        aggs: {
          wanted: {
            filter: { terms: { 'categories.id': ids } },
            aggs: {
              values: { terms: { field: 'categories.id', size: 100 }, aggs: productGroups },
            },
          },
        },
      },
    },
  },
});

/** Labels of chosen values that no count returned, because other filters shut them out (3.5b). */
export function labelsBody(missing: Filters): Clause {
  const aggs: Record<string, Clause> = {};
  for (const key of facetKeys) {
    const values = missing[key];
    const spec = specOf(key);
    if (!values || (spec.kind !== 'plain' && spec.kind !== 'option')) continue;
    const field = spec.kind === 'option' ? `${spec.path}.id` : spec.field;
    const wanted: Clause = {
      wanted: {
        filter: { terms: { [field]: numbers(values) } },
        aggs: {
          values: {
            terms: { field, size: bucketLimit },
            aggs: { label: { terms: { field: spec.label, size: 1 } } },
          },
        },
      },
    };
    aggs[key] =
      spec.kind === 'option'
        ? { nested: { path: spec.path }, aggs: wanted }
        : { filter: { match_all: {} }, aggs: wanted };
  }
  return { size: 0, timeout: '1500ms', track_total_hits: false, aggs };
}

/** How many of the products that come nearest meet each term: what none of them meets was left out. */
export const termAggregations = ({ terms }: Understood): Clause =>
  Object.fromEntries(terms.map((term, at) => [`term${at}`, { filter: termFilter(term) }]));

/** Whether products have the words themselves, and whether others are shown by what the words mean. */
export const literalAggregations = (literal: Clause): Clause => ({
  literal: { filter: literal },
  beyond: { filter: { bool: { must_not: [literal] } } },
});
