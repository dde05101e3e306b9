import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formType, sendRaw, type RawRequest } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';
import { until } from '../../support/until';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60, settings: { LOCALE_TAG_EN: 'en-GB' } });
});
afterAll(() => shop.stop());

const raw = (request: RawRequest) => sendRaw(shop.url, request);

describe('the server before it renders a page', () => {
  it('P-28 the server accepts requests for its own host only, and ignores X-Forwarded-Host', async () => {
    const lost = await raw({ path: '/fr', headers: { host: 'evil.example' } });
    expect(lost.status).toBe(421);
    expect(lost.body).toContain(`this shop is at ${shop.url}`);
    const headers = { host: 'evil.example', accept: 'text/html' };
    expect((await raw({ path: '/fr', headers })).body).toContain(`<b>${shop.url}</b>`);
    const page = await raw({ path: '/fr', headers: { 'x-forwarded-host': 'evil.example' } });
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('evil.example');
  });

  it('P-28 a shop on a loopback name redirects reads under other names of its machine to its address', async () => {
    const { port, origin } = new URL(shop.url);
    for (const name of ['127.0.0.1', '[::1]', hostname().toUpperCase()]) {
      const headers = { host: `${name}:${port}` };
      const { status, headers: sent } = await raw({ path: '/fr/search?q=kat%20', headers });
      expect([status, sent['location'], sent['cache-control']], name).toEqual([
        307,
        `${shop.url}/fr/search?q=kat%20`,
        'no-store',
      ]);
      const post = { method: 'POST', path: '/fr/cart', body: 'a=1' };
      const written = await raw({ ...post, headers: { ...formType, ...headers, origin } });
      expect(written.status, name).toBe(421);
    }
    const other = await raw({ path: '/fr', headers: { host: '127.0.0.1:9' } });
    expect(other.status).toBe(421);
  });

  it('P-31 the server rejects a form above 64 kB, and a body without length', async () => {
    const { origin } = new URL(shop.url);
    const big = await raw({
      method: 'POST',
      path: '/fr/cart',
      headers: { ...formType, origin },
      body: 'a='.padEnd(64 * 1024 + 1, 'x'),
    });
    expect(big.status).toBe(413);
    const told = shop.logs.filter(({ event }) => event === 'request.refused');
    const error = 'Error: body above 65536 bytes';
    expect(told).toMatchObject([{ level: 'warn', status: 413, error }]);
    expect(told[0]).not.toHaveProperty('stack');
    const unknown = await raw({
      method: 'POST',
      path: '/fr/cart',
      headers: { ...formType, origin, 'transfer-encoding': 'chunked' },
      body: 'a=1',
    });
    expect(unknown.status).toBe(411);
    const coded = await raw({
      method: 'POST',
      path: '/fr/cart',
      headers: { ...formType, origin, 'content-encoding': 'gzip' },
      body: 'a=1',
    });
    expect(coded.status).toBe(415);
    const none = { 'content-type': 'multipart/form-data', origin };
    expect(
      (await raw({ method: 'POST', path: '/fr/cart', headers: none, body: 'a=1' })).status,
    ).toBe(400);
    const refusals = shop.logs.filter(({ event }) => event === 'request.refused').slice(1);
    expect(refusals).toMatchObject([
      { status: 411, error: 'Error: body without its length' },
      { status: 415, error: 'Error: body that says it is compressed' },
      { status: 400, error: 'Error: multipart form that breaks the rules of forms' },
    ]);
  });

  it('CFG-05 OPS-01 the server returns its version on /healthz and each dependency on /readyz', async () => {
    const alive = JSON.parse((await raw({ path: '/healthz' })).body) as Record<string, unknown>;
    expect(alive).toEqual({ status: 'alive', version: expect.any(String) as string });
    const ready = await raw({ path: '/readyz' });
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.body)).toMatchObject({
      status: 'ready',
      dependencies: [
        { name: 'store', needed: true },
        { name: 'identity', needed: false },
        { name: 'search', needed: false },
        { name: 'erp', needed: false },
      ],
    });
  });

  it('P-65 P-76 the server is ready once the search vocabulary is loaded, and serves pages before', async () => {
    let finish = (): void => undefined;
    const warming = new Promise<void>((resolve) => (finish = resolve));
    const slow = startTestShop({
      build: (built) => ({
        ...built,
        entry: {
          ...built.entry,
          module: { ...built.entry.module, loadWords: () => warming } as never,
        },
      }),
      onListening: async (url) => {
        const ready = await fetch(`${url}/readyz`);
        expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }]);
        expect((await fetch(`${url}/fr`)).status).toBe(200);
        finish();
      },
    });
    const shopOf = await slow;
    expect((await fetch(`${shopOf.url}/readyz`)).status).toBe(200);
    // The index vocabulary is loaded before the first search, and not requested again.
    const asked = () => shopOf.logs.filter(({ path }) => path === 'index words');
    await until(() => asked().length === 3);
    expect(asked().map(({ reference }) => reference)).toEqual(['start', 'start', 'start']);
    for (const locale of ['fr', 'nl', 'en'])
      expect((await fetch(`${shopOf.url}/${locale}/search?q=kat`)).status).toBe(200);
    expect(asked()).toHaveLength(3);
    await shopOf.stop();
  });

  it.each([
    ['fr', 'fr-BE', 'fr_be'],
    ['nl', 'nl-BE', 'nl_be'],
    ['en', 'en-GB', 'en_gb'],
  ])(
    'CFG-07 AUTH-12 I18N-03 page language, ERP language and index of /%s are those of %s',
    async (locale, tag, suffix) => {
      const { erp, search } = shop.sandbox;
      expect((await raw({ path: `/${locale}/search?q=gel` })).body).toContain(
        `<html lang="${tag}"`,
      );
      const paths = search.requests().map(({ path }) => path);
      expect(paths).toContain(`/products_${suffix}/_search`);
      expect(paths).toContain(`/categories_${suffix}/_search`);
      await raw({ path: `/${locale}/news` });
      expect(erp.control.requests().at(-1)?.language).toBe(tag);
    },
  );

  it('CFG-06 server start-up begins with the authentication service', () => {
    const started = shop.logs.filter((line) => line['event'] === 'service.started');
    expect(started.map((line) => [line['order'], line['service']])).toEqual([
      [1000, 'authentication'],
      [2000, 'search'],
      [3000, 'capabilities'],
    ]);
  });

  it('OPS-02 P-70 the server logs each page request once, with its reference and without its query', async () => {
    const page = await raw({
      path: '/fr/search?q=secret-words',
      headers: { 'x-request-id': 'somebody-elses-1' },
    });
    // Without a trusted proxy, a client cannot choose the reference.
    const reference = page.headers['x-request-id'];
    expect(reference).toMatch(/^[0-9a-f]{12}$/);
    const lines = shop.logs.filter(
      (line) => line['event'] === 'request.answered' && line['reference'] === reference,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/fr/search', status: page.status });
    expect(JSON.stringify(lines)).not.toContain('secret-words');
  });

  it('P-72 a hostile path or reference cannot forge a log line', async () => {
    const page = await raw({
      path: '/fr/%0a%7b%22level%22%3a60%7d',
      headers: { 'x-request-id': 'bad id {"x"}' },
    });
    expect(page.headers['x-request-id']).toMatch(/^[0-9a-f]{12}$/);
    expect(shop.logs.every((line) => line['level'] !== 60)).toBe(true);
  });

  it('P-65 P-88 many readiness requests of one client cause hardly any ERP and search calls', async () => {
    const before = shop.sandbox.erp.control.requests().length;
    const started = performance.now();
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => raw({ path: '/readyz' })));
    const flights = Math.ceil((performance.now() - started) / 2_000) + 1;
    expect(shop.sandbox.erp.control.requests().length - before).toBeLessThanOrEqual(flights);
  });

  it('P-65 a shop whose search is down is degraded, not unready', async () => {
    shop.sandbox.search.faults.set({ status: 503 });
    const ready = async () => {
      const { status, body } = await raw({ path: '/readyz' });
      return [status, (JSON.parse(body) as { status: string }).status];
    };
    // A readiness result is cached for two seconds.
    await expect.poll(ready, { timeout: 30_000 }).toEqual([200, 'degraded']);
    shop.sandbox.search.faults.clear();
    expect((await raw({ path: '/healthz' })).status).toBe(200);
  });
});
