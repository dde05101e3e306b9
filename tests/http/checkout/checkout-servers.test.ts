/** Checkout with other ERP generations, with missing calls, and with an ERP that is down. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import {
  callsOf,
  carrierChosen,
  checkedValue,
  confirmWith,
  customerId,
  forEveryone,
  newCart,
  numberOf,
  pressed,
  radio,
  variants,
} from './checkout-carts';

const path = '/fr/cart-confirm';
const notFound = { status: 404, body: { detail: 'Not Found' } };

describe('checkout with a released ERP', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ profile: 'odoo16' });
  });
  afterAll(() => shop.stop());

  it('CHK-01 CHK-04 checkout with a released ERP offers delivery, explains rejections and confirms with that ERP’s response shapes', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    newCart(shop, login);
    const page = await vet.get(path);
    expect(page.words()).toContain('Marche-en-Famenne, Belgique');
    expect(page.text).not.toContain('support-reference');
    expect(page.words('aside')).toContain('2 lignes');
    const coupon = await page.form('#checkout').fill({ coupon: 'NOPE' }).submit(pressed('coupon'));
    expect(coupon.words()).toContain('Ce code n’est pas valable');
    const once = await page
      .form('#checkout')
      .fill({ coupon: 'BIENVENUE10' })
      .submit(pressed('coupon'));
    const twice = await once
      .form('#checkout')
      .fill({ coupon: 'BIENVENUE10' })
      .submit(pressed('coupon'));
    // The ERP's message is in English, the shop's is not.
    expect(twice.words()).toContain('Ce code est déjà appliqué');
    const done = await confirmWith(twice, { coupon: 'BIENVENUE10', how: '2', ref: 'R16' });
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(done.words()).toContain('R16');
    expect(done.words()).toContain('Express avant 10 h');
  });

  it('CART-10 CHK-02 cart and checkout derive shortages from the index, because this ERP returns none', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    const goods = (isShort: (pieces: number) => boolean) =>
      variants(
        shop,
        1,
        (one) =>
          forEveryone(one) &&
          !one.isMadeToOrder &&
          one.supplierPromotions.length === 0 &&
          isShort(one.stockQty),
      )[0] ?? 0;
    const few = goods((pieces) => pieces > 0 && pieces < 9);
    const pieces = shop.sandbox.world.variants.get(few)?.stockQty;
    const products = [goods((one) => one === 0), few, goods((one) => one > 50)];
    newCart(shop, login, { products, quantity: 9 });
    const checkout = (await vet.get(path)).words('aside');
    for (const available of [0, pieces])
      expect(checkout).toContain(
        `quantité demandée 9, disponible ${available}. Le reste (reliquat)`,
      );
    expect(checkout.match(/disponible/g)).toHaveLength(2);
    const cart = (await vet.get('/fr/cart')).words('#cart');
    for (const available of [0, pieces])
      expect(cart).toContain(`Disponible : ${available} sur 9. Le reste part en reliquat.`);
    expect(cart.match(/Disponible\s:/g)).toHaveLength(2);
    expect(cart).toMatch(/Rupture|En réassort/);
  });

  it('CHK-01 checkout with a released ERP finds pickup points near the address and sets them by code', async () => {
    const login = 'dierenarts@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    const page = await customer.get('/nl/cart-confirm');
    const found = await page
      .form('#checkout')
      .fill({ how: '3', pp: 'roeselare' })
      .submit(pressed('points'));
    expect(radio(found, 'point', 'P004')).not.toBeNull();
    expect(radio(found, 'point', 'P001')).toBeNull();
    const done = await confirmWith(found, { point: 'P004' });
    expect(done.words()).toContain('Balie Roeselare');
    const [first, second] = callsOf(shop, 'POST', 'carts/current/set_pickup');
    expect(first?.status).toBe(422);
    expect(JSON.parse(second?.body ?? '{}')).toEqual({ carrier_id: 3, code: 'P004' });
  });

  it('CART-04 CHK-04 a delivery without charge, chosen in another language, is no product of the cart or the order', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    const { uuid } = newCart(shop, login);
    await carrierChosen(vet, { how: '1' });
    const carts = shop.sandbox.erp.control.cartsOf(customerId(shop, login));
    const sale = carts.find((one) => one.uuid === uuid);
    expect(sale?.lines.at(-1)).toMatchObject({ type: 'delivery', name: 'Tournée du dépôt' });
    for (const lang of ['nl', 'en']) {
      const cart = await vet.get(`/${lang}/cart`);
      expect(cart.dom.querySelectorAll('#cart input.qty')).toHaveLength(2);
      expect(cart.dom.querySelector('#barred')).toBeNull();
      expect(cart.words('main')).not.toContain('Tournée du dépôt');
    }
    const checkout = await vet.get('/nl/cart-confirm');
    expect(checkout.words('aside')).toContain('2 lijnen');
    expect(checkout.words('aside')).not.toContain('Tournée du dépôt');
    const done = await checkout.form('#checkout').submit(pressed('confirm'));
    expect(numberOf(done)).toMatch(/^S\d+/);
    const order = await vet.get(`/nl/account/sales/${sale?.id}`);
    expect(order.status).toBe(200);
    expect(order.words('main')).not.toContain('Tournée du dépôt');
  });

  it('DEG-01 checkout shows cached data and preserves input when the ERP answers HTML to every call', async () => {
    const login = 'clinique@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    const page = await customer.get(path);
    shop.sandbox.erp.control.availability(false);
    try {
      const down = await page
        .form('#checkout')
        .fill({ how: '1', ref: 'kept' })
        .submit(pressed('confirm'));
      expect(down.status).toBe(503);
      expect(down.words()).toContain('rien ne peut être commandé pour l’instant');
      expect(down.form('#checkout').fields.get('ref')).toBe('kept');
      expect(down.words('aside')).toContain('2 lignes');
      // The reference that support asks for is that of the failed request.
      const failed = shop.logs.findLast(({ event }) => event === 'order.not_placed');
      expect(down.words('#support-reference .ref')).toBe(failed?.['reference']);
      expect(down.text).toContain('data-copy="support-reference"');
      const cart = await customer.get('/fr/cart');
      expect(cart.words('#support-reference .ref')).toMatch(/^[0-9a-f]{12}$/);
    } finally {
      shop.sandbox.erp.control.availability(true);
    }
  });
});

describe('checkout with an ERP that lacks some calls', () => {
  let shop: TestShop;
  let ahead = 0;
  beforeAll(async () => {
    shop = await startTestShop({ clock: { now: () => new Date(Date.now() + ahead) } });
  });
  afterAll(() => shop.stop());
  beforeEach(() => shop.sandbox.erp.control.clearFaults());

  it('CHK-01 checkout uses the older delivery methods when the ERP has no carriers', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    newCart(shop, login);
    const carriers = 'carts/current/delivery_carriers';
    shop.sandbox.erp.control.fault({ match: { path: carriers }, ...notFound, times: 50 });
    const done = await confirmWith(await vet.get(path), { how: '2' });
    expect(done.words()).toContain('Express avant 10 h');
    expect(callsOf(shop, 'POST', 'carts/set_delivery_method')).toHaveLength(1);
    expect(callsOf(shop, 'POST', 'carts/current/set_carrier')).toHaveLength(0);
  });

  it('CHK-01 checkout hides the delivery method when the ERP offers none, and confirms without it', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    newCart(shop, login);
    const { control } = shop.sandbox.erp;
    const carriers = 'carts/current/delivery_carriers';
    control.fault({ match: { path: carriers }, ...notFound, times: 50 });
    control.fault({ match: { path: 'delivery_carriers' }, ...notFound, times: 50 });
    const page = await vet.get(path);
    expect(page.words()).not.toContain('Mode de livraison');
    expect(numberOf(await confirmWith(page, {}))).toMatch(/^S\d+/);
  });

  it('CHK-01 checkout detects the newer name of the carrier call, and continues with it', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    const { control } = shop.sandbox.erp;
    control.profile({ quirks: { 'carrier-path-only': true } });
    try {
      newCart(shop, login);
      const first = await carrierChosen(vet);
      const second = await first.form('#checkout').fill({ how: '2' }).submit(pressed('save'));
      expect(checkedValue(second, 'how')).toBe('2');
      expect(callsOf(shop, 'POST', 'carts/current/set_carrier')).toHaveLength(1);
      expect(callsOf(shop, 'POST', 'carts/current/carrier')).toHaveLength(2);
    } finally {
      control.profile({ quirks: { 'carrier-path-only': false } });
    }
  });

  it.each(['its own page', 'the cart'])(
    'CHK-04 when a confirmation never reached the ERP, nothing is ordered: %s says so, and it can be retried',
    async (place) => {
      const login = 'kempenhof@demo.example';
      const customer = await shop.customer(login);
      newCart(shop, login);
      shop.sandbox.erp.control.fault({
        match: { method: 'POST', path: 'carts/confirm' },
        drop: 'before',
      });
      const lost = await confirmWith(await customer.get(path), { how: '1' });
      expect(lost.words()).toContain('La confirmation est en cours');
      // Longer than the ERP's time limit for a write.
      ahead += 131_000;
      // Any page resolves the write in doubt; the cart page reports what happened to the order.
      await customer.get('/fr');
      const looked = await customer.get(
        place === 'the cart' ? '/fr/cart' : lost.url.pathname + lost.url.search,
      );
      expect(looked.words()).toContain('La commande n’a pas été passée');
      expect(shop.logs.findLast(({ event }) => event === 'order.not_placed')).toMatchObject({
        detail: 'looked up after a lost answer: the ERP has recorded nothing',
        confirmation: expect.stringMatching(/^\w+$/) as string,
        name: expect.stringMatching(/^S\d+$/) as string,
      });
      const again = await confirmWith(await customer.get(path), {});
      expect(numberOf(again)).toMatch(/^S\d+/);
    },
  );

  it('CHK-04 P-57 when the cart is gone but orders cannot be read, the order is shown as being verified, and looked up later', async () => {
    const login = 'kempenhof@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    const page = await customer.get(path);
    const { control } = shop.sandbox.erp;
    const match = { method: 'POST', path: 'carts/confirm' };
    control.fault({ match, status: 404, body: { detail: 'No cart found' } });
    control.fault({ match: { method: 'GET', path: 'sales' }, status: 503, body: 'down', times: 8 });
    const before = callsOf(shop, 'POST', 'carts/confirm').length;
    const gone = await confirmWith(page, { how: '1' });
    expect(gone.words()).toContain('La confirmation est en cours');
    // After the time in which the write could take effect, orders are still unreadable: nothing is confirmed again.
    ahead += 131_000;
    const again = await page.form('#checkout').submit(pressed('confirm'));
    expect(again.words()).toContain('La confirmation est en cours');
    expect(callsOf(shop, 'POST', 'carts/confirm')).toHaveLength(before + 1);
    control.clearFaults();
    // Retry until the shop's circuit breaker allows a call again after so many failures.
    await expect
      .poll(async () => (await customer.get(gone.url.pathname + gone.url.search)).words(), {
        timeout: 20_000,
      })
      .toContain('La commande n’a pas été passée');
  });

  it('CHK-04 P-57 when a confirmation can no longer take effect, the next one is sent at once', async () => {
    const login = 'kempenhof@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'carts/confirm' },
      drop: 'before',
    });
    await confirmWith(await customer.get(path), { how: '1' });
    ahead += 131_000;
    const before = callsOf(shop, 'POST', 'carts/confirm').length;
    const page = await customer.get(path);
    const both = await Promise.all([
      page.form('#checkout').submit(pressed('confirm')),
      page.form('#checkout').submit(pressed('confirm')),
    ]);
    expect(numberOf(both[0])).toMatch(/^S\d+/);
    expect(numberOf(both[1])).toBe(numberOf(both[0]));
    expect(callsOf(shop, 'POST', 'carts/confirm')).toHaveLength(before + 1);
  });

  it('P-57 no order is confirmed while a cart change may still take effect', async () => {
    const login = 'pharmacie@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    const placed = await confirmWith(await customer.get(path), { how: '1' });
    const order = placed.dom.querySelector('a[href*="/account/sales/"]')?.getAttribute('href');
    newCart(shop, login);
    const page = await customer.get(path);
    const again = await customer.get(`${order ?? ''}/again`);
    // Post the order sheet, and lose the ERP's response.
    shop.sandbox.erp.control.fault({ match: { method: 'POST', path: '*sync' }, drop: 'after' });
    const before = callsOf(shop, 'POST', 'carts/confirm').length;
    await again.form('form[data-sheet]').submit({ name: 'add', value: 'all' });
    const refused = await page.form('#checkout').fill({ how: '1' }).submit(pressed('confirm'));
    expect(refused.status).toBe(409);
    expect(callsOf(shop, 'POST', 'carts/confirm')).toHaveLength(before);
  });
});

describe('checkout with an ERP without order confirmation', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ profile: 'odoo16' });
    shop.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
  });
  afterAll(() => shop.stop());

  it('CHK-04 CHK-05 without an order confirmation in the ERP, checkout hides its parts; only a payment places an order', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    newCart(shop, login);
    const page = await vet.get(path);
    expect(page.status).toBe(200);
    expect(page.words()).not.toContain('Numéro de suite');
    const refused = await confirmWith(page, { how: '1' });
    expect(refused.status).toBe(409);
    expect(refused.words()).toContain('La commande sur compte n’est pas possible ici');
    expect(radio(refused, 'pay', 'account')).toBeNull();
    const paying = await refused.form('#checkout').fill({ pay: '14' }).submit(pressed('confirm'));
    expect(paying.url.pathname).toBe('/fr/cart-confirm/payment');
    expect(paying.words()).toContain('Continuer vers le paiement');
  });
});
