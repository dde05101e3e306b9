/**
 * Refills a form after its session has ended (AUTH-05). It parses the rendered page, finds the posted form by its
 * address and fields, and writes the input into it. It edits the markup, so that it works for every form of the shop
 * without support by the page and costs other pages nothing.
 *
 * Hidden fields keep the page's values, except `was`, the values that the posted form had shown (`shown-fields.tsx`).
 * Without that field, the shop could not distinguish the customer's input from stored values.
 */
import { Parser } from 'htmlparser2';

interface TypedForm {
  /** Path and query that the form was posted to. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

type Attributes = Record<string, string>;
interface Control {
  kind: 'text' | 'choice' | 'hidden' | 'area' | 'option';
  /** For an option: the name of its select. */
  name: string;
  value: string;
  tag: string;
  attributes: Attributes;
  /** Offsets of the opening tag (`from`, `to`), and the end of a textarea's text. */
  from: number;
  to: number;
  textEnd: number;
}
interface FoundForm {
  path: string;
  controls: Control[];
  /** The form has a password or file field, which is never refilled. */
  asksAgain: boolean;
}
interface Edit {
  from: number;
  to: number;
  text: string;
}

const neverFilled = new Set(['file', 'password']);
const voids = new Set(['submit', 'button', 'image', 'reset', ...neverFilled]);
/**
 * Hints above the form: that it is refilled (`kept-filled`), and that a password or file must be entered again
 * (`kept-again`).
 */
const noteIds = new Set(['kept-filled', 'kept-again']);
const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const tagOf = (name: string, attributes: Attributes): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}>`;

function kindOf(tag: string, { type = 'text' }: Attributes): Control['kind'] | null {
  if (tag === 'textarea') return 'area';
  if (tag === 'option') return 'option';
  if (tag !== 'input' || voids.has(type)) return null;
  return type === 'hidden' ? 'hidden' : ['checkbox', 'radio'].includes(type) ? 'choice' : 'text';
}

/** Finds every posted form of the page, with the fields that a browser would send with it. */
function formsOf(html: string, page: string): { forms: FoundForm[]; notes: Control[] } {
  const forms: FoundForm[] = [];
  const byId = new Map<string, FoundForm>();
  let open: FoundForm | null = null;
  let select = '';
  let area: Control | null = null;
  const notes: Control[] = [];
  const parser: Parser = new Parser({
    onopentag(tag, attributes) {
      const at = { from: parser.startIndex, to: parser.endIndex + 1, textEnd: 0 };
      if (tag === 'form') {
        open = { path: pathOf(attributes['action'] ?? page), controls: [], asksAgain: false };
        if (attributes['method'] === 'post') forms.push(open);
        if (attributes['id']) byId.set(attributes['id'], open);
      }
      if (tag === 'select') select = attributes['name'] ?? '';
      if (noteIds.has(attributes['id'] ?? ''))
        notes.push({ kind: 'text', name: '', value: '', tag, attributes, ...at });
      const kind = kindOf(tag, attributes);
      const name = kind === 'option' ? select : attributes['name'];
      const form = byId.get(attributes['form'] ?? '') ?? open;
      if (form && neverFilled.has(attributes['type'] ?? '')) form.asksAgain = true;
      if (!kind || !name || !form || 'disabled' in attributes) return;
      const value = attributes['value'] ?? (kind === 'choice' ? 'on' : '');
      const control: Control = { kind, name, value, tag, attributes, ...at };
      if (kind === 'area') area = control;
      form.controls.push(control);
    },
    onclosetag(tag) {
      if (tag === 'form') open = null;
      if (tag === 'select') select = '';
      if (tag === 'textarea' && area) {
        area.textEnd = parser.startIndex;
        area = null;
      }
    },
  });
  parser.end(html);
  return { forms, notes };
}

/**
 * Hidden fields that are not compared, because they differ between two renderings of the same form: the idempotency
 * key, and the values that the form had shown.
 */
const ignoredFields = new Set(['tx', 'was']);

/**
 * Scores how well a form of the page fits the posted one: it has the posted fields, and the same hidden values, such as
 * the ids of an order or a line.
 */
function fitOf({ controls }: FoundForm, typed: ReadonlyMap<string, readonly string[]>): number {
  let fit = 0;
  for (const { kind, name, value } of controls) {
    if (ignoredFields.has(name)) continue;
    const values = typed.get(name);
    if (kind !== 'hidden') fit += values ? 1 : 0;
    else if (values) fit += values.includes(value) ? 2 : -3;
  }
  const fillable = controls.some(({ kind, name }) => kind !== 'hidden' && typed.has(name));
  return fillable ? fit : Number.NEGATIVE_INFINITY;
}

const without = (attributes: Attributes, name: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

function editChoice(control: Control, mark: 'checked' | 'selected', isChosen: boolean): Edit {
  const attributes = { ...without(control.attributes, mark), ...(isChosen ? { [mark]: '' } : {}) };
  return { from: control.from, to: control.to, text: tagOf(control.tag, attributes) };
}

function editsOf({ controls }: FoundForm, typed: ReadonlyMap<string, readonly string[]>): Edit[] {
  const used = new Map<string, number>();
  return controls.flatMap((control): Edit[] => {
    const { kind, name, value, tag, attributes, from, to, textEnd } = control;
    const values = typed.get(name);
    if (kind === 'hidden' && name !== 'was') return [];
    // A posted form without the checkbox unticks it, because a browser does not send an unticked checkbox.
    if (kind === 'choice' && (values || attributes['type'] === 'checkbox'))
      return [editChoice(control, 'checked', values?.includes(value) ?? false)];
    if (!values || kind === 'choice') return [];
    if (kind === 'option') return [editChoice(control, 'selected', values.includes(value))];
    const position = used.get(name) ?? 0;
    used.set(name, position + 1);
    const text = values[position];
    if (text === undefined) return [];
    // Adds a line break, because browsers drop the first line break of a textarea.
    if (kind === 'area') return [{ from: to, to: textEnd, text: `\n${escaped(text)}` }];
    return [{ from, to, text: tagOf(tag, { ...attributes, value: text }) }];
  });
}

/** Returns the page with the form refilled; unchanged when none of its forms fits. `page` is its path. */
export function repopulateForm(html: string, page: string, kept: TypedForm): string {
  const typed = new Map<string, string[]>();
  for (const [name, value] of kept.fields) typed.set(name, [...(typed.get(name) ?? []), value]);
  const { forms, notes } = formsOf(html, page);
  const [best] = forms
    .filter(({ path }) => path === pathOf(kept.action))
    .map((form) => ({ form, fit: fitOf(form, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  if (!best) return html;
  const edits = editsOf(best.form, typed);
  for (const note of notes) {
    if (note.attributes['id'] === 'kept-again' && !best.form.asksAgain) continue;
    const text = tagOf(note.tag, without(note.attributes, 'hidden'));
    edits.push({ from: note.from, to: note.to, text });
  }
  let filled = html;
  for (const { from, to, text } of edits.sort((a, b) => b.from - a.from))
    filled = filled.slice(0, from) + text + filled.slice(to);
  return filled;
}
