/** Time windows of offers whose bounds are raw Odoo datetimes in UTC (contract/search.md 1.3). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, laterDay } from '../../../app/base/kernel/day';
import { startOfDay } from '../../../app/base/kernel/wire-date';
import { startMediaServer } from '../../../sandbox/media-server';
import { createWorld } from '../../../sandbox/seed/create-world';
import type { World } from '../../../sandbox/world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

const today = dayOf(new Date());
const tomorrow = laterDay(today, 1);
/** In Odoo's format: `2026-11-29 23:00:00`. */
const raw = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');
const midnight = startOfDay(tomorrow);
const secondBefore = new Date(midnight.getTime() - 1_000);
const monthLater = raw(startOfDay(laterDay(today, 31)));

type Fields = Record<string, unknown>;
const priced = (price: number): Fields => ({
  price: null,
  price_discount: [],
  supplier_promotion: [],
  supplier_promotion_vet: [],
  supplier_discount: [],
  supplier_discount_vet: [],
  specials: [],
  price_gross: [{ pricelist: 'PL-STD', min_quantity: 0, price }],
});
const halfOff = (start: string): Fields => ({
  supplier_discount: [{ discount_sale: 50, date_start: start, date_end: monthLater }],
});

/** The prices that each test product shows; the keys are descriptions for the reader. */
const cases = {
  twoLists: {
    ...priced(0),
    price_gross: [
      { pricelist: 'PL-STD', price: 10, date_end: raw(secondBefore) },
      { pricelist: 'PL-STD', price: 12, date_start: raw(midnight) },
    ],
  },
  offerAtMidnight: { ...priced(20), ...halfOff(raw(midnight)) },
  offerByDay: { ...priced(20), ...halfOff(tomorrow) },
  offerOfToday: { ...priced(20), ...halfOff(raw(startOfDay(today))) },
  specialAtMidnight: {
    ...priced(20),
    specials: [{ sequence: 1, date_start: raw(midnight), date_end: monthLater }],
  },
  specialOfToday: {
    ...priced(20),
    specials: [{ sequence: 1, date_start: raw(startOfDay(today)), date_end: raw(secondBefore) }],
  },
} satisfies Record<string, Fields>;
type Case = keyof typeof cases;
const names = Object.keys(cases) as Case[];

let shop: TestShop;
let customer: Visitor;
let media: Awaited<ReturnType<typeof startMediaServer>>;
const keys = new Map<Case, string>();

function withCases(world: World): World {
  const plain = [...world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
  const documents = new Map([...world.documents('products', 'fr')].map((one) => [one['id'], one]));
  const alone = plain.filter(
    ({ id }) =>
      [...documents.values()].filter(({ url_key: key }) => key === documents.get(id)?.['url_key'])
        .length === 1,
  );
  const caseOf = new Map<unknown, Case>(names.map((name, at) => [alone[at]?.id, name]));
  for (const [at, name] of names.entries())
    keys.set(name, String(documents.get(alone[at]?.id ?? 0)?.['url_key']));
  return {
    ...world,
    *documents(index, lang) {
      for (const one of world.documents(index, lang)) {
        const name = index === 'products' ? caseOf.get(one['id']) : undefined;
        yield name ? { ...one, ...cases[name] } : one;
      }
    },
  };
}

beforeAll(async () => {
  const made: World[] = [];
  media = await startMediaServer({ world: () => made[0], host: '127.0.0.1' });
  const world = withCases(createWorld({ mediaBase: media.url, products: 60 }));
  made.push(world);
  shop = await startTestShop({ sandbox: { world, mediaBase: media.url } });
  customer = await shop.customer('vet@demo.example');
});
afterAll(async () => {
  await shop.stop();
  await media.close();
});

const buyBox = async (name: Case): Promise<string> =>
  (await customer.get(`/fr/p/${keys.get(name) ?? ''}`)).words('.buy');

describe('an offer that starts at midnight in Brussels', () => {
  it.each([
    ['twoLists', '10,00 €', '12,00 €'],
    ['offerAtMidnight', '20,00 €', '10,00 €'],
    ['offerByDay', '20,00 €', '10,00 €'],
    ['offerOfToday', '10,00 €', '5,00 €'],
  ] as const)(
    'PRICE-01 until midnight in Brussels the product %s costs %s, not %s',
    async (name, price, other) => {
      const shown = await buyBox(name);
      expect(shown).toContain(price);
      expect(shown).not.toContain(other);
    },
  );

  it('PROM-01 an offer that starts at midnight in Brussels is left out of promotions, special offers and offers of the month until then', async () => {
    const listed = async (path: string): Promise<string> =>
      (await customer.get(`${path}${path.includes('?') ? '&' : '?'}per_page=90`)).text;
    const has = (html: string, name: Case): boolean => html.includes(`/p/${keys.get(name) ?? '?'}`);
    const promotions = await listed('/fr/promotions');
    expect(has(promotions, 'offerOfToday')).toBe(true);
    expect(has(promotions, 'offerAtMidnight')).toBe(false);
    const specials = await listed('/fr/promotions?show=specials');
    expect(has(specials, 'specialOfToday')).toBe(true);
    expect(has(specials, 'specialAtMidnight')).toBe(false);
  });
});
