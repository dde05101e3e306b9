/** A form as a page shows it: its fields, headings, markup and tables, in their order (CMS-04). */
import type { Day } from '~/base/kernel/day';
import type { Condition } from './conditions';
import type { TextPattern } from './pattern';

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
  /** Of a number; of boxes how many are ticked. */
  min: number | null;
  max: number | null;
  /** Of a date or a moment: the first and the last day that it may be. */
  earliest: Day | null;
  latest: Day | null;
  /** How a text is written (input-mask.ts). */
  mask: string | null;
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

/** Lines of a table, whatever the definition allows. */
export const maxRows = 10;

export const fieldsIn = ({ parts }: Definition): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
