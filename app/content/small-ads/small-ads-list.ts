/** The address of the ads list contains filter, page and page size, so that Back, links and bookmarks work. */
import { links } from '~/base/i18n/links';
import type { Locale } from '~/base/i18n/locales';
import { pagedAddress, readPaging, type Paging } from '~/base/ui/page/paging';
import {
  adCategories,
  adStates,
  regions,
  type AdCategory,
  type AdState,
  type Region,
} from './small-ad';

export interface PublishedQuery extends Paging {
  kind: 'published';
  category: AdCategory | null;
  region: Region | null;
}
export interface OwnQuery extends Paging {
  kind: 'own';
  state: AdState | null;
}
export type AdsQuery = PublishedQuery | OwnQuery;

/** `mine=all` or `mine=STATE` selects the customer's own ads; without it, the list shows all published ads. */
export function readAdsQuery(params: URLSearchParams): AdsQuery {
  const paging = readPaging(params);
  const oneOf = <T extends string>(known: readonly T[], name: string): T | null =>
    known.find((one) => one === params.get(name)) ?? null;
  return params.has('mine')
    ? { ...paging, kind: 'own', state: oneOf(adStates, 'mine') }
    : {
        ...paging,
        kind: 'published',
        category: oneOf(adCategories, 'category'),
        region: oneOf(regions, 'region'),
      };
}

export function adsAddress(locale: Locale, query: AdsQuery): string {
  const filters = new URLSearchParams();
  if (query.kind === 'own') filters.set('mine', query.state ?? 'all');
  else {
    if (query.category) filters.set('category', query.category);
    if (query.region) filters.set('region', query.region);
  }
  return pagedAddress(links.smallAds(locale), filters, query);
}
