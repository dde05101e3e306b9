/**
 * Translates UI texts, fast enough for two hundred texts on a page. remix-i18next creates one `t` per locale when the
 * shop starts (each with its own i18next instance), and translated texts are cached by key and inserted values. Keys
 * are `namespace:path.to.text`, typed after the French files; the architecture tests require the same keys in the other
 * two languages.
 */
import { RemixI18Next } from 'remix-i18next/server';
import { fallbackLocale, locales, type Locale } from './locales';
import type { TextKey } from './keys';

const files = import.meta.glob<Record<string, unknown>>('../../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: Values) => string;

/**
 * Adds the plural form that French has for whole millions (`1 000 000`). Written in digits, its text equals that of
 * other numbers.
 */
function addMillions(texts: Record<string, unknown>): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    const isGroup = typeof text === 'object' && text !== null;
    all[key] = isGroup ? addMillions(Object.fromEntries(Object.entries(text))) : text;
    if (key.endsWith('_other')) all[key.replace(/_other$/, '_many')] = text;
  }
  return all;
}

function resources(): Record<string, Record<string, Record<string, unknown>>> {
  const byLocale: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const [path, texts] of Object.entries(files)) {
    const [locale = '', file = ''] = path.split('/').slice(-2);
    const namespace = file.replace('.json', '');
    (byLocale[locale] ??= {})[namespace] = locale === 'fr' ? addMillions(texts) : texts;
  }
  return byLocale;
}

/**
 * Number formats by language tag: they format numbers in UI texts as `Formats.number` does: `2.925 lijnen`. Pass a
 * number that is not a count, such as a year, as a string.
 */
const numbers = new Map<string, Intl.NumberFormat>();

function asText(value: unknown, _format: string | undefined, locale = 'fr'): string {
  if (typeof value !== 'number') return String(value);
  const known = numbers.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  numbers.set(locale, known);
  return known.format(value);
}

const remixI18n = new RemixI18Next({
  detection: { supportedLanguages: [...locales], fallbackLanguage: fallbackLocale },
  i18next: {
    resources: resources(),
    fallbackLng: false,
    interpolation: { escapeValue: false, alwaysFormat: true, format: asText },
    returnNull: false,
  },
});
const maxRemembered = 5000;

async function newTranslator(locale: Locale): Promise<Translate> {
  const translate = await remixI18n.getFixedT(locale);
  const remembered = new Map<string, string>();
  return (key, values) => {
    let asked: string = key;
    for (const name in values) asked += `\u001f${values[name]}`;
    let text = remembered.get(asked);
    if (text === undefined) {
      text = values ? translate(key, values) : translate(key);
      // Clears the whole cache when it is full, because texts with quantities and prices are numerous.
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(asked, text);
    }
    return text;
  };
}

const [fr, nl, en] = await Promise.all([
  newTranslator('fr'),
  newTranslator('nl'),
  newTranslator('en'),
]);
const translators: Readonly<Record<Locale, Translate>> = { fr, nl, en };

export const translator = (locale: Locale): Translate => translators[locale];
