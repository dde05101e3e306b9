/**
 * An ERP that prices carts by the public price list, as a released Odoo 18 does: carts cost more than lists (PRICE-01).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorldVariant } from '../../../sandbox/world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { customerId, forEveryone, newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const sentences = {
  fr: /Prix au catalogue : ([\d\s,]+) € ; cette commande compte ([\d\s,]+) € la pièce/,
  nl: /Prijs in de catalogus: € ([\d\s,]+); deze bestelling rekent € ([\d\s,]+) per stuk/,
  en: /Catalogue price: €([\d.]+); this order charges €([\d.]+) per piece/,
} as const;
const number = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

describe.each(['seed', 'odoo16'] as const)('a cart of an ERP as “%s”', (profile) => {
  let shop: TestShop;
  let vet: Visitor;
  let shift = 0;
  const quirk = (on: boolean) =>
    shop.sandbox.erp.control.profile({ profile, quirks: { 'public-price-list': on } });
  beforeAll(async () => {
    shop = await startTestShop({ profile, clock: { now: () => new Date(Date.now() + shift) } });
    vet = await shop.customer(login);
  });
  afterAll(() => shop.stop());
  beforeEach(() => {
    // The shop does not fetch a cart again that it has just fetched.
    shift += 60_000;
  });

  const isReduced = (variant: WorldVariant): boolean =>
    forEveryone(variant) && variant.discounts.some(({ pricelist }) => lists().includes(pricelist));
  const lists = (): readonly string[] =>
    shop.sandbox.world.customers.find((one) => one.login === login)?.pricelistDiscounts ?? [];
  const open = () => shop.sandbox.erp.control.cartsOf(customerId(shop, login))[0]?.lines ?? [];
  /** A product that the quirk makes more expensive, with its list price and its cart price. */
  function dearer(): { id: number; listed: number; charged: number } {
    for (const id of variants(shop, 3, isReduced)) {
      const [listed = 0, charged = 0] = [false, true].map((on) => {
        quirk(on);
        newCart(shop, login, { products: [id], quantity: 1 });
        return open().find((line) => line.productId === id)?.net ?? 0;
      });
      if (charged > listed + 0.01) return { id, listed, charged };
    }
    throw new Error('no discount of this customer');
  }
  const warnings = (from: number) =>
    shop.logs.slice(from).filter(({ event }) => event === 'cart.price_differs');
  const both = (page: Page, locale: keyof typeof sentences): number[] =>
    (sentences[locale].exec(page.words('main')) ?? []).slice(1).map(number);

  it('PRICE-01 OPS-03 cart and checkout show both prices when the cart is more expensive than the list, in three languages, and log a warning', async () => {
    const { listed, charged } = dearer();
    const from = shop.logs.length;
    for (const locale of ['fr', 'nl', 'en'] as const)
      for (const path of ['cart', 'cart-confirm']) {
        const page = await vet.get(`/${locale}/${path}`);
        expect(both(page, locale), `${locale} ${path}`).toEqual([listed, charged]);
      }
    expect(warnings(from)).toMatchObject([{ level: 'warn', lines: 1, dearer: 1 }]);
  });

  it('PRICE-01 no message about prices appears when the cart price is equal to the list price, or lower', async () => {
    const { id } = dearer();
    quirk(false);
    const { uuid } = newCart(shop, login, { products: [id], quantity: 1 });
    const from = shop.logs.length;
    for (const path of ['cart', 'cart-confirm'])
      expect((await vet.get(`/fr/${path}`)).words('main')).not.toContain('Prix au catalogue');
    expect(warnings(from)).toEqual([]);
    shift += 60_000;
    shop.sandbox.erp.control.oldPrice(uuid, id, 0.02);
    expect((await vet.get('/fr/cart')).words('main')).not.toContain('Prix au catalogue');
    expect(warnings(from)).toMatchObject([{ level: 'info', dearer: 0 }]);
  });
});
