import { describe, expect, it } from 'vitest';
import type { Lang } from '../../world';
import { indexSettings } from '../mapping/locale-analysis';
import { compileAnalysis } from './analyzers';

const byLang = {
  fr: compileAnalysis(indexSettings('fr')),
  nl: compileAnalysis(indexSettings('nl')),
  en: compileAnalysis(indexSettings('en')),
};

function terms(analyzer: string, text: string, lang: Lang = 'fr'): string[] {
  return byLang[lang]
    .analyzer(analyzer)
    .analyze(text)
    .map((token) => token.term);
}

describe('analysis', () => {
  it('SRCH-01 analyzer removes case, accents and markup', () => {
    const html = '<p>Comprim&eacute;s s&#233;cables, &lt;Œdème&gt; 250&nbsp;mg</p>';
    expect(terms('shop_plain', html)).toEqual(['comprimes', 'secables', 'oedeme', '250', 'mg']);
  });

  it('SRCH-01 tokenizer drops elided articles and possessives', () => {
    expect(terms('shop_plain', "l'antibiotique d’amoxicilline aujourd'hui")).toEqual([
      'antibiotique',
      'amoxicilline',
      'aujourd',
      'hui',
    ]);
    expect(terms('shop_plain', "the dog's collar", 'en')).toEqual(['the', 'dog', 'collar']);
  });

  it('SRCH-01 tokenizer keeps a decimal number whole but splits ranges and sizes', () => {
    expect(terms('shop_plain', '0,5 mg/ml, 2.5 kg; 10-20 ml 5 x 7,5 cm.')).toEqual(
      '0,5 mg ml 2.5 kg 10 20 ml 5 x 7,5 cm'.split(' '),
    );
  });

  it('SRCH-01 French stemmer keeps the last letters of short words', () => {
    expect(terms('shop_text', 'dapp gales')).toEqual(['dapp', 'gale']);
  });

  it.each<[Lang, string, string]>([
    ['fr', 'comprimé', 'comprimés'],
    ['fr', 'animal', 'animaux'],
    ['fr', 'chien', 'chiennes'],
    ['nl', 'hond', 'honden'],
    ['nl', 'kat', 'katten'],
    ['nl', 'schaap', 'schapen'],
    ['nl', 'poes', 'poezen'],
    ['nl', 'koe', 'koeien'],
    ['nl', 'tablet', 'tabletten'],
    ['en', 'dog', 'dogs'],
    ['en', 'allergy', 'allergies'],
    ['en', 'box', 'boxes'],
  ])('SRCH-01 %s analyzer reduces %s and %s to the same word', (lang, one, many) => {
    expect(terms('shop_text', many, lang)).toEqual(terms('shop_text', one, lang));
  });

  it('SRCH-01 stop filter removes function words but leaves position gaps', () => {
    const tokens = byLang.fr.analyzer('shop_text').analyze('aliment pour le chien');
    expect(tokens.map(({ term, position }) => [term, position])).toEqual([
      ['aliment', 0],
      ['chien', 3],
    ]);
  });

  it('SRCH-03 code analyzer reduces codes to letters and digits', () => {
    expect(byLang.fr.normalizer('shop_code')('EXM 250/20')).toBe('exm25020');
    expect(terms('shop_code_prefix', 'AB-123')).toEqual(['ab1', 'ab12', 'ab123']);
    expect(terms('shop_code_exact', 'ab 12')).toEqual(['ab12']);
  });

  it('CFG-01 analysis settings with unknown names are rejected', () => {
    const settings = { analysis: { analyzer: { odd: { filter: ['unheard_of'] } } } };
    expect(() => compileAnalysis(settings).analyzer('odd')).toThrow('unheard_of');
    expect(() => byLang.fr.analyzer('unheard_of')).toThrow('unheard_of');
  });
});
