/** What every page shows around its content: who is there, the departments, the cart, what just happened. */
import type { Advertisement, Banner } from '~/features/content/announcements';

export interface NavigationEntry {
  id: number;
  name: string;
  urlKey: string;
}

/** A message about what just happened; texts are already in the customer's language. */
export interface Notification {
  tone: 'info' | 'ok' | 'warn' | 'bad';
  text: string;
  /** One thing to do about it; `href` is a path of this site. */
  link?: { href: string; text: string };
}

export interface CartBadge {
  /** Pieces in the cart, positive quantities only (CART-03). */
  count: number;
  state: 'synced' | 'pending' | 'checking' | 'down';
}

/** Quotations that wait for the customer: to be sent, or to be accepted. */
export interface QuotationCounts {
  drafts: number;
  awaiting: number;
}

/** A form that could not be served because the session had ended, to be sent again (AUTH-05). */
export interface KeptForm {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

export interface FrameCustomer {
  name: string;
  /** Customer number. */
  ref: string | null;
  canOrder: boolean;
}

export interface Frame {
  customer: FrameCustomer | null;
  /** Public name of the session; null for a visitor. */
  session: string | null;
  navigation: readonly NavigationEntry[];
  cart: CartBadge | null;
  notifications: readonly Notification[];
  banners: readonly Banner[];
  advertisements: readonly Advertisement[];
  quotations: QuotationCounts | null;
  /** The visitor has not yet said yes or no to measurement (CMS-07). */
  asksConsent: boolean;
  keptForm: KeptForm | null;
  /** Path of this site that led here, for the way back from an error. */
  cameFrom: string | null;
}
