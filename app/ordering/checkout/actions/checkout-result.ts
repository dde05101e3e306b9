import type { NoticeMessage } from '~/base/page/notice';
import type { Searched } from '../checkout-view';
import type { KnownOrder } from '../placing/placing.server';

/** The page again, with everything typed. */
export interface Shown {
  kind: 'shown';
  status: number;
  notices?: readonly NoticeMessage[];
  /** Notices that quote a customer's own text. The page shows them first; the log leaves them out. */
  quoting?: readonly NoticeMessage[];
  fieldErrors?: Record<string, string[]>;
  /** The cart has the reference and the note that were typed. */
  textsSaved?: boolean;
  /** The cart has the code that was typed. */
  codeTaken?: boolean;
  /** A search was all that was asked for: of which lists. */
  searched?: readonly Searched[];
  /** The open payment of this cart that is told of; the next confirmation begins another. */
  begun?: string;
  /** The ERP did not answer: the customer is given a reference for support. */
  failed?: boolean;
}

/** What came of a pressed button. */
export type CheckoutResult =
  /** The cart is an order; null: its confirmation is on its way, or its answer was lost. */
  | { kind: 'ordered'; cartUuid: string; order: KnownOrder | null }
  /** The way to the payment provider is open. */
  | { kind: 'paying'; token: string }
  | Shown
  /** Another device has ordered or replaced the cart. */
  | { kind: 'replaced' }
  | { kind: 'checking'; seconds: number }
  | { kind: 'unavailable' };
