/**
 * Translations, cheap enough for two hundred of them on a page: one i18next instance for all locales, a
 * fixed `t` per locale, and a memo for keys without values. Keys are `namespace:path.to.text`, typed after
 * the French files (the architecture tests hold the other two to the same keys).
 */
import i18next, { type i18n as I18n } from 'i18next';
import type { Locale } from './locales';
import type { TextKey } from './keys';

const files = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: Values) => string;

function resources(): Record<string, Record<string, Record<string, unknown>>> {
  const byLocale: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const [path, texts] of Object.entries(files)) {
    const [, locale = '', namespace = ''] = /(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
    (byLocale[locale] ??= {})[namespace] = texts;
  }
  return byLocale;
}

/** Numbers in texts as `Formats.number` has them: `2.925 lijnen`. What is no count, as a year, is given as a text. */
const numbers = new Map<string, Intl.NumberFormat>();

function asText(value: unknown, _format: string | undefined, locale = 'fr'): string {
  if (typeof value !== 'number') return String(value);
  const known = numbers.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  numbers.set(locale, known);
  return known.format(value);
}

const instance: I18n = i18next.createInstance();
void instance.init({
  resources: resources(),
  fallbackLng: false,
  initImmediate: false,
  interpolation: { escapeValue: false, alwaysFormat: true, format: asText },
  returnNull: false,
});

const maxRemembered = 5000;
const translators = new Map<Locale, Translate>();

export function translator(locale: Locale): Translate {
  const known = translators.get(locale);
  if (known) return known;
  const fixed = instance.getFixedT(locale);
  const remembered = new Map<string, string>();
  const t: Translate = (key, values) => {
    let asked: string = key;
    for (const name in values) asked += `\u001f${values[name]}`;
    let text = remembered.get(asked);
    if (text === undefined) {
      text = values ? fixed(key, values) : fixed(key);
      // Quantities and prices are many: start over rather than grow.
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(asked, text);
    }
    return text;
  };
  translators.set(locale, t);
  return t;
}
