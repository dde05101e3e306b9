import { afterEach, describe, expect, it } from 'vitest';
import { fixtureIndices } from '../../tests/support/search-fixture/fixture';
import { productDocuments } from '../../tests/support/search-fixture/documents';
import type { IndexName, Lang, SearchDocument, World } from '../world';
import { startSearchServer, type SearchServer, type SearchServerOptions } from './server';

function worldOf(documents: (index: IndexName, lang: Lang) => Iterable<SearchDocument>): World {
  return {
    seed: 'test',
    today: '2026-07-28',
    variants: new Map(),
    customers: [],
    groups: [],
    countries: [],
    states: [],
    documents,
    media: () => null,
  };
}

interface Found {
  hits: {
    total: { value: number };
    hits: { _index: string; _source: Record<string, unknown> }[];
  };
}

describe('search stand-in', () => {
  let server: SearchServer | null = null;
  afterEach(async () => {
    await server?.close();
    server = null;
  });

  async function start(options: SearchServerOptions): Promise<SearchServer> {
    server = await startSearchServer(options);
    return server;
  }

  async function search(index: string, body: unknown = {}): Promise<{ status: number } & Found> {
    const response = await fetch(`${server?.url}/${index}/_search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { ...((await response.json()) as Found), status: response.status };
  }

  const world = worldOf((index, lang) => (index === 'products' ? productDocuments(lang) : []));

  it('SRCH-01 search stand-in creates five indices in three languages, each behind its alias', async () => {
    const { url, ready } = await start({ world });
    await ready;
    const response = await fetch(`${url}/_mapping`);
    expect(Object.keys((await response.json()) as object)).toHaveLength(15);
    const dutch = await search('products_nl_be', { query: { term: { id: 4711 } } });
    expect(dutch.hits.hits[0]?._index).toBe('products_nl_be-1');
    expect(dutch.hits.hits[0]?._source['name']).toContain('tabletten');
    expect((await search('categories_en_us')).hits.total.value).toBe(0);
  });

  it('SRCH-01 first search of an index succeeds whether or not the index was built at start', async () => {
    await start({ world, buildAhead: [] });
    const english = await search('products_en_us', { query: { match: { name: 'gloves' } } });
    expect(english.hits.total.value).toBe(101);
  });

  it('CFG-04 search stand-in accepts other base names for indices', async () => {
    await start({ world, names: { products: 'demo_product' } });
    expect((await search('demo_product_fr_be')).status).toBe(200);
    expect((await search('products_fr_be')).status).toBe(404);
  });

  it('PRICE-01 search stand-in returns the indexed timeline of net prices on request', async () => {
    const [index] = fixtureIndices();
    await start({ indices: { products_fr_be: index?.documents ?? [] } });
    const wanted = { term: { url_key: 'prix-deux-temps-fr' } };
    const whole = await search('products_fr_be', { query: wanted });
    const given = productDocuments('fr').find(({ url_key }) => url_key === 'prix-deux-temps-fr');
    expect(whole.hits.hits[0]?._source).toEqual(given);
    const without = await search('products_fr_be', {
      query: wanted,
      _source: { excludes: ['net_prices', '*_vector'] },
    });
    const large = ['net_prices', 'characteristics_vector', 'description_vector'];
    const light = Object.entries(given ?? {}).filter(([name]) => !large.includes(name));
    expect(without.hits.hits[0]?._source).toEqual(Object.fromEntries(light));
  });

  it('PRICE-01 shared price columns give the same results in every language', async () => {
    const tier = { pricelist: 'pro', min_quantity: 1, date_start: null, date_end: null };
    const timeline = { gross: 'pro', discount: 'a', offers: true, date_start: null };
    const prices = [12.5, 8].map((price) => ({
      price_gross: [{ ...tier, price }],
      net_prices: [{ ...timeline, value: price, date_end: '2026-08-01' }],
    }));
    await start({
      world: worldOf((index, lang) =>
        index !== 'products'
          ? []
          : prices.map((own, at) => ({ id: at + 1, name: `${lang} ${at}`, ...own })),
      ),
    });
    for (const index of ['products_fr_be', 'products_nl_be', 'products_en_us']) {
      const cheap = { range: { 'net_prices.value': { lt: 10 } } };
      const found = await search(index, {
        query: { nested: { path: 'net_prices', query: cheap } },
      });
      expect(found.hits.hits.map(({ _source }) => _source['net_prices'])).toEqual([
        prices[1]?.net_prices,
      ]);
    }
  });

  it('PROD-01 similar products of a product with one vector are found by that vector', async () => {
    const [index] = fixtureIndices();
    await start({ indices: { products_fr_be: index?.documents ?? [] } });
    const similar = (vector: number[]) =>
      search('products_fr_be', {
        size: 1,
        query: {
          script_score: {
            query: { bool: { must_not: [{ term: { url_key: 'exemplamox-fr' } }] } },
            script: {
              lang: 'painless',
              source:
                "double s = params.w; if (doc['characteristics_vector'].size() > 0) { s += params.w * cosineSimilarity(params.v, 'characteristics_vector'); } return s;",
              params: { w: 1, v: vector },
            },
          },
        },
      });
    expect((await similar([1, 0, 0, 0])).hits.hits[0]?._source['url_key']).toBe('amoxi-chien-fr');
    expect((await similar([1, 0, 0])).status).toBe(400);
  });

  it('CFG-02 search stand-in rejects an unknown index name at start', async () => {
    await expect(startSearchServer({ indices: { products_de_de: [] } })).rejects.toThrow(
      'products_de_de',
    );
  });

  it('DEG-01 document that violates the mapping is reported with its field', async () => {
    const events: string[] = [];
    const broken = { id: 1, url_key: 'x', create_date: 'yesterday' };
    const { ready } = await start({
      indices: { products_fr_be: [broken] },
      log: (event, detail) => events.push(`${event} ${JSON.stringify(detail)}`),
    });
    await expect(ready).rejects.toThrow('create_date');
    expect(events.join()).toContain('search.index-failed');
    expect((await search('products_fr_be')).status).toBe(400);
  });

  it('OPS-01 closing the server cancels pending index builds', async () => {
    let made = 0;
    const endless = worldOf(function* (index) {
      for (let id = 1; index === 'products'; id++) {
        made = id;
        yield { id, url_key: `p-${id}`, name: `Product ${id}` };
      }
    });
    const { ready, close } = await start({ world: endless });
    const given = expect(ready).rejects.toThrow('closing');
    await new Promise((resolve) => setTimeout(resolve, 30));
    await close();
    server = null;
    await given;
    expect(made).toBeGreaterThan(0);
  });
});
