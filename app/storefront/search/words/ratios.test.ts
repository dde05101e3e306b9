import { expect, it } from 'vitest';
import type { Locale } from '~/base/i18n/locales';
import { reworded } from './ratios';

it.each([
  ['en', '10mg/5ml', '2 mg/ml'],
  ['fr', '10 mg / 5 ml', '2 mg/ml'],
  ['fr', 'meloxicam 15mg/10ml', 'meloxicam 1,5 mg/ml'],
  ['nl', '0,5 g/5 ml', '0,1 g/ml'],
] as const)('SRCH-07 a ratio is calculated and reported (%s "%s")', (locale, typed, text) => {
  const said = reworded(typed, locale);
  expect(said.text).toBe(text);
  expect(said.read).toHaveLength(1);
});

it.each([
  ['en', '50mg/ml', '50 mg/ml'],
  ['en', '10 mg / 1 ml', '10 mg/ml'],
  ['en', '100 mg per ml', '100 mg/ml'],
  ['fr', '100 mg par ml', '100 mg/ml'],
  ['en', '5 mg per tablet', '5 mg tablet'],
  ['fr', 'gants M 100x', 'gants M 100'],
  ['en', 'syringe x100', 'syringe 100'],
  ['nl', 'handschoenen L 100st', 'handschoenen L 100'],
  ['nl', 'naalden 18g x 40', 'naalden 18g 40'],
] as const)('SRCH-07 a quantity is rewritten in the notation of catalogues (%s "%s")', (locale, typed, text) => {
  expect(reworded(typed, locale)).toEqual({ text, read: [] });
});

it.each([
  ['fr', 'compresse 10x10 cm'],
  ['fr', 'compresse 10 x 10'],
  ['fr', '12x100 ml'],
  ['fr', '2,45 g/100 ml'],
  ['fr', '0,5 mg/kg'],
  ['nl', 'amoxicilline 200 + 50 mg'],
  ['en', 'latex gloves'],
] as const satisfies readonly (readonly [Locale, string])[])(
  'SRCH-07 a search text without a ratio or pack size stays as typed (%s "%s")',
  (locale, typed) => {
    expect(reworded(typed, locale)).toEqual({ text: typed, read: [] });
  },
);

it.each([
  ['vivoplus 1481-589', 'vivoplus 1481589'],
  ['fil 3-0', 'fil 3-0'],
  ['chien 20-40 kg', 'chien 20-40 kg'],
  ['BE-V-1481-589', 'BE-V-1481-589'],
])('SRCH-03 a CNK as printed is one number next to words ("%s")', (typed, text) => {
  expect(reworded(typed, 'fr').text).toBe(text);
});
