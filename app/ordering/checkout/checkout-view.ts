/** What the checkout page shows: made on the server, rendered by the views of this folder. */
import type { Address, Cart, LowAmount } from '~/ordering/cart/cart';
import type { CartStanding } from '~/ordering/cart/page/cart-view';
import type { LineBar } from '~/catalogue/products/line-bar';
import type { NoticeMessage } from '~/base/page/notice';
import type { PaymentAttempt, PaymentMethod } from '~/ordering/payment/payment';
import type { FreePieces } from '~/catalogue/pricing/pricing';
import type { Cents, UnitPrice } from '~/base/kernel/money';
import type { SubmissionResult } from '@conform-to/react';
import type { Part } from '~/base/page/optional';
import type { Carrier, PickupPoint } from './checkout';
import type { TypedChoices } from './checkout-form';

export interface SummaryLine {
  key: string;
  name: string;
  picture: string | null;
  quantity: number;
  netPrice: UnitPrice | null;
  amount: Cents | null;
  /** Net price of one piece in the catalogue where the cart is dearer. */
  listed: UnitPrice | null;
  unavailable: number;
  /** After a refresh: by how much the shortage has changed. */
  unavailableChange: number | null;
  isReward: boolean;
  isMadeToOrder: boolean;
  /** What its promotion gives on top; null also where the ERP has made lines of it. */
  free: FreePieces | null;
  /** Why this product may not be ordered by this customer. */
  barred: LineBar | null;
  /** The catalogue does not say whether it is still sold: no reason to refuse it. */
  isUnknown: boolean;
}

/** How the cart stands with the ERP; only `synced` can be ordered. */
export type Readiness = 'synced' | 'checking' | 'unavailable';

/** An order that was placed here, or is on its way; `name` is null until the ERP has given one. */
export interface Ordered {
  name: string | null;
  /** The order, or the page that says what has become of it. */
  href: string;
}

export interface OpenCheckout {
  kind: 'open';
  /** What the address has an answer to is this order, of an earlier cart: the answer is over. */
  ordered: Ordered | null;
  cart: Cart & { uuid: string };
  lines: readonly SummaryLine[];
  /** Names of the goods that must not get warm on their way. */
  cold: readonly string[];
  /** The lines finished, as HTML: those that are seen at once, and those that are folded away. */
  summary: { first: string; rest: string; more: number };
  /** The catalogue could not be asked: names are the ERP's, made-to-order is not known. */
  catalogueUnavailable: boolean;
  delivery: Part<readonly Address[]>;
  invoicing: Part<readonly Address[]>;
  carriers: Part<readonly Carrier[]>;
  /** The carrier that this customer last chose; null while the cart has one. */
  lastCarrier: number | null;
  /** Of this cart, from an earlier page: it comes before what the cart has. */
  typed: TypedChoices;
  /** Points of the chosen carrier; null when it needs none. */
  points: Part<readonly PickupPoint[]> | null;
  toPoint: boolean;
  note: string;
  /** Reference and note as this page shows them, for its form. */
  was: string;
  /** The payment of this cart that was begun, here or in another window, and may still be made. */
  paying: PaymentAttempt | null;
  /** Sequence number: the cart's own or the proposed one; null when this order has none. */
  suite: string | null;
  /** The number that the form holds, and the order that carries it already. */
  suiteUse: { suite: string; order: string } | null;
  methods: Part<readonly PaymentMethod[]>;
  /** The ERP confirms carts without payment. */
  confirms: boolean;
  lowAmount: LowAmount | null;
  digest: string;
  readiness: Readiness;
  waitSeconds: number | null;
  /** What is being verified is the order itself: the page that says what has become of it. */
  ordering: string | null;
  /** The cart page tells of changes that were not made, or are to be looked at. */
  hasNotices: boolean;
  /** A change of the cart has just taken the delivery choice back. */
  wiped: boolean;
  canOrder: boolean;
  helpWithFee: boolean;
}

/** False: the ERP neither confirms carts without payment nor offers a method, so that a confirmation could only fail. */
export const offersOrder = ({
  confirms,
  methods,
}: Pick<OpenCheckout, 'confirms' | 'methods'>): boolean =>
  confirms || methods.kind === 'unavailable' || (methods.kind === 'ok' && methods.value.length > 0);

export interface EmptyCheckout {
  kind: 'empty';
  /** Of a cart that could not be read nobody knows whether it is empty. */
  standing: CartStanding;
  /** The order that there is nothing to order after. */
  ordered: Ordered | null;
}

export type CheckoutView = OpenCheckout | EmptyCheckout;

/** What can be searched at checkout. */
export type Searched = 'points' | 'addresses';

/** Where a list says what was found in it. */
export const foundId = (list: Searched): string => `found-${list}`;

/** What the form that was just posted gets back, with everything typed. */
export interface CheckoutAnswer {
  kind: 'checkout-answer';
  result: SubmissionResult<string[]>;
  notices: readonly NoticeMessage[];
  points: Part<readonly PickupPoint[]> | null;
  /** Lists that were searched; each says what was found. Answers of an earlier release have none. */
  searched?: readonly Searched[];
  /** The open payment of this cart that is told of. Answers of an earlier release have none. */
  begun?: string | undefined;
  /** Of the request that the ERP did not answer, for support; null where nothing failed. */
  failed: string | null;
}

export const isCheckoutAnswer = (value: unknown): value is CheckoutAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'checkout-answer';
