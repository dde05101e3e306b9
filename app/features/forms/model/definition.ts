/**
 * A form that the office has drawn (CMS-04), in the layout of Form.io: read from its JSON into fields that a
 * page without script can show. Containers are opened; what cannot be filled without script is left out.
 */
import { z } from 'zod';
import { Component } from './component';
import { safePattern } from './pattern';

export type FieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'url'
  | 'area'
  | 'number'
  | 'date'
  | 'select'
  | 'radio'
  | 'boxes'
  | 'tick'
  /** Not shown; its value goes along. */
  | 'hidden';

export interface FormField {
  kind: FieldKind;
  key: string;
  label: string;
  hint: string | null;
  placeholder: string | null;
  /** What it holds before anything is typed. */
  value: string;
  required: boolean;
  options: readonly { value: string; text: string }[];
  minLength: number | null;
  maxLength: number;
  min: number | null;
  max: number | null;
  /** Whole numbers only. */
  whole: boolean;
  /** As written, for the browser; `test` only where it surely ends. */
  pattern: { source: string; test: RegExp | null } | null;
  /** The office's own words for whatever is wrong with it. */
  message: string | null;
  /** Needed only when the other field has this value. */
  when: { key: string; value: string } | null;
}

export type FormPart =
  | { part: 'field'; field: FormField }
  | { part: 'heading'; text: string }
  /** Markup of the office, not cleaned yet. */
  | { part: 'markup'; html: string };

export interface Definition {
  parts: readonly FormPart[];
  /** Words on the button, when the office has chosen some. */
  button: string | null;
  /** Something that is needed cannot be filled on a page without script. */
  unfillable: boolean;
}

const kinds: Readonly<Record<string, FieldKind>> = {
  email: 'email',
  phoneNumber: 'phone',
  url: 'url',
  textarea: 'area',
  number: 'number',
  currency: 'number',
  day: 'date',
  datetime: 'date',
  select: 'select',
  radio: 'radio',
  selectboxes: 'boxes',
  checkbox: 'tick',
  hidden: 'hidden',
};
const containers = new Set(['panel', 'fieldset', 'well', 'container', 'columns', 'table', 'tabs']);
const unfillable = new Set(
  'file signature sketchpad captcha recaptcha resource datagrid editgrid datamap tree survey form password'.split(
    ' ',
  ),
);
const longest = { line: 500, area: 4_000 } as const;
const maxParts = 100;
const maxDepth = 6;

export type Words = (text: string) => string;

function kindOf({ type, data }: Component): FieldKind {
  const kind = kinds[type] ?? 'text';
  // A list that is fetched from elsewhere has no entries here.
  return kind === 'select' && data.values.length === 0 ? 'text' : kind;
}

const orNull = (words: string): string | null => words.trim() || null;

function fieldOf(component: Component, words: Words): FormField {
  const { key, validate, conditional, defaultValue } = component;
  const kind = kindOf(component);
  const source = validate?.pattern ?? '';
  const given = ['string', 'number', 'boolean'].includes(typeof defaultValue) ? defaultValue : '';
  const wanted = kind === 'area' ? longest.area : longest.line;
  return {
    kind,
    key,
    label: words(component.label || key),
    hint: orNull(words(component.description)),
    placeholder: orNull(words(component.placeholder)),
    value: String(given),
    required: validate?.required ?? false,
    options: (kind === 'select' ? component.data.values : component.values).map((one) => ({
      value: one.value,
      text: words(one.label || one.value),
    })),
    minLength: validate?.minLength ?? null,
    maxLength: Math.min(validate?.maxLength ?? wanted, wanted),
    min: validate?.min ?? null,
    max: validate?.max ?? null,
    whole: validate?.integer === true || component.decimalLimit === 0,
    pattern: source === '' ? null : { source, test: safePattern(source) },
    message: orNull(words(validate?.customMessage ?? '')),
    when: conditional?.show === 'true' ? { key: conditional.when, value: conditional.eq } : null,
  };
}

interface Reading {
  parts: FormPart[];
  button: string | null;
  unfillable: boolean;
}

function readInto(found: Reading, given: readonly unknown[], words: Words, depth: number): void {
  for (const raw of given) {
    const read = Component.safeParse(raw);
    if (!read.success || found.parts.length >= maxParts) continue;
    const component = read.data;
    const { type, key, hidden, validate } = component;
    const inner = [
      ...component.components,
      ...component.columns.flatMap((column) => column.components),
      ...component.rows.flat().flatMap((cell) => cell.components),
    ];
    if (hidden) continue;
    if (type === 'button') found.button ??= orNull(words(component.label));
    else if (type === 'content' || type === 'htmlelement')
      found.parts.push({ part: 'markup', html: words(component.html || component.content) });
    else if (unfillable.has(type)) found.unfillable ||= validate?.required === true;
    else if (containers.has(type) || inner.length > 0) {
      const heading = orNull(words(component.title || component.legend));
      if (heading) found.parts.push({ part: 'heading', text: heading });
      if (depth < maxDepth) readInto(found, inner, words, depth + 1);
    } else if (/^[\w.-]{1,80}$/.test(key) && !component.disabled)
      found.parts.push({ part: 'field', field: fieldOf(component, words) });
  }
}

const Layout = z.object({ components: z.array(z.unknown()) });
const FormOptions = z.object({ i18n: z.record(z.string(), z.record(z.string(), z.unknown())) });

function parsedJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** The office's own translations: the words of the form are their keys. */
function wordsOf(formOptions: string, locale: string): Words {
  const read = FormOptions.safeParse(parsedJson(formOptions));
  const own = read.success ? new Map(Object.entries(read.data.i18n[locale] ?? {})) : new Map();
  return (words) => {
    const translated: unknown = own.get(words);
    return typeof translated === 'string' ? translated : words;
  };
}

/** Null when the text of the form cannot be read, or has nothing to fill in. */
export function readDefinition(
  { form, formOptions }: { form: string; formOptions: string },
  locale: string,
): Definition | null {
  const layout = Layout.safeParse(parsedJson(form));
  if (!layout.success) return null;
  const found: Reading = { parts: [], button: null, unfillable: false };
  readInto(found, layout.data.components, wordsOf(formOptions, locale), 0);
  return found.parts.some(({ part }) => part === 'field') || found.unfillable ? found : null;
}

export const fieldsIn = ({ parts }: Definition): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
