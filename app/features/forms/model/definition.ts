/**
 * A form that the ERP has drawn (CMS-04), in the layout of Form.io: read from its JSON into fields that a
 * page without script can show. Containers are opened; what cannot be filled without script is left out.
 */
import { z } from 'zod';
import { Component } from './component';
import { conditionOf, type Condition } from './conditions';
import { linearPattern, type TextPattern } from './pattern';

export type FieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'url'
  | 'area'
  | 'number'
  | 'date'
  | 'datetime'
  | 'select'
  | 'radio'
  | 'boxes'
  | 'tick'
  /** One document; its answer is the name under which it is sent. */
  | 'file'
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
  pattern: { source: string; test: TextPattern | null } | null;
  /** The ERP's own words for whatever is wrong with it. */
  message: string | null;
  /** All of them hold where the field is asked for: its own, and those of what it stands in. */
  conditions: readonly Condition[];
  /** A line of a table that can be filled several times. */
  row: { grid: string; index: number } | null;
  /** What the answer is, where the kind alone does not say it. */
  note: 'signature' | 'condition' | null;
}

export interface Grid {
  key: string;
  label: string;
  /** Words on the button for one more line. */
  add: string | null;
  required: boolean;
  rows: number;
}

export type FormPart =
  | { part: 'field'; field: FormField }
  | { part: 'heading'; text: string }
  /** Markup of the ERP, not cleaned yet. */
  | { part: 'markup'; html: string }
  /** Its lines come before it, as fields of their own. */
  | { part: 'grid'; grid: Grid };

export interface Definition {
  parts: readonly FormPart[];
  /** Words on the button, when the ERP has chosen some. */
  button: string | null;
  /** Words on the button that empties the form, when there is one. */
  reset: string | null;
  /** What this page cannot ask for, by its label. */
  missing: readonly Missing[];
}

export interface Missing {
  label: string;
  /** Without it the ERP does not take the form. */
  required: boolean;
}

const kinds: Readonly<Record<string, FieldKind>> = {
  email: 'email',
  phoneNumber: 'phone',
  url: 'url',
  textarea: 'area',
  number: 'number',
  currency: 'number',
  day: 'date',
  datetime: 'datetime',
  time: 'text',
  signature: 'text',
  select: 'select',
  radio: 'radio',
  selectboxes: 'boxes',
  checkbox: 'tick',
  file: 'file',
  hidden: 'hidden',
};
const containers = new Set(['panel', 'fieldset', 'well', 'container', 'columns', 'table', 'tabs']);
const unfillable = new Set(
  'sketchpad captcha recaptcha resource datamap tree form password'.split(' '),
);
const longest = { line: 500, area: 4_000 } as const;
const maxParts = 200;
/** Heading and end of a table. */
const gridParts = 2;
const maxDepth = 6;
/** A check against machines; the shop has its own. */
const unnamed = new Set(['captcha', 'recaptcha']);
const grids = new Set(['datagrid', 'editgrid']);
/** Lines of a table, whatever the definition allows. */
export const maxRows = 10;

export type Words = (text: string) => string;

function kindOf({ type, listed, multiple, enableTime, disabled }: Component): FieldKind {
  const kind = kinds[type] ?? 'text';
  if (disabled) return 'hidden';
  if (kind === 'datetime' && !enableTime) return 'date';
  if (kind === 'select' && multiple && listed.length > 0) return 'boxes';
  // A list that is fetched from elsewhere has no entries here.
  return kind === 'select' && listed.length === 0 ? 'text' : kind;
}

/** Kinds of which Form.io takes several answers, each in a line of its own. */
const severally = new Set<FieldKind>([
  ...(['text', 'email', 'phone', 'url', 'area', 'number', 'date', 'datetime'] as const),
]);

const orNull = (words: string): string | null => words.trim() || null;

