/** Groups of words, whatever their order and whatever stands between. */
import { describe, expect, it } from 'vitest';
import { createPhrases, prepareGroups } from './phrases';

const [woundSpray, wound, wetWound, one] = [0, 1, 2, 3];
const groups = prepareGroups(
  [
    [woundSpray, ['spray', 'plaie']],
    [wound, ['plaie', 'ouverte']],
    [wetWound, ['spray', 'plaie', 'suintante']],
    [one, ['spray', 'sprays']],
  ],
  'fr',
);
const phrases = createPhrases(groups, 'fr');

describe('groups of words', () => {
  it('SRCH-07 are the same in any order, in singular and plural', () => {
    expect(phrases.made(['plaies', 'spray'])).toEqual([woundSpray]);
    expect(phrases.made(['suintante', 'spray', 'plaie'])).toEqual([wetWound]);
    // Neither a part of a group nor a group with more words is the group.
    expect(phrases.made(['plaie'])).toEqual([]);
    expect(phrases.made(['plaie', 'spray', 'chien'])).toEqual([]);
  });

  it('SRCH-07 are found apart, the longest first', () => {
    expect(phrases.spread(['spray', 'chien', 'plaie'])).toEqual([[0, 2]]);
    expect(phrases.spread(['plaie', 'chien', 'suintante', 'spray'])).toEqual([
      [0, 2, 3],
      [0, 3],
    ]);
    expect(phrases.spread(['spray', '10', 'ouverte'])).toEqual([]);
  });

  it('SRCH-07 are no group where all words are one', () => {
    expect(phrases.made(['spray', 'sprays'])).toEqual([]);
    expect(phrases.spread(['spray', 'spray'])).toEqual([]);
  });
});
