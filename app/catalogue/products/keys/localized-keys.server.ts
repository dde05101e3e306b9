/** Keys of the same product or category in the other languages (`url_key_locales`, contract/search.md 3.6). */
import { z } from 'zod';
import { links } from '~/base/i18n/links';
import { locales, type Locale } from '~/base/i18n/locales';
import { fieldKinds } from '~/base/erp/wire-fields.server';
import type { Site } from '../../../../server/context';

export const KeysByLang = z
  .unknown()
  .optional()
  .transform((value): Readonly<Record<string, string>> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      ),
    );
  })
  .register(fieldKinds, { kind: 'map', entry: z.string() });

/** The key for a locale; the index uses `fr_BE` or `fr` as map keys. */
export function keyIn(
  keys: Readonly<Record<string, string>>,
  locale: Locale,
  tags: Site['tags'],
): string | null {
  return keys[tags[locale].replaceAll('-', '_')] ?? keys[tags[locale]] ?? keys[locale] ?? null;
}

/** Addresses of the same page in each locale; the home page when a locale lacks it (3.6). */
export function alternatesOf(
  keys: Readonly<Record<string, string>>,
  own: { locale: Locale; key: string },
  tags: Site['tags'],
  kind: 'product' | 'category',
): Record<Locale, string> {
  const address = (locale: Locale): string => {
    const key = locale === own.locale ? own.key : keyIn(keys, locale, tags);
    return key ? links[kind](locale, key) : links.home(locale);
  };
  const [fr, nl, en] = locales.map(address);
  return { fr: fr ?? links.home('fr'), nl: nl ?? links.home('nl'), en: en ?? links.home('en') };
}