/** Where a part stands: what its keys begin with, what has to hold, which line of which table. */
interface Place {
  prefix: string;
  conditions: readonly Condition[];
  /** A condition around it can't be read: it is shown, and never required. */
  unclear: boolean;
  row: FormField['row'];
  depth: number;
}

function placeIn(place: Place, component: Component): Place {
  const own = conditionOf(component.conditional, component.customConditional);
  return {
    ...place,
    conditions: own === null || own === 'unknown' ? place.conditions : [...place.conditions, own],
    unclear: place.unclear || own === 'unknown',
  };
}

const scalars = new Set(['string', 'number', 'boolean']);
const Ticked = z.union([
  z.array(z.coerce.string()),
  z
    .record(z.string(), z.unknown())
    .transform((all) => Object.keys(all).filter((key) => all[key] === true)),
]);

/** What stands there at first; of several boxes the ticked ones, in the order of the list. */
function valueOf({ defaultValue }: Component, options: FormField['options']): string {
  if (scalars.has(typeof defaultValue)) return String(defaultValue);
  const ticked = Ticked.safeParse(defaultValue).data ?? [];
  return options.flatMap(({ value }) => (ticked.includes(value) ? [value] : [])).join(',');
}

const withUnit = (label: string, unit: string): string => (unit ? `${label} (${unit})` : label);

function fieldOf(component: Component, words: Words, place: Place): FormField {
  const { type, validate } = component;
  const { conditions, row, unclear } = place;
  const key = place.prefix + component.key;
  const unit = words(component.suffix || component.prefix);
  const label = withUnit(words(component.label || component.key), unit);
  const kind = kindOf(component);
  const source = validate?.pattern ?? '';
  const wanted = kind === 'area' ? longest.area : longest.line;
  const options = (type === 'select' ? component.listed : component.values).map((one) => ({
    value: one.value,
    text: words(one.label || one.value),
  }));
  return {
    kind,
    key,
    label: row ? `${label} (${row.index + 1})` : label,
    hint: orNull([component.description, component.tooltip].map(words).join(' ')),
    placeholder: orNull(words(component.placeholder)),
    value: valueOf(component, options),
    required: validate?.required === true && !unclear && !component.disabled,
    options,
    minLength: validate?.minLength ?? null,
    maxLength: Math.min(validate?.maxLength ?? wanted, wanted),
    min: validate?.min ?? null,
    max: validate?.max ?? null,
    whole: validate?.integer === true || component.decimalLimit === 0,
    pattern: source === '' ? null : { source, test: linearPattern(source) },
    message: orNull(words(validate?.customMessage ?? '')),
    conditions,
    row,
    note: type === 'signature' ? 'signature' : unclear ? 'condition' : null,
  };
}

interface Reading {
  parts: FormPart[];
  button: string | null;
  reset: string | null;
  missing: Missing[];
}

const emptyReading = (): Reading => ({ parts: [], button: null, reset: null, missing: [] });

const innerOf = (component: Component): unknown[] => [
  ...component.components,
  ...component.columns.flatMap((column) => column.components),
  ...component.rows.flat().flatMap((cell) => cell.components),
];

function readButton(found: Reading, { action, label }: Component, words: Words): void {
  if (action === 'reset') found.reset ??= orNull(words(label));
  else if (action === '' || action === 'submit') found.button ??= orNull(words(label));
}

/** A table needs a line where it has a least number of them. */
const isRequired = ({ validate }: Component): boolean =>
  validate?.required === true || (validate?.minLength ?? 0) > 0;

/** Under a condition it may not be needed at all. */
function nameMissing(found: Reading, component: Component, words: Words, place: Place): void {
  const { type, key, label, title, legend } = component;
  const isFree = place.unclear || place.conditions.length > 0 || isCalculated(component);
  const required = isRequired(component) && !isFree;
  if (!required && unnamed.has(type)) return;
  found.missing.push({ label: words(label || title || legend || key || type), required });
}

