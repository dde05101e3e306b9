import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
});
afterAll(() => shop.stop());

/** One raw request: Node's fetch would set headers of its own. */
function raw(options: {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}): Promise<{
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}> {
  const { hostname, port, host } = new URL(shop.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        method: options.method ?? 'GET',
        path: options.path,
        headers: { host, ...options.headers },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the server before any page', () => {
  it('P-18 refuses writes that do not come from our own pages', async () => {
    const { origin } = new URL(shop.url);
    const cases: [Record<string, string>, boolean][] = [
      [{ 'sec-fetch-site': 'same-origin', origin }, true],
      [{ 'sec-fetch-site': 'same-origin' }, true],
      [{ origin }, true],
      [{}, false],
      [{ origin: 'null' }, false],
      [{ origin: 'https://evil.example' }, false],
      [{ 'sec-fetch-site': 'cross-site', origin }, false],
      [{ 'sec-fetch-site': 'same-site', origin }, false],
    ];
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const [headers, allowed] of cases) {
        const body = 'a=1';
        const answer = await raw({
          method,
          path: '/fr/cart',
          headers: { ...formType, 'content-length': '3', ...headers },
          body,
        });
        expect(
          answer.status === 403,
          `${method} ${JSON.stringify(headers)} gave ${answer.status}`,
        ).toBe(!allowed);
      }
    }
    expect(shop.logs.some((line) => line['event'] === 'security.cross_origin_refused')).toBe(true);
  });

  it('P-20 refuses Remix’s data entrances', async () => {
    for (const path of [
      '/fr.data',
      '/fr/cart.data?_routes=root',
      '/fr?_data=root',
      '/fr/cart?x=1&_data=routes%2Fcart',
      '/fr?index&_routes=root',
    ]) {
      expect((await raw({ path })).status, path).toBe(400);
    }
  });

  it('P-28 serves its own host only and never believes X-Forwarded-Host', async () => {
    expect((await raw({ path: '/fr', headers: { host: 'evil.example' } })).status).toBe(421);
    const page = await raw({ path: '/fr', headers: { 'x-forwarded-host': 'evil.example' } });
    expect(page.status).toBe(200);
    expect(page.body).not.toContain('evil.example');
  });

  it('P-23 sends the standard headers with every kind of answer', async () => {
    const paths = [
      '/fr',
      '/',
      '/fr/no/such/page',
      '/favicon.svg',
      '/assets/none.js',
      '/healthz',
      '/fr.data',
    ];
    for (const path of paths) {
      const { headers } = await raw({ path });
      const isFile = path.includes('favicon') || path.startsWith('/assets/');
      expect(headers['content-security-policy'], path).toMatch(
        isFile ? /default-src 'none'/ : /script-src 'nonce-[\w-]+' 'strict-dynamic'/,
      );
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['referrer-policy'], path).toBe('same-origin');
      expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
      expect(headers['x-powered-by'], path).toBeUndefined();
      expect(headers['x-request-id'], path).toMatch(/^[\w-]{8,64}$/);
    }
  });

  it('P-22 makes a new nonce for every answer', async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      const { headers } = await raw({ path: '/healthz' });
      nonces.add(/nonce-([\w-]+)/.exec(String(headers['content-security-policy']))?.[1] ?? '');
    }
    expect(nonces.size).toBe(20);
  });

  it('P-31 refuses a form above 64 kB and a body without length', async () => {
    const { origin } = new URL(shop.url);
    const big = await raw({
      method: 'POST',
      path: '/fr/cart',
      headers: { ...formType, origin, 'content-length': String(64 * 1024 + 1) },
    });
    expect(big.status).toBe(413);
    const unknown = await raw({
      method: 'POST',
      path: '/fr/cart',
      headers: { ...formType, origin, 'transfer-encoding': 'chunked' },
      body: 'a=1',
    });
    expect(unknown.status).toBe(411);
  });

  it('CFG-05 OPS-01 says its version on /healthz and each dependency on /readyz', async () => {
    const alive = JSON.parse((await raw({ path: '/healthz' })).body) as Record<string, unknown>;
    expect(alive).toEqual({ status: 'alive', version: expect.any(String) as string });
    const ready = await raw({ path: '/readyz' });
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.body)).toMatchObject({
      status: 'ready',
      dependencies: [
        { name: 'store', needed: true },
        { name: 'identity', needed: true },
        { name: 'search', needed: false },
      ],
    });
  });

  it('CFG-06 starts authentication first', () => {
    const started = shop.logs.filter((line) => line['event'] === 'service.started');
    expect(started.map((line) => [line['order'], line['service']])).toEqual([
      [1000, 'authentication'],
      [2000, 'search'],
    ]);
  });

  it('OPS-02 P-70 logs each page request once, with its reference and without its query', async () => {
    const page = await raw({
      path: '/fr/search?q=secret-words',
      headers: { 'x-request-id': 'from-the-proxy-1' },
    });
    expect(page.headers['x-request-id']).toBe('from-the-proxy-1');
    const lines = shop.logs.filter(
      (line) => line['event'] === 'request.answered' && line['reference'] === 'from-the-proxy-1',
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
    expect(page.headers['x-request-id']).not.toContain('bad');
    expect(shop.logs.every((line) => line['level'] !== 60)).toBe(true);
  });

  it('P-65 search being down is degraded, not unready', async () => {
    shop.sandbox.search.faults.set({ status: 503 });
    const ready = await raw({ path: '/readyz' });
    shop.sandbox.search.faults.clear();
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.body)).toMatchObject({ status: 'degraded' });
    expect((await raw({ path: '/healthz' })).status).toBe(200);
  });
});
