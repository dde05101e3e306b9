/**
 * Every route protects itself: checked from the route table against guests, other sites, other methods and other
 * customers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formType, sendBytes, sendRaw, type RawAnswer, type RawRequest } from '../../support/raw';
import { startTestShop, type TestShop } from '../../support/shop';
import { allRoutes, closedRoutes, isPublic, stalePublicNames } from './route-table';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 60 });
  // Texts that every page needs are loaded by the first request.
  await shop.visitor().get('/fr/contact');
});
afterAll(() => shop.stop());

const send = (request: RawRequest): Promise<RawAnswer> => sendRaw(shop.url, request);
const post = (path: string, headers: Record<string, string> = {}, method = 'POST') =>
  send({
    method,
    path,
    headers: { ...formType, origin: shop.url, 'content-length': '3', ...headers },
    body: 'a=1',
  });

/** ERP calls made while `work` runs. */
async function erpCallsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { control } = shop.sandbox.erp;
  const before = control.requests().length;
  await work();
  return control
    .requests()
    .slice(before)
    .map(({ method, path }) => `${method} ${path}`);
}

const refusesVisitor = ({ status, headers }: RawAnswer): boolean =>
  status === 401 ||
  (status === 302 && (headers.location ?? '').startsWith('/fr/account/sign-in?target='));

describe('a route that is not listed as public', () => {
  it('P-20 the list of public routes names existing routes only', () => {
    expect(stalePublicNames).toEqual([]);
    expect(closedRoutes.length).toBeGreaterThan(5);
  });

  it.each(closedRoutes)(
    'P-20 $pattern redirects a guest to sign-in without an ERP call',
    async (one) => {
      const calls = await erpCallsDuring(async () => {
        for (const method of ['GET', 'HEAD']) {
          const answer = await send({ method, path: one.path });
          // A route without a loader has nothing to protect on GET.
          expect(
            refusesVisitor(answer) || answer.status === 405,
            `${method} ${one.path} gave ${answer.status}`,
          ).toBe(true);
        }
        const posted = await post(one.path);
        expect(
          refusesVisitor(posted) || posted.status === 405,
          `POST ${one.path} gave ${posted.status}`,
        ).toBe(true);
      });
      expect(calls).toEqual([]);
    },
  );
});

describe('every route', () => {
  it('P-20 no route has a data endpoint, for guests and customers', async () => {
    const customer = await shop.customer('vet@demo.example');
    const cookie = await customer.jar.getCookieString(shop.url);
    const calls = await erpCallsDuring(async () => {
      for (const { id, path } of allRoutes) {
        const data = path === '/' ? '/_root.data' : `${path}.data`;
        const routeId = encodeURIComponent(id);
        const entrances = [
          data,
          `${data}?_routes=${routeId}`,
          `${path}?_data=${routeId}`,
          // Other spellings of the same parameter, and one behind a second question mark.
          `${path}?%5Fdata=${routeId}`,
          `${path}?_dat%61=${routeId}`,
          `${path}?_routes`,
          `${path}?x=1?&_data=${routeId}`,
          `${path}?x=1&%5f%64ata`,
          `${path}?_data`,
        ];
        for (const entrance of entrances) {
          for (const headers of [{}, { cookie }]) {
            const read = await send({ path: entrance, headers });
            expect(read.status, entrance).toBe(400);
          }
          expect((await post(entrance, { cookie })).status, `POST ${entrance}`).toBe(400);
        }
      }
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['Origin: OWN', 'Origin: https://evil.example'],
    ['Origin: https://evil.example', 'Origin: OWN'],
    ['Origin: OWN', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: same-origin'],
    ['Origin: https://evil.example', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Host: OWN'],
  ])(
    'P-18 P-28 every route rejects a post with repeated headers about its origin or host: %s, %s',
    async (...lines) => {
      const given = lines.map((line) => line.replace('OWN', shop.url));
      const head = ['POST /fr/contact HTTP/1.1', 'Content-Length: 0', ...given].join('\r\n');
      expect(await sendBytes(shop.url, head)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it('P-18 every route rejects a post from another site before any other check', async () => {
    const customer = await shop.customer('vet@demo.example');
    const cookie = await customer.jar.getCookieString(shop.url);
    const foreign: Record<string, string | undefined>[] = [
      { origin: undefined },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: shop.url, 'sec-fetch-site': 'cross-site' },
      { origin: shop.url, 'sec-fetch-site': 'same-site' },
      { origin: undefined, 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ];
    const before = shop.logs.length;
    let sent = 0;
    const calls = await erpCallsDuring(async () => {
      for (const { path } of allRoutes) {
        for (const headers of foreign) {
          for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
            const answer = await send({
              method,
              path,
              headers: { ...formType, cookie, 'content-length': '3', ...headers },
              body: 'a=1',
            });
            expect(answer.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403);
            sent += 1;
          }
        }
      }
    });
    expect(calls).toEqual([]);
    const refused = shop.logs
      .slice(before)
      .filter(({ event }) => event === 'security.cross_origin_refused');
    expect(refused).toHaveLength(sent);
    for (const { reason } of refused)
      expect(reason).toMatch(/^(?:no|another) origin$|^asked for as/);
    const { headers } = await send({ path: '/fr', headers: { cookie } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('P-20 every route accepts only GET, HEAD and POST', async () => {
    const customer = await shop.customer('vet@demo.example');
    const cookie = await customer.jar.getCookieString(shop.url);
    const calls = await erpCallsDuring(async () => {
      for (const { path } of allRoutes) {
        for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
          const answer = await post(path, { cookie }, method);
          expect(answer.status, `${method} ${path}`).toBe(405);
          expect(answer.headers.allow).toBe('GET, HEAD, POST');
        }
        for (const method of ['OPTIONS', 'TRACE']) {
          const answer = await send({ method, path, headers: { cookie, origin: shop.url } });
          expect(answer.status, `${method} ${path}`).toBe(405);
          expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        }
      }
    });
    expect(calls).toEqual([]);
  });

  it('P-20 every route answers an unexpected form of a guest without a 500', async () => {
    for (const { path, file } of allRoutes.filter(isPublic)) {
      const answer = await post(path);
      expect(answer.status, file).toBeLessThan(500);
      if (answer.status === 405) expect(answer.headers.allow, file).toMatch(/^(GET, HEAD|POST)$/);
    }
  });
});
