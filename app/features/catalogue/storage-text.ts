/** How to store a product: codes such as `2-8`, `<25` or `-20` in words; other words as they are. */
import type { Translate } from '~/i18n/translate';

/** Null when there is nothing to say. */
export function storageText(t: Translate, code: string | null): string | null {
  if (code === null || code === 'none') return null;
  const range = /^(-?\d+)\s*[-–]\s*(-?\d+)$/.exec(code);
  if (range) return t('catalogue:storage', { range: `${range[1] ?? ''}–${range[2] ?? ''}` });
  const below = /^<\s*(\d+)$/.exec(code);
  if (below) return t('catalogue:storageBelow', { degrees: below[1] ?? '' });
  if (/^-\d+$/.test(code)) return t('catalogue:storage', { range: `−${code.slice(1)}` });
  return code;
}
