/**
 * Forms that the office publishes (contract/erp.md 15.1, 15.2): `GET form` gives a visitor the public ones, kept
 * for ten minutes per language, and a customer more. `POST form/{id}` takes answers once; nothing is repeated.
 *
 * Quirks: `form` and `form_options` are JSON inside a string; a form whose text does not parse is skipped and
 * logged; an ERP without the call answers 404 `Not Found`, which reads as no forms.
 */
import { z } from 'zod';
import { list } from '~/erp/wire-fields.server';
import { safeHtml } from '~/page/untrusted/safe-html.server';
import { isNotInstalled } from '~/erp/capabilities.server';
import type { PageRequest } from '~/page/page';
import { done, refused, type Outcome } from '~/kernel/outcome';
import type { SafeHtml } from '~/ui/html';
import { readDefinition, type FormField, type Grid } from './model/definition';

type Page = Pick<PageRequest, 'context' | 'locale'>;

export type ShownPart =
  | { part: 'field'; field: FormField }
  | { part: 'heading'; text: string }
  | { part: 'markup'; html: SafeHtml }
  | { part: 'grid'; grid: Grid };

export interface OfficeForm {
  id: number;
  /** Names it in its address. */
  code: string;
  name: string;
  parts: readonly ShownPart[];
  button: string | null;
  reset: string | null;
  unfillable: boolean;
}

const FormWire = z.object({
  id: z.int().positive(),
  code: z.string().regex(/^[\w.-]{1,64}$/),
  name: z.string().min(1),
  form: z.string(),
  form_options: z
    .string()
    .nullish()
    .transform((text) => text ?? '{}'),
});
const FormsWire = z.object({ data: list(FormWire) });

function formOf({ context, locale }: Page, wire: z.output<typeof FormWire>): OfficeForm | null {
  const definition = readDefinition({ form: wire.form, formOptions: wire.form_options }, locale);
  if (!definition) {
    context.log.warn({ event: 'form.unreadable', form: wire.code }, 'a form is skipped');
    return null;
  }
  const parts = definition.parts.flatMap((one): ShownPart[] => {
    if (one.part !== 'markup') return [one];
    const html = safeHtml(one.html, locale);
    return html ? [{ part: 'markup', html }] : [];
  });
  const { id, code, name } = wire;
  return { id, code, name, ...definition, parts };
}

async function askForms(page: Page, anonymous: boolean): Promise<readonly OfficeForm[]> {
  const answer = await page.context.erp.call({ path: 'form', anonymous }, FormsWire);
  if (answer.kind !== 'ok') return [];
  return answer.body.data.map((wire) => formOf(page, wire)).filter((form) => form !== null);
}

const tenMinutes = 600_000;

/** In the office's own order. */
export function listForms(page: Page): Promise<readonly OfficeForm[]> {
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

export const findForm = async (page: Page, code: string): Promise<OfficeForm | null> =>
  (await listForms(page)).find((form) => form.code === code) ?? null;

export interface SendRefusal {
  kind: 'gone' | 'not-accepted';
}

export async function sendAnswers(
  { context }: Page,
  id: number,
  data: Readonly<Record<string, string>>,
): Promise<Outcome<string, SendRefusal>> {
  const answer = await context.erp.call(
    { method: 'POST', path: 'form/{id}', params: { id }, body: { data } },
    z.unknown(),
  );
  if (answer.kind !== 'refused') return done('sent');
  const isGone = answer.status === 404 || isNotInstalled(answer);
  return refused({ kind: isGone ? 'gone' : 'not-accepted' });
}
