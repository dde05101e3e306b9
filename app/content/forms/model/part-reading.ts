/** Parses the components of a form in order: containers are expanded, tables and surveys become rows of fields. */
import { Component } from './component';
import {
  fieldOf,
  kindOf,
  orNull,
  placeIn,
  scalars,
  severally,
  type Place,
  type Words,
} from './field-reading';
import { maxRows, type FormPart, type Missing } from './form-parts';

const containers = new Set(['panel', 'fieldset', 'well', 'container', 'columns', 'table', 'tabs']);
const unfillable = new Set(
  'sketchpad captcha recaptcha resource datamap tree form password'.split(' '),
);
const maxParts = 200;
/** Number of parts that a table adds to a form besides its fields: its heading and its end. */
const gridParts = 2;
const maxDepth = 6;
/**
 * Components that protect against bots. The page omits them silently, because the shop has its own protection.
 */
const unnamed = new Set(['captcha', 'recaptcha']);
const grids = new Set(['datagrid', 'editgrid']);

interface Reading {
  parts: FormPart[];
  button: string | null;
  reset: string | null;
  missing: Missing[];
}

export const emptyReading = (): Reading => ({ parts: [], button: null, reset: null, missing: [] });

const innerOf = (component: Component): unknown[] => [
  ...component.components,
  ...component.columns.flatMap((column) => column.components),
  ...component.rows.flat().flatMap((cell) => cell.components),
];

function readButton(found: Reading, { action, label }: Component, words: Words): void {
  if (action === 'reset') found.reset ??= orNull(words(label));
  else if (action === '' || action === 'submit') found.button ??= orNull(words(label));
}

/** True for a required component, which includes a table with a minimum number of rows. */
const isRequired = ({ validate }: Component): boolean =>
  validate?.required === true || (validate?.minLength ?? 0) > 0;

/** Records a component that the page cannot show; a component under a condition counts as not required. */
function nameMissing(found: Reading, component: Component, words: Words, place: Place): void {
  const { type, key, label, title, legend } = component;
  const isFree = place.unclear || place.conditions.length > 0 || isCalculated(component);
  const required = isRequired(component) && !isFree;
  if (!required && unnamed.has(type)) return;
  found.missing.push({ label: words(label || title || legend || key || type), required });
}

/** Parses one row of a table, or one answer of a field that may have several. */
function readLine(
  found: Reading,
  component: Component,
  words: Words,
  { index, ...place }: Place & { index: number },
): void {
  const key = place.prefix + component.key;
  const row = { grid: key, index };
  if (grids.has(component.type))
    readInto(found, component.components, words, { ...place, prefix: `${key}.${index}.`, row });
  else
    readComponent(found, { ...component, key: String(index), multiple: false }, words, {
      ...place,
      prefix: `${key}.`,
      row,
    });
}

/** Number of table rows that fit into the form with all their fields; 0 when not even one row fits. */
function rowsThatFit(found: Reading, component: Component, line: Reading): number {
  const asked = grids.has(component.type) ? component.validate?.maxLength : null;
  const wanted = Math.min(maxRows, Math.max(1, asked ?? maxRows));
  const room = maxParts - found.parts.length - gridParts;
  return Math.min(wanted, Math.max(0, Math.floor(room / Math.max(1, line.parts.length))));
}

/** Parses a table: the fields of each possible row, then the table itself. */
function readGrid(found: Reading, component: Component, words: Words, place: Place): void {
  const { key, label, addAnother } = component;
  const line = emptyReading();
  readLine(line, component, words, { ...place, index: 0 });
  const rows = rowsThatFit(found, component, line);
  if (rows === 0 || line.missing.some(({ required }) => required)) {
    nameMissing(found, component, words, place);
    return;
  }
  found.missing.push(...line.missing);
  found.parts.push({ part: 'heading', text: words(label || key) });
  for (let index = 0; index < rows; index += 1)
    readLine({ ...found, missing: [] }, component, words, { ...place, index });
  const required = isRequired(component) && !place.unclear;
  const grid = { key: place.prefix + key, label: words(label || key), required, rows };
  found.parts.push({ part: 'grid', grid: { ...grid, add: orNull(words(addAnother)) } });
}

/** Parses a survey: each question is a choice among the same answers. */
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
  // A table inside a table row has exactly one row.
  const inner = grids.has(component.type) ? `${own}0.` : place.prefix;
  const prefix = component.type === 'container' ? own : inner;
  readInto(found, innerOf(component), words, { ...place, prefix, depth: place.depth + 1 });
}

/** True for a file component that the page cannot show: a form can have only one document, and none in a table row. */
const isSecondFile = (found: Reading, { type }: Component, { row }: Place): boolean =>
  type === 'file' &&
  (row !== null || found.parts.some((one) => one.part === 'field' && one.field.kind === 'file'));

/** True for a field that a script computes in the browser. The page cannot show it; the ERP has the same script. */
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

export function readInto(
  found: Reading,
  given: readonly unknown[],
  words: Words,
  around: Place,
): void {
  for (const raw of given) {
    const read = Component.safeParse(raw);
    if (read.success && !read.data.hidden)
      readComponent(found, read.data, words, placeIn(around, read.data));
  }
}
