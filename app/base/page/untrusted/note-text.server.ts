/**
 * The note of a cart is sent as plain text and comes back as HTML (contract/erp.md 2.6): for the text field,
 * and to see whether it changed, it becomes plain text again, line breaks kept. One that is longer or deeper than a
 * customer writes is no note.
 */
import sanitizeHtml from 'sanitize-html';
import type { Locale } from '~/base/i18n/locales';
import type { SafeHtml } from '~/base/ui/html';
import { isModest, safeHtml } from './safe-html.server';
import type { LinkRules } from './safe-link';

const entities: readonly (readonly [string, string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
  ['&amp;', '&'],
];

/**
 * `<b>` and `<i>` as somebody typed them: the ERP takes them for markup and keeps them. Its own editor writes `<strong>`
 * and `<em>`.
 */
const asTyped = (html: string): string => html.replace(/<(\/?[bi])>/gi, '&lt;$1&gt;');

export function noteText(html: string | null): string {
  if (html === null || !isModest(html)) return '';
  const broken = asTyped(html)
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*<p[^>]*>/gi, '\n');
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} });
  return entities
    .reduce((plain, [entity, sign]) => plain.replaceAll(entity, sign), text)
    .replace(/\r\n?/g, '\n')
    .trim();
}

/** A note for the page: what was typed line by line stands line by line, whatever the ERP made of it. */
export function noteHtml(raw: unknown, locale: Locale, rules: LinkRules): SafeHtml | null {
  if (typeof raw !== 'string') return null;
  // The ERP wraps what was typed in one paragraph and leaves its line breaks as text (contract/erp.md 2.6).
  const [, wrapped] = /^\s*<p\b[^>]*>([^]*)<\/p>\s*$/i.exec(raw) ?? [];
  const typed = wrapped ?? raw;
  const isMarkup = /<(p|br|div|li|table)\b/i.test(typed);
  const lines = asTyped(typed.trim()).replace(/\r?\n/g, '<br />');
  const html = isMarkup ? raw : wrapped === undefined ? lines : `<p>${lines}</p>`;
  return safeHtml(html, locale, rules);
}
