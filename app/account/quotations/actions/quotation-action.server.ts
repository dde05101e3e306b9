/** Handles the forms of one quotation: saving or sending a draft, and the steps that its state allows (QUO-01). */
import { joinNames } from '~/base/kernel/first-names';
import { forgetQuotationCounts } from '~/account/quotations/quotation-counts.server';
import type { ActionFunctionArgs } from '~/base/framework/server';
import { plainAnswer } from '~/base/ui/form/answers';
import { formAnswer, type FormAnswer } from '~/base/ui/form/form-answer';
import { isStale } from '~/base/ui/form/shown-fields';
import { about, keyOf, submitForm, type Refused } from '~/base/page/forms/submit.server';
import { leaveNotices, redirectWithNotice } from '~/base/page/forms/notices.server';
import { customerPage, recordId, type CustomerRequest } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { links } from '~/base/i18n/links';
import type { TextKey } from '~/base/i18n/keys';
import { refused, type Outcome } from '~/base/kernel/outcome';
import {
  actionsOf,
  isOnRequest,
  maxReferenceLength,
  offerOf,
  takesReference,
  type QuotationAction,
} from '../quotation';
import { saveReference } from '../quotation-calls.server';
import { findCardsOrNone } from '~/catalogue/products/cards.server';
import { checkGoods, needsAcknowledgement } from '../made-to-order.server';
import { findQuotation } from '../quotations.server';
import { acceptQuotation, isOrdered } from './accept.server';
import { severalNotices, type ListRead } from './several-lines.server';
import { takeStep, type StepRefusal } from './steps.server';
import { takenOutNotice } from './taken-out.server';

const asked: Readonly<Record<string, QuotationAction>> = {
  save: 'edit',
  cart: 'edit',
  back: 'edit',
  submit: 'submit',
  accept: 'accept',
  cancel: 'cancel',
  reset: 'reset',
  delete: 'delete',
};

async function step(
  page: CustomerRequest,
  form: URLSearchParams,
  action: QuotationAction,
): Promise<Outcome<string, StepRefusal>> {
  const id = recordId(page);
  const quotation = await findQuotation(page, id);
  if (!quotation) {
    const ordered = await isOrdered(page, id);
    if (ordered && action === 'accept') return { ok: true, value: 'accepted' };
    return refused({ kind: ordered ? 'ordered' : 'gone' });
  }
  // Evaluates the actions of the saved draft, because the form that sends a draft without lines may itself add the
  // first line.
  const allowed = actionsOf(quotation);
  const isEdit = action === 'submit' && allowed.includes('edit');
  if (!isEdit && !allowed.includes(action)) return refused({ kind: 'wrong-state' });
  if (action !== 'accept') return takeStep(page, quotation, form, action);
  const priceless = quotation.lines.filter(isOnRequest);
  if (priceless.length > 0) {
    const cards = await findCardsOrNone(
      page,
      priceless.map(({ productId }) => productId),
    );
    const names = priceless.map(({ productId, name }) => cards?.get(productId)?.name ?? name);
    return refused({ kind: 'on-request', names: joinNames(names) });
  }
  if (isStale(form, offerOf(quotation))) return refused({ kind: 'other-offer' });
  const { madeToOrder, withdrawn } = await checkGoods(page, quotation);
  if (withdrawn.length > 0) return refused({ kind: 'withdrawn', names: joinNames(withdrawn) });
  if (form.get('mto') !== 'on' && needsAcknowledgement(madeToOrder))
    return refused({
      kind: 'faults',
      faults: { mto: page.t('quotations:accepting.mtoNeeded') },
    });
  const typed = takesReference(quotation) ? form.get('reference') : null;
  const reference = typed?.trim().replace(/\s+/g, ' ') ?? quotation.reference ?? '';
  const { length } = reference;
  if (length > maxReferenceLength)
    return refused({
      kind: 'faults',
      faults: { reference: page.t('common:form.tooLong', { length, max: maxReferenceLength }) },
    });
  if (reference !== (quotation.reference ?? '')) {
    const saved = await saveReference(page, id, reference);
    if (!saved.ok) return saved;
  }
  const outcome = await acceptQuotation(page, quotation);
  return outcome.ok ? { ok: true, value: 'accepted' } : outcome;
}

const doneText: Readonly<Record<string, TextKey>> = {
  saved: 'quotations:notice.saved',
  submitted: 'quotations:notice.submitted',
  cancelled: 'quotations:notice.cancelled',
  draft: 'quotations:notice.draft',
  deleted: 'quotations:notice.deleted',
  accepted: 'quotations:notice.accepted',
};

/** The answer of a draft page when the form added several lines: how the shop parsed the pasted list. */
interface ReadAnswer extends FormAnswer {
  read?: ListRead | undefined;
}

async function redirectAfter(
  page: CustomerRequest,
  result: string,
): Promise<Response | ReadAnswer> {
  const { t, locale } = page;
  const id = recordId(page);
  const taken = takenOutNotice(page, id, result);
  if (taken) return redirectWithNotice(page, links.quotation(locale, id), [taken]);
  const several = await severalNotices(page, result);
  if (several) {
    const { notices, read } = several;
    if (!read) return redirectWithNotice(page, links.quotation(locale, id), notices);
    leaveNotices(page, notices);
    return { ...formAnswer(new URLSearchParams(), {}), read };
  }
  const key = doneText[result];
  const text = key ? t(key) : t('quotations:notice.added', { name: result });
  const to =
    result === 'accepted'
      ? links.order(locale, id)
      : result === 'deleted'
        ? links.quotations(locale)
        : // Customers add codes in series: focus the code field for the next one.
          links.quotation(locale, id) + (key ? '' : '#code');
  return redirectWithNotice(page, to, [{ tone: 'ok', text }]);
}

function refusalOf(page: CustomerRequest, refusal: StepRefusal): Refused | Response {
  const { t, locale } = page;
  if (refusal.kind === 'gone')
    return redirectWithNotice(page, links.quotations(locale), [
      { tone: 'bad', text: t('quotations:notice.gone') },
    ]);
  if (refusal.kind === 'ordered')
    return redirectWithNotice(page, links.order(locale, recordId(page)), [
      { tone: 'warn', text: t('quotations:notice.ordered') },
    ]);
  if (refusal.kind === 'faults') return { status: 422, fields: refusal.faults };
  if (refusal.kind === 'unusual') return { status: 422, ask: refusal.ask };
  if (refusal.kind === 'on-request' || refusal.kind === 'withdrawn')
    return about(422, t(`quotations:refusal.${refusal.kind}`, { names: refusal.names }));
  const status =
    refusal.kind === 'may-not-order' ? 403 : refusal.kind === 'not-accepted' ? 422 : 409;
  return about(status, t(`quotations:refusal.${refusal.kind}`));
}

export const quotationAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const key = keyOf(form);
    const action = asked[form.get('do') ?? 'save'];
    if (!action) throw badRequest();
    try {
      return await submitForm<StepRefusal, ReadAnswer>(page, {
        key,
        act: () => step(page, form, action),
        done: (result) => redirectAfter(page, result),
        refused: (refusal) => refusalOf(page, refusal),
        answer: plainAnswer(form),
      });
    } finally {
      forgetQuotationCounts(page);
    }
  });
