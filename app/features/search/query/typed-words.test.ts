import { describe, expect, it } from 'vitest';
import type { Locale } from '~/i18n/locales';
import { readWishes } from './typed-words';

const typed = (text: string, locale: Locale = 'fr') =>
  readWishes(text, locale).map((wish) => wish.typed);
const first = (text: string, locale: Locale) => readWishes(text, locale)[0];

describe('what was typed, as wishes', () => {
  it('SRCH-01 words that say nothing are left out, unless there is nothing else', () => {
    expect(typed('vaccin pour le chien')).toEqual(['vaccin', 'chien']);
    expect(typed('pour le')).toEqual(['pour', 'le']);
    expect(typed('  ,;!  ')).toEqual([]);
  });

  it('SRCH-01 accents and capitals do not matter', () => {
    expect(typed('MÉLOXICAM Œil')).toEqual(['meloxicam', 'oeil']);
  });

  it('SRCH-01 a figure and its unit are one wish, joined or apart', () => {
    expect(first('5mg', 'fr')).toMatchObject({ isMeasure: true, others: ['5 mg'] });
    expect(first('5 mg', 'fr')).toMatchObject({ typed: '5 mg', others: ['5mg'] });
    expect(first('10x10', 'nl')).toMatchObject({ others: ['10 x 10'] });
    expect(first('0,5 ml', 'fr')).toMatchObject({ typed: '0,5 ml', isMeasure: true });
    expect(first('0.5ml', 'fr')?.others).toEqual(['0,5ml', '0.5 ml', '0,5 ml']);
    expect(first('5,5', 'en')).toMatchObject({ isMeasure: true, others: ['5.5'] });
    expect(first('21', 'en')).toMatchObject({ isMeasure: false, others: [] });
    expect(first('btv3', 'nl')).toMatchObject({ isMeasure: false, others: [] });
  });

  it('SRCH-01 a synonym and a foreign word stand for the words of the page’s language', () => {
    expect(first('poes', 'nl')?.others).toContain('kat');
    expect(first('hond', 'fr')).toMatchObject({ isAnimal: true });
    expect(first('hond', 'fr')?.others).toContain('chien');
    expect(first('eye drops', 'nl')).toMatchObject({ typed: 'eye drops', others: ['oogdruppels'] });
  });

  it('SRCH-01 the plural is read like the singular', () => {
    expect(first('chiens', 'en')?.others).toContain('dog');
    expect(first('tabletten', 'fr')?.others).toContain('comprimé');
  });

  it('SRCH-01 a Dutch compound is two wishes when both halves are known, and no other word is taken apart', () => {
    const wish = first('vlooienpipet', 'nl');
    expect(wish?.parts.map((part) => part.typed)).toEqual(['vlooien', 'pipet']);
    expect(first('stethoscoop', 'nl')?.parts).toEqual([]);
  });
});
