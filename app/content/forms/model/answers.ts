/** Validates the input of an ERP form against its definition; all answers are text (contract/erp.md 15.2). */
import { z } from 'zod';
import { typedDay, type Day } from '~/base/kernel/day';
import { isEmail, readEmail } from '~/base/kernel/email';
import { isPhone } from '~/base/kernel/phone';
import { holds } from './conditions';
import type { FormField } from './form-parts';
import { readMasked } from './input-mask';
import { referredField } from './referred-field';

/** Name of a form field; the prefix avoids a clash between the ERP's keys and the shop's own fields. */
export const nameOf = ({ key }: Pick<FormField, 'key'>): string => `f.${key}`;
/** Name of one checkbox of a group. */
export const boxOf = ({ key }: Pick<FormField, 'key'>, value: string): string =>
  `f.${key}:${value}`;

export type AnswerFault =
  | { kind: 'required' }
  | { kind: 'email' }
  | { kind: 'phone' }
  | { kind: 'url' }
  | { kind: 'number' }
  | { kind: 'whole' }
  | { kind: 'date' }
  | { kind: 'moment' }
  | { kind: 'choice' }
  | { kind: 'pattern' }
  | { kind: 'mask'; mask: string }
  | { kind: 'tooEarly' | 'tooLate'; day: Day }
  | { kind: 'tooShort' | 'tooSmall' | 'tooLarge'; limit: number }
  | { kind: 'tooLong'; length: number; max: number };

type Read = { value: string } | { fault: AnswerFault };
const wrong = (fault: AnswerFault): Read => ({ fault });

const url = z.url({ protocol: /^https?$/ });

function inBounds({ min, max }: FormField, value: number): AnswerFault | null {
  if (min !== null && value < min) return { kind: 'tooSmall', limit: min };
  return max !== null && value > max ? { kind: 'tooLarge', limit: max } : null;
}

function readNumber(field: FormField, typed: string): Read {
  const plain = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const value = Number(plain);
  if (!/^[+-]?\d{1,15}(\.\d{1,9})?$/.test(plain)) return wrong({ kind: 'number' });
  if (field.whole && !Number.isInteger(value)) return wrong({ kind: 'whole' });
  const fault = inBounds(field, value);
  return fault ? wrong(fault) : { value: String(value) };
}

/**
 * Maximum length of a text that is tested against a pattern. Patterns are for codes and numbers; on a long text they
 * would only cost time.
 */
const maxTested = 500;

function readText(field: FormField, typed: string): Read {
  const { length } = [...typed];
  const { minLength, maxLength, pattern, mask } = field;
  if (minLength !== null && length < minLength)
    return wrong({ kind: 'tooShort', limit: minLength });
  if (length > maxLength) return wrong({ kind: 'tooLong', length, max: maxLength });
  if (length <= maxTested && pattern?.test && !pattern.test.test(typed))
    return wrong({ kind: 'pattern' });
  if (mask === null) return { value: typed };
  const value = readMasked(mask, typed);
  return value === null ? wrong({ kind: 'mask', mask }) : { value };
}

/** Checks a day, or the day of a date and time, against the field's earliest and latest day. */
function inTime({ earliest, latest }: FormField, day: Day, value: string): Read {
  if (earliest !== null && day < earliest) return wrong({ kind: 'tooEarly', day: earliest });
  return latest !== null && day > latest ? wrong({ kind: 'tooLate', day: latest }) : { value };
}

/** Parses a date and time as the browser's own input writes it, or as people type them. */
function readMoment(field: FormField, typed: string): Read {
  const found = /^(.+?)(?<![T ,])[T ,]+(?:à\s+)?(\d{1,2})[:h.](\d{2})(?::\d{2})?$/.exec(typed);
  const [, date = '', hours = '', minutes = ''] = found ?? [];
  const day = typedDay(date);
  if (!day || Number(hours) > 23 || Number(minutes) > 59) return wrong({ kind: 'moment' });
  return inTime(field, day, `${day}T${hours.padStart(2, '0')}:${minutes}:00`);
}

