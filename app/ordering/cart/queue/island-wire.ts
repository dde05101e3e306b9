/** What the island and the shop's sync action say to each other. Types only: the server checks with its schema. */
import type { Options, Transaction } from '../transaction';

export interface IslandTransaction {
  uuid: string;
  product_id: number;
  /** Against what this browser knew of the line. */
  qty: number;
  options?: Options | undefined;
  /** Uuid of the cart that the customer was looking at. */
  cart: string | null;
}

/** A cart as the island remembers it: whole, to compare with (docs/cart-ledger.md). */
export interface KnownCart {
  uuid: string | null;
  lines: [key: string, quantity: number][];
}

/** The cart as the shop knew it when it rendered the page, or answered. */
export interface PageCart {
  /** Memory of the store. */
  epoch: string;
  /** When the shop said so, in ms by its clock. A later snapshot replaces an earlier one. */
  at: number;
  cart: KnownCart;
  /** The same in one line, to send back (`short-cart.server.ts`); absent where it has few lines. */
  base?: KnownCart | undefined;
  /** Pieces that wait in the shop itself, from plain forms, beside those of the cart; absent without, and where `unsent` lists them. */
  waiting?: number | undefined;
  /** What the shop has not sent yet or is in doubt about, of any device; a page says it by the quantities it shows. */
  unsent?: Transaction[] | undefined;
}

export interface IslandBody {
  owner: string;
  txs: IslandTransaction[];
  /**
   * What each line shall hold, where a quantity was typed or the line taken out: in the order of `txs`, with commas. One
   * part more: nothing for a first copy, and for a batch that has left before the time of the snapshot it was made of, in
   * ms by the shop's clock (0: none was known). It travels as a header, of which an instance of an earlier release reads
   * what it knows.
   */
  to: string;
  /** Store memory, empty where none was known, and cart as they were when the batch first left. */
  sent: { epoch: string; base: KnownCart };
  /** Part of the page to render again with the answer. */
  fragment?: 'cart' | undefined;
}

export type IslandState = 'synced' | 'busy' | 'checking' | 'unavailable' | 'error';

export interface IslandAnswer extends PageCart {
  state: IslandState;
  acked: string[];
  rejected: string[];
  review: string[];
  dropped: string[];
  /** Something to read on the cart page (dropped, rejected or to be checked). */
  notices: number;
  html?: string | undefined;
  /** What the line that was changed last and the cart come to, to be read out with `html`. */
  told?: string | undefined;
}

/**
 * The one bound of a call (P-31). What a browser sends stays below it: 200 changes are some 35 kB, nine with options
 * of three bytes a character 60, and a large cart is named by its digest.
 */
export const maxSyncBytes = 64 * 1024;

/** At most so many transactions in one call, and so many where one has options. */
export const maxBatch = 200;
export const maxWithOptions = 9;

/** JSON of the options of one line. */
export const maxOptions = 2_000;
