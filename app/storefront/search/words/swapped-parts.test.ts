import { describe, expect, it } from 'vitest';
import { createSwaps } from './swapped-parts';

const swapsOf = createSwaps([
  ['kat', 'poes', 'katten', 'poezen'],
  ['weegschaal', 'balans'],
  ['schaal', 'schotel'],
]);

describe('compounds with an exchanged part', () => {
  it.each([
    ['kattenbalans', 'kattenweegschaal', 'an exchanged end'],
    ['kattenbalans', 'poezenbalans', 'an exchanged beginning'],
    ['kattenbalans', 'poezenweegschaal', 'both parts exchanged'],
    ['kattenweegschaal', 'kattenweegschotel', 'the shorter of two ends'],
    ['varkensbalans', 'varkenweegschaal', 'an end without the joining letter'],
  ])('SRCH-02 the variants of %s contain %s: %s', (word, variant) => {
    expect(swapsOf(word)).toContain(variant);
  });

  it('SRCH-02 variants with one exchanged part come first, in the order of the groups', () => {
    expect(swapsOf('kattenweegschaal').slice(0, 3)).toEqual([
      'kattenbalans',
      'kattenweegschotel',
      'poestenweegschaal',
    ]);
  });

  it.each(['katbal', 'balans', 'kat', 'stofzuiger'])(
    'SRCH-02 %s, which has no part and a rest of three letters, has no variants',
    (word) => {
      expect(swapsOf(word).filter((one) => !one.endsWith('bal'))).toEqual([]);
    },
  );
});
