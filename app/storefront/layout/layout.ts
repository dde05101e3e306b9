/** Data of everything around a page's content: customer, categories, cart and notices. */
import type { Shop } from '~/base/page/shop';
import type { SiteContent } from '~/base/page/site-content';
import type { Advertisement, Banner } from '~/content/articles/announcements';
import type { NoticeMessage } from '~/base/page/notice';

export interface NavigationEntry {
  id: number;
  name: string;
  urlKey: string;
}

export interface CartBadge {
  /** Number of pieces in the cart, counting positive quantities only (CART-03). */
  count: number;
  state: 'synced' | 'pending' | 'checking' | 'down';
  /**
   * Cart changes are waiting for the ERP, or the ERP's response to them was lost: signing out would lose them
   * (CART-08).
   */
  unsent: boolean;
}

/** Quotations that wait for the customer to send or to accept them. */
export interface QuotationCounts {
  drafts: number;
  awaiting: number;
}

/** A form that was not processed because the session had ended; the customer can send it again (AUTH-05). */
export interface SavedForm {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** The form contained a file, which browsers cannot choose again for the customer. */
  fileMissing: boolean;
}

export interface LayoutCustomer {
  name: string;
  /** Customer number. */
  ref: string | null;
  canOrder: boolean;
}

/** A banner message. Once marked as read, it stays available without demanding attention. */
export interface ShownBanner extends Banner {
  isRead: boolean;
}

/** Rendered HTML of the frame that many pages share (layout-markup.server.tsx). */
export interface LayoutMarkup {
  /** Rendered content of the footer element. */
  footer: string;
  /** Rendered entries of the list of all categories. */
  categories: string;
}

export interface PageLayout {
  customer: LayoutCustomer | null;
  /** The build of the service worker that matches this page (PWA-02); null without a service worker. */
  build: string | null;
  /** A customer who is treated as a guest because the sign-in service is unavailable. */
  suspended: boolean;
  /** Public name of the session (not its id); null for a guest. */
  session: string | null;
  navigation: readonly NavigationEntry[];
  markup: LayoutMarkup;
  cart: CartBadge | null;
  notifications: readonly NoticeMessage[];
  banners: readonly ShownBanner[];
  advertisements: readonly Advertisement[];
  quotations: QuotationCounts | null;
  /** The visitor has not yet accepted or declined analytics (CMS-07). */
  asksConsent: boolean;
  content: SiteContent;
  ordered: Shop['ordered'];
  savedForm: SavedForm | null;
  /** Path on this site that linked here, for the link back on an error page. */
  cameFrom: string | null;
}
