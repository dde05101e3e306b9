import { describe, expect, it } from 'vitest';
import type { Locale } from '~/base/i18n/locales';
import { wordsOf } from './folding';
import { figuredNames, figuresOf } from './index-figures';
import { measureAt, type Measure } from './measures';

const names = [
  'flurapulse comprime a croquer chien 10–20 kg (500 mg), 1 comprime',
  'flurapulse comprime a croquer chien 20–40 kg (1000 mg), 1 comprime',
  "felimer spot-on chat jusqu'a 2,5 kg, 3 pipettes",
  'felimer spot-on chat 2,5-5 kg, 3 pipettes',
  'collier grand chien plus de 40 kg',
  'alcool denature 70 % ontsmetta 250 ml',
  'sonde urinaire chat 1,0 x 130 mm, ouverte',
  'croquettes chien au poulet, 12 kg',
];
const figures = figuresOf(names);
const first = (text: string, locale: Locale = 'fr'): Measure | null =>
  measureAt(wordsOf(text), 0, { locale, figures });
const waysOf = (text: string, locale?: Locale): readonly string[] =>
  first(text, locale)?.ways ?? [];

describe('numbers in product names', () => {
  it('SRCH-07 the shop requests only product names whose numbers have a meaning of their own', () => {
    const pattern = new RegExp(`^(?:${figuredNames})$`);
    expect(names.filter((name) => !pattern.test(name))).toEqual([names.at(-1)]);
  });

  it('SRCH-07 a weight matches the ranges that include it, and no others', () => {
    expect(figures.ranges(25, 25)).toEqual(['20–40 kg']);
    expect(figures.ranges(20, 20)).toEqual(['10–20 kg', '20–40 kg']);
    expect(figures.ranges(2, 2)).toEqual(["chat jusqu'a 2,5 kg"]);
    expect(figures.ranges(45, 45)).toEqual(['chien plus de 40 kg']);
    expect(figures.ranges(22, 35)).toEqual(['20–40 kg']);
    expect(figures.ranges(12, 30)).toEqual([]);
  });

  it('SRCH-07 a percentage in a product name is found by the words around it', () => {
    expect(figures.percentages(70)).toEqual(['alcool denature 70 % ontsmetta']);
    expect(figures.percentages(7)).toEqual([]);
  });
});

describe('measure in a search text', () => {
  it.each(['2%', '2 %', '2,0 %', '2.00%'])(
    'SRCH-07 the percentage %s matches 20 mg per millilitre or gram, but never a bare 2',
    (text) => {
      const ways = waysOf(text);
      expect(ways).toEqual(expect.arrayContaining(['20 mg/ml', '20 mg/g']));
      expect(ways.filter((way) => /^2(?:[.,]0+)?(?: mg| ?%|$)/.test(way))).toEqual([]);
      expect(first(text)).toMatchObject({ written: '', kind: 'strength', used: 2 });
    },
  );

  it('SRCH-07 notations with point, comma, zeros and fractions are the same number', () => {
    for (const text of ['7.5', '7,5', '7,50', '7½', '7 1/2'])
      expect(first(text)?.written, text).toBe('7,5');
    expect(first('7,5', 'en')?.written).toBe('7.5');
    for (const text of ['8', '8,0', '8.0']) expect(waysOf(text), text).toEqual(['8', '8,0', '8.0']);
    for (const text of ['.5 ml', '.5ml', ',5 ml', '½ ml', '0,50ml'])
      expect(first(text)?.written, text).toBe('0,5 ml');
  });

  it('SRCH-07 thousands are distinguished from decimals by the notation of the language', () => {
    for (const text of ['5000 ui', '5.000 UI', '5 000 ui', '5 000 UI'])
      expect(first(text)?.written, text).toBe('5000 ui');
    expect(first('5,000 iu', 'en')?.written).toBe('5000 iu');
    expect(first('1.000.000 IE', 'nl')?.written).toBe('1000000 ie');
    expect(first('0.125 mg')?.written).toBe('0,125 mg');
  });

  it('SRCH-07 a unit may precede its number', () => {
    for (const text of ['G21', 'g 21', '21G', '21 gauge', 'gauge 21'])
      expect(waysOf(text), text).toContain('21g');
    for (const text of ['ch 8', 'CH8', '8 Fr', '8fr'])
      expect(waysOf(text), text).toEqual(expect.arrayContaining(['ch 8', '8 fr']));
    for (const text of ['U40', 'U-40', 'u 40', '40 IE', '40iu'])
      expect(waysOf(text), text).toContain('u 40');
    expect(waysOf('U100')).toContain('100 ui/ml');
    for (const text of ['n°15', 'nr. 15', 'No 15']) expect(first(text)?.written, text).toBe('15');
    // A gauge is not a weight, and a number of grams is not a gauge.
    expect(first('g 500')).toBeNull();
  });

  it('SRCH-07 a needle matches by its width and by its gauge', () => {
    for (const text of ['0,8 x 40', '0.8x40mm', '0,8 × 40 mm', '0,80x40'])
      expect(waysOf(text), text).toContain('21g 40 mm');
    expect(waysOf('1,2x40')).toContain('18g 40 mm');
    expect(waysOf('10x10 cm')).toContain('10 x 10 cm');
    expect(first('10x10 cm')?.used).toBe(2);
  });

  it('SRCH-07 a length matches one side of a thing, and the same length in another unit', () => {
    for (const text of ['1,0 mm', '1.0mm', '1 mm', '130 mm'])
      expect(waysOf(text), text).toContain('1,0 x 130 mm');
    expect(waysOf('5 mm')).toContain('5,0 mm');
    expect(waysOf('1000ml')).toContain('1 l');
    expect(waysOf('0,4 mg')).toContain('400 µg');
    expect(waysOf('1 g')).toContain('1000 mg');
    expect(waysOf('5 ml')).not.toContain('0,005 l');
  });

  it('SRCH-07 a range matches the same range, or a range that includes it', () => {
    expect(waysOf('20-40 kg')).toEqual(['20 40 kg', '20–40 kg']);
    expect(waysOf('22–35kg')).toContain('20–40 kg');
    expect(first('20 - 40 kg')?.used).toBe(3);
  });

  it.each([
    ['fr', '5 ans'],
    ['fr', '8 semaines'],
    ['nl', '5 jaar'],
    ['nl', '8wk'],
    ['en', '12 yrs'],
    ['en', '6 months'],
  ] as const)('SRCH-02 an age is neither a strength nor a weight (%s "%s")', (locale, text) => {
    expect(first(text, locale)).toMatchObject({
      isAge: true, kind: 'measure', isWeight: false, strengths: [], ways: [text],
      used: text.split(' ').length,
    });
  });

  it('SRCH-02 a strength and a volume are not a range', () => {
    expect(first('0,9 1l')).toMatchObject({ typed: '0,9', used: 1 });
    expect(first('5 20 ml')).toMatchObject({ typed: '5', used: 1 });
    expect(first('20-40 kg')).toMatchObject({ isWeight: true, used: 3 });
  });

  it('SRCH-02 a thread of size 2 does not match 2/0, nor size 0 5/0', () => {
    expect(first('2')?.others).toEqual(['2/0']);
    expect(first('0')?.others).toEqual(expect.arrayContaining(['2/0', '5/0', '12/0']));
    expect(first('2/0')?.others).toEqual([]);
    expect(first('250')?.others).toEqual([]);
  });
});
