/** Loads the pages of classified ads. */
import { redirect } from '~/base/framework/server';
import { formatsFor } from '~/base/i18n/formats';
import { links } from '~/base/i18n/links';
import { loadRequiredBlock } from '~/base/page/optional';
import { notFound, recordId, type CustomerRequest } from '~/base/page/page';
import { shownData } from '~/base/page/forms/stored-answers.server';
import { redirectPastEnd } from '~/base/page/past-the-end.server';
import { dayOf } from '~/base/kernel/day';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { isEarly, isOver, type SmallAd } from './small-ad';
import { adsAddress, readAdsQuery } from './small-ads-list';
import { findAd, listOwn, listPublished } from './small-ads.server';
import { isFormAnswer } from '~/base/ui/form/form-answer';
import type { Shown } from '~/base/ui/form/shown-fields';
import type { AdView } from './views/ad-page';
import type { AdsView } from './views/ads-page';
import type { NewAdView } from './views/new-ad-page';

/** The stored values that an ad's forms show, including its moderation state. */
export function shownFields({ context, locale }: CustomerRequest, ad: SmallAd) {
  const { title, text, contact, phone, email, category, region, start, end } = ad;
  const { day } = formatsFor(context.site.tags[locale]);
  const standing = { state: ad.state ?? '', document: ad.document?.name ?? '' };
  const fields = {
    title,
    text,
    contact,
    phone,
    email,
    category: category ?? '',
    region: region ?? '',
    start: start ? day(start) : '',
    end: end ? day(end) : '',
  };
  return { ad: { ...fields, ...standing }, document: standing } satisfies Record<string, Shown>;
}

export async function loadAds(page: CustomerRequest): Promise<AdsView> {
  const query = readAdsQuery(page.url.searchParams);
  const load = () => (query.kind === 'own' ? listOwn(page, query) : listPublished(page, query));
  const list = await loadRequiredBlock(page, 'classified ads', load);
  redirectPastEnd(query, list.ok ? list.value : null, (last) =>
    adsAddress(page.locale, { ...query, page: last }),
  );
  return {
    query,
    list,
    today: dayOf(page.context.clock.now()),
  };
}

/** Loads the page of a new ad, with default values from the customer's data. */
export function loadNewAd(page: CustomerRequest): NewAdView {
  const { customer, context } = page;
  // When the ERP accepts no ads, redirects to the list of ads, which explains that.
  if (!context.erp.offers('POST classified_ads')) throw redirect(links.smallAds(page.locale), 303);
  return {
    documentMaxMb: context.site.documentMaxMb,
    known: {
      start: dayOf(context.clock.now()),
      contact: customer.name,
      email: customer.email ?? '',
    },
  };
}

async function viewOf(page: CustomerRequest): Promise<AdView | 'gone'> {
  const ad = await findAd(page, recordId(page));
  if (!ad && isFormAnswer(await shownData(page))) return 'gone';
  if (!ad) throw notFound(page.url.pathname, 'ad');
  const today = dayOf(page.context.clock.now());
  return {
    ad,
    over: isOver(ad, today),
    early: isEarly(ad, today),
    documentMaxMb: page.context.site.documentMaxMb,
    shown: shownFields(page, ad),
  };
}

/**
 * Loads the page of one ad. Null when the ERP is unavailable: the page then offers to send the form input again, which
 * an error page would lose. `gone`: the ad was deleted elsewhere, and the posted input is shown.
 */
export async function loadAd(page: CustomerRequest): Promise<AdView | 'gone' | null> {
  try {
    return await viewOf(page);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'ad.unavailable', reason: error.reason },
      'an ad cannot be shown: the ERP is unavailable',
    );
    return null;
  }
}
