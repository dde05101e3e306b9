import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Lang, SearchDocument } from '../world';
import { cnkCheckDigit, eanCheckDigit } from './catalogue/codes';
import { categoryTree } from './catalogue/placement';
import { createWorld, edgeRecords, worldGroups, worldSummary } from './create-world';
import { facts } from './facts';
import { createChance } from './random';
import { LANGS, fold } from './words/text';
import { isAllowedName } from './words/trade-names';

const option = z.object({ id: z.number(), name: z.string().min(1), sequence: z.number() });
const size = z.object({ src: z.string(), alt: z.string(), tag: z.string(), sequence: z.number() });
const window = { date_start: z.string().nullable(), date_end: z.string().nullable() };
const optionOrList = z.union([option, z.array(option)]);
/** The parts of contract/search.md 1.4 that readers depend on. */
const productShape = z.object({
  id: z.number().int().positive(),
  name: z.string().min(3),
  short_name: z.string().min(1),
  model: z.object({ name: z.string().min(2) }),
  url_key: z.string().regex(/^[a-z0-9-]+$/),
  redirect_url_key: z.array(z.string()),
  url_key_locales: z.object({ fr_BE: z.string(), nl_BE: z.string(), en_US: z.string() }),
  main: z.boolean(),
  variant_count: z.number().int().positive(),
  short_description: z.string().startsWith('<p>'),
  description: z.string().startsWith('<p>'),
  sku: z.string(),
  barcode: z.string().nullable(),
  cnk_code: z.string().nullable(),
  categories: z
    .array(z.object({ id: z.number(), name: z.string(), level: z.number(), url_key: z.string() }))
    .min(1),
  images: z.array(z.object({ small: size, medium: size, large: size, xlarge: size })),
  variant_attributes: z.record(z.string().regex(/^[a-z0-9_]{1,64}$/), z.string()),
  variant_selector: z.array(
    z.object({
      name: z.string(),
      values: z.array(
        z.object({
          name: z.string(),
          sku: z.string(),
          available: z.boolean(),
          selected: z.boolean(),
        }),
      ),
    }),
  ),
  links: z.object({
    cross_selling: z.array(z.object({ id: z.number() })),
    up_selling: z.array(z.object({ id: z.number() })),
    related: z.array(z.object({ id: z.number() })),
    substitute: z.array(z.object({ id: z.number() })),
  }),
  species_option_ids: optionOrList,
  active_principle_option_ids: z.array(option),
  size_option_ids: z.array(option),
  price_gross: z.array(z.object({ pricelist: z.string(), price: z.number(), ...window })),
  net_prices: z.array(
    z.object({
      gross: z.string(),
      discount: z.string(),
      offers: z.boolean(),
      value: z.number(),
      ...window,
    }),
  ),
  price_by_pricelist: z.record(z.string(), z.object({ value: z.number() })),
  characteristics_vector: z.array(z.number()).length(64).optional(),
  description_vector: z.array(z.number()).length(384).optional(),
});
type Product = z.output<typeof productShape>;

const TODAY = '2026-07-28';
const started = performance.now();
const world = createWorld({ mediaBase: 'http://127.0.0.1:9/media', today: TODAY });
const made = performance.now();
const groups = worldGroups(world);

function read(lang: Lang): Product[] {
  return [...world.documents('products', lang)].map((document) => productShape.parse(document));
}
const products: Record<Lang, Product[]> = { fr: read('fr'), nl: read('nl'), en: read('en') };
const done = performance.now();
const known = (document: SearchDocument, key: string) => document[key];

