/**
 * With arbitrary input and upstream responses, the shop renders a page, rejects, or reports an outage, and never
 * throws.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postEveryForm } from '../../support/every-form';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';
import { allRoutes } from './route-table';

const login = 'vet@demo.example';
const seed = 20_261_122;
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 200 });
  vet = await shop.customer(login);
  shop.sandbox.erp.control.replaceCart(newCart(shop, login).uuid, 'ordered');
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  newCart(shop, login);
});

function expectNoBug(page: Page, what: string): void {
  expect(page.status, `${what} gave ${page.status}`).not.toBe(500);
}

/** Program errors in the log since `from`. */
const bugsSince = (from: number): unknown[] =>
  shop.logs
    .slice(from)
    .filter(({ event }) => event === 'page.failed' || event === 'request.failed')
    .map(({ path, error, stack }) => ({ path, error, stack: String(stack).slice(0, 400) }));

const odd = [
  '',
  ' ',
  '\u0000',
  '-1',
  '1e309',
  '9'.repeat(30),
  '0x10',
  'NaN',
  '__proto__',
  '{"$gt":""}',
  '%',
  '\ud800',
  'é'.repeat(2_000),
  '\r\nX: y',
  '2026-02-31',
];

describe('arbitrary input', () => {
  it('P-36 P-29 arbitrary input in any field of any form causes no 500 and adds no header', async () => {
    const from = shop.logs.length;
    const paths = [
      '/fr',
      '/fr/account',
      '/fr/quick-order',
      '/fr/cart',
      '/fr/cart-confirm',
      '/fr/account/smallads/new',
      '/fr/account/smallads/6006',
      '/fr/form/visit_request',
    ];
    let at = 0;
    const valueOf = (): string => odd[(at += 1) % odd.length] ?? '';
    for (const path of paths) {
      for (const page of await postEveryForm(vet, path, valueOf)) {
        expectNoBug(page, path);
        expect(page.headers.get('x')).toBeNull();
      }
    }
    expect(bugsSince(from)).toEqual([]);
  });

  it('P-36 P-38 arbitrary input in any URL and query causes no 500 and adds no header', async () => {
    const from = shop.logs.length;
    const names = [
      'q',
      'page',
      'size',
      'sort',
      'tx',
      'do',
      'cart',
      'no',
      '__proto__',
      'constructor',
    ];
    const fields = fc.array(
      fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...odd), fc.string())),
      { maxLength: 6 },
    );
    const samples = fc.sample(fields, { numRuns: 2 * allRoutes.length, seed });
    for (const [at, { path }] of allRoutes.entries()) {
      const query = new URLSearchParams(samples[2 * at]).toString();
      expectNoBug(await vet.get(`${path}?${query}`, { follow: false }), `${path}?${query}`);
      const body = new URLSearchParams(samples[2 * at + 1]);
      if (path.includes('sign-out')) continue;
      expectNoBug(await vet.post(path, body, { follow: false }), `POST ${path} ${body.toString()}`);
    }
    expect(bugsSince(from)).toEqual([]);
    expect(Object.keys({})).toEqual([]);
  });
});

/** JSON with the keys of the contract and arbitrary values. */
const words =
  'id name uuid items data total size count lines product qty state amount date carriers addresses methods providers points rewards partner'.split(
    ' ',
  );
const leaf = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom('__proto__', -1, 1e21, '2026-02-31', '', false, null),
);
const wordy = fc.dictionary(fc.constantFrom(...words), leaf, { maxKeys: 8 });
const anyAnswer = fc.oneof(
  fc.jsonValue(),
  wordy,
  fc.array(wordy, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...words), fc.oneof(wordy, fc.array(wordy, { maxLength: 3 }))),
);

describe('arbitrary ERP responses', () => {
  it('P-36 with any JSON as ERP response, a page is rendered or reported as unavailable', async () => {
    const from = shop.logs.length;
    const { control } = shop.sandbox.erp;
    const paths = [
      '/fr/account',
      '/fr/cart',
      '/fr/cart-confirm',
      '/fr/account/sales',
      '/fr/account/sales/1',
      '/fr',
      '/fr/account/sales/1/again',
      '/fr/cart-validated',
      '/fr/news',
      '/fr/quick-order',
    ];
    for (const [at, body] of fc.sample(anyAnswer, { numRuns: 60, seed }).entries()) {
      const path = paths[at % paths.length] ?? '/fr';
      control.clearFaults();
      control.fault({ match: { path: '*' }, status: at % 7 === 6 ? 422 : 200, body, times: 50 });
      const page = await vet.get(path, { follow: false });
      expectNoBug(page, `${path} after ${JSON.stringify(body)}`);
    }
    control.clearFaults();
    expect(bugsSince(from)).toEqual([]);
    expect((await vet.get('/fr/account')).status).toBe(200);
  });
});
