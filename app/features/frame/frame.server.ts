/** Loads the frame. Every part is optional: one that fails is left out and logged, never the page (DEG-01). */
import { loadCartBadge } from '~/features/cart/quantities.server';
import { closedBanners } from '~/features/content/announcements';
import { loadAnnouncements } from '~/features/content/announcements.server';
import type { PageRequest } from '~/http/page';
import { isSessionEnded } from '~/kernel/failure';
import type { Frame, KeptForm, Notification } from './frame';
import { loadNavigation } from './navigation.server';
import { loadQuotationCounts } from './quotation-counts.server';

export const closedBannersCookie = 'closed-banners';
export const consentCookie = 'consent';

/** The part, or its absence: whatever goes wrong in the frame is no reason to lose the page. */
async function part<T>(
  { context }: PageRequest,
  name: string,
  loading: Promise<T>,
  absent: T,
): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    // The page itself finds out that the session has ended, and leads to sign-in.
    if (!isSessionEnded(error)) {
      context.log.warn(
        {
          event: 'frame.part_missing',
          part: name,
          error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        },
        'a part of the frame is left out',
      );
    }
    return absent;
  }
}

/** Only a page that is read takes a kept form: a post would throw it away. */
const takeKeptForm = ({ context, request, url }: PageRequest): Promise<KeptForm | null> =>
  context.session.kind === 'customer' && request.method === 'GET'
    ? context.authentication.takeKeptForm(url.pathname + url.search)
    : Promise.resolve(null);

/** Where the browser says it came from, if that was a page of this site. */
export function cameFrom({ context, request, url }: PageRequest): string | null {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  const path = from.pathname + from.search;
  return from.origin === context.site.origin && path !== url.pathname + url.search ? path : null;
}

export async function loadFrame(
  page: PageRequest,
  notifications: readonly Notification[],
): Promise<Frame> {
  const { context } = page;
  const [navigation, announcements, quotations, cart, keptForm] = await Promise.all([
    part(page, 'navigation', loadNavigation(page), []),
    part(page, 'announcements', loadAnnouncements(page), { banners: [], advertisements: [] }),
    part(page, 'quotations', loadQuotationCounts(page), null),
    part(page, 'cart', loadCartBadge(page), null),
    part(page, 'kept form', takeKeptForm(page), null),
  ]);
  const closed = closedBanners(context.cookies.read(closedBannersCookie));
  const customer = context.session.kind === 'customer' ? context.session.customer : null;
  return {
    customer: customer
      ? { name: customer.name, ref: customer.ref, canOrder: customer.canOrder }
      : null,
    session: context.session.kind === 'customer' ? context.session.key : null,
    navigation,
    cart,
    notifications,
    banners: announcements.banners.filter((banner) => !closed.includes(banner.id)),
    advertisements: announcements.advertisements,
    quotations,
    asksConsent: !['yes', 'no'].includes(context.cookies.read(consentCookie) ?? ''),
    keptForm,
    cameFrom: cameFrom(page),
  };
}
