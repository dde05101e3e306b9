/**
 * Lookups that a product list needs besides its products: names of filter values, and whether net prices can be sorted
 * (4.5).
 */
import type { Reader } from '~/catalogue/products/card.server';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { specOf, type FacetKey } from './facets/facet-list';
import type { LabelOf } from './facets/facets-reading.server';
import type { OptionNames } from './facets/option-names.server';
import { byTimeline } from './query/sort.server';

const tenMinutesMs = 600_000;

/**
 * Returns a function that names a filter value: from the shop's own UI texts first, then from names that were looked
 * up.
 */
export function labeller(
  page: PageRequest,
  names: OptionNames,
  ruleNames: ReadonlyMap<number, string>,
): LabelOf {
  return (key, value) => {
    switch (specOf(key).kind) {
      case 'yes':
        return page.t(`search:facet.${yesKey(key)}`);
      case 'word':
        return orderModeName(page, value);
      case 'rule':
        return ruleNames.get(Number(value)) ?? null;
      case 'plain':
      case 'option':
        return names.get(key, value);
    }
  };
}

const yesKeys = ['ordered', 'on_list', 'promotion', 'promotion_ending', 'rebates'] as const;
const yesKey = (key: FacetKey): 'in_stock' | (typeof yesKeys)[number] =>
  yesKeys.find((one) => one === key) ?? 'in_stock';

function orderModeName(page: PageRequest, value: string): string | null {
  switch (value) {
    case 'direct_sale':
    case 'quotation':
    case 'bought_sold':
      return page.t(`catalogue:orderMode.${value}`);
    default:
      return null;
  }
}

/**
 * Whether the index stores net prices as a sortable timeline, found by trying a sort. An index without it returns 400,
 * and the list is sorted by the role's price instead. Tried at most every ten minutes.
 */
export async function hasPriceTimeline(page: PageRequest, reader: Reader): Promise<boolean> {
  const { pricing } = reader;
  if (pricing.kind !== 'customer' || pricing.gross === null) return false;
  const { cache, search, log } = page.context;
  return cache.get(`price-timeline:${page.locale}`, { freshMs: tenMinutesMs }, async () => {
    try {
      await search.search(page.locale, {
        index: 'products',
        operation: 'net price capability',
        body: {
          size: 1,
          track_total_hits: false,
          _source: false,
          query: { match_all: {} },
          sort: byTimeline('asc', pricing, reader.today),
        },
      });
      return true;
    } catch (error) {
      if (!isUpstreamFailure(error) || error.status !== 400) throw error;
      log.warn({ event: 'search.no_timeline' }, 'net prices are sorted by the role’s price');
      return false;
    }
  });
}
