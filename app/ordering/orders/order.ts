/** An order as the shop shows it: amounts in cents, instants with a zone, states as the shop's own words. */
import type { Address, Amount, YearEndRebate } from '~/ordering/cart/cart';
import { sumsOf, type OrderSums } from '~/ordering/cart/order-sums';
import { dayOf, type Day } from '~/base/kernel/day';
import type { Cents, UnitPrice } from '~/base/kernel/money';

export const channels = ['fax', 'mail', 'phone', 'web'] as const;
export type Channel = (typeof channels)[number];

export const orderStates = [
  'pending',
  'processing',
  'partly-delivered',
  'delivered',
  'cancelled',
  'quotation-asked',
  'quotation-answered',
] as const;
/** `other`: a word that this shop does not know; its label is the ERP's. */
export type OrderState = (typeof orderStates)[number] | 'other';

export interface OrderLine {
  id: number;
  productId: number;
  name: string;
  sku: string | null;
  quantity: number;
  /** Null where the ERP does not tell. */
  delivered: number | null;
  cancelled: number;
  /** Shortage foreseen by the ERP. */
  unavailable: number;
  /** Still to come; null where deliveries are not known. */
  open: number | null;
  /** Before discount, untaxed; null where the ERP does not tell. */
  unitPrice: UnitPrice | null;
  netPrice: UnitPrice | null;
  /** The ERP states a discount. */
  isDiscounted: boolean;
  /** From the one to the other; null where the ERP does not tell it. */
  percent: number | null;
  amount: Cents | null;
  isReward: boolean;
}

export interface Parcel {
  id: number;
  name: string;
  carrier: string | null;
  tracking: string | null;
  /** Web address of the carrier's own tracking page; to be checked before it becomes a link. */
  trackingUrl: string | null;
  date: Date | null;
  state: string;
}

export interface Order {
  id: number;
  uuid: string | null;
  name: string;
  typology: string;
  /** False: of a released server, where quotations are only asked for with the whole cart (contract/erp.md 17.4). */
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
  /** Goods alone, without tax. */
  goodsUntaxed: Cents;
  shipping: Cents | null;
  carrier: string | null;
  deliveryAddress: Address | null;
  invoicingAddress: Address | null;
  parcels: readonly Parcel[];
  /** HTML; to be sanitised before it is shown. */
  note: string | null;
  paymentMode: string | null;
  /** Confirmed here without an online payment. */
  onAccount?: boolean;
  importWarning: string | null;
  yearEndRebate: YearEndRebate | null;
  invoices: readonly { id: number; name: string; date: Day | null }[];
}

/** A line of the list. */
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

/** What was ordered, delivered and cancelled: tells a confirmed order from a partly delivered one. */
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
 * The ERP's word for the state, in either spelling: those of the state module, or Odoo's raw ones,
 * where the lines say how far a confirmed order is.
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

/** The rebate of a year is earned by its own orders, and the ERP's total is that of the current year. */
export const earnsRebate = (order: Pick<Order, 'state' | 'placedAt'>, today: Day): boolean =>
  order.state !== 'cancelled' &&
  order.placedAt !== null &&
  dayOf(order.placedAt).slice(0, 4) === today.slice(0, 4);

/** Whether the amount of a line has pieces in it that were cancelled since. */
export function holdsCancelled({ quantity, cancelled, netPrice, amount }: OrderLine): boolean {
  if (cancelled <= 0 || netPrice === null || amount === null) return false;
  // The price of a piece is rounded to a cent.
  return amount > netPrice * (quantity - cancelled) + quantity / 2;
}

/** Whether the amounts are those of the order as it was placed, with pieces in them that were cancelled since. */
export const countsCancelled = ({ lines, state }: Pick<Order, 'lines' | 'state'>): boolean =>
  state !== 'cancelled' && lines.some(holdsCancelled);

/** Pieces still to come, over how many lines. */
export function stillToCome(order: Pick<Order, 'lines' | 'state'>): {
  pieces: number;
  lines: number;
} {
  if (order.state === 'cancelled') return { pieces: 0, lines: 0 };
  const open = order.lines.flatMap((line) => (line.open ? [line.open] : []));
  return { pieces: open.reduce((sum, one) => sum + one, 0), lines: open.length };
}

/** As of a cart: the column of the sums adds up from gross to total. */
export const orderSums = ({ lines, amount, goodsUntaxed, shipping }: Order): OrderSums =>
  sumsOf({
    lines: lines.map((line) => ({
      ...line,
      amount: line.amount === null ? null : { untaxed: line.amount },
    })),
    ...{ amount, goods: { untaxed: goodsUntaxed } },
    delivery: { method: shipping, fees: shipping },
  });

/** Products of an order: its discounts and gifts are lines of the ERP, but nothing that was ordered. */
export const productLines = ({ lines }: Pick<Order, 'lines'>): readonly OrderLine[] =>
  lines.filter(({ isReward }) => !isReward);

/**
 * Pieces of a line that the ERP says are short, of those that are still to come: it foresaw the shortage before pieces
 * were cancelled or delivered. What is merely not delivered yet is no backorder.
 */
export function backordered(order: Pick<Order, 'state'>, line: OrderLine): number {
  const isOver = order.state === 'cancelled' || order.state === 'delivered' || line.open === 0;
  return isOver || line.isReward ? 0 : Math.min(line.unavailable, line.open ?? Infinity);
}
