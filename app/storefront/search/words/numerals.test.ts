import { describe, expect, it } from 'vitest';
import { reworded } from './ratios';

describe('dictated numbers', () => {
  it.each([
    ['fr', 'aiguille vingt-trois G', 'aiguille 23 G'],
    ['fr', 'aiguille vingt et un gauge', 'aiguille 21 gauge'],
    ['fr', 'seringue dix millilitres', 'seringue 10 millilitres'],
    ['fr', 'chlorhexidine deux pour cent', 'chlorhexidine 2 %'],
    ['nl', 'naald drieëntwintig g', 'naald 23 g'],
    ['nl', 'spuit vijf milliliter', 'spuit 5 milliliter'],
    ['nl', 'chloorhexidine 2 procent', 'chloorhexidine 2 %'],
    ['en', 'needle twenty three gauge', 'needle 23 gauge'],
    ['en', 'two percent chlorhexidine', '2 % chlorhexidine'],
  ] as const)('SRCH-07 a dictated number before a unit becomes digits (%s "%s")', (locale, said, text) => {
    expect(reworded(said, locale)).toEqual({ text, read: [] });
  });

  it.each([
    ['fr', 'quatre chiens'],
    ['fr', 'un gel pour chien'],
    ['nl', 'een kat'],
    ['en', 'one size muzzle'],
    ['en', 'percent'],
  ] as const)('SRCH-07 a number word elsewhere stays a word (%s "%s")', (locale, said) => {
    expect(reworded(said, locale).text).toBe(said);
  });
});
