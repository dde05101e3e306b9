/**
 * No request of an anonymous client or a customer causes a 500 (P-93): generated requests on all routes, in each
 * AUTH_MODE, half of them with a session, and connections that stop in the middle. `npm run proof -- fuzz` sends twenty
 * thousand.
 */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw, type RawRequest } from '../../support/raw';
import { signIn, startTestShop, type TestShop } from '../../support/shop';
import { allRoutes } from './route-table';

const backChannel = '/account/backchannel-logout';
const wanted = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const seed = 20_261_122;
const atOnce = 4;
const modes = ['oidc-token', 'oidc-cookie', 'credentials'] as const;
let shop: TestShop;
/** Cookies of a customer's session. */
let session = '';

async function startIn(mode: (typeof modes)[number]): Promise<void> {
  shop = await startTestShop({
    products: 60,
    settings: { AUTH_MODE: mode },
    sandbox: { authMode: mode },
    tuning: { bodies: { smallGraceMs: 2_000, everyMs: 200 } },
  });
  const [customer] = shop.sandbox.world.customers.filter(({ featured }) => featured);
  const { login = '', password = '' } = customer ?? {};
  const visitor = shop.visitor();
  if (mode === 'credentials')
    await visitor.post(
      '/fr/account/sign-in',
      { login, password, target: '/fr' },
      { headers: { cookie: 'locale=fr' } },
    );
  else await signIn(visitor, login, password);
  session = await visitor.jar.getCookieString(shop.url);
  expect((await visitor.get('/fr/account/profile')).status).toBe(200);
}

