/** Answers to an office's form: held against its definition, then sent once (CMS-04). */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { redirectWithNotice } from '~/http/forms/flash.server';
import { claimOf, FormToken, once } from '~/http/forms/once.server';
import { customerPage, notFound, openPage, type PageRequest } from '~/http/page';
import { badRequest, postedFields } from '~/http/forms/posted.server';
import { links } from '~/i18n/links';
import type { Translate } from '~/i18n/translate';
import { isUpstreamFailure } from '~/kernel/failure';
import { formAnswer } from '~/ui/form/form-answer';
import { findForm, sendAnswers, type OfficeForm, type SendRefusal } from './forms.server';
import { readAnswers, type AnswerFault } from './model/answers';
import type { FormField } from './model/definition';

function faultText(t: Translate, field: FormField, fault: AnswerFault): string {
  if (fault.kind === 'required') return t('common:form.required');
  if (field.message) return field.message;
  return 'limit' in fault
    ? t(`forms:fault.${fault.kind}`, { count: fault.limit })
    : t(`forms:fault.${fault.kind}`);
}

const stopped = (form: URLSearchParams, text: string, status: number) =>
  data(formAnswer(form, { general: [text] }), { status });

async function send(page: PageRequest, office: OfficeForm, form: URLSearchParams) {
  const { t, locale } = page;
  const token = FormToken.safeParse(form.get('tx'));
  if (!token.success || office.unfillable) throw badRequest();
  const fields = office.parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  const { answers, faults } = readAnswers(fields, form);
  if (faults.size > 0) {
    const texts: Record<string, string> = {};
    for (const [name, { field, fault }] of faults) texts[name] = faultText(t, field, fault);
    return data(formAnswer(form, { faults: texts }), { status: 422 });
  }
  const outcome = await once<SendRefusal>(page, claimOf(token.data, form), () =>
    sendAnswers(page, office.id, answers),
  );
  switch (outcome.kind) {
    case 'done':
      throw redirectWithNotice(page, links.officeFormSent(locale, office.code), []);
    case 'refused':
      return stopped(form, t(`forms:refusal.${outcome.refusal.kind}`), 422);
    case 'unavailable':
      return stopped(form, t('common:form.unavailable'), 503);
    case 'in-doubt':
      return stopped(form, t('forms:inDoubt'), 409);
  }
}

/** Null when there is no such form; `ill` when the office cannot be asked. */
async function formOf(page: PageRequest): Promise<OfficeForm | 'ill' | null> {
  try {
    return await findForm(page, page.params['code'] ?? '');
  } catch (error) {
    if (isUpstreamFailure(error)) return 'ill';
    throw error;
  }
}

async function serve(page: PageRequest) {
  const office = await formOf(page);
  if (!office) throw notFound(page.url.pathname);
  const form = await postedFields(page.request);
  if (office === 'ill') return stopped(form, page.t('common:form.unavailable'), 503);
  return send(page, office, form);
}

export async function formAction(args: ActionFunctionArgs) {
  if (args.context.session.kind === 'customer') return customerPage(args, serve);
  const isPublic = await openPage(args, async (page) => (await formOf(page)) !== null);
  // A customer whose session has ended meanwhile: what was typed waits for the sign-in (AUTH-05).
  return isPublic ? openPage(args, serve) : customerPage(args, serve);
}
