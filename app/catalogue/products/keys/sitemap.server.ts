/**
 * Addresses for the sitemap (contract/search.md 3.23): one per group and category in every locale. They are read in
 * pages of a thousand with `search_after`, because a terms aggregation would silently truncate the list. A file is one
 * such page. The start of each page is found without reading documents and cached for ten minutes; a request reads only
 * the documents of its own file. The last good copy is served while search is unavailable.
 */
import { z } from 'zod';
import { links } from '~/base/i18n/links';
import { locales, type Locale } from '~/base/i18n/locales';
import type { AppContext } from '../../../../server/context';
import type { SearchIndex } from '../../../../server/upstream/search/search-client';
import { KeysByLang, alternatesOf } from './localized-keys.server';
import { text } from '~/base/erp/wire-fields.server';

const tenMinutesMs = 600_000;
const pageSize = 1000;
/**
 * Addresses in a single file, about 1.5 MB; above that, the sitemap is an index. Crawlers accept twenty times as many
 * (sitemaps.org).
 */
export const addressesPerFile = 2_000;

export const sitemapBody = (
  index: 'products' | 'categories',
  after: readonly unknown[] | null,
) => ({
  size: pageSize,
  track_total_hits: false,
  _source: ['url_key', 'url_key_locales'],
  query: {
    bool: {
      filter: [
        ...(index === 'products' ? [{ term: { main: true } }] : []),
        { exists: { field: 'url_key' } },
      ],
    },
  },
  sort: [{ url_key: { order: 'asc' } }],
  ...(after ? { search_after: after } : {}),
});

const Entry = z.object({ url_key: text, url_key_locales: KeysByLang });

export interface SitemapAddress {
  path: string;
  /** Addresses of the page by locale, in the languages that have it. */
  alternates: Readonly<Partial<Record<Locale, string>>>;
}

type LoadContext = Pick<AppContext, 'search' | 'cache' | 'log' | 'site'>;
type Listed = SearchIndex & ('products' | 'categories');

/** One page of an index in a locale: the keys that follow `after`. */
interface SitemapPage {
  locale: Locale;
  index: Listed;
  after: string | null;
  count: number;
}

const timing = { timeoutMs: 5_000 };
const stale = (context: LoadContext) => (): void =>
  context.log.warn({ event: 'sitemap.stale' }, 'the sitemap could not be renewed');

/** Finds where the pages of an index begin. Sorting by key uses the index's columns and reads no documents. */
async function pagesOf(
  context: LoadContext,
  locale: Locale,
  index: Listed,
): Promise<SitemapPage[]> {
  const pages: SitemapPage[] = [];
  let after: string | null = null;
  do {
    const body = { ...sitemapBody(index, after === null ? null : [after]), _source: false };
    const request = { index, operation: 'sitemap keys', allowPartial: false, body };
    const { hits } = await context.search.search(locale, request, timing);
    if (hits.length > 0) pages.push({ locale, index, after, count: hits.length });
    const last = hits.length === pageSize ? hits.at(-1)?.sort?.[0] : null;
    after = typeof last === 'string' ? last : null;
  } while (after !== null);
  return pages;
}

/** Every page of the catalogue. Throws UpstreamFailure when search is unavailable and there is no copy yet. */
export const findPages = (context: LoadContext): Promise<readonly SitemapPage[]> =>
  context.cache.get('sitemap', { freshMs: tenMinutesMs, onFault: stale(context) }, async () => {
    const parts = await Promise.all(
      locales.flatMap((locale) => [
        pagesOf(context, locale, 'categories'),
        pagesOf(context, locale, 'products'),
      ]),
    );
    return parts.flat();
  });

async function readPage(
  context: LoadContext,
  { locale, index, after }: SitemapPage,
): Promise<SitemapAddress[]> {
  const kind = index === 'products' ? 'product' : 'category';
  const body = sitemapBody(index, after === null ? null : [after]);
  const request = { index, operation: 'sitemap', allowPartial: false, body };
  const { hits } = await context.search.search(locale, request, timing);
  return hits.flatMap(({ _source }) => {
    const entry = Entry.safeParse(_source).data;
    if (!entry?.url_key) return [];
    const own = { locale, key: entry.url_key };
    return {
      path: links[kind](locale, entry.url_key),
      alternates: alternatesOf(entry.url_key_locales, own, context.site.tags, kind),
    };
  });
}

let turn: Promise<unknown> = Promise.resolve();
/**
 * Reads files one after the other, so that a client that requests all of them at once loads the engine with only one.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => null);
  return done;
}

/** The addresses of one page. Throws UpstreamFailure when search is unavailable and there is no copy yet. */
export const findAddresses = (
  context: LoadContext,
  page: SitemapPage,
): Promise<readonly SitemapAddress[]> =>
  context.cache.get(
    `sitemap:${page.locale}:${page.index}:${page.after ?? ''}`,
    { freshMs: tenMinutesMs, onFault: stale(context) },
    () => inTurn(() => readPage(context, page)),
  );

const fixedPages = [links.home, links.promotions, links.news, links.contact, links.newsletter];

export const fixedAddresses = (): SitemapAddress[] =>
  fixedPages.flatMap((page) =>
    locales.map((locale) => ({
      path: page(locale),
      alternates: { fr: page('fr'), nl: page('nl'), en: page('en') },
    })),
  );
