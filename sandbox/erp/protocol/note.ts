/**
 * Converts a note from plain text to HTML (contract/erp.md 2.6): preserves line breaks as text and harmless tags,
 * removes scripts.
 */
const HARMLESS = /&lt;(\/?)(b|i|u|em|strong|p|br|ul|ol|li)(\s*\/?)&gt;/gi;

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function noteHtml(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const withoutScripts = text.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '');
  const safe = escapeHtml(withoutScripts).replaceAll('&quot;', '"').replace(HARMLESS, '<$1$2$3>');
  return `<p>${safe}</p>`;
}

/** An empty text is stored as null. */
export function blankToNull(text: string | null): string | null {
  return text === null || text === '' ? null : text;
}
