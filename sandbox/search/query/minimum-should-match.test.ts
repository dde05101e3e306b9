import { expect, it } from 'vitest';
import { minimumShouldMatch } from './minimum-should-match';

it.each([
  ['1', 3, 1],
  ['-1', 3, 2],
  ['75%', 4, 3],
  ['75%', 3, 2],
  ['-25%', 4, 3],
  ['2<75%', 2, 2],
  ['2<75%', 3, 2],
  ['2<75%', 8, 6],
  ['2<-25% 9<-3', 12, 9],
])('SRCH-01 minimum_should_match "%s" of %i words requires %i', (rule, words, needed) => {
  expect(minimumShouldMatch(rule, words)).toBe(needed);
});
