/** The fee that checkout displays is correct at that moment (PRICE-03). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { confirmWith, customerId, newCart, plain, variants } from './checkout-carts';

const path = '/fr/cart-confirm';
let shop: TestShop;
let shift = 0;
beforeAll(async () => {
  shop = await startTestShop({ clock: { now: () => new Date(Date.now() + shift) } });
});
afterAll(() => shop.stop());

it('PRICE-03 checkout fetches the orders in progress anew, and ignores cached ones for the fee', async () => {
  const { erp, world } = shop.sandbox;
  const { login = '' } =
    world.customers.find((one) => one.featured && one.canOrder && !one.helpWithFee) ?? {};
  const cheap = variants(
    shop,
    1,
    (one) => plain(one) && one.gross.every(({ price }) => price < 20),
  );
  const who = await shop.customer(login);
  newCart(shop, login, { quantity: 100 });
  expect((await confirmWith(await who.get(path), { how: '1' })).words()).toContain('Merci');
  newCart(shop, login, { products: cheap, quantity: 1 });
  shift += 60_000;
  expect((await who.get(path)).words()).toContain('Pas de participation aux frais');
  // The cart page uses the cached orders and names their time.
  expect((await who.get('/fr/cart')).words()).toMatch(
    /Pas de participation aux frais .* Vos commandes telles que connues à \d\d:\d\d/,
  );

  const orders = await who.get('/fr/account/sales?size=50');
  for (const link of orders.dom.querySelectorAll('main tbody th a'))
    erp.control.deliver(Number(link.getAttribute('href')?.split('/').pop()));
  expect(erp.control.cartsOf(customerId(shop, login))).toHaveLength(1);
  shift += 60_000;
  const now = (await who.get(path)).words();
  expect(now).not.toContain('Pas de participation aux frais');
  expect(now).toMatch(/Il manque .* HTVA pour éviter la participation aux frais/);

  erp.control.fault({ match: { path: 'orders' }, status: 500, times: 100 });
  shift += 60_000;
  expect((await who.get(path)).words()).toMatch(/il manque .* à cette commande seule/);
});
