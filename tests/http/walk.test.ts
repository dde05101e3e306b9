/**
 * Opens every page of the route table in three languages, as each kind of visitor: it renders in its language, without
 * raw keys and codes, without prices for a guest, and without order buttons for a student.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeTable } from '../../app/base/routing/table';
import { startTestShop, type TestShop } from '../support/shop';
import type { Page, Visitor } from '../support/visitor';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 200, settings: { RATE_LIMITS: 'off' } });
});
afterAll(() => shop.stop());

const locales = ['fr', 'nl', 'en'] as const;
const tags = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-US' } as const;
const people = ['guest', 'vet', 'etudiant', 'groothandel', 'leverancier'] as const;

/** Pages that a redirect from another site opens, with parameters of that redirect. */
const onTheWay = new Set([
  'account/oidc-redirect',
  'account/new-password',
  'account/validate-email',
  ':key',
  '*',
  'cart-confirm/payment',
  'cart-validated',
  'account/keep',
  // Pages of credentials mode.
  'account/forgotten-password',
]);
const pages = routeTable
  .filter(({ pattern, file }) => pattern.startsWith(':locale') && file.endsWith('.tsx'))
  .map(({ pattern }) => pattern.replace(/^:locale\/?/, ''))
  .filter((pattern) => !onTheWay.has(pattern));
const isFixed = (pattern: string): boolean => !/[:*]/.test(pattern);
const fixed = pages.filter(isFixed);
const named = pages
  .filter((pattern) => !isFixed(pattern))
  .map((pattern) => ({
    pattern,
    matches: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
  }));

/** `cart:fee.help`, `{{count}}`, `waiting_acceptation`: raw text that no page should show. */
const raw = [
  /\b[a-z][a-z-]+:[a-z][\w-]*(?:\.[\w-]+)+\b/i,
  /\{\{|\}\}/,
  /\b(?:undefined|NaN|null)\b|\[object /,
  /(?<![\w@./-])[a-z]{3,}_[a-z]{2,}[a-z_]*(?![\w@./-])/,
];
const price = /\d[.,]\d{2}\s?€|€\s?\d+[.,]\d{2}/;
const priced = /^(?:search|promotions|c\/.*|p\/.*)?$/;

function faultsOf(page: Page, locale: (typeof locales)[number], who: string, path: string) {
  const faults: string[] = [];
  if (page.status !== 200) return [`${path}: ${page.status}`];
  for (const silent of page.dom.querySelectorAll('script, style')) silent.remove();
  const words = page.words('body');
  if (page.dom.querySelector('html')?.getAttribute('lang') !== tags[locale])
    faults.push(`${path}: in another language`);
  for (const one of raw) {
    const found = one.exec(words);
    if (found) faults.push(`${path}: “${words.slice(found.index - 20, found.index + 40)}”`);
  }
  const main = page.words('main');
  if (who === 'guest' && priced.test(path) && price.test(main)) faults.push(`${path}: a price`);
  const mayNotOrder = who === 'guest' || who === 'etudiant';
  if (mayNotOrder && page.dom.querySelector('button[name=add]'))
    faults.push(`${path}: an add button`);
  return faults;
}

/** The fixed pages, and for each pattern the first URL that one of them links to. */
async function walk(visitor: Visitor, locale: (typeof locales)[number], who: string) {
  const waiting = [...fixed];
  const walked = new Set<string>();
  const faults: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await visitor.get(`/${locale}${path ? `/${path}` : ''}`);
    // This page belongs to the identity provider and is not checked.
    if (page.url.origin !== shop.url) continue;
    faults.push(...faultsOf(page, locale, who, path));
    for (const link of page.dom.querySelectorAll('a[href]')) {
      const url = new URL(link.getAttribute('href') ?? '', page.url);
      const below = url.pathname.replace(`/${locale}/`, '');
      const kind = named.find(({ matches }) => matches.test(below))?.pattern;
      if (url.origin !== shop.url || below === url.pathname || isTaken(below)) continue;
      if (kind === undefined || walked.has(kind)) continue;
      walked.add(kind);
      waiting.push(decodeURI(below));
    }
  }
  return { walked, faults };
}
/** True for a fixed URL that a pattern would also match: `account/smallads/new`. */
const isTaken = (below: string): boolean =>
  routeTable.some(({ pattern }) => isFixed(pattern.slice(8)) && pattern === `:locale/${below}`);

describe('a walk through every page', () => {
  const everybody = ['c/*', 'p/*', 'news/*', 'page/*', 'form/:code'];
  const vets = [
    'account/sales/:id',
    'account/wishlists/:id',
    'account/quotations/:id',
    'account/smallads/:id',
  ];
  it.each(people.flatMap((who) => locales.map((locale) => [who, locale] as const)))(
    'SHELL-01 I18N-01 I18N-03 AUTH-12 every page renders for %s in %s',
    async (who, locale) => {
      const visitor = who === 'guest' ? shop.visitor() : await shop.customer(`${who}@demo.example`);
      const { control } = shop.sandbox.erp;
      const before = control.requests().length;
      const { walked, faults } = await walk(visitor, locale, who);
      expect(faults).toEqual([]);
      const languages = control
        .requests()
        .slice(before)
        .map(({ language }) => language);
      expect(new Set(languages)).toEqual(new Set([tags[locale]]));
      const wanted = who === 'vet' ? [...everybody, ...vets] : everybody;
      // The sample supplier has none of the few products here, and its users see no others.
      const own = who === 'leverancier' ? wanted.filter((path) => path !== 'p/*') : wanted;
      expect([...walked]).toEqual(expect.arrayContaining(own));
    },
  );
});
