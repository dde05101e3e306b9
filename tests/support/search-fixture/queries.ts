/** Parts of request bodies that several files of the suite use (contract/search.md 2.2, 2.6). */
import type { Hit } from './engine';
import { TODAY } from './days';

export const BY_ID = [{ id: { order: 'asc' } }];

/** One hit per group with its variants as inner hits, the main one first. */
export const VARIANTS = {
  field: 'url_key',
  inner_hits: {
    name: 'variants',
    size: 100,
    sort: [
      { main: { order: 'desc' } },
      { 'sku.keyword': { order: 'asc', unmapped_type: 'keyword' } },
    ],
    _source: ['id', 'sku'],
  },
  max_concurrent_group_searches: 4,
};

export function variantsOf(hit: Hit | undefined) {
  return hit?.inner_hits?.['variants']?.hits;
}

/** The time window filter: neither starts after today nor ended before. */
export function active(path: string) {
  return {
    bool: {
      must_not: [
        { range: { [`${path}.date_start`]: { gt: TODAY } } },
        { range: { [`${path}.date_end`]: { lt: TODAY } } },
      ],
    },
  };
}
