/**
 * Addresses for crawlers (contract/search.md 3.23): one per group and category, in every locale, read in
 * pages of a thousand with `search_after`, for a terms aggregation would cut the list without a word. Kept
 * for ten minutes; the last good copy outlives an unavailable search.
 */
import { z } from 'zod';
import { links } from '~/i18n/links';
import { locales, type Locale } from '~/i18n/locales';
import type { AppContext } from '../../../../server/context';
import type { SearchIndex } from '../../../../server/upstream/search/search-client';
import { KeysByLang, alternatesOf } from './localized-keys.server';
import { text } from '~/erp/wire-fields.server';

const tenMinutesMs = 600_000;
const pageSize = 1000;
/** Of one file: some 1.5 MB, made for each who asks. Crawlers take twenty times as many (sitemaps.org). */
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
  /** In the languages that have it. */
  alternates: Readonly<Partial<Record<Locale, string>>>;
}

type LoadContext = Pick<AppContext, 'search' | 'cache' | 'log' | 'site'>;

async function addressesOf(
  context: LoadContext,
  locale: Locale,
  index: SearchIndex & ('products' | 'categories'),
): Promise<SitemapAddress[]> {
  const kind = index === 'products' ? 'product' : 'category';
  const found: SitemapAddress[] = [];
  let after: readonly unknown[] | null = null;
  do {
    const answer = await context.search.search(
      locale,
      { index, operation: 'sitemap', allowPartial: false, body: sitemapBody(index, after) },
      { timeoutMs: 5_000 },
    );
    for (const hit of answer.hits) {
      const entry = Entry.safeParse(hit._source).data;
      if (!entry?.url_key) continue;
      found.push({
        path: links[kind](locale, entry.url_key),
        alternates: alternatesOf(
          entry.url_key_locales,
          { locale, key: entry.url_key },
          context.site.tags,
          kind,
        ),
      });
    }
    after = answer.hits.length === pageSize ? (answer.hits.at(-1)?.sort ?? null) : null;
  } while (after);
  return found;
}

const fixedPages = [
  ...[links.home, links.promotions, links.news],
  ...[links.contact, links.newsletter],
];

function fixedAddresses(): SitemapAddress[] {
  return fixedPages.flatMap((page) =>
    locales.map((locale) => ({
      path: page(locale),
      alternates: { fr: page('fr'), nl: page('nl'), en: page('en') },
    })),
  );
}

/** All public addresses. Throws UpstreamFailure when search is unavailable and there is no copy yet. */
export const findAddresses = (context: LoadContext): Promise<readonly SitemapAddress[]> =>
  context.cache.get(
    'sitemap',
    {
      freshMs: tenMinutesMs,
      onFault: () =>
        context.log.warn({ event: 'sitemap.stale' }, 'the sitemap could not be renewed'),
    },
    async () => {
      const parts = await Promise.all(
        locales.flatMap((locale) => [
          addressesOf(context, locale, 'categories'),
          addressesOf(context, locale, 'products'),
        ]),
      );
      return [...fixedAddresses(), ...parts.flat()];
    },
  );
