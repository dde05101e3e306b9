/** The fault switches of the embedded engine (contract/search.md 6 and 7.1), in process and over HTTP. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSearchServer, type SearchServer } from '../../../sandbox/search/server';
import type { ErrorAnswer, SearchAnswer } from '../../support/search-fixture/engine';
import { fixtureIndices } from '../../support/search-fixture/fixture';

const KEY = 'open-sesame';

describe('fault switches of the embedded engine', () => {
  let server: SearchServer;
  beforeAll(async () => {
    const indices = Object.fromEntries(
      fixtureIndices()
        .filter(({ alias }) => alias.endsWith('_fr_be'))
        .map(({ alias, documents }) => [alias, documents]),
    );
    server = await startSearchServer({ indices, key: KEY });
    await server.ready;
  });
  afterEach(() => {
    server.faults.clear();
    server.clearRequests();
  });
  afterAll(() => server.close());

  const send = (path: string, body: string, query = '') =>
    fetch(`${server.url}/${path}${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Opaque-Id': 'req-1' },
      body,
    });
  const search = async (index: string, body: unknown = {}, query = '') => {
    const response = await send(`${index}/_search`, JSON.stringify(body), query);
    return { status: response.status, body: (await response.json()) as SearchAnswer & ErrorAnswer };
  };

  it.each([401, 403, 429, 503])(
    'DEG-01 a search fault with status %i has an error body',
    async (status) => {
      server.faults.set({ status });
      const answer = await search('products_fr_be');
      expect(answer.status).toBe(status);
      expect(answer.body.error.root_cause).toHaveLength(1);
    },
  );

  it('DEG-01 a fault of one index does not affect others, in a batch too', async () => {
    server.faults.set({ match: { index: 'advertisements' }, status: 503 });
    expect((await search('products_fr_be')).status).toBe(200);
    expect((await search('advertisements_fr_be')).status).toBe(503);
    const lines = [
      '{"index":"products_fr_be"}',
      '{}',
      '{"index":"advertisements_fr_be"}',
      '{}',
      '',
    ];
    const batch = await send('_msearch', lines.join('\n'));
    const { responses } = (await batch.json()) as { responses: { status: number }[] };
    expect(batch.status).toBe(200);
    expect(responses.map(({ status }) => status)).toEqual([200, 503]);
  });

  it('DEG-01 a search fault ends after the given number of requests', async () => {
    server.faults.set({ status: 429, times: 1 });
    expect((await search('products_fr_be')).status).toBe(429);
    expect((await search('products_fr_be')).status).toBe(200);
  });

  it('DEG-01 a response with failed shards or a timeout still returns hits', async () => {
    server.faults.set({ failedShards: 1, timedOut: true, withoutAggregations: true });
    const { body } = await search('products_fr_be', {
      size: 1,
      aggs: { all: { cardinality: { field: 'url_key' } } },
    });
    expect(body.timed_out).toBe(true);
    expect(body._shards.failed).toBe(1);
    expect(body._shards.failures).toHaveLength(1);
    expect(body.hits.hits).toHaveLength(1);
    expect(body).not.toHaveProperty('aggregations');
  });

  it('DEG-01 failed shards are an error if the request rejects partial results', async () => {
    server.faults.set({ failedShards: 1 });
    const answer = await search('products_fr_be', {}, '?allow_partial_search_results=false');
    expect(answer.status).toBe(503);
  });

  it('DEG-01 a search fault can return HTML, or no response at all', async () => {
    server.faults.set({ html: true, times: 1 });
    const page = await send('products_fr_be/_search', '{}');
    expect(page.headers.get('content-type')).toContain('text/html');
    await page.text();
    server.faults.set({ drop: true, times: 1 });
    await expect(send('products_fr_be/_search', '{}')).rejects.toThrow();
    server.faults.set({ delayMs: 60_000 });
    const hanging = fetch(`${server.url}/products_fr_be/_search`, {
      signal: AbortSignal.timeout(50),
    });
    await expect(hanging).rejects.toThrow();
  });

  it('OPS-01 requests of the shop can be read back', async () => {
    await search('products_fr_be', { size: 3 }, '?preference=anon');
    expect(server.requests()).toEqual([
      {
        method: 'POST',
        path: '/products_fr_be/_search',
        query: { preference: 'anon' },
        opaqueId: 'req-1',
        body: { size: 3 },
        status: 200,
      },
    ]);
  });

  it('DEG-01 the fault switches over HTTP require the control key', async () => {
    const control = (method: string, path: string, key: string, body?: unknown) =>
      fetch(`${server.url}/_sandbox/${path}`, {
        method,
        headers: { 'X-Sandbox-Key': key, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await control('POST', 'faults', 'wrong', { status: 503 })).status).toBe(403);
    expect((await control('POST', 'faults', KEY, { status: 503, oops: 1 })).status).toBe(400);
    expect((await control('POST', 'faults', KEY, { status: 503 })).status).toBe(200);
    expect((await search('products_fr_be')).status).toBe(503);
    expect((await control('DELETE', 'faults', KEY)).status).toBe(200);
    expect((await search('products_fr_be')).status).toBe(200);
    const log = (await (await control('GET', 'requests', KEY)).json()) as { status: number }[];
    expect(log.map(({ status }) => status)).toEqual([503, 200]);
  });
});
