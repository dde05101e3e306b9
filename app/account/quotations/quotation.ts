/** A quotation (QUO-01): a possible order, its state, and the actions that its state allows. */
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
  /** State of the quotation; null when this ERP has no quotation states (contract/erp.md 17.4). */
  quotationState: QuotationState | null;
  /**
   * For an ERP without states: `asked` when this shop requested the quotation, `answered` once Odoo's raw state shows
   * it (contract/erp.md 27). Null when neither is known.
   */
  saleState: 'asked' | 'answered' | null;
}

/** The state to display; null displays a neutral text. */
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
 * The actions that are possible now. An ERP without states allows the PDF, and acceptance only of a quotation known to
 * be answered: for an order that waits for payment, such an ERP also reports success, and does nothing.
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
 * A line whose price is on request: zero before any discount (PRICE-02). A line that a discount of 100 % or a promotion
 * makes free had a price and does not count.
 */
export const isOnRequest = ({
  isReward,
  unitPrice,
  amount,
}: Pick<OrderLine, 'isReward' | 'unitPrice' | 'amount'>): boolean =>
  !isReward && amount === 0 && !unitPrice;

/**
 * True when the quotation is requested but not answered: a zero amount then means that the price comes with the offer.
 */
export function isUnanswered(quotation: Pick<Quotation, 'quotationState' | 'saleState'>): boolean {
  const state = shownState(quotation);
  return state === 'draft' || state === 'customer_request';
}

/** The offer that an acceptance agrees to: the total, and product, quantity and amount of each line. */
export const offerOf = ({ amount, lines }: Pick<Quotation, 'amount' | 'lines'>): Shown => ({
  offer: JSON.stringify([
    amount,
    lines.map(({ productId, quantity, amount }) => [productId, quantity, amount]),
  ]),
});

/**
 * True when the ERP accepts a new reference for an answered quotation. An ERP without quotation states does until
 * acceptance; one with states accepts a reference in drafts only.
 */
export const takesReference = ({ quotationState }: Pick<Quotation, 'quotationState'>): boolean =>
  quotationState === null;

export const maxReferenceLength = 60;
export const maxNoteLength = 2_000;

/** The quotation that already has this reference; `except` is the id of the quotation that is being changed. */
export const sameReference = <Q extends Pick<Quotation, 'id' | 'reference'>>(
  quotations: readonly Q[],
  reference: string,
  except: number | null = null,
): Q | null =>
  quotations.find(
    (one) => one.id !== except && one.reference && nameKey(one.reference) === nameKey(reference),
  ) ?? null;
