/**
 * Unit prices around the quantity at which a tier begins. The expected price is computed here, from the documents of
 * the sample index and with exact fractions, by the rule of contract/search.md 4.3.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorldCustomer } from '../../../sandbox/world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { forEveryone } from '../checkout/checkout-carts';
import { pasted } from '../cart/quick-order-pages';

const dates = { date_start: z.string().nullable(), date_end: z.string().nullable() };
const Priced = z.object({
  id: z.number(),
  sku: z.string(),
  url_key: z.string(),
  price: z.null(),
  price_gross: z.array(
    z.object({ pricelist: z.string(), min_quantity: z.number(), price: z.number(), ...dates }),
  ),
  price_discount: z.array(
    z.object({
      pricelist: z.string(),
      min_quantity: z.number(),
      discount: z.number(),
      exclusive: z.boolean(),
      ...dates,
    }),
  ),
  supplier_discount: z.array(z.object({ discount_sale: z.number(), ...dates })),
  supplier_discount_vet: z.array(z.object({ discount_sale: z.number(), ...dates })),
});
type Priced = z.output<typeof Priced>;

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
});
afterAll(() => shop.stop());

type Dated = Pick<Priced['price_gross'][number], 'date_start' | 'date_end'>;
const isOpen = ({ date_start: start, date_end: end }: Dated): boolean => {
  const { today } = shop.sandbox.world;
  return (start ?? today).slice(0, 10) <= today && (end ?? today).slice(0, 10) >= today;
};
const gross = ({ price_gross: tiers }: Priced, { pricelistGross }: WorldCustomer) =>
  tiers.filter((tier) => tier.pricelist === pricelistGross && isOpen(tier));
const discounts = ({ price_discount: tiers }: Priced, { pricelistDiscounts }: WorldCustomer) =>
  tiers.filter((tier) => pricelistDiscounts.includes(tier.pricelist) && isOpen(tier));

function supplierDiscount(one: Priced, customer: WorldCustomer): number {
  const { supplierPromotion: claim, functionType } = customer;
  if (claim === '' || claim === 'none') return 0;
  const highest = (offers: Priced['supplier_discount']): number =>
    Math.max(0, ...offers.filter(isOpen).map((offer) => offer.discount_sale));
  const hasVet = claim === 'vet' || (claim === null && functionType.endsWith('veterinary'));
  const isVet = hasVet && one.supplier_discount_vet.some(isOpen);
  return highest(isVet ? one.supplier_discount_vet : one.supplier_discount);
}

/** Net price of one piece in 1/10000 euro. */
function expectedPrice(one: Priced, customer: WorldCustomer, quantity: number): number {
  const reached = gross(one, customer).filter((tier) => tier.min_quantity <= quantity);
  const step = Math.max(...reached.map((tier) => tier.min_quantity));
  const price = Math.min(
    ...reached.filter((tier) => tier.min_quantity === step).map((tier) => tier.price),
  );
  const agreed = discounts(one, customer).filter((tier) => tier.min_quantity <= quantity);
  const most = Math.max(0, ...agreed.map(({ discount }) => discount));
  const best = agreed.filter(({ discount }) => discount === most);
  const isExclusive = best.length > 0 && best.every(({ exclusive }) => exclusive);
  const supplier = isExclusive ? 0 : supplierDiscount(one, customer);
  const hundredths = (percent: number): bigint => BigInt(Math.round((100 - percent) * 100));
  const unit = BigInt(Math.round(price * 10_000));
  const exact = unit * hundredths(most) * hundredths(supplier);
  // Prices in whole cents are rounded to the cent, others to 1/10000 euro, both half up.
  const scale = (unit % 100n === 0n ? 100n : 1n) * 100_000_000n;
  return Number(((exact + scale / 2n) / scale) * (unit % 100n === 0n ? 100n : 1n));
}

/** The first price of a text in 1/10000 euro. */
function priceIn(text: string): number {
  const [, whole = '', fraction = ''] = /([\d\s]+),(\d{2,4})\s*€/.exec(text) ?? [];
  return Number(whole.replace(/\s/g, '') + fraction.padEnd(4, '0'));
}

/** The table 'from 6: …' of a page as pairs of quantity and price. */
const tierTable = (page: Page): [number, number][] =>
  page.dom.querySelectorAll('.buy .tiers tbody tr').map((row) => {
    const from = /\d+/.exec(row.querySelector('th')?.text ?? '')?.[0];
    return [Number(from), priceIn(row.querySelectorAll('td').at(-1)?.text ?? '')];
  });

interface Sample {
  one: Priced;
  borders: readonly number[];
}

