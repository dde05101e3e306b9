import type { NoticeMessage } from '~/base/page/notice';
import type { Searched } from '../checkout-view';
import type { KnownOrder } from '../placing/placing.server';

/** Display the page again, with all input. */
export interface Shown {
  kind: 'shown';
  status: number;
  notices?: readonly NoticeMessage[];
  /** Notices that quote customer texts. The page shows them first; they are not logged. */
  quoting?: readonly NoticeMessage[];
  fieldErrors?: Record<string, string[]>;
  /** The cart contains the entered reference and note. */
  textsSaved?: boolean;
  /** The cart has the entered discount code. */
  codeTaken?: boolean;
  /** The lists that were searched, if the post changed nothing else. */
  searched?: readonly Searched[];
  /**
   * Token of the open payment of this cart that the page reports. The next confirmation of the form begins another
   * payment.
   */
  begun?: string;
  /** The ERP did not respond: the customer gets a reference for support. */
  failed?: boolean;
}

/** Result of a pressed button. */
export type CheckoutResult =
  /** The cart became an order. `order` is null while the confirmation is in transit, or when its response was lost. */
  | { kind: 'ordered'; cartUuid: string; order: KnownOrder | null }
  /** A payment has begun; redirect to its provider. */
  | { kind: 'paying'; token: string }
  | Shown
  /** Another device has ordered or replaced the cart. */
  | { kind: 'replaced' }
  | { kind: 'checking'; seconds: number }
  | { kind: 'unavailable' };
