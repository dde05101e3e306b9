/**
 * The note of a cart is sent as plain text and comes back as HTML (contract/erp.md 2.6): for the text field,
 * and to see whether it changed, it becomes plain text again, line breaks kept.
 */
import sanitizeHtml from 'sanitize-html';

const entities: readonly (readonly [string, string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
  ['&amp;', '&'],
];

export function noteText(html: string | null): string {
  if (html === null) return '';
  const broken = html.replace(/<br\s*\/?>/gi, '\n').replace(/<\/p>\s*<p[^>]*>/gi, '\n');
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} });
  return entities
    .reduce((plain, [entity, sign]) => plain.replaceAll(entity, sign), text)
    .replace(/\r\n?/g, '\n')
    .trim();
}
