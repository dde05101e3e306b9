/** What a list asks beside itself: names of chosen values (3.5b), and whether net prices can be sorted (4.5). */
import type { Reader } from '~/features/catalogue/card.server';
import type { PageRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';
import type { Filters } from './criteria';
import { facetKeys, specOf, type FacetKey } from './facets/facet-list';
import { countsOf, type LabelOf } from './facets/facets-reading.server';
import { labelsBody } from './query/facets-query.server';
import { byTimeline } from './query/sort.server';

const tenMinutesMs = 600_000;

type Labels = ReadonlyMap<string, string>;
const nameOf = (key: FacetKey, value: string): string => `${key}=${value}`;

export async function findLabels(page: PageRequest, missing: Filters): Promise<Labels> {
  const asked = facetKeys.flatMap((key) => (missing[key] ?? []).map((value) => nameOf(key, value)));
  if (asked.length === 0) return new Map();
  const { cache, search, log } = page.context;
  try {
    return await cache.get(
      `option-labels:${page.locale}:${asked.join('&')}`,
      { freshMs: tenMinutesMs },
      async () => {
        const answer = await search.search(page.locale, {
          index: 'products',
          operation: 'option labels',
          body: labelsBody(missing),
        });
        return new Map(
          facetKeys.flatMap((key) =>
            countsOf(answer.aggregations[key]).flatMap(({ value, label }) =>
              label === null ? [] : [[nameOf(key, value), label] as const],
            ),
          ),
        );
      },
    );
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log.warn({ event: 'labels.missing', reason: error.reason }, 'chosen filters have no names');
    return new Map();
  }
}

/** Names that the shop itself has, then those that were looked up. */
export function labeller(
  page: PageRequest,
  labels: Labels,
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
        return labels.get(nameOf(key, value)) ?? null;
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
 * Whether the index keeps net prices as a sortable timeline. Found out by trying: an index without it
 * answers 400, and the role's price sorts instead. Asked at most every ten minutes.
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
