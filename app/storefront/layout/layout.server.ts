/**
 * Loads the layout. Every part is optional: if one fails, the page is displayed without it and the failure is logged
 * (DEG-01).
 */
import { findReferringPage } from '~/base/page/came-from.server';
import { loadCartBadge } from '~/ordering/cart/quantities.server';
import { closedIds, noAnnouncements } from '~/content/articles/announcements';
import { loadAnnouncements } from '~/content/articles/announcements.server';
import { findSlotPages, findSnippets } from '~/content/articles/slots.server';
import { findOrderedBefore } from '~/ordering/on-order/ordered-before.server';
import { noContent } from '~/base/page/site-content';
import { isOthersForm } from '~/base/page/forms/others-form.server';
import { loadOptionalBlock, loadRequiredBlock, valueOr, type Block } from '~/base/page/optional';
import type { PageRequest } from '~/base/page/page';
import { isSessionEnded } from '~/base/kernel/failure';
import type { PageLayout, SavedForm } from './layout';
import type { NoticeMessage } from '~/base/page/notice';
import { layoutMarkup } from './layout-markup.server';
import { loadNavigation } from './navigation.server';
import { loadQuotationCounts } from '../../account/quotations/quotation-counts.server';

/** The cookie per kind of announcement in which this browser stores the announcements that the visitor has closed. */
export const closedCookies = { banner: 'closed-banners', advertisement: 'closed-ads' } as const;
export const consentCookie = 'consent';

/** Returns a part of the layout, or `absent` if it fails: no failure in the layout may fail the page. */
async function part<T>(loading: Promise<Block<T>>, absent: T): Promise<T> {
  try {
    return valueOr(await loading, absent);
  } catch (error) {
    // The page's own loader detects the ended session and redirects to sign-in.
    if (isSessionEnded(error)) return absent;
    throw error;
  }
}

/**
 * Reads and deletes the saved form, only for a GET, because a post would lose it. Ignores a form from a page of another
 * account.
 */
async function takeSavedForm(page: PageRequest): Promise<SavedForm | null> {
  const { context, request, url } = page;
  if (context.session.kind !== 'customer' || request.method !== 'GET') return null;
  const form = await context.authentication.takeSavedForm(url.pathname + url.search);
  return form && !isOthersForm(page, form.fields) ? form : null;
}

export async function loadLayout(
  page: PageRequest,
  notifications: readonly NoticeMessage[],
): Promise<PageLayout> {
  const { context } = page;
  const [navigation, announcements, quotations, cart, savedForm, pages, snippets, ordered] =
    await Promise.all([
      part(
        loadOptionalBlock(page, 'navigation', () => loadNavigation(page)),
        [],
      ),
      part(
        loadOptionalBlock(page, 'announcements', () => loadAnnouncements(page)),
        noAnnouncements,
      ),
      part(
        loadOptionalBlock(page, 'quotation counts', () => loadQuotationCounts(page)),
        null,
      ),
      // Waits for the shop's own store, because a saved form that arrives after the deadline would be lost.
      part(
        loadRequiredBlock(page, 'cart badge', () => loadCartBadge(page)),
        null,
      ),
      part(
        loadRequiredBlock(page, 'kept form', () => takeSavedForm(page)),
        null,
      ),
      part(
        loadOptionalBlock(page, 'pages', () => findSlotPages(page)),
        noContent.pages,
      ),
      part(
        loadOptionalBlock(page, 'snippets', () => findSnippets(page)),
        noContent.snippets,
      ),
      part(
        loadOptionalBlock(page, 'ordered before', () => findOrderedBefore(page)),
        new Map<never, never>(),
      ),
    ]);
  const isOpen =
    (kind: keyof typeof closedCookies) =>
    ({ id }: { id: number }): boolean =>
      !closedIds(context.cookies.read(closedCookies[kind])).includes(id);
  const customer = context.session.kind === 'customer' ? context.session.customer : null;
  return {
    customer: customer
      ? { name: customer.name, ref: customer.ref, canOrder: customer.canOrder }
      : null,
    build: context.workerBuild,
    suspended: context.session.kind === 'guest' && context.session.suspended === true,
    session: context.session.kind === 'customer' ? context.session.key : null,
    navigation,
    markup: layoutMarkup(page, { navigation, content: { pages, snippets } }),
    cart,
    notifications,
    // A banner that was marked as read stays available; a closed advertisement disappears.
    banners: announcements.banners.map((banner) => ({
      ...banner,
      isRead: !isOpen('banner')(banner),
    })),
    advertisements: announcements.advertisements.filter(isOpen('advertisement')),
    quotations,
    asksConsent:
      context.site.analyticsSrc !== null &&
      !['yes', 'no'].includes(context.cookies.read(consentCookie) ?? ''),
    savedForm,
    content: { pages, snippets },
    ordered,
    cameFrom: findReferringPage(page),
  };
}
