/** Autocomplete and spelling (contract/search.md 3.4, 3.5, 3.20) on every available engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'typing');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    const typeAhead = (text: string) => ({
      size: 6,
      track_total_hits: 1000,
      query: {
        bool: {
          must: [
            {
              multi_match: {
                query: text,
                type: 'phrase_prefix',
                fields: ['name.plain', 'description.plain'],
                max_expansions: 50,
              },
            },
          ],
          should: [{ term: { main: { value: true } } }],
        },
      },
      collapse: {
        field: 'url_key',
        inner_hits: { name: 'variants', size: 100, _source: ['id', 'sku'] },
        max_concurrent_group_searches: 4,
      },
      suggest: {
        suggestion: {
          text,
          term: {
            field: 'name.plain',
            suggest_mode: 'missing',
            max_edits: 1,
            prefix_length: 1,
            min_word_length: 4,
            size: 3,
            sort: 'score',
          },
        },
      },
    });

    it('SRCH-04 the last word of a query may be incomplete, in names and descriptions', async () => {
      const first = async (text: string) => {
        const answer = await engine.search('products_fr_be', typeAhead(text));
        return answer.body.hits.hits.map(({ _source }) => _source?.['url_key']);
      };
      expect(await first('exempla')).toEqual(['exemplamox-fr']);
      expect(await first('amoxicilline ch')).toEqual(
        expect.arrayContaining(['amoxi-chien-fr', 'amoxi-chien-fort-fr']),
      );
      expect(await first('comprimes seca')).toEqual(['exemplamox-fr']);
      expect(await first('chien amoxi')).toEqual([]);
    });

    it('SRCH-04 a misspelt word gets a suggestion, a known word none', async () => {
      const answer = await engine.search('products_fr_be', typeAhead('exemplamix chien'));
      expect(answer.body.hits.hits).toEqual([]);
      const [wrong, right] = answer.body.suggest['suggestion'] ?? [];
      expect(wrong).toMatchObject({ text: 'exemplamix', offset: 0, length: 10 });
      expect(wrong?.options.map(({ text }) => text)).toEqual(['exemplamox']);
      expect(right).toMatchObject({ text: 'chien', offset: 11, length: 5, options: [] });
    });

    const spelling = async (text: string): Promise<string[]> => {
      const answer = await engine.search('products_fr_be', {
        size: 0,
        suggest: {
          text,
          spelling: {
            phrase: {
              field: 'name.shingles',
              size: 3,
              gram_size: 4,
              max_errors: 1,
              confidence: 1,
              direct_generator: [
                {
                  field: 'name.plain',
                  suggest_mode: 'popular',
                  min_word_length: 4,
                  prefix_length: 1,
                  size: 5,
                },
              ],
            },
          },
        },
      });
      return answer.body.suggest['spelling']?.[0]?.options.map((option) => option.text) ?? [];
    };

    it('SRCH-02 a misspelt query gets its correction as a suggestion', async () => {
      expect((await spelling('amoxiciline chien'))[0]).toBe('amoxicilline chien');
    });

    it('SRCH-02 a correct query gets no suggestion', async () => {
      expect(await spelling('amoxicilline chien')).toEqual([]);
    });

    it('SRCH-02 a word with two errors gets no suggestion', async () => {
      expect(await spelling('amoxiciline chein')).not.toContain('amoxicilline chien');
    });

    it('SRCH-04 categories are found by prefix', async () => {
      const answer = await engine.search('categories_nl_be', {
        size: 6,
        track_total_hits: false,
        _source: ['id', 'name', 'url_key', 'level'],
        query: {
          multi_match: {
            query: 'antib',
            type: 'phrase_prefix',
            fields: ['name.plain', 'description.plain'],
            max_expansions: 50,
          },
        },
      });
      expect(answer.body.hits.hits.map(({ _source }) => _source?.['name'])).toEqual([
        'Antibiotica',
      ]);
    });
  });
}
