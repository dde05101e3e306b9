/** Full-text search and its ranking rules (contract/search.md 3.1) on every available engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';

const CROSS_FIELDS = [
  'sku',
  'barcode',
  'cnk_code',
  'vendor_product_code',
  'name.plain',
  'short_name',
  'model.name',
  'species_option_ids.name',
  'active_principle_option_ids.name',
  'brand.name',
  'manufacturer.name',
];
const BEST_FIELDS = [
  'name',
  'name.plain',
  'short_name',
  'short_description',
  'sku',
  'cnk_code',
  'species_option_ids.name',
  'active_principle_option_ids.name',
  'indication_option_ids.name',
  'brand.name',
  'manufacturer.name',
];

/** A query with the ranking rules of contract/search.md 3.1. */
function ranked(query: string) {
  const principle = 'active_principle_option_ids.name';
  return {
    bool: {
      must: [
        {
          bool: {
            minimum_should_match: 1,
            should: [
              {
                multi_match: {
                  query,
                  type: 'cross_fields',
                  operator: 'and',
                  fields: CROSS_FIELDS,
                  boost: 100,
                },
              },
              { match_phrase_prefix: { 'name.plain': { query, max_expansions: 50, boost: 60 } } },
              { match_phrase: { [principle]: { query, boost: 20 } } },
              {
                multi_match: {
                  query,
                  type: 'best_fields',
                  minimum_should_match: '2<75%',
                  tie_breaker: 0.1,
                  fields: BEST_FIELDS,
                  boost: 10,
                },
              },
              {
                match: {
                  search_text: {
                    query,
                    operator: 'and',
                    fuzziness: 1,
                    prefix_length: 1,
                    max_expansions: 50,
                  },
                },
              },
            ],
          },
        },
      ],
      should: [{ term: { main: { value: true } } }],
      filter: [],
    },
  };
}

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'text');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    const find = async (text: string, products = 'products_fr_be'): Promise<string[]> => {
      const answer = await engine.search(products, {
        size: 30,
        query: ranked(text),
        collapse: { field: 'url_key' },
        sort: [
          { _score: { order: 'desc' } },
          { main: { order: 'desc' } },
          { id: { order: 'asc' } },
        ],
        _source: ['url_key'],
      });
      expect(answer.status).toBe(200);
      return answer.body.hits.hits.map(({ _source }) =>
        String(_source?.['url_key']).replace(/-(fr|nl|en)$/, ''),
      );
    };

    it('SRCH-01 an exact word ranks above a prefix, a prefix above a description, that above a fuzzy match', async () => {
      const found = await find('novatrix');
      expect(found.slice(0, 2)).toEqual(['cross', 'prefix-only']);
      expect(found.slice(2, 4).sort()).toEqual(['multi-only', 'multi-too']);
      expect(found.slice(4)).toEqual(['fuzzy-only']);
    });

    it('SRCH-01 the words of a query may match different fields: name, species, substance and brand', async () => {
      expect(await find('amoxicilline chat')).toContain('exemplamox');
      expect((await find('exemplavet chien'))[0]).toBe('exemplamox');
      expect((await find('amoxicilline chien')).slice(0, 2).sort()).toEqual([
        'amoxi-chien',
        'amoxi-chien-fort',
      ]);
    });

    it('SRCH-01 a substance of several words is found as a phrase', async () => {
      expect((await find('acide fusidique'))[0]).toBe('fusidal');
    });

    it('SRCH-01 accents and case make no difference', async () => {
      expect(await find('MELOXICAM')).toEqual(await find('méloxicam'));
      expect((await find('etoile'))[0]).toBe('etoile');
    });

    it('SRCH-01 a word with one typing error is found', async () => {
      expect(await find('amoxiciline')).toContain('exemplamox');
      expect((await find('exemplamix'))[0]).toBe('exemplamox');
    });

    it('SRCH-01 the main variant represents its group in the results', async () => {
      const answer = await engine.search('products_fr_be', {
        query: ranked('exemplamox'),
        collapse: { field: 'url_key' },
        sort: [
          { _score: { order: 'desc' } },
          { main: { order: 'desc' } },
          { id: { order: 'asc' } },
        ],
      });
      expect(answer.body.hits.hits[0]?._source?.['main']).toBe(true);
    });

    it('SRCH-01 the index of each language is searched with the terms of that language', async () => {
      expect((await find('amoxicilline hond', 'products_nl_be'))[0]).toMatch(/^amoxi-chien/);
      expect(await find('hond', 'products_fr_be')).toEqual([]);
      expect((await find('hay star', 'products_en_us'))[0]).toBe('etoile');
    });

    it.each([
      ['SKU', 'EXM250-20'],
      ['EAN', '5400000047119'],
      ['CNK', '1234-567'],
      ['supplier code', 'V-250'],
    ])('SRCH-03 a search for a %s finds its product first', async (_what, code) => {
      expect((await find(code))[0]).toBe('exemplamox');
    });

    it('SRCH-03 a partial code finds its product, with any punctuation', async () => {
      const answer = await engine.search('products_fr_be', {
        query: { match: { codes: 'exm-25' } },
        _source: ['sku'],
      });
      expect(answer.body.hits.hits.map(({ _source }) => _source?.['sku'])).toEqual(['EXM250-20']);
    });

    it('SRCH-01 punctuation alone finds nothing', async () => {
      expect(await find('--- ?!')).toEqual([]);
    });
  });
}