/** One line of a table, or one answer of a field that takes several. */
function readLine(
  found: Reading,
  component: Component,
  words: Words,
  place: Place,
  index: number,
): void {
  const key = place.prefix + component.key;
  const row = { grid: key, index };
  if (grids.has(component.type))
    readInto(found, component.components, words, { ...place, prefix: `${key}.${index}.`, row });
  else
    readComponent(found, { ...component, key: String(index), multiple: false }, words, {
      ...{ ...place, prefix: `${key}.`, row },
    });
}

/** As many lines as fit into the form with all their fields; 0 when not even one does. */
function rowsThatFit(found: Reading, component: Component, line: Reading): number {
  const asked = grids.has(component.type) ? component.validate?.maxLength : null;
  const wanted = Math.min(maxRows, Math.max(1, asked ?? maxRows));
  const room = maxParts - found.parts.length - gridParts;
  return Math.min(wanted, Math.max(0, Math.floor(room / Math.max(1, line.parts.length))));
}

/** A table: each line's fields, as many lines as may be filled, then the table itself. */
function readGrid(found: Reading, component: Component, words: Words, place: Place): void {
  const { key, label, addAnother } = component;
  const line = emptyReading();
  readLine(line, component, words, place, 0);
  const rows = rowsThatFit(found, component, line);
  if (rows === 0 || line.missing.some(({ required }) => required)) {
    nameMissing(found, component, words, place);
    return;
  }
  found.missing.push(...line.missing);
  found.parts.push({ part: 'heading', text: words(label || key) });
  for (let index = 0; index < rows; index += 1)
    readLine({ ...found, missing: [] }, component, words, place, index);
  const required = isRequired(component) && !place.unclear;
  const grid = { key: place.prefix + key, label: words(label || key), required, rows };
  found.parts.push({ part: 'grid', grid: { ...grid, add: orNull(words(addAnother)) } });
}

/** Each question is one choice among the same answers. */
function readSurvey(found: Reading, component: Component, words: Words, place: Place): void {
  const { key, label, questions } = component;
  if (questions.length === 0 || component.values.length === 0) {
    nameMissing(found, component, words, place);
    return;
  }
  found.parts.push({ part: 'heading', text: words(label || key) });
  for (const question of questions) {
    const asked = { key: `${key}.${question.value}`, label: question.label || question.value };
    readComponent(found, { ...component, ...asked, type: 'radio' }, words, place);
  }
}

function readContainer(found: Reading, component: Component, words: Words, place: Place): void {
  const heading = orNull(words(component.title || component.legend));
  if (heading) found.parts.push({ part: 'heading', text: heading });
  if (place.depth >= maxDepth) return;
  const own = `${place.prefix}${component.key}.`;
  // A table in a line of a table has one line.
  const inner = grids.has(component.type) ? `${own}0.` : place.prefix;
  const prefix = component.type === 'container' ? own : inner;
  readInto(found, innerOf(component), words, { ...place, prefix, depth: place.depth + 1 });
}

/** At most one document goes with a form, and none in a line of a table. */
const isSecondFile = (found: Reading, { type }: Component, { row }: Place): boolean =>
  type === 'file' &&
  (row !== null || found.parts.some((one) => one.part === 'field' && one.field.kind === 'file'));

/** The browser would run a script to fill it in; the ERP has the same script. */
const isCalculated = ({ calculateValue, allowCalculateOverride }: Component): boolean =>
  calculateValue.trim() !== '' && !allowCalculateOverride;

const isAskable = (component: Component): boolean =>
  /^[\w.-]{1,80}$/.test(component.key) &&
  (!component.disabled || scalars.has(typeof component.defaultValue));

