/**
 * Every page of the route table that a person may open can be found from the home page by links and forms. Pages that
 * only a URL opens are listed here with the reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../app/base/routing/table';
import type { RouteEntry } from '../../app/base/routing/tree';
import { startTestShop, type TestShop } from '../support/shop';
import { leadsTo, type Page, type Visitor } from '../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 200, settings: { RATE_LIMITS: 'off' } });
});
afterAll(() => shop.stop());

const byAddressOnly: Readonly<Record<string, string>> = {
  '*': 'the page for an unknown address',
  ':key': 'an old address of a product or category, which leads to its new one',
  'account/oidc-redirect': 'the way back from the identity provider',
  'account/signed-out': 'shown after signing out',
  'account/registered': 'shown after registering',
  'account/forgotten-password': 'only where the shop keeps the passwords, then linked at sign-in',
  'account/new-password': 'linked in an e-mail',
  'account/validate-email': 'linked in an e-mail',
  'cart-confirm': 'the cart’s button leads there, once it has kept what was typed',
  'cart-confirm/payment': 'shown after confirming an order that is paid online',
  'cart-validated': 'shown after an order',
  'contact-success': 'shown after the contact form',
  offline: 'shown by the service worker without a network',
};
const needless: Readonly<Record<string, readonly string[]>> = {
  // Pages that redirect a guest to sign-in, because they show a customer's data.
  guest: ['account/sign-out', 'cart', 'cart/import', 'scan'],
  // Pages for people without an account or a session.
  vet: ['account/sign-in', 'account/register'],
};

describe('links between pages', () => {
  it.each(['guest', 'vet'])('SHELL-01 %s can reach every page from the home page', async (who) => {
    const visitor = who === 'guest' ? shop.visitor() : await shop.customer(`${who}@demo.example`);
    const found = await findPages(visitor);
    const missing = routeTable
      .filter(({ pattern, file }) => pattern.startsWith(':locale/') && file.endsWith('.tsx'))
      .filter(({ policy }) => who === 'vet' || policy.guard === 'open')
      .map(({ pattern }) => pattern.slice(':locale/'.length))
      .filter((pattern) => !found.has(`:locale/${pattern}`))
      .filter((pattern) => !(pattern in byAddressOnly) && !needless[who]?.includes(pattern));
    expect(missing).toEqual([]);
  });
});

/** Patterns of all reachable pages; one or two pages of each pattern are searched for links. */
async function findPages(visitor: Visitor): Promise<Set<string>> {
  const seen = new Map<string, number>();
  const waiting = ['/fr'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await visitor.get(path);
    if (page.url.origin !== shop.url) continue;
    for (const next of addressesOn(page)) {
      const pattern = patternOf(next.pathname);
      if (pattern === undefined || (seen.get(pattern) ?? 0) >= 3) continue;
      seen.set(pattern, (seen.get(pattern) ?? 0) + 1);
      if (!next.pathname.endsWith('/sign-out')) waiting.push(next.pathname + next.search);
    }
  }
  return new Set(seen.keys());
}

function addressesOn(page: Page): URL[] {
  const named = [
    ...page.dom.querySelectorAll('a[href], button[name=to]').map(leadsTo),
    ...page.dom.querySelectorAll('form').map((form) => form.getAttribute('action') ?? ''),
  ];
  return named
    .map((address) => new URL(address, page.url))
    .filter(({ origin, pathname }) => origin === shop.url && /^\/fr(?:\/|$)/.test(pathname));
}

/** The first matching route; fixed segments come before parameters. */
function patternOf(path: string): string | undefined {
  const matches = ({ pattern }: RouteEntry): boolean => {
    const words = pattern.replace(':locale', 'fr').replace(/:\w+/g, '[^/]+').replace('*', '.+');
    return new RegExp(`^/${words}$`).test(path);
  };
  const entries = routeTable.filter(({ pattern }) => pattern.startsWith(':locale'));
  const fixed = entries.find(({ pattern }) => pattern.replace(':locale', 'fr') === path.slice(1));
  return (fixed ?? entries.find(matches))?.pattern;
}
