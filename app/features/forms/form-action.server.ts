/** Answers to an office's form: held against its definition, then sent once (CMS-04). */
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { plainAnswer } from '~/ui/form/answers';
import { about, keyOf, submit } from '~/page/forms/submit.server';
import { redirectWithNotice } from '~/page/forms/notices.server';
import { customerPage, notFound, openPage, type PageRequest } from '~/page/page';
import { badRequest, postedFields } from '~/page/forms/posted.server';
import { links } from '~/i18n/links';
import type { Translate } from '~/i18n/translate';
import { isUpstreamFailure } from '~/kernel/failure';
import { formAnswer } from '~/ui/form/form-answer';
import { findForm, sendAnswers, type OfficeForm, type SendRefusal } from './forms.server';
import { addRow, rowsName, rowsShown } from './model/grid-rows';
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
  const key = keyOf(form);
  if (office.unfillable) throw badRequest();
  const fields = office.parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  const grids = office.parts.flatMap((one) => (one.part === 'grid' ? [one.grid] : []));
  const longer = grids.find(({ key }) => form.get('do') === addRow(key));
  if (longer) {
    const rows = rowsShown(longer, form.get(rowsName(longer.key)) ?? '') + 1;
    form.set(rowsName(longer.key), String(rows));
    return data(formAnswer(form, {}), { status: 200 });
  }
  const needed = new Set(grids.filter(({ required }) => required).map(({ key }) => key));
  const { answers, faults } = readAnswers(fields, form, needed);
  if (faults.size > 0) {
    const texts: Record<string, string> = {};
    for (const [name, { field, fault }] of faults) texts[name] = faultText(t, field, fault);
    return data(formAnswer(form, { faults: texts }), { status: 422 });
  }
  return submit(page, {
    key,
    act: () => sendAnswers(page, office.id, answers),
    done: () => redirectWithNotice(page, links.officeFormSent(locale, office.code), []),
    refused: ({ kind }: SendRefusal) => about(422, t(`forms:refusal.${kind}`)),
    answer: plainAnswer(form),
    inDoubt: t('forms:inDoubt'),
  });
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
