import { describe, expect, it } from 'vitest';
import type { Locale } from '~/base/i18n/locales';
import { basesOf } from './number';

const isSameNoun = (left: string, right: string, locale: Locale): boolean =>
  basesOf(left, locale).some((base) => basesOf(right, locale).includes(base));

const families: readonly (readonly [Locale, string])[] = [
  ['nl', 'spuit spuiten spuitje spuitjes'],
  ['nl', 'handschoen handschoenen handschoentje handschoentjes'],
  ['nl', 'katheter katheters kathetertje'],
  ['nl', 'schaar scharen schaartje'],
  ['nl', 'fles flessen flesje'],
  ['nl', 'gaas gazen gaasje'],
  ['nl', 'slang slangen slangetje'],
  ['nl', 'pil pillen pilletje'],
  ['nl', 'canule canules canuletje'],
  ['nl', 'muilkorf muilkorven muilkorfje'],
  ['nl', 'kies kiezen'],
  ['nl', 'riem riemen riempje'],
  ['fr', 'seringue seringues'],
  ['fr', 'canal canaux'],
  ['fr', 'tuyau tuyaux'],
  ['en', 'syringe syringes'],
  ['en', 'knife knives'],
  ['en', 'brush brushes'],
  ['en', 'puppy puppies'],
];

describe('one noun in every grammatical number', () => {
  it.each(families)('SRCH-07 isSameNoun matches the forms of a noun in %s: %s', (locale, words) => {
    const [first = '', ...others] = words.split(' ');
    for (const other of others) {
      expect(isSameNoun(first, other, locale), other).toBe(true);
      expect(isSameNoun(other, first, locale), other).toBe(true);
    }
  });

  it.each([
    ['nl', 'bot', 'boot'],
    ['nl', 'botten', 'boten'],
    ['nl', 'handschoen', 'schoen'],
    ['nl', 'castratiesetje', 'castraties'],
    ['fr', 'port', 'porte'],
    ['en', 'glass', 'gla'],
  ] as const)('SRCH-07 isSameNoun distinguishes two nouns in %s: %s and %s', (locale, left, right) => {
    expect(isSameNoun(left, right, locale)).toBe(false);
  });
});
