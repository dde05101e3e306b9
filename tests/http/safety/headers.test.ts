/** Headers of every kind of response, as sent by a public shop on https. */
import { readdirSync } from 'node:fs';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formType, sendRaw, type RawAnswer, type RawRequest } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';

const origin = 'https://shop.example';
const host = 'shop.example';

/** The built app with a program error in a loader and one in a view. */
function withBugs(build: ServerBuild): ServerBuild {
  const bug = (): never => {
    throw new Error('a bug of ours');
  };
  const news = build.routes['routes/content/news'];
  const consent = build.routes['routes/system/consent'];
  if (!news || !consent) throw new Error('the build has no such routes');
  return {
    ...build,
    routes: {
      ...build.routes,
      [news.id]: { ...news, module: { ...news.module, loader: bug } },
      [consent.id]: { ...consent, module: { ...consent.module, default: bug } },
    },
  };
}

let shop: TestShop;
let local: string;
beforeAll(async () => {
  shop = await startTestShop({
    products: 60,
    settings: { PUBLIC_URL: origin },
    build: withBugs,
  });
  local = shop.url;
});
afterAll(() => shop.stop());

const send = (request: RawRequest): Promise<RawAnswer> =>
  sendRaw(local, { ...request, headers: { host, ...request.headers } });
const policyOf = ({ headers }: RawAnswer): string =>
  String(headers['content-security-policy'] ?? '');
const nonceIn = (answer: RawAnswer): string =>
  /script-src 'nonce-([\w-]{20,})' 'strict-dynamic'/.exec(policyOf(answer))?.[1] ?? '';

const asset = `/assets/${readdirSync('build/client/assets').find((name) => name.endsWith('.css')) ?? ''}`;
const answers: readonly (readonly [status: number, request: RawRequest])[] = [
  [200, { path: '/fr/contact' }],
  // The same host in another spelling (RFC 9110, 4.2.3).
  [200, { path: '/fr/contact', headers: { host: 'SHOP.Example' } }],
  [200, { path: '/fr/contact', headers: { host: 'shop.example:443' } }],
  [200, { path: '/healthz' }],
  [200, { path: '/readyz' }],
  [200, { path: '/robots.txt' }],
  [200, { path: '/favicon.svg' }],
  [200, { path: asset }],
  [302, { path: '/' }],
  [302, { path: '/fr/account' }],
  [400, { path: '/fr.data' }],
  [403, { path: '/fr/cart', method: 'POST', headers: formType, body: '' }],
  [404, { path: '/fr/no/such/page' }],
  [404, { path: '/assets/none.js' }],
  [405, { path: '/fr/cart', method: 'DELETE', headers: { origin } }],
  [405, { path: '/fr/news', method: 'POST', headers: { ...formType, origin }, body: '' }],
  [
    413,
    {
      path: '/fr/cart',
      method: 'POST',
      headers: { ...formType, origin },
      body: `a=${'x'.repeat(70_000)}`,
    },
  ],
  [421, { path: '/fr', headers: { host: 'evil.example' } }],
  [421, { path: '/fr', headers: { host: 'shop.example.' } }],
  [421, { path: '/fr', headers: { host: 'shop.example:80' } }],
  [500, { path: '/fr/news' }],
  [500, { path: '/fr/consent' }],
];

