/**
 * Keys of every schema for an ERP or search response. A key is optional if its schema accepts null or a missing key;
 * Odoo sends an empty value as a missing key, null, an empty string or `false`, so such a key accepts all four
 * (contract/search.md 1.1). Every other key is listed here, so that a new one is a deliberate decision.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type * as Zod from 'zod';
import type { z } from 'zod';

interface Made {
  /** Path of the module that created the schema. */
  at: string;
  schema: z.ZodObject;
}
const made = vi.hoisted((): Made[] => []);

/** Records every object schema that a module creates, because most are not exported. */
vi.mock('zod', async (load) => {
  const zod = await load<typeof Zod>();
  function noted<S extends z.ZodObject>(schema: S): S {
    const frames = (new Error().stack ?? '').split('\n').slice(2).join('\n');
    const at = /\/((?:app|server)\/[\w/.-]+\.tsx?)/.exec(frames)?.[1] ?? 'unknown';
    made.push({ at, schema });
    const extend = schema.extend.bind(schema);
    return Object.assign(schema, {
      extend: (shape: Parameters<typeof extend>[0]) => noted(extend(shape)),
    });
  }
  const object: typeof zod.z.object = (...shape) => noted(zod.z.object(...shape));
  const looseObject: typeof zod.z.looseObject = (...shape) => noted(zod.z.looseObject(...shape));
  return { ...zod, z: { ...zod.z, object, looseObject } };
});

/** Forms, files, the shop's own records and identity claims: not responses of ERP or search. */
const ownShapes =
  /^server\/(?!upstream\/|auth\/erp-sign-in)|^app\/base\/page\/forms\/|-form\.ts$|^app\/routes\/|^app\/(storefront\/contact|content\/newsletter)\/|^app\/account\/profile\/profile\.ts$|^app\/ordering\/quick-order\/(import|scan|list-columns)|^app\/ordering\/cart\/(confirmed-quantities|sync\/(ledger|island-sync))|^app\/ordering\/checkout\/(placing|typed-choices|last-carrier)|^app\/ordering\/payment\/attempt|^app\/account\/quotations\/actions\/|^app\/ordering\/addresses\/asked-changes|^app\/ordering\/on-order\/cancel-asked|^app\/ordering\/orders\/free-goods|^app\/storefront\/search\/words\/word-file/;

/** Aggregations, suggestions and the version: created by the engine itself, not from documents. */
const engineShapes =
  /^app\/storefront\/search\/(facets\/facets-reading|words\/index-words|text\/(text-reading|spelling))|^server\/upstream\/search\/search-product/;

