/** The three locales of the shop. Their language tags (fr-BE …) are settings; the prefixes of addresses are fixed. */
export const locales = ['fr', 'nl', 'en'] as const;
export type Locale = (typeof locales)[number];
export const fallbackLocale: Locale = 'fr';

export const isLocale = (value: string | undefined): value is Locale =>
  value !== undefined && (locales as readonly string[]).includes(value);
