/**
 * Loads banners and advertisements from their search indices (contract/search.md 1.6, 1.7, 3.22), fetched in one call
 * and cached for a minute per locale and audience. The query filters by day; each page compares the exact time.
 *
 * Both indices are optional. A missing start or end is open, one without a time means the whole day in Brussels, and
 * one without a time zone means UTC.
 */
import type { z } from 'zod';
import { outsideWindow } from '~/base/erp/date-window.server';
import { readDocuments } from '~/base/erp/dropped-documents.server';
import { safeLink, type LinkRules } from '~/base/page/untrusted/safe-link';
import type { PageRequest } from '~/base/page/page';
import type { Locale } from '~/base/i18n/locales';
import { dayOf, type Day } from '~/base/kernel/day';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { boundFrom } from '~/base/kernel/wire-date';
import type { SearchHit, SearchRequest } from '../../../server/upstream/search/search-client';
import {
  isShowing,
  noAnnouncements,
  type Advertisement,
  type Announcements,
  type Banner,
  type BannerTone,
  type Showing,
} from './announcements';
import { plainText, safeHtml } from '~/base/page/untrusted/safe-html.server';
import { AdvertisementWire, BannerWire } from './announcement-wire.server';

type Audience = 'connected' | 'anonymous';

const newestFirst = [
  { date_start: { order: 'desc', missing: '_last', unmapped_type: 'date' } },
  { id: { order: 'asc', unmapped_type: 'long' } },
];

const bannersFor = (day: Day, audience: Audience): SearchRequest => ({
  index: 'infoBanners',
  operation: 'info banners',
  optional: true,
  body: {
    size: 20,
    timeout: '1s',
    query: {
      bool: {
        filter: [
          {
            bool: {
              minimum_should_match: 1,
              should: [
                { terms: { visibility: ['all', audience] } },
                { bool: { must_not: [{ exists: { field: 'visibility' } }] } },
              ],
            },
          },
        ],
        must_not: outsideWindow(day),
      },
    },
    sort: newestFirst,
  },
});

const advertisementsOn = (day: Day): SearchRequest => ({
  index: 'advertisements',
  operation: 'advertisements',
  optional: true,
  body: {
    size: 20,
    timeout: '1s',
    query: { bool: { must_not: outsideWindow(day) } },
    sort: newestFirst,
  },
});

const showingOf = (wire: { date_start?: unknown; date_end?: unknown }): Showing => ({
  from: boundFrom(wire.date_start, 'start')?.getTime() ?? null,
  until: boundFrom(wire.date_end, 'end')?.getTime() ?? null,
});

const tones: Readonly<Record<string, BannerTone>> = {
  info: 'info',
  warning: 'warn',
  danger: 'bad',
};

function bannerOf(wire: z.output<typeof BannerWire>, locale: Locale, rules: LinkRules): Banner[] {
  const html = safeHtml(wire.html, locale, rules);
  if (html === null) return [];
  const { id, type } = wire;
  const text = plainText(wire.html);
  return [{ id, tone: tones[type ?? ''] ?? 'info', html, text, showing: showingOf(wire) }];
}

function advertisementOf(
  wire: z.output<typeof AdvertisementWire>,
  locale: Locale,
  rules: LinkRules,
): Advertisement {
  const { id, name, display_slot, display_time, file_url, site_url, image } = wire;
  return {
    id,
    name,
    slot: display_slot ?? 'bottom_right',
    displaySeconds: display_time ?? -1,
    link: safeLink(file_url, locale, rules) ?? safeLink(site_url, locale, rules),
    image: image && { src: image.src, alt: image.alt ?? name },
    showing: showingOf(wire),
  };
}

async function askFor(
  { context, locale }: Pick<PageRequest, 'context' | 'locale'>,
  audience: Audience,
  day: Day,
): Promise<Announcements> {
  const [banners, advertisements] = await context.search.searchMany(
    locale,
    [bannersFor(day, audience), advertisementsOn(day)],
    { timeoutMs: 1_200 },
  );
  if (isUpstreamFailure(banners) && isUpstreamFailure(advertisements)) throw banners;
  const hits = (answer: typeof banners): readonly SearchHit[] =>
    answer && 'hits' in answer ? answer.hits : [];
  return {
    banners: readDocuments(context, hits(banners), BannerWire).flatMap((wire) =>
      bannerOf(wire, locale, context.site),
    ),
    advertisements: readDocuments(context, hits(advertisements), AdvertisementWire).map((wire) =>
      advertisementOf(wire, locale, context.site),
    ),
  };
}

/** Banners and advertisements to show now; none when the search is unavailable and nothing is cached. */
export async function loadAnnouncements(
  page: Pick<PageRequest, 'context' | 'locale'>,
): Promise<Announcements> {
  const { context, locale } = page;
  const audience: Audience = context.session.kind === 'customer' ? 'connected' : 'anonymous';
  const now = context.clock.now();
  const log = (error: unknown): void =>
    context.log.warn(
      { event: 'announcements.unavailable', error: error instanceof Error ? error.message : '' },
      'banners and advertisements could not be read',
    );
  try {
    const known = await context.cache.get(
      `announcements:${locale}:${audience}:${dayOf(now)}`,
      { freshMs: 60_000, onFault: log },
      () => askFor(page, audience, dayOf(now)),
    );
    return {
      banners: known.banners.filter((banner) => isShowing(banner.showing, now)),
      advertisements: known.advertisements.filter((one) => isShowing(one.showing, now)),
    };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    log(error);
    return noAnnouncements;
  }
}
