/**
 * On a slow connection a round trip takes most of a second: no link and no form of the shop takes more than one
 * redirect (P-82). Redirects to the provider are part of sign-in, which has further steps.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../../app/base/routing/table';
import { postEveryForm } from '../../support/every-form';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { newCart } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
/** Number of URLs followed per route. */
const perKind = 4;
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { RATE_LIMITS: 'off' } });
});
afterAll(() => shop.stop());

const kinds = routeTable.map(({ pattern }) => ({
  pattern,
  matches: new RegExp(`^/${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
}));
const kindOf = (path: string): string =>
  kinds.find(({ matches }) => matches.test(path))?.pattern ?? path;

const redirectsOf = ({ hops }: Page): number =>
  hops.filter(({ url, status }) => url.startsWith(shop.url) && status >= 300 && status < 400)
    .length;

/** Follows links to every route, starting at the home page. */
async function followEveryLink(who: Visitor) {
  const waiting = ['/fr'];
  const seen = new Set(waiting);
  const counts = new Map<string, number>();
  const faults: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await who.get(path);
    if (page.url.origin !== shop.url) continue;
    if (redirectsOf(page) > 1)
      faults.push(`${path}: ${page.hops.map(({ url }) => url).join(' → ')}`);
    for (const link of page.dom.querySelectorAll('a[href]')) {
      const url = new URL(link.getAttribute('href') ?? '', page.url);
      const target = url.pathname + url.search;
      const kind = kindOf(url.pathname);
      const count = counts.get(kind) ?? 0;
      if (url.origin !== shop.url || seen.has(target) || count >= perKind) continue;
      seen.add(target);
      counts.set(kind, count + 1);
      waiting.push(target);
    }
  }
  return { faults, kinds: counts.size };
}

const formPages = [
  '/fr',
  '/fr/search',
  '/fr/cart',
  '/fr/quick-order',
  '/fr/cart-confirm',
  '/fr/contact',
  '/fr/account/wishlists',
  '/fr/account/quotations',
  '/fr/account/profile',
  '/fr/newsletter',
];

describe('redirects after a click', () => {
  it('P-82 no link on a guest’s page takes more than one redirect', async () => {
    const { faults, kinds: met } = await followEveryLink(shop.visitor());
    expect(faults).toEqual([]);
    expect(met).toBeGreaterThan(12);
  });

  it('P-82 no link on a customer’s page takes more than one redirect', async () => {
    const { faults, kinds: met } = await followEveryLink(await shop.customer(login));
    expect(faults).toEqual([]);
    expect(met).toBeGreaterThan(30);
  });

  it('P-82 no button of a form takes more than one redirect', async () => {
    const who = await shop.customer(login);
    newCart(shop, login);
    const answers: Page[] = [];
    for (const path of formPages) answers.push(...(await postEveryForm(who, path, () => '1')));
    const faults = answers
      .filter((page) => redirectsOf(page) > 1)
      .map(({ hops }) => hops.map(({ url, status }) => `${status} ${url}`).join(' → '));
    expect(faults).toEqual([]);
    expect(answers.length).toBeGreaterThan(40);
  });
});