/** Up to four products with gross tiers, and four with discount tiers, of which the customer's lists have some. */
function samples(customer: WorldCustomer): Sample[] {
  const { world } = shop.sandbox;
  const found = [...world.documents('products', 'fr')].flatMap((document) => {
    const { data: one } = Priced.safeParse(document);
    const variant = one && world.variants.get(one.id);
    if (!variant || !forEveryone(variant) || gross(one, customer).length === 0) return [];
    const ofGross = gross(one, customer).map((tier) => tier.min_quantity);
    const ofDiscounts = discounts(one, customer).map((tier) => tier.min_quantity);
    const borders = [...new Set([...ofGross, ...ofDiscounts])].filter((border) => border > 1);
    const kinds = [ofGross, ofDiscounts].map((all) => all.some((border) => border > 1));
    return borders.length > 0 ? [{ one, borders, kinds }] : [];
  });
  const chosen = [0, 1].flatMap((kind) => {
    const ofKind = found.filter(({ kinds }) => kinds[kind]);
    expect(ofKind.length, `${customer.login}, kind ${kind}`).toBeGreaterThan(1);
    return ofKind.slice(0, 4);
  });
  return [...new Set(chosen)];
}

const around = ({ borders }: Sample): number[] => [
  ...new Set([1, ...borders.flatMap((border) => [border - 1, border, border + 1])]),
];

const plainText = (text = ''): string => text.replace(/\s+/g, ' ').trim();
/** The price behind the last `×` or `:` of a text. */
const lastPrice = (text = ''): number => priceIn(text.split(/[×:]/).at(-1) ?? '');

/** Compares product page and list row. The row shows the price of one piece and that of the next tier. */
async function comparePages(who: Visitor, customer: WorldCustomer, sample: Sample): Promise<void> {
  const { one } = sample;
  const page = await who.get(`/fr/p/${one.url_key}?sku=${one.sku}`);
  const table = tierTable(page);
  const list = await who.get(`/fr/search?q=${one.sku}&exact=0`);
  const row = list.dom
    .querySelectorAll('.row')
    .find(({ innerHTML }) => innerHTML.includes(`q.${one.id}"`));
  const next = row?.querySelectorAll('.next').find(({ text }) => text.startsWith('dès '));
  const nextFrom = Number(/\d+/.exec(next?.text ?? '')?.[0] ?? Infinity);
  const third = table[2]?.[0] ?? Infinity;
  for (const quantity of around(sample)) {
    const about = `${customer.login}, ${quantity} × ${one.sku}`;
    const expected = expectedPrice(one, customer, quantity);
    const reached = table.findLast(([from]) => from <= quantity);
    expect(reached?.[1] ?? priceIn(page.words('.buy .net')), `page, ${about}`).toBe(expected);
    const inRow = quantity >= nextFrom ? next : row?.querySelector('.row-price .net');
    if (quantity < third) expect(lastPrice(inRow?.text), `row, ${about}`).toBe(expected);
  }
}

/** Compares a pasted list and the cart of another device, both with these quantities. */
async function compareLines(
  who: Visitor,
  customer: WorldCustomer,
  lines: readonly { one: Priced; quantity: number }[],
): Promise<void> {
  const { control } = shop.sandbox.erp;
  const text = lines.map(({ one, quantity }) => `${one.sku} ${quantity}`).join('\n');
  const quick = (await pasted(who, text)).dom.querySelectorAll('#scan-lines > li');
  for (const { uuid } of control.cartsOf(customer.id)) control.replaceCart(uuid ?? '', 'cancelled');
  const wanted = lines.map(({ one, quantity }) => ({ product_id: one.id, qty: quantity }));
  control.newCart(customer.id, wanted);
  // The checkout reads the cart from the ERP, whatever the age of the known one.
  await who.get('/fr/cart-confirm');
  const cart = await who.get('/fr/cart');
  for (const { one, quantity } of lines) {
    const about = `${customer.login}, ${quantity} × ${one.sku}`;
    const expected = expectedPrice(one, customer, quantity);
    const unit = cart.dom.querySelector(`[data-line="${one.id}"] .unit`)?.text;
    expect(plainText(unit), `cart, ${about}`).toMatch(new RegExp(`^${quantity} × `));
    expect(lastPrice(unit), `cart, ${about}`).toBe(expected);
    const row = quick.find((found) => found.text.includes(one.sku));
    const hint = row?.querySelectorAll('.hint').find((found) => found.text.includes('×'));
    expect(lastPrice(hint?.text), `quick order, ${about}`).toBe(expected);
  }
}

describe('unit prices around tier borders', () => {
  it.each(['kempenhof@demo.example', 'vet@demo.example', 'clinique@demo.example'])(
    'PRICE-01 PRICE-02 list row, product page, quick order and cart line show %s the same unit price one piece below, at and above each tier border',
    async (login) => {
      const customer = shop.sandbox.world.customers.find((one) => one.login === login);
      if (!customer) throw new Error(`no sample customer ${login}`);
      const who = await shop.customer(login);
      const chosen = samples(customer);
      for (const sample of chosen) await comparePages(who, customer, sample);
      const most = Math.max(...chosen.map((sample) => around(sample).length));
      for (let at = 0; at < most; at += 1) {
        const lines = chosen.map((sample) => ({ ...sample, quantity: around(sample)[at] ?? 1 }));
        await compareLines(who, customer, lines);
      }
    },
  );
});
