/** Describes how to store a product, from codes such as `2-8`, `<25`, `-20` or `dry`. */
import type { Translate } from '~/base/i18n/translate';

const words = ['dry', 'cool', 'ambient', 'fridge', 'frozen', 'dark'] as const;
const wordOf = (code: string) => words.find((word) => word === code.trim().toLowerCase());

/** Whether a code is neither a range nor a known word; such a code is not displayed in any language (I18N-03). */
export const isUnknownStorage = (code: string | null): boolean =>
  code !== null && code !== 'none' && !/\d/.test(code) && wordOf(code) === undefined;

/** The text, or null when there is nothing to display. */
export function storageText(t: Translate, code: string | null): string | null {
  if (code === null || code === 'none') return null;
  const range = /^(-?\d+)\s*[-–]\s*(-?\d+)$/.exec(code);
  if (range) return t('catalogue:storage', { range: `${range[1] ?? ''}–${range[2] ?? ''}` });
  const below = /^<\s*(\d+)$/.exec(code);
  if (below) return t('catalogue:storageBelow', { degrees: below[1] ?? '' });
  if (/^-\d+$/.test(code)) return t('catalogue:storage', { range: `−${code.slice(1)}` });
  const word = wordOf(code);
  if (word) return t(`catalogue:storageWord.${word}`);
  // A text that the ERP has written out, such as `15-25 °C`.
  return /\d/.test(code) ? code : null;
}
