/** A message about what just happened; texts are already in the customer's language. */
export interface NoticeMessage {
  tone: 'info' | 'ok' | 'warn' | 'bad';
  text: string;
  /** One thing to do about it; `href` is a path of this site. */
  link?: { href: string; text: string };
}
