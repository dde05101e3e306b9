/** The steps that a quotation's state allows; sending a draft saves the form input first. */
import type { CustomerRequest } from '~/base/page/page';
import { isStale } from '~/base/ui/form/shown-fields';
import { refused, type Outcome } from '~/base/kernel/outcome';
import type { Quotation, QuotationAction } from '../quotation';
import {
  deleteQuotation,
  saveDraft,
  stepQuotation,
  type QuotationRefusal,
} from '../quotation-calls.server';
import type { AcceptRefusal } from './accept.server';
import type { UnusualLines } from './create.server';
import { readDraft, shownFields } from './read-draft.server';
import { restoreLine, takenOutResult } from './taken-out.server';

export type StepRefusal =
  | QuotationRefusal
  | AcceptRefusal
  /** Another device changed the quotation after the form was rendered. */
  | { kind: 'changed' }
  /** The quotation has been accepted since the form was rendered. */
  | { kind: 'ordered' }
  /** Lines or prices of the quotation differ from those that the form showed. */
  | { kind: 'other-offer' }
  /** The quotation has no lines. */
  | { kind: 'no-lines' }
  | { kind: 'faults'; faults: Readonly<Record<string, string>> }
  | UnusualLines;

type Stepped = Promise<Outcome<string, StepRefusal>>;

async function saveTyped(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
  submits: boolean,
): Stepped {
  if (isStale(form, shownFields(quotation))) return refused({ kind: 'changed' });
  const read = await readDraft(page, quotation, form);
  if (!read.ok) return read;
  const { draft, added } = read.value;
  const lineCount = (draft?.lines ?? quotation.lines).length;
  if (submits && lineCount === 0) return refused({ kind: 'no-lines' });
  if (draft) {
    const saved = await saveDraft(page, quotation.id, draft);
    if (!saved.ok) return saved;
  }
  if (!submits) {
    const removed = quotation.lines.find(({ id }) => form.has(`x.${id}`));
    const result = removed ? await takenOutResult(page, quotation, removed) : 'saved';
    return { ok: true, value: added ?? result };
  }
  const sent = await stepQuotation(page, quotation.id, 'submit');
  return sent.ok ? { ok: true, value: 'submitted' } : sent;
}

export async function takeStep(
  page: CustomerRequest,
  quotation: Quotation,
  form: URLSearchParams,
  action: Exclude<QuotationAction, 'accept'>,
): Stepped {
  switch (action) {
    case 'edit':
      if (form.get('do') === 'back') return restoreLine(page, quotation, form);
      return saveTyped(page, quotation, form, false);
    case 'submit':
      return saveTyped(page, quotation, form, true);
    case 'cancel':
    case 'reset': {
      const outcome = await stepQuotation(page, quotation.id, action);
      if (!outcome.ok) return outcome;
      return { ok: true, value: action === 'cancel' ? 'cancelled' : 'draft' };
    }
    case 'delete': {
      const outcome = await deleteQuotation(page, quotation.id);
      return outcome.ok ? { ok: true, value: 'deleted' } : outcome;
    }
    case 'pdf':
      return refused({ kind: 'wrong-state' });
  }
}
