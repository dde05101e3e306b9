/**
 * The shop sends a cart note as plain text, and the ERP returns it as HTML (contract/erp.md 2.6). This module converts
 * it back to plain text with its line breaks, for the text field, and to compare it with the customer's input. A note
 * that is longer or nested deeper than any customer writes counts as empty.
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
 * Escapes `<b>` and `<i>`. The customer typed these characters literally, but the ERP stored them as markup; the ERP's
 * own editor writes `<strong>` and `<em>`.
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

/** Converts a note for display: line breaks that the customer typed are preserved, however the ERP stored them. */
export function noteHtml(raw: unknown, locale: Locale, rules: LinkRules): SafeHtml | null {
  if (typeof raw !== 'string') return null;
  // The ERP wraps the typed text in one paragraph and leaves its line breaks as text (contract/erp.md 2.6).
  const [, wrapped] = /^\s*<p\b[^>]*>([^]*)<\/p>\s*$/i.exec(raw) ?? [];
  const typed = wrapped ?? raw;
  const isMarkup = /<(p|br|div|li|table)\b/i.test(typed);
  const lines = asTyped(typed.trim()).replace(/\r?\n/g, '<br />');
  const html = isMarkup ? raw : wrapped === undefined ? lines : `<p>${lines}</p>`;
  return safeHtml(html, locale, rules);
}
