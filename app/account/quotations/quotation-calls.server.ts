/**
 * Changes quotations (contract/erp.md 17.2, 17.3). One update saves a draft with its full list of lines. When the state
 * of the quotation does not allow a change, the ERP responds 409; servers with only the published modules respond 400.
 *
 * Requests use the property `quantity`, responses `qty`. Servers with only the published modules have the call
 * `confirm` instead of `accept`; their update stores only the reference, and clears it when the request lacks it
 * (17.4).
 */
import { deleteRecord, writeRecord } from '~/base/erp/calls.server';
import { isNotInstalled, noteMissing, type Refused } from '~/base/erp/capabilities.server';
import type { CustomerRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Quotation } from './quotation';
import { createCall, QuotationWire } from './quotations.server';

type Page = Pick<CustomerRequest, 'context'>;

export type QuotationRefusal =
  | { kind: 'gone' }
  /** The current state of the quotation does not allow the change. */
  | { kind: 'wrong-state' }
  | { kind: 'not-installed' }
  | { kind: 'unknown-product' }
  | { kind: 'not-accepted' };

type Changed = Outcome<Quotation | null, QuotationRefusal>;

export interface WantedLine {
  productId: number;
  quantity: number;
}

/**
 * Translates a refusal. `namesProducts`: the request contains products, so a 404 may concern a product, because the
 * quotation itself existed a moment ago.
 */
function refusalOf(answer: Refused, namesProducts = false): QuotationRefusal {
  if (isNotInstalled(answer)) return { kind: 'not-installed' };
  switch (answer.status) {
    case 403:
      return { kind: 'gone' };
    case 404:
      return { kind: namesProducts ? 'unknown-product' : 'gone' };
    case 400:
    case 409:
      return { kind: 'wrong-state' };
    default:
      return { kind: 'not-accepted' };
  }
}

export async function createQuotation(
  { context }: Page,
  wanted: { reference: string; lines: readonly WantedLine[] },
): Promise<Outcome<number, QuotationRefusal>> {
  const lines = wanted.lines.map((line, position) => ({
    product_id: line.productId,
    quantity: line.quantity,
    sequence: position + 1,
  }));
  const answer = await context.erp.call(
    {
      method: 'POST',
      path: 'quotations/create',
      body: { client_order_ref: wanted.reference, lines },
    },
    QuotationWire,
  );
  if (answer.kind === 'ok') return done(answer.body.id);
  if (answer.kind === 'empty') return refused({ kind: 'not-accepted' });
  const refusal = refusalOf(answer, lines.length > 0);
  if (refusal.kind === 'not-installed') await noteMissing(context, createCall);
  return refused(refusal);
}

export async function addToQuotation(
  { context }: Page,
  id: number,
  line: WantedLine,
): Promise<Changed> {
  return writeRecord(
    context,
    {
      method: 'POST',
      path: 'quotations/{id}/add_line',
      params: { id },
      body: { product_id: line.productId, quantity: line.quantity },
    },
    QuotationWire,
    (answer) => refusalOf(answer, true),
  );
}

export interface Draft {
  reference: string;
  note: string;
  /** The complete new list of lines; null leaves the lines unchanged. */
  lines: readonly (WantedLine & { lineId: number | null })[] | null;
}

export async function saveDraft({ context }: Page, id: number, draft: Draft): Promise<Changed> {
  const lines = draft.lines?.map((line, position) => ({
    ...(line.lineId === null ? {} : { line_id: line.lineId }),
    product_id: line.productId,
    quantity: line.quantity,
    sequence: position + 1,
  }));
  return writeRecord(
    context,
    {
      method: 'POST',
      path: 'quotations/{id}',
      params: { id },
      body: {
        client_order_ref: draft.reference,
        note: draft.note,
        ...(lines ? { lines } : {}),
      },
    },
    QuotationWire,
    (answer) => refusalOf(answer, (lines?.length ?? 0) > 0),
  );
}

/**
 * Saves the reference of an answered quotation. An ERP with only the published modules stores nothing else of such an
 * update (17.4).
 */
export const saveReference = ({ context }: Page, id: number, reference: string): Promise<Changed> =>
  writeRecord(
    context,
    {
      method: 'POST',
      path: 'quotations/{id}',
      params: { id },
      body: { client_order_ref: reference },
    },
    QuotationWire,
    (answer) => refusalOf(answer),
  );

const paths = {
  submit: 'quotations/{id}/request_quotation',
  accept: 'quotations/{id}/accept',
  confirm: 'quotations/{id}/confirm',
  cancel: 'quotations/{id}/cancel',
  reset: 'quotations/{id}/reset_to_draft',
} as const;

export async function stepQuotation(
  { context }: Page,
  id: number,
  step: keyof typeof paths,
): Promise<Changed> {
  const call = { method: 'POST', path: paths[step], params: { id } } as const;
  return writeRecord(context, call, QuotationWire, (answer) => refusalOf(answer));
}

export const deleteQuotation = ({ context }: Page, id: number): Promise<Changed> =>
  deleteRecord(context, { path: 'quotations/{id}', params: { id } }, (answer) => refusalOf(answer));
