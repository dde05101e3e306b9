/** What every page shows around its content: who is there, the categories, the cart, what just happened. */
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
  /** Pieces in the cart, positive quantities only (CART-03). */
  count: number;
  state: 'synced' | 'pending' | 'checking' | 'down';
  /** Changes wait for the ERP, or for what became of them: signing out would lose them (CART-08). */
  unsent: boolean;
}

/** Quotations that wait for the customer: to be sent, or to be accepted. */
export interface QuotationCounts {
  drafts: number;
  awaiting: number;
}

/** A form that could not be served because the session had ended, to be sent again (AUTH-05). */
export interface SavedForm {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** A file was chosen, which has to be chosen again. */
  fileMissing: boolean;
}

export interface LayoutCustomer {
  name: string;
  /** Customer number. */
  ref: string | null;
  canOrder: boolean;
}

/** A message stays reachable once it is read, and no longer asks for attention. */
export interface ShownBanner extends Banner {
  isRead: boolean;
}

/** Parts that are the same for many, finished (layout-markup.server.tsx). */
export interface LayoutMarkup {
  /** Inside of the footer. */
  footer: string;
  /** Entries of the list of all categories. */
  categories: string;
}

export interface PageLayout {
  customer: LayoutCustomer | null;
  /** What the service worker of the same build calls it (PWA-02); null without one. */
  build: string | null;
  /** A customer who is shown as a visitor because the sign-in service is away. */
  suspended: boolean;
  /** Public name of the session; null for a visitor. */
  session: string | null;
  navigation: readonly NavigationEntry[];
  markup: LayoutMarkup;
  cart: CartBadge | null;
  notifications: readonly NoticeMessage[];
  banners: readonly ShownBanner[];
  advertisements: readonly Advertisement[];
  quotations: QuotationCounts | null;
  /** The visitor has not yet said yes or no to measurement (CMS-07). */
  asksConsent: boolean;
  content: SiteContent;
  ordered: Shop['ordered'];
  savedForm: SavedForm | null;
  /** Path of this site that led here, for the way back from an error. */
  cameFrom: string | null;
}
