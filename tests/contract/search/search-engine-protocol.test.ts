/** The protocol of the engines: parameters, batches, errors, and the mapping (2.1, 2.5, 5.1). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  engines,
  LoadedEngine,
  LOADING_MS,
  type ErrorAnswer,
  type SearchAnswer,
} from '../../support/search-fixture/engine';

const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'protocol');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    describe('request parameters', () => {
      it('SRCH-01 the engine accepts the parameters that the shop sends', async () => {
        const answer = await engine.search(
          PRODUCTS,
          { size: 0 },
          '?allow_partial_search_results=true&preference=anon&request_cache=true',
        );
        expect(answer.status).toBe(200);
      });

      it('SRCH-01 the engine rejects an unknown parameter', async () => {
        const answer = await engine.search(PRODUCTS, {}, '?page=2');
        expect(answer.status).toBe(400);
      });

      it('HOME-01 a search in a missing index is an error unless ignore_unavailable is set', async () => {
        const missing = await engine.search<ErrorAnswer>('nothing_fr_be', {});
        expect(missing.status).toBe(404);
        expect(missing.body.error.root_cause[0]?.type).toBe('index_not_found_exception');
        const optional = await engine.search(
          'nothing_fr_be',
          {},
          '?ignore_unavailable=true&allow_no_indices=true',
        );
        expect(optional.status).toBe(200);
        expect(optional.body.hits.hits).toEqual([]);
        expect(optional.body.hits.total?.value).toBe(0);
      });

      it('OPS-01 a search without a body returns hits', async () => {
        const response = await fetch(`${engine.url}/${engine.alias(PRODUCTS)}/_search?size=0`);
        expect(response.status).toBe(200);
        const isElastic = engine.product.name === 'elasticsearch';
        expect(response.headers.get('x-elastic-product')).toBe(isElastic ? 'Elasticsearch' : null);
      });

      it('SRCH-01 a mapping request lists the fields of indices by name, list and pattern', async () => {
        const mapping = async (expression: string) => {
          const response = await fetch(`${engine.url}/${expression}/_mapping`);
          return { status: response.status, body: (await response.json()) as object };
        };
        const alias = engine.alias(PRODUCTS);
        const one = await mapping(alias);
        expect(Object.keys(one.body)).toEqual([`${alias}-1`]);
        expect(one.body).toHaveProperty(
          [`${alias}-1`, 'mappings', 'properties', 'net_prices', 'type'],
          'nested',
        );
        const both = await mapping(`${alias},${engine.alias('categories_fr_be')}`);
        expect(Object.keys(both.body)).toHaveLength(2);
        const all = await mapping(`${engine.alias('products_')}*`);
        expect(Object.keys(all.body)).toHaveLength(3);
        expect((await mapping(engine.alias('nothing'))).status).toBe(404);
      });
    });

    describe('batches of searches', () => {
      it('HOME-01 one failed search of a batch does not fail the others', async () => {
        const lines = [
          { index: engine.alias(PRODUCTS), preference: 'a1b2' },
          { size: 1, sort: [{ id: 'asc' }] },
          { index: engine.alias('nothing_fr_be') },
          { size: 1 },
          { index: engine.alias('nothing_fr_be'), ignore_unavailable: true },
          { size: 1 },
          { index: engine.alias('categories_fr_be') },
          { sort: ['unheard_of'] },
        ];
        const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        const answer = await engine.post<{ responses: (SearchAnswer & ErrorAnswer)[] }>(
          '_msearch?max_concurrent_searches=4',
          body,
          'application/x-ndjson',
        );
        expect(answer.status).toBe(200);
        const { responses } = answer.body;
        expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 400]);
        expect(responses[0]?.hits.hits.map(({ _id }) => _id)).toEqual(['4711']);
        expect(responses[2]?.hits.hits).toEqual([]);
      });

      it('HOME-01 a malformed search fails the whole batch', async () => {
        const lines = [
          { index: engine.alias(PRODUCTS) },
          { size: 1 },
          { index: engine.alias(PRODUCTS) },
          { query: { unheard_of: {} } },
        ];
        const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        const answer = await engine.post<ErrorAnswer>('_msearch', body, 'application/x-ndjson');
        expect(answer.status).toBe(400);
        expect(answer.body.error.root_cause[0]?.type).toBe('parsing_exception');
      });

      it('HOME-01 a batch without a final line break is rejected', async () => {
        const answer = await engine.post<ErrorAnswer>(
          `${engine.alias(PRODUCTS)}/_msearch`,
          '{}\n{"size":1}',
          'application/x-ndjson',
        );
        expect(answer.status).toBe(400);
      });
    });

    describe('invalid requests', () => {
      const refused: [string, unknown, string][] = [
        ['an unknown clause', { query: { unheard_of: {} } }, 'parsing_exception'],
        ['an unknown key', { unheard_of: {} }, 'parsing_exception'],
        [
          'an unknown option',
          { query: { match: { name: { query: 'a', oops: 1 } } } },
          'parsing_exception',
        ],
        [
          'collapsing on an unknown field',
          { collapse: { field: 'nope' } },
          'illegal_argument_exception',
        ],
        ['collapsing on a text', { collapse: { field: 'name' } }, 'illegal_argument_exception'],
        ['sorting by a text', { sort: ['name'] }, 'illegal_argument_exception'],
        [
          'counting a text',
          { aggs: { x: { terms: { field: 'name' } } } },
          'illegal_argument_exception',
        ],
        [
          'suggesting from an unknown field',
          { suggest: { s: { text: 'a', term: { field: 'nope' } } } },
          'illegal_argument_exception',
        ],
        [
          'a nested clause on a plain object',
          { query: { nested: { path: 'brand', query: { match_all: {} } } } },
          'query_shard_exception',
        ],
      ];
      it.each(refused)(
        'DEG-01 an invalid request (%s) is rejected with 400 and its cause',
        async (_what, body, type) => {
          const answer = await engine.search<ErrorAnswer>(PRODUCTS, body);
          expect(answer.status).toBe(400);
          expect(answer.body.status).toBe(400);
          expect(answer.body.error.root_cause[0]?.type).toBe(type);
          expect(answer.body.error.root_cause[0]?.reason).not.toBe('');
        },
      );

      it('DEG-01 the engine rejects any script except that for similar products', async () => {
        const answer = await engine.search<ErrorAnswer>(PRODUCTS, {
          query: {
            script_score: {
              query: { match_all: {} },
              script: { source: "return doc['nope'].value +;" },
            },
          },
        });
        expect(answer.status).toBe(400);
        if (kind.scripts) expect(answer.body.error.root_cause[0]?.type).toBe('script_exception');
      });
    });
  });
}
