/** The shop's model of an order: amounts in cents, instants with a zone, and the shop's own states. */
import type { Address, Amount, YearEndRebate } from '~/ordering/cart/cart';
import { sumsOf, type OrderSums } from '~/ordering/cart/order-sums';
import { dayOf, type Day } from '~/base/kernel/day';
import type { Cents, UnitPrice } from '~/base/kernel/money';

export const channels = ['fax', 'mail', 'phone', 'web'] as const;
export type Channel = (typeof channels)[number];

/** `other`: a state that this shop does not know; its label is the ERP's. */
export type OrderState =
  | 'pending'
  | 'processing'
  | 'partly-delivered'
  | 'delivered'
  | 'cancelled'
  | 'quotation-asked'
  | 'quotation-answered'
  | 'other';

export interface OrderLine {
  id: number;
  productId: number;
  name: string;
  sku: string | null;
  quantity: number;
  /** Delivered pieces; null when the ERP does not report them. */
  delivered: number | null;
  cancelled: number;
  /** Pieces that the ERP expects to be out of stock at delivery. */
  unavailable: number;
  /** Pieces still to be delivered; null when deliveries are unknown. */
  open: number | null;
  /** Price of one piece before discount, untaxed; null when the ERP does not report it. */
  unitPrice: UnitPrice | null;
  netPrice: UnitPrice | null;
  /** Whether the ERP reports a discount. */
  isDiscounted: boolean;
  /** Discount rate from `unitPrice` to `netPrice`; null when the ERP does not report it. */
  percent: number | null;
  amount: Cents | null;
  isReward: boolean;
}

export interface Parcel {
  id: number;
  name: string;
  carrier: string | null;
  tracking: string | null;
  /** Address of the carrier's tracking page; validate before linking to it. */
  trackingUrl: string | null;
  date: Date | null;
  state: string;
}

export interface Order {
  id: number;
  uuid: string | null;
  name: string;
  typology: string;
  /**
   * Whether the ERP reports the states of quotations. False for an ERP with only the published modules, where a
   * quotation can only be requested with the whole cart (contract/erp.md 17.4).
   */
  tellsQuotations: boolean;
  state: OrderState;
  stateLabel: string | null;
  reference: string | null;
  suiteName: string | null;
  placedAt: Date | null;
  promisedOn: Day | null;
  channel: Channel | null;
  lines: readonly OrderLine[];
  amount: Amount | null;
  /** Sum of the goods without delivery, untaxed. */
  goodsUntaxed: Cents;
  shipping: Cents | null;
  carrier: string | null;
  deliveryAddress: Address | null;
  invoicingAddress: Address | null;
  parcels: readonly Parcel[];
  /** Note of the customer as HTML; sanitise it before display. */
  note: string | null;
  paymentMode: string | null;
  /** True when the order was confirmed in this shop without an online payment. */
  onAccount?: boolean;
  importWarning: string | null;
  yearEndRebate: YearEndRebate | null;
  invoices: readonly { id: number; name: string; date: Day | null }[];
}

/** One entry of the list of orders. */
export interface OrderSummary {
  id: number;
  name: string;
  state: OrderState;
  stateLabel: string | null;
  reference: string | null;
  suiteName: string | null;
  placedAt: Date | null;
  channel: Channel | null;
  total: Cents | null;
}

export const isChannel = (word: string | null): word is Channel =>
  word !== null && (channels as readonly string[]).includes(word);

/** Ordered, delivered and cancelled pieces; they distinguish a confirmed order from a partly delivered one. */
interface Progress {
  quantity: number;
  delivered: number | null;
  cancelled: number;
}

function progressState(lines: readonly Progress[]): OrderState {
  if (lines.length === 0) return 'processing';
  const started = lines.some(({ delivered }) => (delivered ?? 0) > 0);
  if (!started) return 'processing';
  const finished = lines.every(
    ({ quantity, delivered, cancelled }) => (delivered ?? 0) + cancelled >= quantity,
  );
  return finished ? 'delivered' : 'partly-delivered';
}

/**
 * Maps the ERP's state to the shop's. The ERP sends the states of the state module, or Odoo's own ones. If Odoo's state
 * is a confirmed order, the lines tell how much was delivered.
 */
export function orderState(word: string, lines: readonly Progress[]): OrderState {
  switch (word) {
    case 'pending':
    case 'draft':
    case 'sent':
      return 'pending';
    case 'processing':
      return 'processing';
    case 'sale':
      return progressState(lines);
    case 'delivery_partial':
      return 'partly-delivered';
    case 'delivery_full':
    case 'shipped':
    case 'done':
      return 'delivered';
    case 'cancel':
      return 'cancelled';
    case 'estimating':
      return 'quotation-asked';
    case 'estimated':
      return 'quotation-answered';
    default:
      return 'other';
  }
}

export const isConfirmed = (state: OrderState): boolean =>
  state !== 'pending' && state !== 'quotation-asked' && state !== 'quotation-answered';

/** Whether the order counts for the rebate of the current year, which is the year of the ERP's total. */
export const earnsRebate = (order: Pick<Order, 'state' | 'placedAt'>, today: Day): boolean =>
  order.state !== 'cancelled' &&
  order.placedAt !== null &&
  dayOf(order.placedAt).slice(0, 4) === today.slice(0, 4);

/** Whether the amount of a line still includes cancelled pieces. */
export function holdsCancelled({ quantity, cancelled, netPrice, amount }: OrderLine): boolean {
  if (cancelled <= 0 || netPrice === null || amount === null) return false;
  // The unit price is rounded to a cent, so it may differ by half a cent per piece.
  return amount > netPrice * (quantity - cancelled) + quantity / 2;
}

/** Whether the amounts still include pieces that were cancelled after the order was placed. */
export const countsCancelled = ({ lines, state }: Pick<Order, 'lines' | 'state'>): boolean =>
  state !== 'cancelled' && lines.some(holdsCancelled);

/** Pieces still to be delivered, and the number of lines that contain them. */
export function stillToCome(order: Pick<Order, 'lines' | 'state'>): {
  pieces: number;
  lines: number;
} {
  if (order.state === 'cancelled') return { pieces: 0, lines: 0 };
  const open = order.lines.flatMap((line) => (line.open ? [line.open] : []));
  return { pieces: open.reduce((sum, one) => sum + one, 0), lines: open.length };
}

/** The order's sums in the form that the cart uses, so that the column adds up from gross to total. */
export const orderSums = ({ lines, amount, goodsUntaxed, shipping }: Order): OrderSums =>
  sumsOf({
    lines: lines.map((line) => ({
      ...line,
      amount: line.amount === null ? null : { untaxed: line.amount },
    })),
    amount,
    goods: { untaxed: goodsUntaxed },
    delivery: { method: shipping, fees: shipping },
  });

/** The ordered products of an order, without the ERP's lines for discounts and gifts. */
export const productLines = ({ lines }: Pick<Order, 'lines'>): readonly OrderLine[] =>
  lines.filter(({ isReward }) => !isReward);

/**
 * Pieces of a line that the ERP reported as short, limited to those still to be delivered. The ERP expected the
 * shortage before pieces were cancelled or delivered. Pieces that are merely undelivered are not backordered.
 */
export function backordered(order: Pick<Order, 'state'>, line: OrderLine): number {
  const isOver = order.state === 'cancelled' || order.state === 'delivered' || line.open === 0;
  return isOver || line.isReward ? 0 : Math.min(line.unavailable, line.open ?? Infinity);
}
