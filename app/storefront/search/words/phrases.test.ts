/** Groups of words that a word file lists match in any order, and with other words between. */
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
  it('SRCH-07 a listed group of words matches in any order, in singular and plural', () => {
    expect(phrases.made(['plaies', 'spray'])).toEqual([woundSpray]);
    expect(phrases.made(['suintante', 'spray', 'plaie'])).toEqual([wetWound]);
    // Neither a part of a group nor a longer group matches.
    expect(phrases.made(['plaie'])).toEqual([]);
    expect(phrases.made(['plaie', 'spray', 'chien'])).toEqual([]);
  });

  it('SRCH-07 listed groups are found even with other words between, the longest first', () => {
    expect(phrases.spread(['spray', 'chien', 'plaie'])).toEqual([[0, 2]]);
    expect(phrases.spread(['plaie', 'chien', 'suintante', 'spray'])).toEqual([
      [0, 2, 3],
      [0, 3],
    ]);
    expect(phrases.spread(['spray', '10', 'ouverte'])).toEqual([]);
  });

  it('SRCH-07 a listed group whose words all have the same stem (spray, sprays) is ignored', () => {
    expect(phrases.made(['spray', 'sprays'])).toEqual([]);
    expect(phrases.spread(['spray', 'spray'])).toEqual([]);
  });
});
