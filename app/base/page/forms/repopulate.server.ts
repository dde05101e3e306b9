/**
 * A form that outlived its session comes back filled (AUTH-05): the finished page is read, the form that was being
 * posted is found by its address and its fields, and what was typed is put into them. Done to the markup, so
 * that it holds for every form of the shop, whatever its page made of it, and costs the other pages nothing.
 * Hidden fields stay the page's own, but for what the form had shown (`shown-fields.tsx`): only so is it known what was typed.
 */
import { Parser } from 'htmlparser2';

export interface TypedForm {
  /** Path and query that it was posted to. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

type Attributes = Record<string, string>;
interface Control {
  kind: 'text' | 'choice' | 'hidden' | 'area' | 'option';
  /** Of the option: the name of its select. */
  name: string;
  value: string;
  tag: string;
  attributes: Attributes;
  /** The opening tag, and for a textarea its end and the end of its text. */
  from: number;
  to: number;
  textEnd: number;
}
interface FoundForm {
  path: string;
  controls: Control[];
  /** It has a password or a file, which is never filled in again. */
  asksAgain: boolean;
}
interface Edit {
  from: number;
  to: number;
  text: string;
}

const neverFilled = new Set(['file', 'password']);
const voids = new Set(['submit', 'button', 'image', 'reset', ...neverFilled]);
/** Of the panel above the form: that it is filled in again, and that a password or a file is to be given again. */
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

/** Every posted form of the page, with the fields that a browser would send with it. */
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

/** Each page has an idempotency key of its own, and what a record's form shows may have changed meanwhile. */
const ofThePage = new Set(['tx', 'was']);

/** How well a form fits: its own fields are there, and what it carries unseen (which line, which order) is the same. */
function fitOf({ controls }: FoundForm, typed: ReadonlyMap<string, readonly string[]>): number {
  let fit = 0;
  for (const { kind, name, value } of controls) {
    if (ofThePage.has(name)) continue;
    const values = typed.get(name);
    if (kind !== 'hidden') fit += values ? 1 : 0;
    else if (values) fit += values.includes(value) ? 2 : -3;
  }
  const fillable = controls.some(({ kind, name }) => kind !== 'hidden' && typed.has(name));
  return fillable ? fit : Number.NEGATIVE_INFINITY;
}

const without = (attributes: Attributes, name: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

function chosen(control: Control, mark: 'checked' | 'selected', isChosen: boolean): Edit {
  const attributes = { ...without(control.attributes, mark), ...(isChosen ? { [mark]: '' } : {}) };
  return { from: control.from, to: control.to, text: tagOf(control.tag, attributes) };
}

function editsOf({ controls }: FoundForm, typed: ReadonlyMap<string, readonly string[]>): Edit[] {
  const used = new Map<string, number>();
  return controls.flatMap((control): Edit[] => {
    const { kind, name, value, tag, attributes, from, to, textEnd } = control;
    const values = typed.get(name);
    if (kind === 'hidden' && name !== 'was') return [];
    // A box that is not ticked is not sent at all.
    if (kind === 'choice' && (values || attributes['type'] === 'checkbox'))
      return [chosen(control, 'checked', values?.includes(value) ?? false)];
    if (!values || kind === 'choice') return [];
    if (kind === 'option') return [chosen(control, 'selected', values.includes(value))];
    const position = used.get(name) ?? 0;
    used.set(name, position + 1);
    const text = values[position];
    if (text === undefined) return [];
    // The parser of the browser drops a first line break.
    if (kind === 'area') return [{ from: to, to: textEnd, text: `\n${escaped(text)}` }];
    return [{ from, to, text: tagOf(tag, { ...attributes, value: text }) }];
  });
}

/** The page with the form filled; as it was when none of its forms is the one. `page` is its path. */
export function repopulate(html: string, page: string, kept: TypedForm): string {
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
