/** Converts the engine's filter counts (contract/search.md 3.2) into the filters that a page displays. */
import { folded } from '~/base/kernel/folding';
import { z } from 'zod';
import type { Criteria, Filters } from '../criteria';
import { facetKeys, specOf, type FacetKey } from './facet-list';
import type { Facet, FacetValue } from '../listing';

const Groups = z.object({ groups: z.object({ value: z.number() }) });
const Bucket = z.object({
  key: z.union([z.number(), z.string()]).transform(String),
  doc_count: z.number(),
  label: z
    .object({
      buckets: z.array(z.object({ key: z.union([z.string(), z.number().transform(String)]) })),
    })
    .optional(),
  groups: z.object({ value: z.number() }).optional(),
  products: Groups.optional(),
});
const Values = z.object({
  values: z.object({ buckets: z.array(Bucket), sum_other_doc_count: z.number().optional() }),
});
/**
 * Where the engine returns the buckets: directly in the filter's aggregation, in a nested one, or in a nested one
 * restricted to the caller.
 */
const FacetWire = z.union([
  Values,
  z.object({ nested: Values }).transform((wire) => wire.nested),
  z.object({ nested: z.object({ mine: Values }) }).transform((wire) => wire.nested.mine),
  z.object({ nested: z.object({ wanted: Values }) }).transform((wire) => wire.nested.wanted),
  z.object({ wanted: Values }).transform((wire) => wire.wanted),
]);

interface ValueCount {
  value: string;
  label: string | null;
  count: number;
}

interface Buckets {
  counts: readonly ValueCount[];
  more: boolean;
}

function checkedBuckets(aggregation: unknown): Buckets | null {
  const read = FacetWire.safeParse(aggregation);
  if (!read.success) return null;
  const { buckets, sum_other_doc_count: rest = 0 } = read.data.values;
  const counts = buckets.map((bucket) => ({
    value: bucket.key,
    label: bucket.label?.buckets[0]?.key ?? null,
    count: bucket.groups?.value ?? bucket.products?.groups.value ?? bucket.doc_count,
  }));
  return { counts, more: rest > 0 };
}

/**
 * Parsed buckets per engine response. The shop reads a response for names and for counts, and again for each list that
 * uses it from the cache.
 */
const known = new WeakMap<object, Buckets | null>();

function bucketsOf(aggregation: unknown): Buckets | null {
  if (typeof aggregation !== 'object' || aggregation === null) return null;
  const before = known.get(aggregation);
  if (before !== undefined) return before;
  const buckets = checkedBuckets(aggregation);
  known.set(aggregation, buckets);
  return buckets;
}

export const groupsOf = (aggregation: unknown): number | null =>
  Groups.safeParse(aggregation).data?.groups.value ?? null;

export const countsOf = (aggregation: unknown): readonly ValueCount[] =>
  bucketsOf(aggregation)?.counts ?? [];

export type LabelOf = (key: FacetKey, value: string) => string | null;

/** Filters whose counts the engine returned. A filter without values is not displayed (3.2). */
export function readFacets(
  aggregations: Readonly<Record<string, unknown>>,
  criteria: Criteria,
  labelOf: LabelOf,
): Facet[] {
  return facetKeys.flatMap((key) => {
    const facet = specOf(key).kind === 'yes' ? yesFacet(key) : valueFacet(key);
    return facet && facet.values.length > 0 ? [facet] : [];
  });

  function yesFacet(key: FacetKey): Facet | null {
    const count = groupsOf(aggregations[key]);
    const selected = criteria.filters[key] !== undefined;
    if (count === null || (count === 0 && !selected)) return null;
    const label = labelOf(key, '1') ?? key;
    return { key, more: false, values: [{ value: '1', label, count, selected }] };
  }

  function valueFacet(key: FacetKey): Facet | null {
    const found = bucketsOf(aggregations[key]);
    if (!found) return null;
    const chosen = criteria.filters[key] ?? [];
    const values = found.counts.flatMap(({ value, count }): FacetValue[] => {
      const text = labelOf(key, value);
      // Year-end rebate groups exist for administration only (SRCH-05).
      if (text === null || (key === 'vet_group' && text.includes('RFA'))) return [];
      return [{ value, label: text, count, selected: chosen.includes(value) }];
    });
    const shutOut = chosen.flatMap((value): FacetValue[] => {
      const label = values.some((one) => one.value === value) ? null : labelOf(key, value);
      return label === null ? [] : [{ value, label, count: 0, selected: true }];
    });
    // The engine sorts values by the number of variants. The page displays the number of product groups, so it sorts by
    // that.
    values.sort((a, b) => b.count - a.count);
    return { key, more: found.more, values: narrowed([...values, ...shutOut], criteria.find[key]) };
  }
}

/** Filter values that contain the typed text. Chosen values always remain; otherwise the form would drop them. */
function narrowed(values: readonly FacetValue[], words: string | undefined): FacetValue[] {
  if (!words) return [...values];
  const wanted = folded(words);
  return values.filter((value) => value.selected || folded(value.label).includes(wanted));
}

/** Counted or chosen filter values whose names are still unknown. */
export function unnamed(
  aggregations: Readonly<Record<string, unknown>>,
  filters: Filters,
  isNamed: (key: FacetKey, value: string) => boolean,
): Filters {
  const missing: Partial<Record<FacetKey, readonly string[]>> = {};
  for (const key of facetKeys) {
    const { kind } = specOf(key);
    if (kind !== 'plain' && kind !== 'option') continue;
    const counted = countsOf(aggregations[key]).map(({ value }) => value);
    const values = [...new Set([...counted, ...(filters[key] ?? [])])];
    const left = values.filter((value) => !isNamed(key, value));
    if (left.length > 0) missing[key] = left;
  }
  return missing;
}
