/** Measures as a practice enters them: results have that measure, in whatever notation the catalogue uses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { productsAreIndexed } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 2_000 });
  await productsAreIndexed(shop, 'fr', 'nl');
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const firstShown = 3;
const Named = z.object({ sku: z.string(), name: z.string(), url_key: z.string() });

/** Created once per language, because a world creates its documents on every call. */
const named = new Map<string, z.infer<typeof Named>[]>();
function documentsIn(locale: 'fr' | 'nl'): z.infer<typeof Named>[] {
  const known =
    named.get(locale) ??
    [...shop.sandbox.world.documents('products', locale)].map((one) => Named.parse(one));
  named.set(locale, known);
  return known;
}

/** Full names of the variants shown in the first rows. */
function firstNames(page: Page, locale: 'fr' | 'nl'): string[] {
  const documents = documentsIn(locale);
  return page.dom
    .querySelectorAll('form.sheet li.row .row-name a')
    .slice(0, firstShown)
    .map((link) => {
      const address = new URL((link.getAttribute('href') ?? '').replaceAll('&amp;', '&'), shop.url);
      const sku = address.searchParams.get('sku');
      const key = address.pathname.split('/').at(-1);
      const variants = documents.filter((one) => one.url_key === key);
      const name = (sku ? variants.find((one) => one.sku === sku) : variants[0])?.name ?? '';
      return name.replace(/\s+/g, ' ');
    });
}

describe.each(['fr', 'nl'] as const)('a measure as search text (%s)', (locale) => {
  it.each([
    ['5ml', /(^|[^\d,.])5 ml\b/i],
    ['5 ml', /(^|[^\d,.])5 ml\b/i],
    ['5cc', /(^|[^\d,.])5 ml\b/i],
    ['21G', /\b21 ?G\b/i],
    ['21 gauge', /\b21 ?G\b/i],
    ['3-0', /(^|\D)3[/-]0\b/],
    ['3/0', /(^|\D)3[/-]0\b/],
  ])(
    'SRCH-07 the search text "%s" alone finds variants with that measure',
    async (typed, written) => {
      const page = await vet.get(`/${locale}/search?q=${encodeURIComponent(typed)}`);
      const names = firstNames(page, locale);
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(name).toMatch(written);
    },
  );
});

describe('a measure next to a word', () => {
  it.each([
    ['fr', 'seringue 5ml', /seringue.*5 ml/i],
    ['nl', 'spuit 5ml', /spuit.*5 ml/i],
    ['fr', 'aiguille 21G', /aiguille.*21 ?G/i],
    ['nl', 'naald 21G', /naald.*21 ?G/i],
    ['fr', 'fil 3-0', /3[/-]0/],
    ['nl', 'hechtdraad 3-0', /3[/-]0/],
  ] as const)(
    'SRCH-07 the search /%s "%s" lists products with that measure first, then the others',
    async (locale, typed, written) => {
      const page = await vet.get(`/${locale}/search?q=${encodeURIComponent(typed)}`);
      const right = firstNames(page, locale).map((name) => written.test(name));
      expect(right[0]).toBe(true);
      expect(right.lastIndexOf(true)).toBe(right.filter(Boolean).length - 1);
    },
  );

  it('SRCH-03 a measure is never treated as a product code', async () => {
    for (const typed of ['5ml', '21G', '3-0']) {
      const page = await vet.get(`/fr/search?q=${typed}`);
      expect(page.url.pathname, typed).toBe('/fr/search');
    }
  });
});

describe('a percentage that no product has', () => {
  it.each([
    ['fr', 'glucose 55%', /glucose/i],
    ['nl', 'meloxicam 55 %', /meloxicam/i],
  ] as const)(
    'SRCH-02 in the search /%s "%s" the percentage is reported as missing, and never suggested',
    async (locale, typed, name) => {
      const query = encodeURIComponent(typed);
      const page = await vet.get(`/${locale}/search?q=${query}`);
      expect(page.dom.querySelector('main')?.text).toMatch(/: 55 %/);
      const typing = await vet.get(`/${locale}/autocomplete?q=${query}`);
      const products = typing.dom.querySelectorAll('#suggestions a[href*="/p/"]');
      expect(products.filter((link) => name.test(link.text))).toEqual([]);
    },
  );
});
