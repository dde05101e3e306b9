/** The page of one quotation: saving or sending a draft, and the steps that its state allows (QUO-01). */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { forgetQuotationCounts } from '~/features/frame/quotation-counts.server';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { claimOf, FormToken, once } from '~/http/forms/once.server';
import { customerPage, recordId, type CustomerRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import type { TextKey } from '~/i18n/keys';
import { refused, type Outcome } from '~/kernel/outcome';
import { formAnswer } from '~/ui/form/form-answer';
import { actionsOf, type QuotationAction } from '../quotation';
import { findQuotation } from '../quotations.server';
import { acceptQuotation, isOrdered } from './accept.server';
import { takeStep, type StepRefusal } from './steps.server';

const asked: Readonly<Record<string, QuotationAction>> = {
  save: 'edit',
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
    const ordered = action === 'accept' && (await isOrdered(page, id));
    return ordered ? { ok: true, value: 'accepted' } : refused({ kind: 'gone' });
  }
  // A draft without lines may get its first one by the very form that sends it.
  const allowed = actionsOf(quotation);
  const isEdit = action === 'submit' && allowed.includes('edit');
  if (!isEdit && !allowed.includes(action)) return refused({ kind: 'wrong-state' });
  if (action !== 'accept') return takeStep(page, quotation, form, action);
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

function leadOn(page: CustomerRequest, result: string): Response {
  const { t, locale } = page;
  const id = recordId(page);
  const key = doneText[result];
  const text = key ? t(key) : t('quotations:notice.added', { name: result });
  const to =
    result === 'accepted'
      ? links.order(locale, id)
      : result === 'deleted'
        ? links.quotations(locale)
        : links.quotation(locale, id);
  return redirectWithNotice(page, to, [{ tone: 'ok', text }]);
}

function refusedAnswer(page: CustomerRequest, form: URLSearchParams, refusal: StepRefusal) {
  const { t, locale } = page;
  if (refusal.kind === 'gone')
    throw redirectWithNotice(page, links.quotations(locale), [
      { tone: 'bad', text: t('quotations:notice.gone') },
    ]);
  if (refusal.kind === 'faults')
    return data(formAnswer(form, { faults: refusal.faults }), { status: 422 });
  const status =
    refusal.kind === 'may-not-order' ? 403 : refusal.kind === 'not-accepted' ? 422 : 409;
  return data(formAnswer(form, { general: [t(`quotations:refusal.${refusal.kind}`)] }), { status });
}

export const quotationAction = (args: ActionFunctionArgs) =>
  customerPage(args, async (page) => {
    const form = await postedFields(page.request);
    const token = FormToken.safeParse(form.get('tx'));
    const action = asked[form.get('do') ?? 'save'];
    if (!token.success || !action) throw badRequest();
    const outcome = await once<StepRefusal>(page, claimOf(token.data, form), () =>
      step(page, form, action),
    );
    forgetQuotationCounts(page);
    const { t } = page;
    switch (outcome.kind) {
      case 'done':
        throw leadOn(page, outcome.result);
      case 'refused':
        return refusedAnswer(page, form, outcome.refusal);
      case 'unavailable':
        return data(formAnswer(form, { general: [t('common:form.unavailable')] }), { status: 503 });
      case 'in-doubt':
        return data(formAnswer(form, { general: [t('common:form.inDoubt')] }), { status: 409 });
    }
  });
