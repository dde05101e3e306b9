export type FormFields = readonly (readonly [string, string])[];

/** A message about what just happened; texts are already in the customer's language. */
export interface NoticeMessage {
  tone: 'info' | 'ok' | 'warn' | 'bad';
  text: string;
  /** One thing to do about it; `href` is a path of this site. */
  link?: { href: string; text: string };
  /**
   * A form of one button that takes it back or confirms it; `action` is a path of this site. `more`: fields that it
   * carries along as far as there is room, first ones first.
   */
  undo?: { action: string; text: string; fields: FormFields; more?: FormFields };
}
