/** A shop whose index holds what the released exporter of Odoo writes, and nothing else (contract/search.md 1.4). */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lang } from '../../../sandbox/world';
import { commandFile } from '../../support/command-file';
import { startTestShop, type TestShop } from '../../support/shop';
import { customerId, newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const suffixes = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' } as const;
const folder = mkdtempSync(join(tmpdir(), 'shop-plain-odoo-'));
let shop: TestShop;
let report = '';

/** The keys of `shopinvader_product` with its modules for addresses, descriptions, stock and pictures. */
const productKeys = [
  'id',
  'model',
  'main',
  'name',
  'short_name',
  'variant_count',
  'categories',
  'sku',
  'variant_attributes',
  'url_key',
  'redirect_url_key',
  'short_description',
  'description',
];
const categoryKeys = ['id', 'name', 'level', 'parent', 'childs', 'sequence', 'url_key'];

type Fields = Readonly<Record<string, unknown>>;
const only = (document: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, document[key] ?? null]));

/** Stock per warehouse without a state, pictures under the operator's names of sizes. */
const exported = (document: Fields): Fields => ({
  ...only(document, productKeys),
  stock: { depot: { qty: 12 } },
  images: [{ thumb: { src: `${shop.sandbox.urls.media}/x.svg`, alt: 'x', sequence: 0, tag: '' } }],
});

function write(name: string, lang: Lang, documents: Iterable<Fields>): void {
  const lines = [...documents].map((document) => JSON.stringify(document));
  writeFileSync(join(folder, `${name}_${suffixes[lang]}.jsonl`), `${lines.join('\n')}\n`);
}

async function load(): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [commandFile('tools/load-index.ts'), folder, '--adopt', '--url', shop.sandbox.search.url],
    { env: { ...process.env, SEARCH_URL: '' } },
  );
  child.stdout.on('data', (chunk: Buffer) => (report += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (report += chunk.toString()));
  return new Promise((resolve) => child.once('close', resolve));
}

beforeAll(async () => {
  shop = await startTestShop({ profile: 'odoo18' });
  const { world } = shop.sandbox;
  for (const lang of ['fr', 'nl', 'en'] as const) {
    write('products', lang, [...world.documents('products', lang)].map(exported));
    write(
      'categories',
      lang,
      [...world.documents('categories', lang)].map((document) => only(document, categoryKeys)),
    );
  }
  expect(await load(), report).toBe(0);
});
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an index as the exporter of a plain Odoo fills it', () => {
  it('OPS-06 for an index of a plain Odoo, the report of npm run index says which parts of the shop are off', () => {
    expect(report).toContain('off in the shop, because no document has these fields');
    expect(report).toContain('the cart shows the prices of the ERP');
    expect(report).toContain('filters by species');
    expect(report).not.toMatch(/^ +images .*pictures/m);
  });

  it('SRCH-01 PROD-01 CART-04 with an index of a plain Odoo, search, list and product page work, and the cart has the ERP’s price', async () => {
    const [first = 0] = variants(shop, 1);
    const sku = shop.sandbox.world.variants.get(first)?.sku ?? '';
    // The cart is created before the first page, because the shop does not fetch a cart again that it has just fetched.
    newCart(shop, login, { products: [first] });
    const vet = await shop.customer(login);
    // A search for the product code opens the product's page.
    const page = await vet.get(`/fr/search?q=${sku}`);
    expect(page.status).toBe(200);
    expect(page.url.pathname).toMatch(/^\/fr\/p\//);
    expect(page.words('main')).toContain(sku);
    expect(page.text).toContain('x.svg');
    expect(page.words('main')).toContain('En stock');
    expect((await vet.get('/fr')).status).toBe(200);
    const list = await vet.get('/fr/search');
    expect(list.dom.querySelectorAll('main a[href*="/p/"]').length).toBeGreaterThan(0);
    const cart = await vet.get('/fr/cart');
    expect(cart.text).toContain(sku);
    const [open] = shop.sandbox.erp.control.cartsOf(customerId(shop, login));
    const line = open?.lines.find(({ productId }) => productId === first);
    expect(line?.qty).toBe(2);
    const price = (line?.net ?? 0).toFixed(2).replace('.', ',');
    expect(cart.words('main')).toContain(`${price} €`);
  });
});
