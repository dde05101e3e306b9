/**
 * Forms that the ERP publishes (contract/erp.md 15.1, 15.2). `GET form` returns the public forms to a guest, cached for
 * ten minutes per language, and further forms to a customer. `POST form/{id}` sends answers once; the shop never
 * retries it.
 *
 * `form` and `form_options` are JSON inside a string. The shop skips and logs a form that does not parse. An ERP
 * without the call responds 404 `Not Found`, which the shop treats as "no forms".
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { list, text } from '~/base/erp/wire-fields.server';
import { safeHtml } from '~/base/page/untrusted/safe-html.server';
import { isNotInstalled } from '~/base/erp/capabilities.server';
import { sendLead, takesFiles, type LeadSent } from '~/base/erp/leads.server';
import type { PageRequest } from '~/base/page/page';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { SafeHtml } from '~/base/ui/html';
import { readDefinition } from './model/definition';
import type { FormField, Grid } from './model/form-parts';

type Page = Pick<PageRequest, 'context' | 'locale'>;

export type ShownPart =
  | { part: 'field'; field: FormField }
  | { part: 'heading'; text: string }
  | { part: 'markup'; html: SafeHtml }
  | { part: 'grid'; grid: Grid };

export interface ErpForm {
  id: number;
  /** Code of the form, which identifies it in its address. */
  code: string;
  name: string;
  parts: readonly ShownPart[];
  button: string | null;
  reset: string | null;
  /**
   * Labels of the parts that the ERP requires and this page cannot show: if there are any, the form cannot be filled in
   * on this page.
   */
  missing: readonly string[];
  /** Labels of the optional parts that this page cannot show. */
  leftOut: readonly string[];
}

export const fieldsOfForm = ({ parts }: Pick<ErpForm, 'parts'>): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
export const gridsOfForm = ({ parts }: Pick<ErpForm, 'parts'>): readonly Grid[] =>
  parts.flatMap((one) => (one.part === 'grid' ? [one.grid] : []));

const FormWire = z.object({
  id: z.int().positive(),
  code: z.string().regex(/^[\w.-]{1,64}$/),
  name: z.string().min(1),
  form: z.string(),
  form_options: text.transform((given) => given ?? '{}'),
});
const FormsWire = z.object({ data: list(FormWire) });

function formOf({ context, locale }: Page, wire: z.output<typeof FormWire>): ErpForm | null {
  const definition = readDefinition({ form: wire.form, formOptions: wire.form_options }, locale);
  if (!definition) {
    context.log.warn({ event: 'form.unreadable', form: wire.code }, 'a form is skipped');
    return null;
  }
  const parts = definition.parts.flatMap((one): ShownPart[] => {
    if (one.part !== 'markup') return [one];
    const html = safeHtml(one.html, locale, context.site);
    return html ? [{ part: 'markup', html }] : [];
  });
  const { id, code, name } = wire;
  const { button, reset, missing } = definition;
  const named = (needed: boolean): string[] =>
    missing.filter(({ required }) => required === needed).map(({ label }) => label);
  const lacking = { missing: named(true), leftOut: named(false) };
  return { id, code, name, parts, button, reset, ...lacking };
}

async function askForms(page: Page, anonymous: boolean): Promise<readonly ErpForm[]> {
  const found = await findRecord(page.context, { path: 'form', anonymous }, FormsWire);
  if (found === null) return [];
  return found.data.map((wire) => formOf(page, wire)).filter((form) => form !== null);
}

const tenMinutes = 600_000;

/** All forms, in the ERP's order. */
export function listForms(page: Page): Promise<readonly ErpForm[]> {
  const { context, locale } = page;
  if (context.session.kind === 'customer') return askForms(page, false);
  const onFault = (error: unknown): void =>
    context.log.warn(
      { event: 'form.stale', error: error instanceof Error ? error.message : '' },
      'forms could not be read again',
    );
  return context.cache.get(`forms:${locale}`, { freshMs: tenMinutes, onFault }, () =>
    askForms(page, true),
  );
}

/** Removes the file field when the ERP accepts no files with leads (contract/erp.md 8.7). */
async function withoutRefusedFiles(page: Page, form: ErpForm): Promise<ErpForm> {
  const file = fieldsOfForm(form).find(({ kind }) => kind === 'file');
  if (!file || (await takesFiles(page))) return form;
  const parts = form.parts.filter((one) => one.part !== 'field' || one.field !== file);
  return file.required
    ? { ...form, parts, missing: [...form.missing, file.label] }
    : { ...form, parts, leftOut: [...form.leftOut, file.label] };
}

export async function findForm(page: Page, code: string): Promise<ErpForm | null> {
  const form = (await listForms(page)).find((one) => one.code === code);
  return form ? withoutRefusedFiles(page, form) : null;
}

export interface SendRefusal {
  kind: 'gone' | 'not-accepted';
}

async function sendText(
  { context }: Page,
  id: number,
  data: Readonly<Record<string, string>>,
): Promise<Outcome<LeadSent, SendRefusal>> {
  const answer = await context.erp.call(
    { method: 'POST', path: 'form/{id}', params: { id }, body: { data } },
    z.unknown(),
  );
  if (answer.kind !== 'refused') return done('sent');
  const isGone = answer.status === 404 || isNotInstalled(answer);
  return refused({ kind: isGone ? 'gone' : 'not-accepted' });
}

/** The answers by key, and as readable text for the message that is sent when the form has a document. */
export interface Filled {
  answers: Readonly<Record<string, string>>;
  document: File | null;
  /** E-mail address of the sender. */
  email: string | null;
  description: string;
}

/**
 * Sends the answers. If there is a document, answers and document are sent together as one lead, so that neither
 * arrives without the other (contract/erp.md 8.7, 15.2).
 */
export async function sendAnswers(
  page: Page,
  { id, name }: Pick<ErpForm, 'id' | 'name'>,
  { answers, document, email, description }: Filled,
): Promise<Outcome<LeadSent, SendRefusal>> {
  if (!document) return sendText(page, id, answers);
  const sent = await sendLead(page, { subject: name, email, description }, document);
  return sent.ok ? sent : refused({ kind: 'not-accepted' });
}