function readComponent(found: Reading, component: Component, words: Words, place: Place): void {
  const { type, multiple } = component;
  if (type === 'button') readButton(found, component, words);
  else if (found.parts.length >= maxParts || unfillable.has(type) || isCalculated(component))
    nameMissing(found, component, words, place);
  else if (type === 'content' || type === 'htmlelement')
    found.parts.push({ part: 'markup', html: words(component.html || component.content) });
  else if (type === 'survey') readSurvey(found, component, words, place);
  else if (grids.has(type) && place.row === null) readGrid(found, component, words, place);
  else if (containers.has(type) || innerOf(component).length > 0)
    readContainer(found, component, words, place);
  else if (isSecondFile(found, component, place)) nameMissing(found, component, words, place);
  else if (isAskable(component)) {
    const isList = multiple && place.row === null && severally.has(kindOf(component));
    if (isList) readGrid(found, component, words, place);
    else found.parts.push({ part: 'field', field: fieldOf(component, words, place) });
  }
}

function readInto(found: Reading, given: readonly unknown[], words: Words, around: Place): void {
  for (const raw of given) {
    const read = Component.safeParse(raw);
    if (read.success && !read.data.hidden)
      readComponent(found, read.data, words, placeIn(around, read.data));
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

/** The ERP's own translations: the words of the form are their keys. */
function wordsOf(formOptions: string, locale: string): Words {
  const read = FormOptions.safeParse(parsedJson(formOptions));
  const own = read.success ? new Map(Object.entries(read.data.i18n[locale] ?? {})) : new Map();
  return (words) => {
    const translated: unknown = own.get(words);
    return typeof translated === 'string' ? translated : words;
  };
}

/** The field that a condition names, and which box of it where it has several. */
interface Referred {
  field: FormField;
  box: string | null;
}

/** Where it stands near `near`: in the same line of a table, by the whole key, else by the end of it. */
export function referredField(
  fields: readonly FormField[],
  near: Pick<FormField, 'row'>,
  key: string,
): Referred | null {
  const { row } = near;
  const table =
    row && [row.grid, row.grid.split('.').at(-1)].find((one) => key.startsWith(`${one}.`));
  const inRow = table ? key.slice(table.length + 1) : key;
  const named = (wanted: string) =>
    (row && fields.find((one) => one.key === `${row.grid}.${row.index}.${wanted}`)) ??
    fields.find((one) => one.key === wanted);
  const field = named(inRow);
  if (field) return { field, box: null };
  const end = inRow.lastIndexOf('.');
  const boxes = end < 0 ? undefined : named(inRow.slice(0, end));
  const box = inRow.slice(end + 1);
  if (boxes?.options.some(({ value }) => value === box)) return { field: boxes, box };
  const alike = fields.find((one) => one.key.endsWith(`.${key}`) || key.endsWith(`.${one.key}`));
  return alike ? { field: alike, box: null } : null;
}

/** What depends on a field that this page does not have may not be needed at all. */
function settled(parts: readonly FormPart[]): readonly FormPart[] {
  const fields = parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
  return parts.map((one) => {
    if (one.part !== 'field') return one;
    const { field } = one;
    const named = field.conditions.flatMap(({ comparisons }) => comparisons);
    if (named.every(({ key }) => referredField(fields, field, key))) return one;
    return { part: 'field', field: { ...field, required: false, note: field.note ?? 'condition' } };
  });
}

/** Null when the text of the form cannot be read, or has nothing to fill in. */
export function readDefinition(
  { form, formOptions }: { form: string; formOptions: string },
  locale: string,
): Definition | null {
  const layout = Layout.safeParse(parsedJson(form));
  if (!layout.success) return null;
  const found = emptyReading();
  const top: Place = { prefix: '', conditions: [], unclear: false, row: null, depth: 0 };
  readInto(found, layout.data.components, wordsOf(formOptions, locale), top);
  const isNeeded = found.missing.some(({ required }) => required);
  const isForm = found.parts.some(({ part }) => part === 'field') || isNeeded;
  return isForm ? { ...found, parts: settled(found.parts) } : null;
}

export const fieldsIn = ({ parts }: Definition): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