/** Rejected requests, with the text that a browser user reads. */
const refusals: readonly (readonly [
  status: number,
  lang: string,
  title: string,
  request: Partial<RawRequest>,
])[] = [
  [400, 'fr', 'Adresse illisible', { path: '/fr?_data=root', method: 'GET' }],
  [400, 'nl', 'Onleesbaar adres', { path: '/nl/a%00', method: 'GET' }],
  [
    400,
    'en',
    'Unreadable address',
    { path: '/%00', headers: { 'accept-language': 'de,en;q=0.9' } },
  ],
  [400, 'en', 'Unreadable address', { path: '/en/a%00' }],
  [400, 'fr', 'Envoi illisible', { body: 'a[9]=1' }],
  [403, 'fr', 'Envoi refusé', { headers: { ...formType, origin: 'https://evil.example' } }],
  [
    403,
    'nl',
    'Verzending geweigerd',
    { path: '/nl/cart', headers: { ...formType, origin: 'null' } },
  ],
  [405, 'fr', 'Demande impossible à cette adresse', { method: 'DELETE' }],
  [
    411,
    'fr',
    'Envoi illisible',
    { headers: { ...formType, origin, 'transfer-encoding': 'chunked' } },
  ],
  [413, 'fr', 'Envoi trop volumineux', { body: `a=${'x'.repeat(70_000)}` }],
  [414, 'en', 'Address too long', { path: '/en/'.padEnd(9_000, 'a'), method: 'GET' }],
  [415, 'fr', 'Envoi illisible', { headers: { 'content-type': 'text/plain', origin } }],
  [
    415,
    'en',
    'Could not be read',
    { path: '/en/cart', headers: { ...formType, origin, 'content-encoding': 'gzip' } },
  ],
  [
    421,
    'nl',
    'De webshop heeft een ander adres',
    { path: '/nl', method: 'GET', headers: { host: 'evil.example' } },
  ],
  [
    421,
    'en',
    'The shop has another address',
    { path: '/', method: 'GET', headers: { host: 'shop.example.', 'accept-language': 'EN-gb' } },
  ],
];

async function expectStandard(status: number, request: RawRequest): Promise<RawAnswer> {
  const answer = await send(request);
  const { headers } = answer;
  const label = `${request.method ?? 'GET'} ${request.path}`;
  expect(answer.status, label).toBe(status);
  expect(headers['strict-transport-security'], label).toBe('max-age=31536000; includeSubDomains');
  expect(headers['x-content-type-options'], label).toBe('nosniff');
  expect(headers['referrer-policy'], label).toBe('same-origin');
  expect(headers['cross-origin-opener-policy'], label).toBe('same-origin');
  expect(headers['cross-origin-resource-policy'], label).toBe('same-origin');
  expect(headers['x-powered-by'], label).toBeUndefined();
  expect(headers['server'], label).toBeUndefined();
  expect(headers['x-request-id'], label).toMatch(/^[\w-]{8,64}$/);
  const policy = policyOf(answer);
  for (const part of ["default-src 'none'", "frame-ancestors 'none'"])
    expect(policy, label).toContain(part);
  expect(policy, label).not.toMatch(/unsafe-|\*/);
  return answer;
}