function readFilled(field: FormField, typed: string): Read {
  switch (field.kind) {
    case 'email': {
      const address = readEmail(typed);
      return isEmail(address) ? readText(field, address) : wrong({ kind: 'email' });
    }
    case 'phone': {
      // A field with its own pattern or mask defines by itself what a valid telephone number is.
      const isOwn = field.pattern !== null || field.mask !== null;
      return isOwn || isPhone(typed, null) ? readText(field, typed) : wrong({ kind: 'phone' });
    }
    case 'url':
      return url.safeParse(typed).success ? readText(field, typed) : wrong({ kind: 'url' });
    case 'number':
      return readNumber(field, typed);
    case 'date': {
      const day = typedDay(typed);
      return day ? inTime(field, day, day) : wrong({ kind: 'date' });
    }
    case 'datetime':
      return readMoment(field, typed);
    case 'boxes': {
      const fault = inBounds(field, typed.split(',').length);
      return fault ? wrong(fault) : { value: typed };
    }
    case 'select':
    case 'radio':
      return field.options.some(({ value }) => value === typed)
        ? { value: typed }
        : wrong({ kind: 'choice' });
    default:
      return readText(field, typed);
  }
}

/**
 * The unparsed answer: the typed text, `true` or `false` for a checkbox, or the comma-separated values of a checkbox
 * group.
 */
function typedOf(field: FormField, form: URLSearchParams): string {
  if (field.kind === 'hidden') return field.value;
  if (field.kind === 'tick') return String(form.has(nameOf(field)));
  if (field.kind === 'boxes')
    return field.options
      .filter(({ value }) => form.has(boxOf(field, value)))
      .map(({ value }) => value)
      .join(',');
  return (form.get(nameOf(field)) ?? '').replace(/\r\n?/g, '\n').trim();
}

/** The answer in the format in which it is sent, so that conditions compare a number typed with a comma as a number. */
function comparable(field: FormField, form: URLSearchParams): string {
  const typed = typedOf(field, form);
  const read = typed === '' ? { value: typed } : readFilled(field, typed);
  return 'value' in read ? read.value : typed;
}

/** True when the whole row of a table is empty; such a row is ignored. */
const isEmptyRow = (field: FormField, fields: readonly FormField[], form: URLSearchParams) =>
  fields
    .filter(({ row }) => row?.grid === field.row?.grid && row?.index === field.row?.index)
    .every((one) => ['', 'false', one.value].includes(typedOf(one, form)));

interface PostedForm {
  fields: readonly FormField[];
  form: URLSearchParams;
  /** Tables that need at least one filled row. */
  needed: ReadonlySet<string>;
}

/** Whether the field applies, which requires that all its conditions hold; `asking` breaks cycles of conditions. */
function isFieldVisible(
  field: FormField,
  posted: PostedForm,
  asking: readonly FormField[] = [],
): boolean {
  const { fields, form, needed } = posted;
  const { row } = field;
  if (row && isEmptyRow(field, fields, form) && !(row.index === 0 && needed.has(row.grid)))
    return false;
  const path = [...asking, field];
  // A field that does not apply has no answer, whatever the customer entered before the condition changed.
  const valueOf = (key: string): string | null => {
    const named = referredField(fields, field, key);
    if (!named) return null;
    const { field: other, box } = named;
    if (!path.includes(other) && !isFieldVisible(other, posted, path)) return '';
    const value = comparable(other, form);
    return box === null ? value : String(value.split(',').includes(box));
  };
  return field.conditions.every((one) => holds(one, valueOf));
}

interface ReadAnswers {
  answers: Readonly<Record<string, string>>;
  /** Faults of the answers by field name. */
  faults: ReadonlyMap<string, { field: FormField; fault: AnswerFault }>;
}

/** Validates the posted answers. `needed`: tables that need at least one filled row. */
export function readAnswers(
  fields: readonly FormField[],
  form: URLSearchParams,
  needed: ReadonlySet<string> = new Set(),
): ReadAnswers {
  const answers: [string, string][] = [];
  const faults = new Map<string, { field: FormField; fault: AnswerFault }>();
  for (const field of fields) {
    if (!isFieldVisible(field, { fields, form, needed })) continue;
    const typed = typedOf(field, form);
    const isEmpty = typed === '' || (field.kind === 'tick' && typed === 'false');
    if (isEmpty && field.required) {
      faults.set(nameOf(field), { field, fault: { kind: 'required' } });
      continue;
    }
    const read: Read = isEmpty ? { value: typed } : readFilled(field, typed);
    if ('fault' in read) faults.set(nameOf(field), { field, fault: read.fault });
    else if (read.value !== '') answers.push([field.key, read.value]);
  }
  return { answers: Object.fromEntries(answers), faults };
}
