/** A form as displayed: its fields, headings, markup and tables, in order (CMS-04). */
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
  /** One document; its answer is the file name that is sent. */
  | 'file'
  /** Not shown; its value is sent. */
  | 'hidden';

export interface FormField {
  kind: FieldKind;
  key: string;
  label: string;
  hint: string | null;
  placeholder: string | null;
  /** Initial value. */
  value: string;
  required: boolean;
  options: readonly { value: string; text: string }[];
  minLength: number | null;
  maxLength: number;
  /** Limits of a number, or of the number of ticked boxes. */
  min: number | null;
  max: number | null;
  /** The earliest and latest day of a date or moment. */
  earliest: Day | null;
  latest: Day | null;
  /** Input mask of a text (input-mask.ts). */
  mask: string | null;
  /** Whole numbers only. */
  whole: boolean;
  /** `source` is for the browser; `test` is null when the pattern might not terminate in linear time. */
  pattern: { source: string; test: TextPattern | null } | null;
  /** The ERP's own message for any fault of this field. */
  message: string | null;
  /** The field applies when all of them hold: its own conditions, and those of its containers. */
  conditions: readonly Condition[];
  /** The row of a repeatable table that the field belongs to. */
  row: { grid: string; index: number } | null;
  /** Explains the answer when its kind alone does not. */
  note: 'signature' | 'condition' | null;
}

export interface Grid {
  key: string;
  label: string;
  /** Label of the button that adds a row. */
  add: string | null;
  required: boolean;
  rows: number;
}

export type FormPart =
  | { part: 'field'; field: FormField }
  | { part: 'heading'; text: string }
  /** Markup of the ERP, not sanitized yet. */
  | { part: 'markup'; html: string }
  /** A table; the fields of its rows precede it. */
  | { part: 'grid'; grid: Grid };

export interface Definition {
  parts: readonly FormPart[];
  /** Label of the submit button, when the ERP defines one. */
  button: string | null;
  /** Label of the reset button, when there is one. */
  reset: string | null;
  /** Parts that this page cannot show, by label. */
  missing: readonly Missing[];
}

export interface Missing {
  label: string;
  /** The ERP does not accept the form without it. */
  required: boolean;
}

/** Maximum number of table rows, whatever the definition allows. */
export const maxRows = 10;

export const fieldsIn = ({ parts }: Definition): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