// Includes the back-channel URL, which the provider of the sandbox calls.
const paths = [
  ...allRoutes.map(({ path }) => path),
  ...Array.from({ length: 4 }, () => backChannel),
];
const odd = fc.constantFrom(
  '%',
  '%ff%fe',
  '%00',
  '%2e%2e',
  '%2F',
  '..',
  '.',
  '//',
  ';a=b',
  '~',
  "'",
  '[',
  '{',
  '\\',
  '__proto__',
  'constructor',
  '1'.repeat(40),
  'x'.repeat(900),
  '%F0%9F%90%84',
  'é',
  '*',
  '@',
);
const path = fc.oneof(
  fc.constantFrom(...paths),
  fc.tuple(fc.constantFrom(...paths), odd).map(([one, two]) => `${one}/${two}`),
  fc.tuple(fc.constantFrom(...paths), odd).map(([one, two]) => `${one}${two}`),
  fc.array(fc.oneof(odd, fc.webSegment()), { maxLength: 6 }).map((all) => `/fr/${all.join('/')}`),
  fc.constantFrom('*', 'http://evil.example/fr', '//evil.example', '', '/%', '/FR/Search'),
);
const names = fc.oneof(
  fc.constantFrom(
    ...'q page size sort do tx cart more less v prompt target state code _data'.split(' '),
  ),
  fc.constantFrom('a[30000000]', 'a[0][0]', '__proto__', '__intent__', 'a.b.c', '', '[]', 'f.x:y'),
  fc.string({ maxLength: 12 }),
);
const deep = `5|{"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
const values = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    '',
    '-1',
    '1e309',
    'NaN',
    '<script>',
    '%',
    '\u0000',
    '\ud800',
    'x'.repeat(15_000),
    deep,
  ),
);
const fields = fc.array(fc.tuple(names, values), { maxLength: 5 });
const encoded = (all: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(all.map(([name, value]) => [name, value])).toString();
const header = fc.constantFrom<Record<string, string>>(
  {},
  { cookie: 'sid=x; locale=zz; notice=%%%; txn-=1; known=AAAA' },
  { cookie: `sid=${'A'.repeat(43)}; notice=e30` },
  { accept: 'application/json', 'accept-language': 'xx;q=9' },
  { range: 'bytes=0-', 'if-none-match': '*', 'if-modified-since': 'never' },
  { 'accept-encoding': 'br;q=0, *;q=0' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
);
const types = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded; charset=utf-7',
  '',
  'multipart/form-data-x; boundary=x',
  'multipart/form-data, text/plain',
  'application/json+x',
  'application/x-www-form-urlencodedX',
  'Multipart/Form-Data; boundary="x"',
  'application/json;',
);
const bodies = fc.oneof(
  fields.map(encoded),
  fc.json(),
  fc.constant(`{"owner":"x","txs":${'['.repeat(3_000)}`),
  fields.map((all) =>
    all
      .map(
        ([name, value]) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join(''),
  ),
);

const reads: fc.Arbitrary<RawRequest> = fc
  .tuple(fc.constantFrom('GET', 'HEAD'), path, fields, header)
  .map(([method, at, query, headers]) => ({
    method,
    path: query.length > 0 ? `${at}?${encoded(query).slice(0, 12_000)}` : at,
    headers,
  }));
const writes = fc
  .tuple(
    fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    path,
    types,
    bodies,
    header,
  )
  .map(([method, at, type, body, headers]): RawRequest => ({
    method,
    path: at,
    headers: {
      ...headers,
      origin: shop.url,
      'x-cart-sync': '1',
      ...(type ? { 'content-type': type } : {}),
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  }));

/** Node's HTTP client refuses some targets, so those are sent encoded. */
const writable = ({ path: target }: RawRequest): string =>
  encodeURI(target)
    .replace(/%25/g, '%')
    .replace(/[^\x21-\x7e]/g, '') || '/';

/** Log lines of program errors; a time-out of a stand-in on a slow machine does not count. */
const errorLines = (from: number) =>
  shop.logs
    .slice(from)
    .filter(({ level }) => level === 'error' || level === 'fatal')
    .filter(({ status, event }) => status !== 503 && event !== 'page.unavailable');

describe.each(modes)('generated requests, AUTH_MODE %s', (mode) => {
  beforeAll(() => startIn(mode));
  afterAll(() => shop.stop());

  it.each(['a stranger', 'a customer'])(
    'P-93 a generated request by %s gets a response, and never a 500',
    async (who) => {
      const numRuns = Math.ceil(wanted / modes.length / 2);
      const which = modes.indexOf(mode) * 2 + (who === 'a customer' ? 1 : 0);
      const requests = fc.sample(fc.oneof(reads, writes), { numRuns, seed: seed + which });
      const cookies = who === 'a customer' ? { cookie: session } : {};
      // After a sign-out the session is that of an anonymous client.
      const endsSession = ({ path: target }: RawRequest) => /sign-?out/i.test(target);
      const from = shop.logs.length;
      const faults: string[] = [];
      let next = 0;
      // The stand-ins share this machine, and are sometimes too slow for a page.
      let unavailable = 0;
      const work = async (): Promise<void> => {
        for (let request = requests[next++]; request; request = requests[next++]) {
          if (who === 'a customer' && endsSession(request)) continue;
          const target = writable(request);
          const headers = { ...request.headers, ...cookies };
          const answer = await sendRaw(shop.url, { ...request, headers, path: target });
          if (answer.status === 503) unavailable += 1;
          else if (answer.status >= 500)
            faults.push(`${answer.status} ${request.method} ${target.slice(0, 200)}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      expect(faults).toEqual([]);
      expect(unavailable).toBeLessThan(Math.max(4, numRuns / 50));
      const profile = await sendRaw(shop.url, { path: '/fr/account/profile', headers: cookies });
      expect(profile.status).toBe(who === 'a customer' ? 200 : 302);
      expect(errorLines(from)).toEqual([]);
    },
    900_000,
  );

  it.each(['a stranger', 'a customer'])(
    'P-93 P-62 half a request by %s, closed or held open, causes no 500 and leaves no socket open',
    async (who) => {
      const requests = fc.sample(writes, { numRuns: 90, seed });
      const sockets = (): number =>
        process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length;
      const [from, before] = [shop.logs.length, sockets()];
      const { hostname, port, host } = new URL(shop.url);
      const halves = requests.map(async (request, at) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        socket.resume();
        const closed = new Promise((resolve) => socket.once('close', resolve));
        await new Promise((resolve) => socket.once('connect', resolve));
        const fields = Object.entries({
          ...request.headers,
          ...(who === 'a customer' ? { cookie: session } : {}),
          'content-length': '4000',
        });
        const head = [
          `${request.method} ${writable(request)} HTTP/1.1`,
          `Host: ${host}`,
          ...fields.map(([name, value]) => `${name}: ${String(value)}`),
        ].join('\r\n');
        const body = String(request.body ?? '').slice(0, 60);
        // Three ways to send half a request: close in the middle of the headers, close in the middle of the body, or
        // hold the connection open in the middle of the body.
        if (at % 3 === 0) socket.end(head.slice(0, head.length / 2));
        else if (at % 3 === 1) socket.write(`${head}\r\n\r\n${body}`, () => socket.destroy());
        else socket.write(`${head}\r\n\r\n${body}`);
        await closed;
      });
      await Promise.all(halves);
      await expect.poll(sockets, { timeout: 20_000 }).toBeLessThan(before + 20);
      expect(errorLines(from)).toEqual([]);
      expect((await sendRaw(shop.url, { path: '/fr' })).status).toBe(200);
    },
  );

  it('P-93 P-38 a search text of 15,000 characters gets a small error page', async () => {
    const usual = await sendRaw(shop.url, { path: '/fr/search?q=zzzz' });
    for (const [length, status] of [
      [7_000, 400],
      [15_000, 414],
    ] as const) {
      const long = await sendRaw(shop.url, { path: `/fr/search?q=${'x'.repeat(length)}` });
      expect(long.status).toBe(status);
      expect(long.body.length).toBeLessThan(usual.body.length + 2_000);
    }
    // No link of the page repeats a URL of the maximum length.
    const quotes = '%22'.repeat(2_000);
    for (const path of [`/fr/${'x'.repeat(7_000)}`, `/fr/p/${quotes}`, `/fr/contact?x=${quotes}`]) {
      const long = await sendRaw(shop.url, { path });
      expect(long.body.length, path.slice(0, 20)).toBeLessThan(usual.body.length + 20_000);
      expect(long.body, path.slice(0, 20)).not.toContain(path.slice(0, 1_100));
    }
  });
});
