/** A quotation (QUO-01): an order to be, its state, and what the customer may do with it in that state. */
import type { Order } from '~/features/orders/order';

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
  /** Null: this back office does not tell states (contract/erp.md 17.4). */
  quotationState: QuotationState | null;
}

const byState: Readonly<Record<QuotationState, readonly QuotationAction[]>> = {
  draft: ['edit', 'submit', 'delete'],
  customer_request: ['cancel', 'reset'],
  waiting_acceptation: ['accept', 'cancel', 'reset', 'pdf'],
  accepted: ['pdf'],
  cancel: ['reset', 'pdf'],
};

/** What may be done now. A back office without states can only be asked to accept, and for the document. */
export function actionsOf({
  quotationState,
  lines,
}: Pick<Quotation, 'quotationState' | 'lines'>): readonly QuotationAction[] {
  if (quotationState === null) return ['accept', 'pdf'];
  const actions = byState[quotationState];
  return lines.length > 0 ? actions : actions.filter((action) => action !== 'submit');
}

/** Asked for and not answered: an amount of nothing means that the price comes with the offer. */
export const isUnanswered = ({ quotationState }: Pick<Quotation, 'quotationState'>): boolean =>
  quotationState === 'draft' || quotationState === 'customer_request';

export const maxReferenceLength = 60;
export const maxNoteLength = 2_000;

const folded = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('fr');

/** The quotation that has this reference already; `except` is the one being changed. */
export const sameReference = <Q extends Pick<Quotation, 'id' | 'reference'>>(
  quotations: readonly Q[],
  reference: string,
  except: number | null = null,
): Q | null =>
  quotations.find(
    (one) => one.id !== except && one.reference && folded(one.reference) === folded(reference),
  ) ?? null;
