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
  /** One attached document; the answer is the name under which the file is sent. */
  | 'file'
  /** A field that is not shown and whose value is sent. */
  | 'hidden';

export interface FormField {
  kind: FieldKind;
  key: string;
  label: string;
  hint: string | null;
  placeholder: string | null;
  /** Initial value of the field. */
  value: string;
  required: boolean;
  options: readonly { value: string; text: string }[];
  minLength: number | null;
  maxLength: number;
  /** Minimum and maximum of a number, or of the number of ticked boxes. */
  min: number | null;
  max: number | null;
  /** The earliest and latest day of a date, or of a date and time. */
  earliest: Day | null;
  latest: Day | null;
  /** Input mask of a text field (input-mask.ts). */
  mask: string | null;
  /** True when the field accepts whole numbers only. */
  whole: boolean;
  /**
   * Pattern of valid input. `source` is for the browser; `test` is null when the pattern might not terminate in linear
   * time.
   */
  pattern: { source: string; test: TextPattern | null } | null;
  /** The ERP's own message for any fault of this field. */
  message: string | null;
  /** The field applies when all these conditions hold: its own conditions, and those of its containers. */
  conditions: readonly Condition[];
  /** The row of a repeatable table that the field belongs to. */
  row: { grid: string; index: number } | null;
  /** Note that explains what to answer when the kind of field does not show it. */
  note: 'signature' | 'condition' | null;
}

export interface Grid {
  key: string;
  label: string;
  /** Label of the button that adds a table row. */
  add: string | null;
  required: boolean;
  rows: number;
}

export type FormPart =
  | { part: 'field'; field: FormField }
  | { part: 'heading'; text: string }
  /** Markup of the ERP, not sanitized yet. */
  | { part: 'markup'; html: string }
  /** A table; the fields of its rows come before this part. */
  | { part: 'grid'; grid: Grid };

export interface Definition {
  parts: readonly FormPart[];
  /** Label of the submit button, when the ERP defines one. */
  button: string | null;
  /** Label of the reset button, when there is one. */
  reset: string | null;
  /** Labels of the parts that this page cannot show. */
  missing: readonly Missing[];
}

export interface Missing {
  label: string;
  /** True when the ERP rejects the form without this part. */
  required: boolean;
}

/** Maximum number of table rows, even if the form's definition allows more. */
export const maxRows = 10;

export const fieldsIn = ({ parts }: Definition): readonly FormField[] =>
  parts.flatMap((one) => (one.part === 'field' ? [one.field] : []));
