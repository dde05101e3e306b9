export type FormFields = readonly (readonly [string, string])[];

/** A message about the result of an action; its texts are in the customer's language. */
export interface NoticeMessage {
  tone: 'info' | 'ok' | 'warn' | 'bad';
  text: string;
  /** A suggested next step; `href` is a path of this site. */
  link?: { href: string; text: string };
  /** A form with one button that undoes or confirms the action; `action` is a path of this site. */
  undo?: { action: string; text: string; fields: FormFields };
}
