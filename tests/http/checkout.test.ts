import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../support/shop';
import type { Visitor } from '../support/visitor';
import {
  callsOf,
  checkedValue,
  confirmWith,
  newCart,
  numberOf,
  pressed,
  radio,
  variants,
} from './checkout-carts';

const login = 'vet@demo.example';
const path = '/fr/cart-confirm';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const fault = (...[input]: Parameters<TestShop['sandbox']['erp']['control']['fault']>) =>
  shop.sandbox.erp.control.fault(input);
const confirms = () => callsOf(shop, 'POST', 'carts/confirm').length;

describe('checkout', () => {
  it('CHK-04 choices are applied, the order is placed once and its number is shown', async () => {
    newCart(shop, login);
    const before = confirms();
    const page = await vet.get(path);
    expect(page.status).toBe(200);
    const done = await page
      .form('#checkout')
      .fill({
        how: '1',
        ref: 'Pharmacie S47',
        note: 'Sonner à l’arrière\n<script>alert(1)</script>',
      })
      .submit(pressed('confirm'));
    expect(done.url.pathname).toBe('/fr/cart-validated');
    expect(done.words()).toContain('Merci pour votre commande');
    expect(done.words()).toContain('Pharmacie S47');
    const name = numberOf(done);
    expect(name).toMatch(/^S\d+/);

    // Back, and the same form again: the same order, no second confirmation.
    const again = await page.form('#checkout').submit(pressed('confirm'));
    expect(again.url.href).toBe(done.url.href);
    expect(numberOf(again)).toBe(name);
    expect(confirms()).toBe(before + 1);

    const order = await vet.get(
      done.dom.querySelector('a[href*="/account/sales/"]')?.getAttribute('href') ?? '',
    );
    expect(order.words()).toContain('Sonner à l’arrière');
    expect(order.text).not.toContain('alert(1)');
    expect((await vet.get(path)).words()).toContain('Il n’y a rien à commander');
  });

  it('CHK-02 a total that is not the one shown is shown first, then confirmed', async () => {
    newCart(shop, login);
    const before = confirms();
    const page = await vet.get(path);
    const shown = await page.form('#checkout').fill({ how: '2' }).submit(pressed('confirm'));
    expect(shown.status).toBe(409);
    expect(shown.words()).toMatch(/Le total est maintenant de .* au lieu de/);
    expect(confirms()).toBe(before);
    expect(checkedValue(shown, 'how')).toBe('2');
    const done = await shown.form('#checkout').submit(pressed('confirm'));
    expect(done.url.pathname).toBe('/fr/cart-validated');
    expect(done.words()).toContain('Express avant 10 h');
  });

  it('P-57 a double click is one order, and both clicks arrive at it', async () => {
    newCart(shop, login);
    const before = confirms();
    const saved = await (
      await vet.get(path)
    )
      .form('#checkout')
      .fill({ how: '1' })
      .submit(pressed('save'));
    expect(saved.words()).toContain('Vos choix sont appliqués');
    fault({ match: { method: 'POST', path: 'carts/confirm' }, delay_ms: 700 });
    const [first, second] = await Promise.all([
      saved.form('#checkout').submit(pressed('confirm')),
      saved.form('#checkout').submit(pressed('confirm')),
    ]);
    expect(numberOf(first)).toMatch(/^S\d+/);
    expect(numberOf(second)).toBe(numberOf(first));
    expect(confirms()).toBe(before + 1);
  });

  it('P-57 an answer that was lost is looked up: the order is found, confirmed once', async () => {
    newCart(shop, login);
    const before = confirms();
    fault({ match: { method: 'POST', path: 'carts/confirm' }, drop: 'after' });
    const done = await confirmWith(await vet.get(path), { how: '1' });
    expect(done.words()).toContain('Merci pour votre commande');
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(confirms()).toBe(before + 1);
    // The cart is free again at once.
    newCart(shop, login);
    expect((await vet.get(path)).words()).toContain('Votre commande');
  });

  it('P-57 an order that cannot be looked up yet is under way, never confirmed again', async () => {
    newCart(shop, login);
    const before = confirms();
    const saved = await (
      await vet.get(path)
    )
      .form('#checkout')
      .fill({ how: '1' })
      .submit(pressed('save'));
    fault({ match: { method: 'POST', path: 'carts/confirm' }, drop: 'after' });
    fault({ match: { method: 'GET', path: 'sales' }, status: 503, body: 'down', times: 8 });
    const waiting = await saved.form('#checkout').submit(pressed('confirm'));
    expect(waiting.status).toBe(200);
    expect(waiting.words()).toContain('La confirmation est en cours');
    const again = await saved.form('#checkout').submit(pressed('confirm'));
    expect(again.words()).toContain('La confirmation est en cours');
    expect(confirms()).toBe(before + 1);
    shop.sandbox.erp.control.clearFaults();
    const done = await vet.get(waiting.url.pathname + waiting.url.search);
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(confirms()).toBe(before + 1);
  });

  it('CHK-04 a refusal of the back office is said, and the cart may be confirmed later', async () => {
    newCart(shop, login);
    fault({ match: { method: 'POST', path: 'carts/confirm' }, status: 500, body: { detail: 'x' } });
    const page = await confirmWith(await vet.get(path), { how: '1', ref: 'kept' });
    expect(page.status).toBe(503);
    expect(page.words()).toContain('rien ne peut être commandé pour l’instant');
    expect(page.dom.querySelector('#checkout input[name=ref]')?.getAttribute('value')).toBe('kept');
    fault({
      match: { method: 'POST', path: 'carts/confirm' },
      status: 400,
      body: { detail: 'X9' },
    });
    const refused = await page.form('#checkout').submit(pressed('confirm'));
    expect(refused.status).toBe(409);
    expect(refused.words()).toContain('La commande a été refusée par le back-office');
    expect(refused.words()).not.toContain('X9');
    const done = await refused.form('#checkout').submit(pressed('confirm'));
    expect(numberOf(done)).toMatch(/^S\d+/);
  });

  it('CHK-04 a cart that another device has ordered is not ordered again', async () => {
    const { uuid } = newCart(shop, login);
    const page = await vet.get(path);
    shop.sandbox.erp.control.replaceCart(uuid, 'ordered');
    const answer = await page.form('#checkout').fill({ how: '1' }).submit(pressed('confirm'));
    expect(answer.status).toBe(409);
    expect(answer.words()).toContain('remplacé ou commandé ailleurs');
  });

  it('CHK-04 an older cart that comes back is told and not merged', async () => {
    shop.sandbox.erp.control.profile({ quirks: { 'many-open-carts': true } });
    try {
      const older = newCart(shop, login, { products: variants(shop, 1) });
      const second = shop.sandbox.erp.control.newCart(
        shop.sandbox.world.customers.find((one) => one.login === login)?.id ?? 0,
        [{ product_id: older.products[0] ?? 0, qty: 5 }],
      );
      const page = await vet.get(path);
      expect(page.form('#checkout').fields.get('cart')).toBe(second.uuid);
      const done = await confirmWith(page, { how: '1' });
      expect(done.words()).toContain('Un panier plus ancien a été rouvert');
      shop.sandbox.erp.control.replaceCart(older.uuid, 'cancelled');
    } finally {
      shop.sandbox.erp.control.profile({ profile: 'seed', quirks: { 'many-open-carts': false } });
    }
  });

  it('CHK-02 nothing typed is lost when something is wrong', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const answer = await page
      .form('#checkout')
      .fill({ ref: 'R1', note: 'x'.repeat(501), coupon: 'C1', how: '2', bill: '999999' })
      .submit(pressed('confirm'));
    expect(answer.status).toBe(422);
    expect(answer.dom.querySelector('#errors')?.text).toContain('Note pour le dépôt');
    const fields = answer.form('#checkout').fields;
    expect(fields.get('note')).toHaveLength(501);
    expect(fields.get('ref')).toBe('R1');
    expect(fields.get('how')).toBe('2');
  });

  it('CHK-02 a choice that is not offered is refused at its field', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const form = () => page.form('#checkout');
    const ship = await form().fill({ how: '1', ship: '999999' }).submit(pressed('confirm'));
    expect(ship.status).toBe(422);
    expect(ship.words()).toContain('Choisissez une adresse de livraison');
    const how = await form().fill({ how: '77' }).submit(pressed('confirm'));
    expect(how.words()).toContain('Choisissez un mode de livraison');
    const none = await form().without('how').submit(pressed('confirm'));
    expect(none.status).toBe(422);
    expect(none.words()).toContain('Choisissez un mode de livraison');
  });

  it('CHK-02 a change of the cart that took the delivery choice back is said', async () => {
    const { products } = newCart(shop, login);
    const page = await vet.get(path);
    const saved = await page.form('#checkout').fill({ how: '2' }).submit(pressed('save'));
    const uuid = saved.form('#checkout').fields.get('cart') ?? '';
    shop.sandbox.erp.control.changeCart(uuid, [{ product_id: products[0] ?? 0, qty: 1 }]);
    const answer = await saved.form('#checkout').submit(pressed('confirm'));
    expect(answer.status).toBe(409);
    expect(answer.words()).toContain('ce qui a retiré le mode de livraison');
    expect(answer.words()).toMatch(/Le total est maintenant de/);
  });

  it('CHK-02 what has become short since is shown before the order', async () => {
    const { control } = shop.sandbox.erp;
    newCart(shop, login, {
      products: variants(
        shop,
        1,
        ({ orderMode, stockQty, isMadeToOrder, isHuman }) =>
          orderMode === 'direct_sale' &&
          !isMadeToOrder &&
          !isHuman &&
          stockQty > 5 &&
          stockQty < 40,
      ),
      quantity: 4,
    });
    const saved = await (
      await vet.get(path)
    )
      .form('#checkout')
      .fill({ how: '1' })
      .submit(pressed('save'));
    const cart = control.cartsOf(
      shop.sandbox.world.customers.find((one) => one.login === login)?.id ?? 0,
    )[0];
    fault({
      match: { method: 'POST', path: 'carts/refresh_qty_unavailable' },
      status: 200,
      body: {
        id: cart?.id,
        uuid: cart?.uuid,
        typology: 'cart',
        name: cart?.name,
        lines: [
          {
            id: 1,
            product_id: cart?.lines[0]?.productId,
            name: 'Pince',
            qty: 4,
            qty_unavailable: 3,
            qty_unavailable_diff: 3,
          },
        ],
      },
    });
    const answer = await saved.form('#checkout').submit(pressed('confirm'));
    expect([409, 422]).toContain(answer.status);
    expect(answer.words()).toMatch(/: 4 demandé, 1 disponible/);
  });

  it('PRICE-03 a small order says what is missing to avoid the participation in costs', async () => {
    const { world } = shop.sandbox;
    const cheap = variants(
      shop,
      1,
      (variant) =>
        variant.orderMode === 'direct_sale' &&
        !variant.isMadeToOrder &&
        !variant.notSoldOnWebsite &&
        Math.max(...variant.gross.map(({ price }) => price)) < 20,
    );
    expect(world.variants.has(cheap[0] ?? 0)).toBe(true);
    newCart(shop, login, { products: cheap, quantity: 1 });
    const page = await vet.get(path);
    expect(page.words()).toMatch(
      /Il manque .* HTVA pour éviter la participation aux frais de 10,50/,
    );
    // This customer carries the claim that asks for the explanation.
    expect(page.words()).toContain('La participation est comptée à la facturation');
  });

  it('CHK-03 made-to-order products need their box ticked', async () => {
    const mto = variants(
      shop,
      1,
      (variant) =>
        variant.isMadeToOrder && variant.orderMode !== 'quotation' && !variant.notSoldOnWebsite,
    );
    newCart(shop, login, { products: mto });
    const page = await vet.get(path);
    expect(page.words()).toContain('ni annulé, ni repris, ni échangé');
    const saved = await page.form('#checkout').fill({ how: '1' }).submit(pressed('save'));
    const refused = await saved.form('#checkout').submit(pressed('confirm'));
    expect(refused.status).toBe(422);
    expect(refused.dom.querySelector('#errors')?.text).toContain('Cochez la case');
    const done = await refused.form('#checkout').fill({ mto: 'on' }).submit(pressed('confirm'));
    expect(numberOf(done)).toMatch(/^S\d+/);
  });

  it('PROD-02 what is sold on quotation only cannot be ordered', async () => {
    const only = variants(shop, 1, ({ orderMode }) => orderMode === 'quotation');
    newCart(shop, login, { products: only });
    const answer = await confirmWith(await vet.get(path), { how: '1' });
    expect(answer.status).toBe(409);
    expect(answer.words()).toContain('ne se vend que sur devis');
  });

  it('CHK-01 a pickup point is searched, chosen and kept', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const found = await page
      .form('#checkout')
      .fill({ how: '3', pp: 'namur', ref: 'typed' })
      .submit(pressed('points'));
    expect(found.status).toBe(200);
    expect(radio(found, 'point', 'P002')).not.toBeNull();
    expect(radio(found, 'point', 'P001')).toBeNull();
    expect(found.form('#checkout').fields.get('ref')).toBe('typed');
    const without = await found.form('#checkout').submit(pressed('confirm'));
    expect(without.status).toBe(422);
    expect(without.words()).toContain('Choisissez un point d’enlèvement');
    const done = await confirmWith(without, { point: 'P002' });
    expect(done.words()).toContain('Comptoir Namur');
    expect(callsOf(shop, 'POST', 'carts/current/set_pickup')).not.toHaveLength(0);
  });

  it('CHK-01 a point that only its carrier knows is sent whole, and an address comes back after it', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const saved = await page
      .form('#checkout')
      .fill({ how: '4', pp: '', point: 'R201' })
      .submit(pressed('save'));
    expect(saved.words()).toContain('Consigne gare de Ciney');
    expect(checkedValue(saved, 'point')).toBe('current');
    const fresh = await vet.get(path);
    expect(checkedValue(fresh, 'point')).toBe('current');
    expect(checkedValue(fresh, 'ship')).toBeUndefined();
    const second = radio(fresh, 'ship', '')?.toString() ?? '';
    expect(second).toBe('');
    const ids = fresh.dom
      .querySelectorAll('input[name="ship"]')
      .map((input) => input.getAttribute('value') ?? '');
    const done = await confirmWith(fresh, { how: '1', ship: ids[1] ?? '' });
    expect(done.words()).toContain('Antenne de Rochefort');
  });

  it('CHK-02 a coupon is applied once per form, refused in the shop’s words, and nothing without a code', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const coupons = () => callsOf(shop, 'POST', 'carts/current/coupon').length;
    const before = coupons();
    const empty = await page.form('#checkout').fill({ coupon: '  ' }).submit(pressed('coupon'));
    expect(empty.status).toBe(200);
    expect(coupons()).toBe(before);
    expect(page.dom.querySelector('#checkout input[name=coupon]')).not.toBeNull();
    const applied = await page.form('#checkout').fill({ coupon: 'BON5' }).submit(pressed('coupon'));
    expect(applied.words()).toContain('Le code BON5 est appliqué');
    expect(applied.words()).toContain('Avantages');
    const again = await page.form('#checkout').fill({ coupon: 'BON5' }).submit(pressed('coupon'));
    expect(again.status).toBe(409);
    expect(coupons()).toBe(before + 1);
    const twice = await again.form('#checkout').fill({ coupon: 'BON5' }).submit(pressed('coupon'));
    expect(twice.words()).toContain('Le code BON5 est appliqué');
    expect(coupons()).toBe(before + 2);
    const bad = await twice.form('#checkout').fill({ coupon: 'NOPE' }).submit(pressed('coupon'));
    expect(bad.status).toBe(422);
    expect(bad.words()).toContain('Ce code n’est pas valable');
    expect(bad.form('#checkout').fields.get('coupon')).toBe('NOPE');
  });

  it('P-58 a coupon whose answer was lost holds the cart and is not sent again', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const before = callsOf(shop, 'POST', 'carts/current/coupon').length;
    fault({ match: { method: 'POST', path: 'carts/current/coupon' }, drop: 'after' });
    const answer = await page.form('#checkout').fill({ coupon: 'BON5' }).submit(pressed('coupon'));
    expect(answer.status).toBe(409);
    expect(answer.words()).toContain('en cours de vérification');
    const confirm = await answer.form('#checkout').submit(pressed('confirm'));
    expect(confirm.status).toBe(409);
    expect(callsOf(shop, 'POST', 'carts/current/coupon')).toHaveLength(before + 1);
  });
});
