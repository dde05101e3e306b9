import { describe, expect, it } from 'vitest';
import { rankingHints } from './ranking-hints.server';

const hints = (text: string): string => JSON.stringify(rankingHints(text, null));

describe('ranking hints', () => {
  it('SRCH-01 a search text that is a substance or a category ranks products with that label first', () => {
    expect(hints('Isofluraan')).toContain(
      '{"match_phrase":{"active_principle_option_ids.name":{"query":"Isofluraan"}}}',
    );
    expect(hints('spuiten')).toContain('{"match_phrase":{"categories.name":{"query":"spuiten"}}}');
  });

  it('SRCH-01 a search for a quality ranks its contrary lower, unless the search text negates the quality', () => {
    expect(hints('compresses stériles')).toContain('"must_not":[');
    expect(hints('compresses stériles')).toContain('{"query":"non sterile"}');
    expect(hints('compresses non stériles')).not.toContain('must_not');
    expect(hints('gant nitrile')).not.toContain('must_not');
  });

  it('SRCH-01 an empty search text gives no ranking hints', () => {
    expect(rankingHints('', null)).toEqual([]);
    expect(rankingHints(' -- ', null)).toEqual([]);
  });
});
