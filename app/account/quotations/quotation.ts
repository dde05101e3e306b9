/** A quotation (QUO-01): an order to be, its state, and what the customer may do with it in that state. */
import { nameKey } from '~/base/kernel/folding';
import type { Order, OrderLine } from '~/ordering/orders/order';
import type { Shown } from '~/base/ui/form/shown-fields';

export const quotationStates = [
  'draft',
  'customer_request',
  'waiting_acceptation',
  'accepted',
  'cancel',
] as const;
export type QuotationState = (typeof quotationStates)[number];

export const isQuotationState = (word: string | null): word is QuotationState =>
  word !== null && (quotationStates as readonly string[]).includes(word);

export type QuotationAction = 'edit' | 'submit' | 'accept' | 'cancel' | 'reset' | 'delete' | 'pdf';

export interface Quotation extends Order {
  /** Null: this ERP does not tell states (contract/erp.md 17.4). */
  quotationState: QuotationState | null;
  /**
   * What this shop knows of it where the ERP tells no states: it was asked for here, and was answered
   * since if Odoo's raw state says so (contract/erp.md 27). Null: neither is known.
   */
  saleState: 'asked' | 'answered' | null;
}

/** The state that the customer reads; null: a neutral word. */
export function shownState({
  quotationState,
  saleState,
}: Pick<Quotation, 'quotationState' | 'saleState'>): QuotationState | null {
  if (quotationState !== null || saleState === null) return quotationState;
  return saleState === 'asked' ? 'customer_request' : 'waiting_acceptation';
}

const byState: Readonly<Record<QuotationState, readonly QuotationAction[]>> = {
  draft: ['edit', 'submit', 'delete'],
  customer_request: ['cancel', 'reset'],
  waiting_acceptation: ['accept', 'cancel', 'reset', 'pdf'],
  accepted: ['pdf'],
  cancel: ['reset', 'pdf'],
};

/**
 * What may be done now. An ERP without states is asked for the document, and to accept only what it is
 * known to have answered: it also says yes to an order that waits for its payment, and does nothing.
 */
export function actionsOf({
  quotationState,
  saleState,
  lines,
}: Pick<Quotation, 'quotationState' | 'saleState' | 'lines'>): readonly QuotationAction[] {
  if (quotationState === null) return saleState === 'answered' ? ['accept', 'pdf'] : ['pdf'];
  const actions = byState[quotationState];
  return lines.length > 0 ? actions : actions.filter((action) => action !== 'submit');
}

/**
 * A line without a price: nothing before any discount is a price on request (PRICE-02). What a discount of 100 %
 * or a promotion makes free had one, and is no such line.
 */
export const isOnRequest = ({
  isReward,
  unitPrice,
  amount,
}: Pick<OrderLine, 'isReward' | 'unitPrice' | 'amount'>): boolean =>
  !isReward && amount === 0 && !unitPrice;

/** Asked for and not answered: an amount of nothing means that the price comes with the offer. */
export function isUnanswered(quotation: Pick<Quotation, 'quotationState' | 'saleState'>): boolean {
  const state = shownState(quotation);
  return state === 'draft' || state === 'customer_request';
}

/** What an answered quotation offers, as its acceptance agrees to it: everything that a price stands beside. */
export const offerOf = ({ amount, lines }: Pick<Quotation, 'amount' | 'lines'>): Shown => ({
  offer: JSON.stringify([
    amount,
    lines.map(({ productId, quantity, amount }) => [productId, quantity, amount]),
  ]),
});

/** An ERP without states takes the customer's reference until the quotation is accepted, one with states in drafts only. */
export const takesReference = ({ quotationState }: Pick<Quotation, 'quotationState'>): boolean =>
  quotationState === null;

export const maxReferenceLength = 60;
export const maxNoteLength = 2_000;

/** The quotation that has this reference already; `except` is the one being changed. */
export const sameReference = <Q extends Pick<Quotation, 'id' | 'reference'>>(
  quotations: readonly Q[],
  reference: string,
  except: number | null = null,
): Q | null =>
  quotations.find(
    (one) => one.id !== except && one.reference && nameKey(one.reference) === nameKey(reference),
  ) ?? null;
