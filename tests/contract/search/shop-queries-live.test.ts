/** Tests for a real node only: the shop's client, and repeated loads of the sample world. */
import { afterAll, describe, expect, it } from 'vitest';
import { loadNavigation } from '~/storefront/layout/navigation.server';
import { indexBody } from '../../../sandbox/search/mapping/index-bodies';
import { createWorld } from '../../../sandbox/seed/create-world';
import { adaptIndexBody, findLoadableProduct } from '../../../tools/index/engine-body';
import { loadBehindAlias } from '../../../tools/seed-search/index-loader';
import { openVisitorShop } from '../../support/elasticsearch/visitor-page';
import { engines, LoadedEngine, LOADING_MS } from '../../support/search-fixture/engine';

const live = engines().find(({ real }) => real);

describe.skipIf(!live)('real node', () => {
  const url = process.env['ELASTICSEARCH_URL']?.replace(/\/+$/, '') ?? '';
  const alias = `seed_${process.pid}_products_fr_be`;
  const world = createWorld({
    mediaBase: 'http://media.invalid',
    products: 20,
    today: '2026-07-28',
  });
  const to = { url, headers: {} };
  const load = async () => {
    const product = await findLoadableProduct(to);
    const body = adaptIndexBody(indexBody('products', 'fr'), product);
    const documents = world.documents('products', 'fr');
    return loadBehindAlias(to, { alias, body, documents }, () => undefined);
  };
  const indices = async (): Promise<string[]> => {
    const response = await fetch(`${url}/${alias}-*?allow_no_indices=true`);
    return Object.keys((await response.json()) as Record<string, unknown>);
  };
  afterAll(async () => {
    for (const name of live ? await indices() : []) {
      await fetch(`${url}/${name}`, { method: 'DELETE' });
    }
  });

  it('SRCH-01 a reload puts the sample world behind its alias, and deletes the previous index', async () => {
    const count = await load();
    expect(await load()).toBe(count);
    expect(await indices()).toEqual([`${alias}-2`]);
    const answer = await fetch(`${url}/${alias}/_count`);
    expect(await answer.json()).toMatchObject({ count });
  });

  it('SRCH-01 an alias of a foreign index is not changed', async () => {
    const name = `${alias}-foreign`;
    const body = JSON.stringify({ aliases: { [`${alias}x`]: {} } });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${url}/${name}`, { method: 'PUT', headers, body });
    const taken = { alias: `${alias}x`, body: indexBody('products', 'fr'), documents: [] };
    const loading = loadBehindAlias(to, taken, () => undefined);
    await expect(loading).rejects.toThrow('choose a --prefix');
  });

  it(
    'SRCH-01 the shop’s search client works with a real node',
    async () => {
      if (!live) return;
      const loaded = await LoadedEngine.start(live, 'client');
      const shop = openVisitorShop(loaded);
      try {
        expect(await loadNavigation(shop.page('/fr'))).not.toEqual([]);
      } finally {
        await shop.close();
        await loaded.stop();
      }
    },
    LOADING_MS,
  );
});
