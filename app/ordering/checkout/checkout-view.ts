/** View model of the checkout page, built on the server and rendered by the views of this folder. */
import type { Address, Cart, LowAmount } from '~/ordering/cart/cart';
import type { CartStanding } from '~/ordering/cart/page/cart-view';
import type { OrderBlock } from '~/catalogue/products/order-block';
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
  /** Net unit price in the catalogue, if the cart charges more. */
  listed: UnitPrice | null;
  unavailable: number;
  /** Change of the shortage since the previous refresh. */
  unavailableChange: number | null;
  isReward: boolean;
  isMadeToOrder: boolean;
  /** Free pieces of the line's promotion; null also when the ERP has already created reward lines for it. */
  free: FreePieces | null;
  /** Why this customer may not order the product. */
  barred: OrderBlock | null;
  /** The catalogue does not say whether the product is still sold; it may still be ordered. */
  isUnknown: boolean;
}

/** Quantities far above the usual, and the value of the checkbox that confirms exactly these. */
export interface UnusualQuantities {
  lines: readonly { name: string; quantity: number }[];
  value: string;
}

/** Sync state between cart and ERP; only a `synced` cart can be ordered. */
export type Readiness = 'synced' | 'checking' | 'unavailable';

/** An order placed here, or one whose confirmation is in transit. `name` is null until the ERP has assigned one. */
export interface Ordered {
  name: string | null;
  /** Address of the order, or of the page that reports the outcome of its confirmation. */
  href: string;
}

export interface OpenCheckout {
  kind: 'open';
  /**
   * Set when the page redisplays a stored response, whose cart has meanwhile become this order. The response is then
   * obsolete.
   */
  ordered: Ordered | null;
  cart: Cart & { uuid: string };
  lines: readonly SummaryLine[];
  /** Names of the products that must stay cold in transit. */
  cold: readonly string[];
  unusual: UnusualQuantities | null;
  /**
   * Rendered lines as HTML: those visible at once (`first`), those folded away (`rest`), and the number of folded lines
   * (`more`).
   */
  summary: { first: string; rest: string; more: number };
  /**
   * The catalogue is unavailable: names come from the ERP, and the page cannot tell which products are made to order.
   */
  catalogueUnavailable: boolean;
  delivery: Part<readonly Address[]>;
  invoicing: Part<readonly Address[]>;
  carriers: Part<readonly Carrier[]>;
  /** Id of the carrier that this customer chose last; null while the cart has a carrier. */
  lastCarrier: number | null;
  /** Form input preserved from an earlier page of this cart; takes precedence over the cart's values. */
  typed: TypedChoices;
  /** Pickup points of the chosen carrier; null when it needs none. */
  points: Part<readonly PickupPoint[]> | null;
  toPoint: boolean;
  note: string;
  /** Reference and note as this page shows them, for the hidden form field. */
  was: string;
  /** The open payment of this cart, begun in this or another window; the customer may still complete it. */
  paying: PaymentAttempt | null;
  /** Serial number of the cart, or the proposed one; null when this order has none. */
  suite: string | null;
  /** The serial number in the form, and the other order that already uses it. */
  suiteUse: { suite: string; order: string } | null;
  methods: Part<readonly PaymentMethod[]>;
  /** Whether the ERP confirms carts without payment. */
  confirms: boolean;
  lowAmount: LowAmount | null;
  digest: string;
  readiness: Readiness;
  waitSeconds: number | null;
  /** While the outcome of a confirmation is being verified: address of the page that reports it. */
  ordering: string | null;
  /** The cart page has notices about edits that were not applied or need a check. */
  hasNotices: boolean;
  /** An edit of the cart has just cleared the delivery choice. */
  wiped: boolean;
  canOrder: boolean;
  helpWithFee: boolean;
}

/**
 * False: the ERP neither confirms carts without payment nor offers a payment method, so that a confirmation could only
 * fail.
 */
export const offersOrder = ({
  confirms,
  methods,
}: Pick<OpenCheckout, 'confirms' | 'methods'>): boolean =>
  confirms || methods.kind === 'unavailable' || (methods.kind === 'ok' && methods.value.length > 0);

export interface EmptyCheckout {
  kind: 'empty';
  /** Sync state. A cart that could not be read may or may not be empty. */
  standing: CartStanding;
  /** The last order, if there is nothing to order because of it. */
  ordered: Ordered | null;
}

export type CheckoutView = OpenCheckout | EmptyCheckout;

/** Lists that the customer can search at checkout. */
export type Searched = 'points' | 'addresses';

/** Id of the element that reports the result of a search. */
export const foundId = (list: Searched): string => `found-${list}`;

/** Response to the posted form, with all its input. */
export interface CheckoutAnswer {
  kind: 'checkout-answer';
  result: SubmissionResult<string[]>;
  notices: readonly NoticeMessage[];
  points: Part<readonly PickupPoint[]> | null;
  /** Lists that were searched; each reports its result. Absent in responses stored by an earlier release. */
  searched?: readonly Searched[];
  /** Token of the open payment that this response reports. Absent in responses stored by an earlier release. */
  begun?: string | undefined;
  /** For support: reference of the request to which the ERP did not respond; null when none failed. */
  failed: string | null;
}

export const isCheckoutAnswer = (value: unknown): value is CheckoutAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'checkout-answer';
