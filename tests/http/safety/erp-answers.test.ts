/** An ERP that answers a read with 200 and an empty body is treated as failing (P-44, DEG-01). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  customerId,
  newCart,
  numberOf,
  pressed,
} from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const hollow = { '{}': {}, null: null, 'no byte': '' } as const;
const many = 200;

describe.each(['seed', 'odoo16'] as const)('an ERP as “%s”', (profile) => {
  let shop: TestShop;
  let vet: Visitor;
  let order = '';
  let shift = 0;
  const clock = { now: () => new Date(Date.now() + shift) };
  beforeAll(async () => {
    shop = await startTestShop({ profile, clock });
    vet = await shop.customer(login);
    const { control } = shop.sandbox.erp;
    control.replaceCart(newCart(shop, login).uuid, 'ordered');
    newCart(shop, login);
    const first = (await vet.get('/fr/account/sales')).dom.querySelector('main tbody th a');
    order = first?.getAttribute('href')?.split('/').pop() ?? '';
  });
  afterAll(() => shop.stop());
  beforeEach(() => {
    shop.sandbox.erp.control.clearFaults();
    // The shop does not fetch a cart again that it has just fetched.
    shift += 5_000;
  });

  const answers = (paths: readonly string[], answer: { status: number; body?: unknown }): void => {
    for (const path of paths)
      shop.sandbox.erp.control.fault({ match: { method: 'GET', path }, times: many, ...answer });
  };
  /** Text of the page without its reference and the minute of its time, which differ between requests. */
  const told = (page: Page) => [
    page.status,
    page.words('main').replace(/\b[\da-f]{12}\b[^·]*/g, ''),
  ];

  /** Pages, each with the ERP calls for its main content. */
  const pages: readonly (readonly [string, readonly string[]])[] = [
    ['account/sales', ['sales', 'orders']],
    ['account/sales/ORDER', ['sales/*']],
    ['account/sales/ORDER/again', ['sales/*']],
    ['account/quotations', ['quotations']],
    ['account/quotations/4711', ['quotations/*']],
    ['account/wishlists', ['wishlists']],
    ['account/wishlists/4711', ['wishlists/*']],
    ['account/documents', ['documents']],
    ['account/products-on-order', ['products_on_order']],
    ['account/small-ads', ['classified_ads/*']],
    ['account/profile', ['customer']],
    ['account/profile', ['addresses/*']],
    ['account', ['loyalty/*', 'sale_statistics/*', 'customer/sales_person', 'orders']],
    ['cart-confirm', ['addresses/*', 'carts/current/delivery_carriers', 'delivery_carriers']],
    ['cart-confirm', ['carts/current/payable']],
  ];
  it.each(pages)(
    'P-44 DEG-01 the page %s shows the same error when %s returns an empty body as when the ERP fails',
    async (page, calls) => {
      for (const locale of ['fr', 'nl', 'en']) {
        const path = `/${locale}/${page.replace('ORDER', order)}`;
        answers(calls, { status: 502, body: '<h1>Bad Gateway</h1>' });
        const failing = told(await vet.get(path));
        shop.sandbox.erp.control.clearFaults();
        for (const [name, body] of Object.entries(hollow)) {
          answers(calls, { status: 200, body });
          expect(told(await vet.get(path)), `${path} ${name}`).toEqual(failing);
          shop.sandbox.erp.control.clearFaults();
        }
      }
    },
  );

  const confirms = (): number => callsOf(shop, 'POST', 'carts/confirm').length;
  const lines = (page: Page): number => page.dom.querySelectorAll('#cart input[name^="q."]').length;
  const sync = { method: 'POST', path: '*/sync' };
  const cartSays = {
    fr: ['Notre système de commande ne répond pas.', 'Votre panier est vide', 'sont gardées'],
    nl: ['Ons bestelsysteem antwoordt niet.', 'Uw winkelmandje is leeg', 'zijn bewaard'],
    en: ['Our ordering system is not answering.', 'Your cart is empty', 'are kept'],
  };

  it('CART-04 a cart response of `{}` from an older ERP means that there is no cart', async () => {
    const { control } = shop.sandbox.erp;
    control.replaceCart(newCart(shop, login).uuid, 'cancelled');
    control.cart({ empty: 'object' });
    expect((await vet.get('/fr/cart')).words()).toContain(cartSays.fr[1]);
    control.cart({ empty: '204' });
  });

  it.each(Object.entries(hollow))(
    'CART-04 CART-07 CART-06 after the ERP response %s a filled cart is fetched once more, stays as last known, and loses nothing',
    async (_, body) => {
      const { control } = shop.sandbox.erp;
      const [one = 0, two = 0] = newCart(shop, login).products;
      const held = (): Record<string, number> => {
        const [cart] = control.cartsOf(customerId(shop, login));
        const goods = cart?.lines.filter(({ productId }) => productId > 0) ?? [];
        return Object.fromEntries(goods.map(({ productId, qty }) => [productId, qty]));
      };
      control.fault({ match: sync, status: 200, body, times: many });
      const asked = await vet.get('/fr/cart');
      expect([lines(asked), asked.dom.querySelector('#cart-view [role=status]')]).toEqual([
        2,
        null,
      ]);
      answers(['carts/current'], { status: 200, body });
      for (const [locale, [silent, empty]] of Object.entries(cartSays)) {
        shift += 5_000;
        const page = await vet.get(`/${locale}/cart`);
        expect([page.status, lines(page)], locale).toEqual([200, 2]);
        expect(page.words(), locale).toContain(silent);
        expect(page.words(), locale).not.toContain(empty);
        const checkout = await vet.get(`/${locale}/cart-confirm`);
        expect(checkout.words(), locale).not.toMatch(
          /rien à commander|niets te bestellen|nothing to/,
        );
      }
      shift += 200_000;
      const typed = asked.form('#cart').fill({ [`q.${one}`]: '5', [`q.${two}`]: '7' });
      const kept = await typed.submit({ name: 'do', value: 'update' });
      expect(kept.words('#cart-view')).toContain(cartSays.fr[2]);
      expect(held()).toEqual({ [one]: 2, [two]: 2 });
      control.clearFaults();
      shift += 5_000;
      expect(lines(await vet.get('/fr/cart'))).toBe(2);
      await typed.submit({ name: 'do', value: 'update' });
      expect(held()).toEqual({ [one]: 5, [two]: 7 });
    },
  );

  it('P-57 CART-07 an order whose confirmation got an empty response is looked up until it is found; edits meanwhile wait, with the reason', async () => {
    const { control } = shop.sandbox.erp;
    const [one = 0] = newCart(shop, login).products;
    shift += 5_000;
    const cart = await vet.get('/fr/cart');
    const saved = await carrierChosen(vet);
    const before = confirms();
    const confirm = { method: 'POST', path: 'carts/confirm' };
    control.fault({ match: confirm, status: 200, body: {}, applied: true });
    answers(['sales'], { status: 200, body: {} });
    const waiting = await saved.form('#checkout').submit(pressed('confirm'));
    for (const body of Object.values(hollow)) {
      control.clearFaults();
      answers(['sales'], { status: 200, body });
      const again = await saved.form('#checkout').submit(pressed('confirm'));
      const later = await vet.get(waiting.url.pathname + waiting.url.search);
      for (const page of [waiting, again, later])
        expect(page.words()).toContain('La confirmation est en cours');
    }
    const typed = cart.form('#cart').fill({ [`q.${one}`]: '9' });
    const edited = await typed.submit({ name: 'do', value: 'update' });
    expect(edited.words('.toasts')).toContain('une commande ou une autre modification est d’abord');
    expect(edited.words()).not.toContain(cartSays.fr[0]);
    control.clearFaults();
    const done = await vet.get('/fr/cart-confirm');
    const link = done.dom.querySelector('main [role=alert] a')?.getAttribute('href') ?? '';
    expect(numberOf(await vet.get(link))).toMatch(/^S\d+/);
    expect(confirms()).toBe(before + 1);
    // The edit was meant for the cart that is an order now.
    expect((await vet.get('/fr/cart')).words()).toContain('1 modification n’a pas été faite');
  });

  it('P-57 CHK-04 the page of an empty cart names the order whose confirmation got no response', async () => {
    const { control } = shop.sandbox.erp;
    newCart(shop, login);
    shift += 5_000;
    const saved = await carrierChosen(vet);
    control.fault({ match: { method: 'POST', path: 'carts/confirm' }, drop: 'after' });
    answers(['sales'], { status: 503 });
    const waiting = await saved.form('#checkout').submit(pressed('confirm'));
    expect(waiting.words()).toContain('La confirmation est en cours');
    control.clearFaults();
    shift += 10 * 60_000;
    const cart = await vet.get('/fr/cart');
    expect(cart.words('main')).toContain('Votre panier est vide');
    expect(cart.words('#ordered')).toMatch(/Votre commande S\d+ est enregistrée/);
    const link = cart.dom.querySelector('#ordered a')?.getAttribute('href') ?? '';
    expect(link).toMatch(/^\/fr\/account\/sales\/\d+$/);
    expect((await vet.get(link)).status).toBe(200);
  });

  it.each([403, 404, 405])(
    'ORD-01 a list of orders that the ERP rejects (%i) is not shown as an empty list',
    async (status) => {
      const detail = { 403: 'AccessError', 404: 'Not Found', 405: 'Method Not Allowed' }[status];
      answers(['sales', 'orders'], { status, body: { detail } });
      const texts = {
        fr: ['ne peuvent pas être affichées ici', 'Pas encore de commande'],
        nl: ['kunnen hier nu niet worden getoond', 'Nog geen bestelling'],
        en: ['cannot be shown here', 'No order yet'],
      };
      for (const [locale, [there, none]] of Object.entries(texts))
        for (const search of ['', '?no=S1', '?page=3', '?channel=web']) {
          const page = await vet.get(`/${locale}/account/sales${search}`);
          expect([page.status, page.words()]).toEqual([
            200,
            expect.stringContaining(String(there)),
          ]);
          expect(page.words()).not.toContain(none);
        }
    },
  );
});
