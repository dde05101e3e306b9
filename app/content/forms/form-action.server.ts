/**
 * Handles the input of a form that the ERP defines: validates it against the definition, then sends it to the ERP once
 * (CMS-04).
 */
import { data, type ActionFunctionArgs } from '~/base/framework/server';
import { plainAnswer } from '~/base/ui/form/answers';
import { about, keyOf, submitForm } from '~/base/page/forms/submit.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { notFound, openPage, type PageRequest } from '~/base/page/page';
import { badRequest, postedFields } from '~/base/page/forms/posted.server';
import { isMultipart } from '~/base/page/files/multipart';
import {
  extensionOf,
  readFormWithDocument,
  renameDocument,
  statusOfDocument,
  type DocumentFault,
  type DocumentKind,
} from '~/base/page/files/upload';
import { links } from '~/base/i18n/links';
import { formatsFor } from '~/base/i18n/formats';
import { isUpstreamFailure, signInNeeded } from '~/base/kernel/failure';
import { formAnswer } from '~/base/ui/form/form-answer';
import {
  fieldsOfForm,
  findForm,
  gridsOfForm,
  sendAnswers,
  type Filled,
  type ErpForm,
  type SendRefusal,
} from './forms.server';
import { changedRows } from './model/grid-rows';
import { nameOf, readAnswers, type AnswerFault } from './model/answers';
import type { FormField } from './model/form-parts';
import { maskExample } from './model/input-mask';

function faultText({ t, locale, context }: PageRequest, field: FormField, fault: AnswerFault) {
  if (fault.kind === 'required') return t('common:form.required');
  if (field.message) return field.message;
  if (fault.kind === 'phone') return t('common:form.phone');
  if (fault.kind === 'tooLong') return t('common:form.tooLong', fault);
  if ('limit' in fault) return t(`forms:fault.${fault.kind}`, { count: fault.limit });
  if ('mask' in fault) return t('forms:fault.mask', { example: maskExample(fault.mask) });
  if ('day' in fault)
    return t(`forms:fault.${fault.kind}`, {
      day: formatsFor(context.site.tags[locale]).day(fault.day),
    });
  return t(`forms:fault.${fault.kind}`);
}

const rejectForm = (form: URLSearchParams, text: string, status: number) =>
  data(formAnswer(form, { general: [text] }), { status });

interface Posted {
  form: URLSearchParams;
  /** The chosen file; null when no file was chosen. */
  document: File | null;
  fault: DocumentFault | null;
}

const accepted: readonly DocumentKind[] = ['pdf', 'jpeg', 'png'];
/**
 * Maximum number of parts of a posted form: enough for every field of the largest form, with the checkboxes of its
 * lists.
 */
const maxParts = 1_000;

const fileOf = (erpForm: ErpForm): FormField | undefined =>
  fieldsOfForm(erpForm).find(({ kind }) => kind === 'file');

async function readPosted(page: PageRequest, file: FormField | undefined): Promise<Posted> {
  if (!isMultipart(page.request))
    return { form: await postedFields(page.request), document: null, fault: null };
  const name = file ? nameOf(file) : '';
  const { fields, document } = await readFormWithDocument(page, name, accepted, maxParts);
  return {
    form: fields,
    document: document.ok && file ? document.value : null,
    fault: document.ok ? null : document.refusal,
  };
}

/** Renames the document: the name from the browser never reaches the ERP (P-33). */
function renameUpload(page: PageRequest, { code }: ErpForm, document: File, tx: string): File {
  const day = page.context.clock.now().toISOString().slice(0, 10);
  return renameDocument(document, `${code}-${day}-${tx.slice(0, 8)}.${extensionOf(document)}`);
}

/** The answers as readable text, one per line, with the form and the customer. */
function describeAnswers(page: PageRequest, erpForm: ErpForm, answers: Filled['answers']): string {
  const { t, context } = page;
  const { session } = context;
  const line = (label: string, text: string) => t('common:form.error', { label, text });
  const customer = session.kind === 'customer' ? session.customer : null;
  const lines = fieldsOfForm(erpForm).flatMap(({ key, label, options }) => {
    const answer = answers[key];
    if (answer === undefined) return [];
    const texts = answer
      .split(',')
      .map((value) => options.find((option) => option.value === value)?.text ?? value);
    return [line(label, options.length > 0 ? texts.join(', ') : answer)];
  });
  const number = customer && line(t('contact:customer'), customer.ref ?? customer.login);
  return [`${erpForm.name} (${erpForm.code})`, ...(number ? [number] : []), ...lines].join('\n');
}

