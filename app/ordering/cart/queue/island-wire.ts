/**
 * Messages between the cart island in the browser and the shop's sync action. Types only; the server validates with its
 * own schema.
 */
import type { Options, Transaction } from '../transaction';

interface IslandTransaction {
  uuid: string;
  product_id: number;
  /** Change of the line's quantity, relative to the quantity in this browser. */
  qty: number;
  options?: Options | undefined;
  /** uuid of the cart that the customer saw. */
  cart: string | null;
}

/** A complete cart that the browser stores, to compare it with the cart after a write (docs/cart-ledger.md). */
export interface KnownCart {
  uuid: string | null;
  lines: [key: string, quantity: number][];
}

/** The cart as the shop knew it when it rendered the page or sent the response. */
export interface PageCart {
  /** Epoch of the key-value store: it changes when the store loses its memory. */
  epoch: string;
  /** Time of the snapshot, in ms by the shop's clock. A later snapshot replaces an earlier one. */
  at: number;
  cart: KnownCart;
  /**
   * The cart shortened to one line, which the browser sends back (`short-cart.server.ts`); absent when the cart has few
   * lines.
   */
  base?: KnownCart | undefined;
  /**
   * Pieces in edits from plain forms that wait in the shop, not included in the cart. Absent when there are none, or
   * when `unsent` lists the edits.
   */
  waiting?: number | undefined;
  /**
   * Edits of any device that the shop has not sent, or whose outcome is unknown. Absent in pages, whose displayed
   * quantities include these edits.
   */
  unsent?: Transaction[] | undefined;
}

export interface IslandBody {
  owner: string;
  txs: IslandTransaction[];
  /**
   * A header value of comma-separated parts: for each entered or removed line of `txs`, its target quantity, then one
   * last part. The last part is empty for a batch that is sent for the first time. For a batch that was sent before, it
   * is the time of the snapshot on which the batch is based, in ms by the shop's clock (0: unknown). An instance of an
   * earlier release ignores the parts it does not know.
   */
  to: string;
  /** Epoch of the key-value store (empty when unknown) and cart when the batch was first sent. */
  sent: { epoch: string; base: KnownCart };
  /** Page fragment to render with the response. */
  fragment?: 'cart' | undefined;
}

type IslandState = 'synced' | 'busy' | 'checking' | 'unavailable' | 'error';

export interface IslandAnswer extends PageCart {
  state: IslandState;
  acked: string[];
  rejected: string[];
  review: string[];
  dropped: string[];
  /** Number of notices on the cart page (dropped, rejected, or to be checked). */
  notices: number;
  html?: string | undefined;
  /** Message with the number of products that the edits in `acked` added; absent when they added none. */
  added?: string | undefined;
  /** Announcement with the totals of the last changed line and of the cart, read aloud when `html` is displayed. */
  told?: string | undefined;
}

/**
 * Size limit of a call (P-31). Browsers stay below it: 200 edits take about 35 kB, nine with options of three bytes a
 * character take 60 kB, and a large cart is sent as its digest.
 */
export const maxSyncBytes = 64 * 1024;

/** Maximum number of transactions in one call, in general and when one of them has options. */
export const maxBatch = 200;
export const maxWithOptions = 9;

/** Maximum JSON length of the options of one line. */
export const maxOptions = 2_000;