describe('security headers of a response', () => {
  it('P-23 P-22 the security headers are on pages, redirects, rejections, errors and files alike', async () => {
    for (const [status, request] of answers) {
      const answer = await expectStandard(status, request);
      const isFile = request.path.startsWith('/assets/') || request.path === '/favicon.svg';
      if (isFile) continue;
      expect(nonceIn(answer), request.path).not.toBe('');
      for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'"])
        expect(policyOf(answer), request.path).toContain(part);
    }
  });

  it('P-23 SHELL-02 a form posted to a page without action gets an explanation, and no resend button', async () => {
    const { status, body } = await send({
      path: '/nl/news',
      method: 'POST',
      body: '',
      headers: { ...formType, origin, accept: 'text/html' },
    });
    expect(status).toBe(405);
    expect(body).toContain('<h1>Niet mogelijk op dit adres</h1>');
    expect(body).toMatch(/class="acts"><a class="btn" href="\/nl">/);
    expect(body).not.toContain('Opnieuw proberen');
  });

  it('P-23 I18N-01 a rejected request gets a page in its language in a browser, and one line in other clients', async () => {
    for (const [status, lang, title, given] of refusals) {
      const request = {
        path: '/fr/cart',
        method: 'POST',
        body: given.method ? '' : 'a=1',
        ...given,
        headers: { ...formType, origin, ...given.headers },
      };
      const label = `${status} ${request.path.slice(0, 40)}`;
      const told = await send(request);
      expect([told.status, told.headers['content-type']], label).toEqual([
        status,
        'text/plain; charset=utf-8',
      ]);
      expect(told.body.length, label).toBeLessThan(80);
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const { body, headers } = await send({ ...request, headers: { ...request.headers, accept } });
      expect(body, label).toContain(`<html lang="${lang}">`);
      expect(body, label).toContain(`<h1>${title}</h1>`);
      const home = status === 421 ? `${origin}/${lang}` : `/${lang}`;
      expect(body, label).toContain(`href="${home}"`);
      expect(headers['content-type'], label).toBe('text/html; charset=utf-8');
      expect(headers['cache-control'], label).toContain('no-store');
      expect(headers['x-content-type-options'], label).toBe('nosniff');
      expect(policyOf({ status, headers, body }), label).toContain("default-src 'none'");
      expect(body.length, label).toBeLessThan(2_048);
      // A page shows a reference if the log has a line with it.
      const { reference } = /class="ref">(?<reference>[^<]+)/.exec(body)?.groups ?? {};
      const isLogged = () =>
        shop.logs.some((line) => line['reference'] === headers['x-request-id']);
      if (status === 414 || status === 421 || request.path.includes('%00'))
        expect([reference, isLogged()], label).toEqual([undefined, false]);
      else {
        expect(reference, label).toBe(headers['x-request-id']);
        // The line is logged after the response is sent.
        await expect.poll(isLogged, { message: label }).toBe(true);
      }
    }
  });

  it('P-23 P-22 the security headers are on the page that reports an unavailable upstream', async () => {
    shop.sandbox.search.faults.set({ status: 503 });
    const answer = await expectStandard(503, { path: '/fr/search?q=gant' });
    shop.sandbox.search.faults.clear();
    expect(nonceIn(answer)).not.toBe('');
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('P-22 P-27 a response that shared caches may store has no nonce in its policy and its HTML', async () => {
    const home = await send({ path: '/fr' });
    const category = /href="(\/fr\/c\/[^"?#]+)"/.exec(home.body)?.[1] ?? '';
    const listed = await send({ path: category });
    const product = /href="(\/fr\/p\/[^"?#]+)"/.exec(listed.body)?.[1] ?? '';
    for (const path of [
      '/fr',
      category,
      product,
      '/fr/search?q=gants',
      '/nl/search?q=handschoen',
    ]) {
      const answer = await send({ path });
      expect([answer.status, answer.headers['cache-control']], path).toEqual([
        200,
        'public, max-age=60',
      ]);
      expect(policyOf(answer), path).not.toContain('nonce-');
      expect(answer.body, path).not.toMatch(/\bnonce\b/i);
      // The content policy of a shared response is the same for everyone, so it does not identify a visitor.
      expect((await send({ path })).headers['content-security-policy'], path).toBe(
        policyOf(answer),
      );
    }
  });

  it('P-22 every page has its own nonce, and its scripts carry it', async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 100; count += 1) {
      const answer = await send({
        path: count % 20 === 0 ? '/fr/contact' : count % 20 === 1 ? '/fr/none' : '/robots.txt',
      });
      const nonce = nonceIn(answer);
      nonces.add(nonce);
      const scripts = answer.body.match(/<script\b[^>]*>/g) ?? [];
      for (const script of scripts.filter((one) => !one.includes('application/ld+json')))
        expect(script).toContain(`nonce="${nonce}"`);
      expect(answer.body).not.toMatch(/\son\w+=/i);
    }
    expect(nonces.size).toBe(100);
  });

  it('P-68 an exception in a loader or view causes one log line with the reference of its error page', async () => {
    for (const path of ['/fr/news', '/fr/consent']) {
      const before = shop.logs.length;
      const answer = await send({ path });
      expect(answer.status).toBe(500);
      expect(answer.body).not.toContain('a bug of ours');
      const reference = String(answer.headers['x-request-id']);
      expect(answer.body).toContain(reference);
      const lines = shop.logs
        .slice(before)
        .filter((line) => JSON.stringify(line).includes('a bug of ours'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ level: 'error', reference });
      expect(String(lines[0]?.['stack'])).toContain('headers.test');
    }
  });
});
