/**
 * Language of labels and messages, from `Accept-Language` (contract/erp.md 2.2). An unknown language is never an error.
 */
import type { Lang } from '../../world';

export const DEFAULT_LANG: Lang = 'fr';

/** Odoo's names of the installed languages, with their ids in `settings.langs`. */
export const INSTALLED: readonly { id: number; lang: Lang; code: string; name: string }[] = [
  { id: 1, lang: 'fr', code: 'fr_BE', name: 'Français (BE)' },
  { id: 2, lang: 'nl', code: 'nl_BE', name: 'Nederlands (BE)' },
  { id: 3, lang: 'en', code: 'en_GB', name: 'English (UK)' },
];

export function languageOf(header: string | undefined): Lang {
  for (const range of (header ?? '').split(',')) {
    const tag = range.split(';')[0]?.trim().toLowerCase().replace('_', '-') ?? '';
    const found = INSTALLED.find(({ lang }) => tag === lang || tag.startsWith(`${lang}-`));
    if (found) return found.lang;
  }
  return DEFAULT_LANG;
}

export function odooCode(lang: Lang): string {
  return INSTALLED.find((entry) => entry.lang === lang)?.code ?? 'fr_BE';
}
