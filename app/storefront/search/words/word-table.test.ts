import { describe, expect, it } from 'vitest';
import {
  hasText,
  hasWord,
  numbersUnder,
  sortedTexts,
  textAt,
  textList,
  textsFrom,
  wordTable,
} from './word-table';

/** Sample words. Characters beyond U+FFFF sort later in UTF-8 than in the order of JavaScript strings. */
const words = ['', 'a', 'ab', 'abc', 'b', 'œil', 'ångström', 'ﬁ', '𐐨', 'zz'];

describe('words stored in a byte array', () => {
  it('SRCH-07 numbersUnder returns the numbers of a stored word, and none for its prefixes, extensions and other words', () => {
    const table = wordTable(new Map(words.map((word, at) => [word, [at, at + 100]])));
    for (const [at, word] of words.entries())
      expect([...numbersUnder(table, word)], word).toEqual([at, at + 100]);
    for (const other of ['abcd', 'A', 'oe', 'œi', 'œill', 'å', '𐐩', 'zzz', ' '])
      expect(hasWord(table, other), other).toBe(false);
    const empty = wordTable(new Map());
    expect(['', 'a'].some((word) => hasWord(empty, word))).toBe(false);
  });

  it('SRCH-07 of ten thousand words, a table has each, and none of their neighbours', () => {
    const listed = Array.from({ length: 10_000 }, (_, at) => `w${at * 7}`);
    const table = wordTable(new Map(listed.map((word, at) => [word, [at]])));
    const sorted = sortedTexts(listed);
    expect(listed.filter((word, at) => numbersUnder(table, word)[0] !== at)).toEqual([]);
    expect(listed.filter((word) => !hasText(sorted, word))).toEqual([]);
    const others = Array.from({ length: 10_000 }, (_, at) => `w${at * 7 + 1}`);
    expect(others.filter((word) => hasWord(table, word) || hasText(sorted, word))).toEqual([]);
  });

  it('SRCH-07 a list returns the text at each position, and a sorted list all texts with one beginning', () => {
    const list = textList(words);
    expect(words.map((_word, at) => textAt(list, at))).toEqual(words);
    const sorted = sortedTexts(words);
    for (const beginning of ['', 'a', 'ab', 'b', 'z', 'œ', '𐐨', 'c', 'zzz'])
      expect([...textsFrom(sorted, beginning)].sort(), beginning).toEqual(
        words.filter((word) => word.startsWith(beginning)).sort(),
      );
    expect([...textsFrom(sorted, 'a', { least: 2, most: 3 })]).toEqual(['ab', 'abc']);
    // Lengths count bytes: `å` and `ö` have two, as has `œ`.
    expect([...textsFrom(sorted, '', { least: 4, most: 10 })].sort()).toEqual(
      ['ångström', 'œil', '𐐨'].sort(),
    );
  });
});