describe('the sample world', () => {
  it('sample world has a distributor’s number of products in every family', () => {
    const summary = worldSummary(world);
    expect(summary.products).toBe(3200);
    expect(summary.variants).toBeGreaterThanOrEqual(5000);
    expect(Object.keys(summary.byFamily).sort()).toEqual(['equipment', 'food', 'meds']);
    const times = `made in ${Math.round(made - started)} ms, read in ${Math.round(done - made)} ms`;
    process.stdout.write(`${JSON.stringify(summary)} ${times}\n`);
  });

  it('sample world has the same articles in three languages, with translated names', () => {
    const ids = products.fr.map(({ id }) => id);
    expect(products.nl.map(({ id }) => id)).toEqual(ids);
    expect(products.en.map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => world.variants.has(id))).toBe(true);
    expect(world.variants.size).toBe(ids.length);
    const alike = products.fr.filter(({ name }, i) => name === products.nl[i]?.name);
    expect(alike.length / ids.length).toBeLessThan(0.02);
  });

  it.each(LANGS)(
    'sample world has one main variant and the correct count for each url key (%s)',
    (lang) => {
      const byKey = new Map<string, Product[]>();
      for (const product of products[lang]) {
        byKey.set(product.url_key, [...(byKey.get(product.url_key) ?? []), product]);
      }
      expect(byKey.size).toBe(groups.length);
      for (const [key, members] of byKey) {
        expect(members.filter(({ main }) => main).length, key).toBe(1);
        expect(
          members.every((member) => member.variant_count === members.length),
          key,
        ).toBe(true);
        const axes = members.map((member) => Object.entries(member.variant_attributes).join('|'));
        if (members.length > 1) expect(new Set(axes).size, key).toBe(members.length);
      }
    },
  );

  it('sample world mentions variants only for products with several', () => {
    const told = [...world.documents('products', 'fr')].filter((document) =>
      String(document['description']).includes('plusieurs variantes'),
    );
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((document) => document['variant_count'] === 1)).toEqual([]);
  });

  it.each(LANGS)('sample world has no old url key that is in use (%s)', (lang) => {
    const inUse = new Set(products[lang].map(({ url_key: key }) => key));
    const categories = [...world.documents('categories', lang)];
    for (const category of categories)
      expect(inUse.has(String(known(category, 'url_key')))).toBe(false);
    const old = new Map<string, string>();
    for (const { redirect_url_key: keys, url_key: key } of products[lang]) {
      for (const one of keys) {
        expect(inUse.has(one)).toBe(false);
        expect(old.get(one) ?? key).toBe(key);
        old.set(one, key);
      }
    }
    expect(old.size).toBeGreaterThan(100);
  });

  it('sample world has unique codes with valid check digits for every article', () => {
    const seen = { sku: new Set<string>(), barcode: new Set<string>(), cnk: new Set<string>() };
    for (const { sku, barcode, cnk_code: cnk } of products.fr) {
      expect(seen.sku.has(sku)).toBe(false);
      seen.sku.add(sku);
      if (barcode) {
        expect(Number(barcode[12])).toBe(eanCheckDigit(barcode.slice(0, 12)));
        expect(seen.barcode.has(barcode)).toBe(false);
        seen.barcode.add(barcode);
      }
      if (cnk) {
        const digits = cnk.replace('-', '');
        expect(Number(digits[6])).toBe(cnkCheckDigit(digits.slice(0, 6)));
        expect(seen.cnk.has(cnk)).toBe(false);
        seen.cnk.add(cnk);
      }
    }
    expect(eanCheckDigit('400638133393')).toBe(1);
  });

  it('sample world has products in every category and all ancestors on each product', () => {
    const filled = new Set(products.fr.flatMap(({ categories }) => categories.map(({ id }) => id)));
    for (const node of categoryTree) expect(filled.has(node.number), node.id).toBe(true);
    for (const { categories } of products.fr) {
      expect(categories.map(({ level }) => level)).toEqual(
        [...categories.map(({ level }) => level)].sort(),
      );
      const ids = new Set(categories.map(({ id }) => id));
      const held = categoryTree.filter(({ number }) => ids.has(number));
      expect(held.every(({ up }) => up === null || ids.has(up.number))).toBe(true);
    }
    const roots = [...world.documents('categories', 'nl')].filter((c) => known(c, 'level') === 0);
    expect(roots.length).toBe(12);
  });

  it('sample world has no real product names and no unfilled placeholders', () => {
    const forbidden = facts.names.trade_name_rules.forbidden_names.map(fold);
    for (const group of groups) {
      const words = fold(group.model.fr).split(/[^a-z]+/);
      expect(
        forbidden.filter((name) => words.includes(name)),
        group.key,
      ).toEqual([]);
      const generic = group.substances.length > 0 && group.model.fr !== group.model.nl;
      const [first = ''] = group.model.fr.split(' ');
      if (
        group.family === 'meds' &&
        !generic &&
        !group.model.fr.includes(group.brand.name.slice(0, 5))
      )
        expect(isAllowedName(first), first).toBe(true);
    }
    for (const lang of LANGS) {
      for (const product of products[lang]) {
        expect(product.name + product.description + product.short_description).not.toMatch(
          /\{[a-zA-Z_]+\}|undefined|\bNaN\b|\[object/,
        );
      }
    }
  });

  it('sample world links only to existing articles', () => {
    const mains = new Set(products.en.filter(({ main }) => main).map(({ id }) => id));
    for (const { id, links } of products.en) {
      for (const link of [...links.related, ...links.substitute, ...links.cross_selling]) {
        expect(mains.has(link.id)).toBe(true);
        expect(link.id).not.toBe(id);
      }
    }
  });

  it('sample world has vectors of length one and some products without vectors', () => {
    const lengths = products.nl.flatMap((product) =>
      [product.characteristics_vector, product.description_vector].flatMap((vector) =>
        vector ? [Math.hypot(...vector)] : [],
      ),
    );
    expect(Math.min(...lengths)).toBeGreaterThan(0.98);
    expect(Math.max(...lengths)).toBeLessThan(1.02);
    expect(products.nl.some((product) => !product.characteristics_vector)).toBe(true);
  });

  it('sample world has a record for every edge case, one group with over a hundred variants, all stock states', () => {
    expect(edgeRecords(world).size).toBe(27);
    expect(groups.filter((group) => group.variants.length > 100).length).toBe(1);
    const variants = [...world.variants.values()];
    expect(new Set(variants.map(({ stockState }) => stockState)).size).toBe(5);
    expect(new Set(variants.map(({ orderMode }) => orderMode)).size).toBe(3);
    expect(variants.some(({ notSoldOnWebsite }) => notSoldOnWebsite)).toBe(true);
    const image = edgeRecords(world).get('no-image');
    expect(products.fr.find(({ id }) => id === image)?.images).toEqual([]);
    const html = edgeRecords(world).get('html-name');
    expect(products.fr.find(({ id }) => id === html)?.name).toContain('"<5 min>" &');
    const long = edgeRecords(world).get('long-name');
    expect(products.nl.find(({ id }) => id === long)?.name.length).toBeGreaterThan(250);
  });

  it('sample world is equal for equal seeds and differs for different seeds', () => {
    const few = { mediaBase: 'http://x/media', today: TODAY, products: 150 };
    const print = (seed: string) => {
      const small = createWorld({ ...few, seed });
      return JSON.stringify([[...small.documents('products', 'nl')], [...small.variants.values()]]);
    };
    expect(print('a')).toBe(print('a'));
    expect(print('a')).not.toBe(print('b'));
  });

  it('sample world contains all articles of a smaller world', () => {
    const small = createWorld({ mediaBase: 'http://x/media', today: TODAY, products: 1200 });
    for (const [id, variant] of small.variants)
      expect(world.variants.get(id)?.sku).toBe(variant.sku);
  });

  it('first() returns the leading elements of order()', () => {
    const { first, order } = createChance('test');
    const names = Array.from({ length: 40 }, (_, at) => `product ${at}`);
    for (const most of [0, 1, 6, 50]) {
      const few = first('related', names, (name) => name, most);
      expect(few).toEqual(order('related', names, (name) => name).slice(0, most));
    }
  });
});
