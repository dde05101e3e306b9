/** Numbers as typed and as catalogues write them: `7,50`, `7.5` and `7½` are equal, `1.000` is a thousand in Dutch. */
import type { Locale } from '~/base/i18n/locales';

export const figure = '\\d+(?:[.,]\\d+)*';

const thousandsSign: Readonly<Record<Locale, string>> = { fr: '.', nl: '.', en: ',' };
const several = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/;
const one = /^[1-9]\d{0,2}([.,])\d{3}$/;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The value of a written number; null if the text is not a number (`1.2,3`). */
export function valueOf(written: string, locale: Locale): number | null {
  const isThousands = several.test(written) || one.exec(written)?.[1] === thousandsSign[locale];
  const value = Number(isThousands ? written.replace(/[.,]/g, '') : written.replace(',', '.'));
  return Number.isNaN(value) ? null : rounded(value);
}

/** The number in the notation of product names in this language. */
export const writtenIn = (value: number, locale: Locale): string =>
  locale === 'en' ? String(rounded(value)) : String(rounded(value)).replace('.', ',');

/** Every notation of the number that a product name may use, the language's own first: `5`, `5,0`, `5.0`. */
export function signsOf(value: number, locale: Locale): string[] {
  const own = writtenIn(value, locale);
  if (Number.isInteger(value)) return [own, `${own},0`, `${own}.0`];
  return [own, own.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.'))];
}
