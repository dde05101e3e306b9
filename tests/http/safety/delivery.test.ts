/** Delivery of responses: cache headers, host and compression. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBytes, sendRaw } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';
import { closedRoutes } from './route-table';

const login = 'vet@demo.example';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 200 });
  vet = await shop.customer(login);
  shop.sandbox.erp.control.replaceCart(newCart(shop, login).uuid, 'ordered');
});
afterAll(() => shop.stop());

describe('responses for a signed-in customer', () => {
  it('P-27 responses for a signed-in customer are never cached: pages, redirects, files, rejections', async () => {
    const list = await vet.get('/fr/account/sales');
    const order = list.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
    const paths = [
      ...closedRoutes.map(({ path }) => path),
      order,
      `${order}/download`,
      '/fr',
      '/fr/search?q=gants',
      '/fr/none',
      '/fr/cart',
      '/fr/account/sign-in',
      '/fr/autocomplete?q=ga',
      '/fr/account/sales/1.css',
    ];
    for (const path of paths) {
      const { headers, status } = await vet.get(path, { follow: false });
      expect(headers.get('cache-control'), `${path} ${status}`).toMatch(/^(private, )?no-store$/);
    }
    const posted = await vet.post('/fr/cart', { do: 'x' }, { follow: false });
    expect(posted.headers.get('cache-control')).toContain('no-store');
  });

  it('P-27 a customer’s response cannot be cached through a URL that looks like a file', async () => {
    for (const path of [
      '/fr/account/sales/1.css',
      '/fr/account/x.css',
      '/fr/account/sales/x.js',
      '/fr/cart-confirm/logo.png',
    ])
      expect((await vet.get(path, { follow: false })).status, path).toBe(404);
    for (const path of ['/fr/account/sales%2fx.css', '/fr/account;x.css'])
      expect((await vet.get(path, { follow: false })).status, path).toBe(400);
  });

  it('P-27 public pages have the right Vary header, and set no cookie', async () => {
    for (const path of ['/fr', '/fr/promotions', '/fr/search?q=gants']) {
      const { headers } = await shop.visitor().get(path);
      expect(headers.getSetCookie()).toEqual([]);
      const vary = (headers.get('vary') ?? '').toLowerCase();
      expect(vary).toContain('cookie');
      expect(vary).toContain('accept-encoding');
    }
  });
});

describe('the shop’s own host', () => {
  it('P-28 every URL on a page has the shop’s own host, whatever the request headers say', async () => {
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': '/fr/none',
      'x-rewrite-url': '/fr/none',
    };
    for (const path of ['/fr', '/', '/sitemap.xml', '/robots.txt', '/fr/account/sign-in']) {
      const answer = await sendRaw(shop.url, { path, headers: forwarded });
      expect(answer.status, path).not.toBe(421);
      expect(JSON.stringify(answer.headers) + answer.body, path).not.toContain('evil.example');
    }
    const { host } = new URL(shop.url);
    for (const bad of [`${host}.evil.example`, `evil.example#${host}`, `x@${host}`, `${host}:1`])
      expect((await sendRaw(shop.url, { path: '/fr', headers: { host: bad } })).status, bad).toBe(
        421,
      );
    const two = `GET /fr HTTP/1.1\r\nHost: ${host}`;
    expect(await sendBytes(shop.url, two)).toMatch(/^HTTP\/1\.1 421 /);
    expect(await sendBytes(shop.url, 'GET /fr HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('P-23 P-28 a request without Host is rejected with the usual headers; an unknown Expect header is ignored', async () => {
    const html = 'Accept: text/html';
    const none = await sendBytes(shop.url, `GET /nl HTTP/1.1\r\n${html}`, false);
    expect(none).toMatch(/^HTTP\/1\.1 400 /);
    expect(none).toMatch(/\r\nContent-Security-Policy: default-src 'none';/);
    expect(none).toContain('<html lang="nl"');
    expect(await sendBytes(shop.url, 'GET /fr HTTP/1.0', false)).toMatch(/^HTTP\/1\.1 421 /);
    const expecting = await sendBytes(shop.url, 'GET /fr HTTP/1.1\r\nExpect: 200-maybe');
    expect(expecting).toMatch(/^HTTP\/1\.1 200 /);
    expect(expecting.toLowerCase()).toContain('\r\ncontent-security-policy: ');
  });

  it('P-29 no part of a URL can add a response header', async () => {
    const evil = '%0d%0aX-Evil:%20yes%0d%0aSet-Cookie:%20evil=1';
    for (const path of [
      `/${evil}`,
      `/fr/${evil}`,
      `/fr/account/sign-in?target=/fr/${evil}`,
      `/fr/search?q=${evil}`,
      `/fr/account?x=${evil}`,
      `/fr/p/${evil}`,
    ]) {
      const { headers } = await sendRaw(shop.url, { path });
      expect(headers['x-evil'], path).toBeUndefined();
      expect(JSON.stringify(headers['set-cookie'] ?? ''), path).not.toContain('evil=1');
    }
  });
});

/** A response as sent on the wire, still compressed. */
function packed(path: string, encodings: string, cookie = ''): Promise<[string, Buffer]> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encodings, cookie };
    httpRequest(shop.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve([response.headers['content-encoding'] ?? 'none', Buffer.concat(chunks)]),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('compression and streaming', () => {
  it('P-83 a page is compressed as the browser accepts, and complete', async () => {
    const cookie = await vet.jar.getCookieString(shop.url);
    for (const path of ['/fr', '/fr/search?q=gants', '/fr/account', '/fr/none', '/fr/news']) {
      const [br, small] = await packed(path, 'gzip, deflate, br', cookie);
      expect(br, path).toBe('br');
      const text = brotliDecompressSync(small).toString();
      expect(text.trimEnd().endsWith('</html>'), path).toBe(true);
      expect(small.length).toBeLessThan(text.length / 2);
      const [gzip, other] = await packed(path, 'gzip', cookie);
      expect(gzip, path).toBe('gzip');
      expect(gunzipSync(other).toString().trimEnd().endsWith('</html>'), path).toBe(true);
      expect((await packed(path, 'identity', cookie))[0], path).toBe('none');
    }
  });

  it('P-83 CART-11 browsers receive the camera’s WebAssembly as Brotli, in at most 400 kB, for a year', async () => {
    const folder = 'build/client/assets';
    const names = readdirSync(folder).filter((name) => name.endsWith('.wasm'));
    expect(names).toHaveLength(1);
    const path = `/assets/${names[0]}`;
    const [coding, body] = await packed(path, 'gzip, deflate, br, zstd');
    expect(coding).toBe('br');
    expect(body.length).toBeLessThan(400_000);
    expect(brotliDecompressSync(body).equals(readFileSync(join(folder, names[0] ?? '')))).toBe(
      true,
    );
    const { headers } = await sendRaw(shop.url, { path, headers: { 'accept-encoding': 'br' } });
    // Browsers compile WebAssembly while it arrives only if it has this type.
    expect(headers['content-type']).toBe('application/wasm');
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['cache-control']).toBe('public,max-age=31536000,immutable');
    expect(headers['vary']).toBe('Accept-Encoding');
  });

  it('P-83 P-39 a page is complete although the ERP takes longer than Remix’s streaming timeout', async () => {
    // Remix stops streaming after 4.95 s; the shop does not stream, so the page is complete.
    const from = shop.logs.length;
    shop.sandbox.erp.control.fault({ match: { path: '*' }, delay_ms: 6_000, times: 20 });
    const page = await vet.get('/fr/account/sales');
    shop.sandbox.erp.control.clearFaults();
    expect(page.status).toBe(200);
    expect(page.text.trimEnd().endsWith('</html>')).toBe(true);
    expect(page.dom.querySelectorAll('main tbody tr').length).toBeGreaterThan(0);
    expect(Math.max(...shop.logs.slice(from).map(({ ms }) => Number(ms ?? 0)))).toBeGreaterThan(
      5_900,
    );
  });
});
