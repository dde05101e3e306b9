/**
 * The unmodified official client, and media types, with every available engine (contract/search.md 2.1). OpenSearch
 * rejects the client's media types; shop-queries-live.test.ts tests what the shop sends.
 */
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';

const PRODUCTS = 'products_fr_be';

for (const kind of engines()) {
  describe(kind.name, () => {
    let engine: LoadedEngine;
    beforeAll(async () => {
      engine = await LoadedEngine.start(kind, 'client');
    }, LOADING_MS);
    afterAll(() => engine.stop());

    beforeEach((context) => {
      if (engine.product.name === 'opensearch') context.skip();
    });

    describe('official client', () => {
      const options = { maxRetries: 0, requestTimeout: 5_000 };

      it('SRCH-01 the official client accepts the server and parses its hits', async () => {
        const client = new Client({ node: engine.url, ...options });
        const found = await client.search<{ sku: string }>({
          index: engine.alias(PRODUCTS),
          query: { term: { id: 4711 } },
          _source: ['sku'],
        });
        expect(found.hits.hits[0]?._source).toEqual({ sku: 'EXM250-20' });
        await client.close();
      });

      it('SRCH-01 the official client compresses requests and decompresses responses', async () => {
        const client = new Client({ node: engine.url, compression: true, ...options });
        const found = await client.search({
          index: engine.alias(PRODUCTS),
          size: 100,
          query: { terms: { id: Array.from({ length: 500 }, (_, at) => 6000 + at) } },
        });
        expect(found.hits.hits).toHaveLength(100);
        await client.close();
      });

      it('HOME-01 the official client sends several searches in one batch', async () => {
        const client = new Client({ node: engine.url, ...options });
        const { responses } = await client.msearch({
          searches: [
            { index: engine.alias(PRODUCTS) },
            { size: 0, track_total_hits: true },
            { index: engine.alias('nothing') },
            {},
          ],
        });
        expect(responses.map(({ status }) => status)).toEqual([200, 404]);
        await client.close();
      });

      const versioned = 'application/vnd.elasticsearch+json; compatible-with=8';
      const tooNew = versioned.replace('8', '9');
      it.each([
        ['application/json', versioned],
        [versioned, 'application/json'],
        [tooNew, tooNew],
      ])(
        'SRCH-01 a response of type %s to a request of type %s is rejected',
        async (accept, type) => {
          const isNine = engine.product.version?.startsWith('9.') === true;
          if (isNine && type === tooNew) return;
          const response = await fetch(`${engine.url}/${engine.alias(PRODUCTS)}/_search`, {
            method: 'POST',
            headers: { Accept: accept, 'Content-Type': type },
            body: '{"size":0}',
          });
          expect(response.status).toBe(400);
          expect(await response.text()).toContain('media_type_header_exception');
        },
      );

      it('DEG-01 the official client turns an error response into its own error', async () => {
        const client = new Client({ node: engine.url, ...options });
        const wrong = client.search({
          index: engine.alias(PRODUCTS),
          sort: [{ nope: 'asc' }],
        });
        await expect(wrong).rejects.toMatchObject({ statusCode: 400 });
        await client.close();
      });
    });
  });
}
