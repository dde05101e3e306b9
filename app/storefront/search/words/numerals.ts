/** Converts dictated numbers to digits, only before a unit: `vingt-trois G`, `twee procent`, `five millilitres`. */
import type { Locale } from '~/base/i18n/locales';
import { withoutAccents } from '~/base/kernel/folding';

const listed = (text: string): string[] => text.split(' ');

const ones: Readonly<Record<Locale, readonly string[]>> = {
  fr: listed(
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  ),
  nl: listed(
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
  ),
  en: listed(
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
};
const tens: Readonly<Record<Locale, readonly string[]>> = {
  fr: listed('vingt trente quarante cinquante soixante'),
  nl: listed('twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
  en: listed('twenty thirty forty fifty sixty seventy eighty ninety'),
};
const hundred: Readonly<Record<Locale, string>> = { fr: 'cent', nl: 'honderd', en: 'hundred' };

function together(ten: string, one: string, locale: Locale): string[] {
  if (locale === 'nl') return [`${one}en${ten}`];
  return [`${ten} ${one}`, ...(locale === 'fr' && one === 'un' ? [`${ten} et ${one}`] : [])];
}

const numbersOf = (locale: Locale): ReadonlyMap<string, number> =>
  new Map([
    ...ones[locale].map((word, at): [string, number] => [word.replace('-', ' '), at + 1]),
    ...tens[locale].flatMap((ten, at): [string, number][] => [
      [ten, (at + 2) * 10],
      ...ones[locale]
        .slice(0, 9)
        .flatMap((one, unit) =>
          together(ten, one, locale).map((word): [string, number] => [
            word,
            (at + 2) * 10 + unit + 1,
          ]),
        ),
    ]),
    [hundred[locale], 100],
  ]);
const numbers = { fr: numbersOf('fr'), nl: numbersOf('nl'), en: numbersOf('en') };

const percent = String.raw`pour\s?cents?|procent|per\s?cent`;
const units = String.raw`ml|cc|cl|mg|µg|kg|g|cm|mm|milli(?:lit(?:re|er)s?|gram(?:me)?s?|m[eè]t(?:re|er)s?)|micrograms?|gram(?:me)?s?|kilos?|lit(?:re|er)s?|centim[eè]t(?:re|er)s?|gauge|%|${percent}`;
const unitAfter = String.raw`(?=[\s-]*(?:${units})(?![\p{L}\d]))`;

/** Matches number words, the longest first: `twenty three` before `three`. */
const patternOf = (locale: Locale): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d-])(${[...numbers[locale].keys()]
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replaceAll(' ', '[\\s-]+'))
      .join('|')})${unitAfter}`,
    'giu',
  );
const patterns = { fr: patternOf('fr'), nl: patternOf('nl'), en: patternOf('en') };
const inPercent = new RegExp(String.raw`(\d)\s?(?:${percent})(?!\p{L})`, 'giu');

/** The search text with its dictated numbers as digits. */
export function inFigures(text: string, locale: Locale): string {
  const said = patterns[locale];
  const bare = locale === 'nl' ? withoutAccents(text) : text;
  const written = bare.replace(said, (word) => {
    const value = numbers[locale].get(word.toLowerCase().replace(/[\s-]+/g, ' '));
    return value === undefined ? word : String(value);
  });
  return (written === bare ? text : written).replace(inPercent, '$1 %');
}