function emailOf(
  { context: { session } }: PageRequest,
  erpForm: ErpForm,
  answers: Filled['answers'],
) {
  const own = fieldsOfForm(erpForm).find(({ kind, key }) => kind === 'email' && answers[key]);
  if (own) return answers[own.key] ?? null;
  return session.kind === 'customer' ? session.customer.login : null;
}

async function send(page: PageRequest, erpForm: ErpForm, posted: Posted) {
  const { t, locale } = page;
  const { form, document, fault } = posted;
  const fields = fieldsOfForm(erpForm);
  const grids = gridsOfForm(erpForm);
  const file = fileOf(erpForm);
  /** Error messages for a chosen file that was not sent, because the customer must choose it again. */
  const again = document && file ? { [nameOf(file)]: t('forms:chooseAgain') } : {};
  if (fault && file) {
    const text = t(`forms:fault.file.${fault.kind}`, { mb: page.context.site.documentMaxMb });
    const wrong = formAnswer(form, { faults: { [nameOf(file)]: text } });
    return data(wrong, { status: statusOfDocument(fault) });
  }
  const key = keyOf(form, document);
  if (erpForm.missing.length > 0) throw badRequest();
  const changed = changedRows(form, grids);
  if (changed) return data(formAnswer(changed, { faults: again }), { status: 200 });
  const sent = document && renameUpload(page, erpForm, document, form.get('tx') ?? '');
  if (file) form.set(nameOf(file), sent?.name ?? '');
  const needed = new Set(grids.filter(({ required }) => required).map(({ key }) => key));
  const { answers, faults } = readAnswers(fields, form, needed);
  if (faults.size > 0) {
    const texts: Record<string, string> = { ...again };
    for (const [name, { field, fault }] of faults) texts[name] = faultText(page, field, fault);
    return data(formAnswer(form, { faults: texts }), { status: 422 });
  }
  const answer = plainAnswer(form);
  const filled = {
    answers,
    document: file && answers[file.key] !== undefined ? sent : null,
    email: emailOf(page, erpForm, answers),
    description: describeAnswers(page, erpForm, answers),
  };
  return submitForm(page, {
    key,
    act: () => sendAnswers(page, erpForm, filled),
    done: (result) =>
      redirectWithNotice(
        page,
        links.erpFormSent(locale, erpForm.code),
        result === 'without-file' ? [{ tone: 'warn', text: t('forms:withoutFile') }] : [],
      ),
    refused: ({ kind }: SendRefusal) => about(422, t(`forms:refusal.${kind}`)),
    answer: (wrong) => answer({ ...wrong, fields: { ...again, ...wrong.fields } }),
    inDoubt: t('forms:inDoubt'),
  });
}

/** The form's definition. Null when the form does not exist; `unavailable` when the ERP does not respond. */
async function formOf(page: PageRequest): Promise<ErpForm | 'unavailable' | null> {
  try {
    return await findForm(page, page.params['code'] ?? '');
  } catch (error) {
    if (isUpstreamFailure(error)) return 'unavailable';
    throw error;
  }
}

async function serve(page: PageRequest) {
  const erpForm = await formOf(page);
  // The customer's session may have ended while the form was filled in: the input is then stored until after sign-in
  // (AUTH-05).
  if (!erpForm)
    throw page.context.session.kind === 'guest' ? signInNeeded() : notFound(page.url.pathname);
  const posted = await readPosted(page, erpForm === 'unavailable' ? undefined : fileOf(erpForm));
  if (erpForm === 'unavailable')
    return rejectForm(posted.form, page.t('common:form.unavailable'), 503);
  return send(page, erpForm, posted);
}

export const formAction = (args: ActionFunctionArgs) => openPage(args, serve);