/** Required keys by module: ids, envelopes, and the parts of an amount, for which no default is safe. */
const requiredKeys: Readonly<Record<string, string>> = {
  'app/base/erp/sale-wire.server.ts': 'id name product_id',
  'app/base/erp/settings.server.ts': 'id name time weekdays',
  'app/account/dashboard/credentials.server.ts': 'login',
  'app/account/dashboard/rebate-card.server.ts': 'from_points percent program',
  'app/account/dashboard/sales-person.server.ts': 'name',
  'app/account/alerts/promo-alerts.server.ts': 'data product_id',
  'app/ordering/cart/sync/erp-cart.server.ts': 'items',
  'app/catalogue/products/category/category-wire.server.ts': 'id',
  'app/catalogue/products/indicated-prices.server.ts': 'id',
  'app/catalogue/products/special-ends.server.ts': 'id',
  'app/catalogue/products/wire/card-wire.server.ts': 'id name src',
  'app/catalogue/products/wire/price-wire.server.ts':
    'discount discount_sale price pricelist ratio_main_product ratio_promotional_product value',
  'app/catalogue/products/wire/product-wire.server.ts': 'id name value',
  'app/ordering/checkout/erp/carriers.server.ts': 'data id',
  'app/ordering/checkout/erp/pickups.server.ts': 'code',
  'app/content/articles/announcement-wire.server.ts': 'id name src',
  'app/content/articles/articles.server.ts': 'data id lang name title url',
  'app/content/articles/latest-news.server.ts': 'data id lang title url',
  'app/content/articles/slots.server.ts': 'code content data lang',
  'app/account/documents/documents.server.ts': 'data id name size type',
  'app/content/forms/forms.server.ts': 'code form id name',
  'app/content/forms/model/component.ts': 'actions property type',
  'app/content/forms/model/conditions.ts': 'component conditions json operator show var when',
  'app/content/forms/model/definition.ts': 'components i18n',
  'app/storefront/layout/navigation.server.ts': 'id name url_key',
  'app/account/quotations/quotation-counts.server.ts': 'count items',
  'app/ordering/on-order/on-order.server.ts':
    'data order_line_id product_id qty_ordered qty_to_deliver size status',
  'app/ordering/on-order/past-orders.server.ts': 'data price qty_ordered size state',
  'app/ordering/orders/order-wire.server.ts': 'count data id items lines qty_delivered size',
  'app/ordering/payment/payment-wire.server.ts':
    'amount id payable payable_reference providers reference',
  'app/storefront/product-page/read/related-products.server.ts': 'average months',
  'app/account/profile/profile.server.ts': 'data name',
  'app/ordering/quick-order/known-codes.server.ts': 'items',
  'app/account/quotations/quotations.server.ts': 'count items',
  'app/storefront/search/facets/customer-groups.server.ts': 'data id name',
  'app/catalogue/products/rebates.server.ts': 'id program until',
  'app/storefront/search/text/exact-code.server.ts': 'id',
  'app/storefront/search/typing/autocomplete.server.ts': 'id',
  'app/content/small-ads/small-ads.server.ts': 'data id url',
  'app/account/statistics/statistics.server.ts': 'data product_id',
  'app/account/wishlists/wishlists.server.ts': 'id items lines product_id',
};

const empty: readonly (readonly [name: string, of: (key: string) => object])[] = [
  ['absent', () => ({})],
  ['null', (key) => ({ [key]: null })],
  ['""', (key) => ({ [key]: '' })],
  ['false', (key) => ({ [key]: false })],
];

function accepts(schema: z.ZodObject, key: string, value: object): boolean {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return !issues.some(({ path }) => path[0] === key);
}

beforeAll(async () => {
  // Test files of one worker share modules, and already loaded modules have created their schemas without this zod.
  vi.resetModules();
  // The unused-code check counts every export of a module in `import.meta.glob` as used, so this lists files itself.
  for (const folder of ['app', 'server/upstream', 'server/auth'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || name.includes('.test.')) continue;
      const path = resolve(folder, name);
      if (/from 'zod'/.test(readFileSync(path, 'utf8'))) await import(/* @vite-ignore */ path);
    }
});

// Later test files of this worker load their modules with the real zod.
afterAll(() => {
  vi.doUnmock('zod');
  vi.resetModules();
});

const wires = () => made.filter(({ at }) => !ownShapes.test(at) && !engineShapes.test(at));

it('P-44 every optional key of an upstream schema may be absent, null, an empty text or false', () => {
  const refused = wires().flatMap(({ at, schema }) =>
    Object.keys(schema.shape).flatMap((key) => {
      const [absent, isNull, ...others] = empty.map(([, of]) => accepts(schema, key, of(key)));
      if (!absent && !isNull) return [];
      return [absent, isNull, ...others].flatMap((isAccepted, index) =>
        isAccepted ? [] : [`${at} ${key}: ${empty[index]?.[0] ?? ''}`],
      );
    }),
  );
  expect(wires().length).toBeGreaterThan(80);
  expect(refused).toEqual([]);
});

it('P-44 an upstream schema requires exactly the listed keys', () => {
  const required = new Map<string, Set<string>>();
  for (const { at, schema } of wires())
    for (const key of Object.keys(schema.shape))
      if (!accepts(schema, key, {}) && !accepts(schema, key, { [key]: null }))
        required.set(at, (required.get(at) ?? new Set()).add(key));
  const found = [...required].map(([at, keys]) => [at, [...keys].sort().join(' ')]);
  expect(Object.fromEntries(found)).toEqual(requiredKeys);
});
