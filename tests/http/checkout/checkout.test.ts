import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { until } from '../../support/until';
import type { Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  confirmWith,
  newCart,
  numberOf,
  pressed,
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

const placings = (name: unknown) =>
  shop.logs.filter((line) => line['event'] === 'order.placed' && line['name'] === name);

const refOf = (of: string): string | undefined =>
  shop.sandbox.world.customers.find((one) => one.login === of)?.ref;

describe('placing an order', () => {
  it('OPS-03 the sign-in log line names the price lists and whether the customer may order', () => {
    const line = shop.logs.find(({ event }) => event === 'sign_in.succeeded');
    expect(line?.['customer']).toBe(refOf(login));
    expect(line?.['detail']).toMatch(
      /^\w+, may order, gross list [\w-]+, discount lists [\w-]+( [\w-]+)*$/,
    );
  });

  it('CHK-04 checkout applies the choices, places the order once and shows its number', async () => {
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

    // Back and the same form again lead to the same order, without a second confirmation.
    const again = await page.form('#checkout').submit(pressed('confirm'));
    expect(again.url.href).toBe(done.url.href);
    expect(numberOf(again)).toBe(name);
    expect(confirms()).toBe(before + 1);
    expect(placings(name)).toHaveLength(1);
    expect(placings(name)[0]).not.toHaveProperty('found');

    const order = await vet.get(
      done.dom.querySelector('a[href*="/account/sales/"]')?.getAttribute('href') ?? '',
    );
    expect(order.words()).toContain('Sonner à l’arrière');
    expect(order.text).toMatch(/Sonner à l’arrière\s*(<br ?\/?>|<\/p>)/);
    expect(order.text).not.toContain('alert(1)');
    for (const told of [done, order])
      expect(told.words('main .facts').replace(/\s+/g, ' ')).toMatch(/Paiement ?Sur compte/);
    expect((await vet.get(path)).words()).toContain('Il n’y a rien à commander');
  });

  it('CHK-04 CART-12 a cart with a removed and restored line can be ordered', async () => {
    const { products } = newCart(shop, login, { products: variants(shop, 3) });
    const [first = 0] = products;
    await vet.get(path);
    const cart = await vet.get('/fr/cart');
    const gone = await cart.form('#cart').submit({ name: 'drop', value: String(first) });
    await gone.form('.toasts form').submit();
    const page = await vet.get(path);
    const done = await page.form('#checkout').fill({ how: '1' }).submit(pressed('confirm'));
    expect(done.url.pathname).toBe('/fr/cart-validated');
    expect(numberOf(done)).toMatch(/^S\d+/);
  });

  it('CHK-02 CHK-04 the ERP’s serial number is sent with reference and note, for medicines only', async () => {
    newCart(shop, login);
    expect((await vet.get(path)).form('#checkout').fields.has('suite')).toBe(false);
    const [medicine = 0] = variants(
      shop,
      1,
      (one) => one.orderMode === 'direct_sale' && one.isMedicine,
    );
    const { uuid } = newCart(shop, login, { products: [medicine] });
    fault({
      match: { path: 'carts/next_suite_name' },
      status: 200,
      body: { value: 'OM-77' },
      times: 9,
    });
    const page = await vet.get(path);
    expect(page.form('#checkout').fields.get('suite')).toBe('OM-77');
    expect(page.words('#checkout')).toContain('votre registre des médicaments');
    const done = await confirmWith(page, { how: '1', ref: 'Frigo', note: 'Quai 2' });
    expect(done.words()).toContain('OM-77');
    const { body } = callsOf(shop, 'POST', 'carts/confirm').at(-1) ?? {};
    expect(JSON.parse(body ?? 'null')).toMatchObject({
      uuid,
      suite_name: 'OM-77',
      customer_ref: 'Frigo',
    });
    const order = done.dom.querySelector('a[href*="/account/sales/"]')?.getAttribute('href');
    const words = (await vet.get(order ?? '')).words();
    for (const part of ['OM-77', 'Frigo', 'Quai 2']) expect(words).toContain(part);
    // A number that was already used is reported once the orders are known, and accepted if confirmed.
    newCart(shop, login, { products: [medicine] });
    const hint = async () => (await vet.get(path)).words('#checkout');
    const next = await vet.get(path);
    await until(async () => (await hint()).includes('Le numéro OM-77 est déjà porté par'));
    const before = callsOf(shop, 'POST', 'carts/confirm').length;
    const saved = await next.form('#checkout').fill({ how: '1' }).submit(pressed('save'));
    const told = await saved.form('#checkout').without('told').submit(pressed('confirm'));
    expect(told.status).toBe(409);
    expect(told.words('[role=alert]')).toContain(
      'Le numéro OM-77 est déjà porté par la commande S',
    );
    expect(callsOf(shop, 'POST', 'carts/confirm')).toHaveLength(before);
    expect(numberOf(await told.form('#checkout').submit(pressed('confirm')))).toMatch(/^S\d+/);
  });

  it('P-57 a double click on the confirmation places one order, and both clicks show it', async () => {
    newCart(shop, login);
    const before = confirms();
    const saved = await carrierChosen(vet);
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

  it('P-57 a confirmation whose ERP response was lost is verified: the order is found, confirmed once', async () => {
    newCart(shop, login);
    const before = confirms();
    fault({ match: { method: 'POST', path: 'carts/confirm' }, drop: 'after' });
    const done = await confirmWith(await vet.get(path), { how: '1' });
    expect(done.words()).toContain('Merci pour votre commande');
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(confirms()).toBe(before + 1);
    const [placed, ...others] = placings(numberOf(done));
    expect(others).toEqual([]);
    expect(placed).toMatchObject({ found: true, confirmation: placed?.['reference'] });
    // A new cart can be created at once.
    newCart(shop, login);
    expect((await vet.get(path)).words()).toContain('Votre commande');
  });

  it('P-57 CHK-04 OPS-03 a second confirmation with other choices shows the order and says that the choices are not in it', async () => {
    const told = 'ce que vous avez changé depuis';
    newCart(shop, login);
    const saved = await carrierChosen(vet);
    const other = await (await shop.customer(login)).get(path);
    const before = confirms();
    const from = shop.logs.length;
    const form = (note: string) => saved.form('#checkout').fill({ how: '1', note, pay: 'account' });
    const first = await form('Livrer derrière').submit(pressed('confirm'));
    expect(first.words()).not.toContain(told);
    // A double click, or the same page again, gets no extra message.
    const same = await form('Livrer derrière').submit(pressed('confirm'));
    expect(numberOf(same)).toBe(numberOf(first));
    expect(same.words()).not.toContain(told);
    for (const page of [
      form('NON, devant'),
      other.form('#checkout').fill({ ref: 'B2', pay: 'account' }),
    ]) {
      const late = await page.submit(pressed('confirm'));
      expect(numberOf(late)).toBe(numberOf(first));
      expect(late.words('[role=alert]')).toContain(told);
    }
    expect(confirms()).toBe(before + 1);
    const detail = 'other choices, not in the order';
    const noted = shop.logs.slice(from).filter(({ event }) => event === 'checkout.repeated');
    expect(noted).toMatchObject([
      { name: numberOf(first), reference: expect.any(String) as string },
      ...[detail, detail].map((one) => ({ name: numberOf(first), detail: one })),
    ]);
  });

  it('P-57 an order that cannot be verified yet is shown as in progress, never confirmed again', async () => {
    newCart(shop, login);
    const before = confirms();
    const saved = await carrierChosen(vet);
    fault({ match: { method: 'POST', path: 'carts/confirm' }, drop: 'after' });
    fault({ match: { method: 'GET', path: 'sales' }, status: 503, body: 'down', times: 8 });
    const waiting = await saved.form('#checkout').submit(pressed('confirm'));
    expect(waiting.status).toBe(200);
    expect(waiting.words()).toContain('La confirmation est en cours');
    const again = await saved.form('#checkout').submit(pressed('confirm'));
    expect(again.words()).toContain('La confirmation est en cours');
    expect(confirms()).toBe(before + 1);
    const checkout = await vet.get(path);
    expect(checkout.words()).toContain('Votre commande est en cours de vérification');
    expect(checkout.words()).not.toContain('Une modification du panier est en cours');
    const link = checkout.dom.querySelector('main [role=alert] a')?.getAttribute('href');
    expect(link).toBe(waiting.url.pathname + waiting.url.search);
    shop.sandbox.erp.control.clearFaults();
    const done = await vet.get(waiting.url.pathname + waiting.url.search);
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(confirms()).toBe(before + 1);
    // The order found later is logged once, with the reference of the request that found it and that of the
    // confirmation. An order whose confirmation got a normal response is not logged as found.
    await vet.get(waiting.url.pathname + waiting.url.search);
    const lost = shop.logs.findLast(({ event }) => event === 'order.answer_lost');
    const shown = waiting.dom.querySelector('#support-reference .ref')?.text;
    expect(shown).toBe(lost?.['reference']);
    const [placed, ...others] = placings(numberOf(done));
    expect(others).toEqual([]);
    expect(placed).toMatchObject({ found: true, confirmation: lost?.['reference'] });
    expect(placed?.['reference']).not.toBe(lost?.['reference']);
    expect(placed?.['customer']).toBe(refOf(login));
  });

  it('CHK-04 an ERP error at the confirmation is shown, and the cart can be confirmed later', async () => {
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
    expect(refused.words()).toContain('La commande a été refusée par notre système de commande');
    expect(refused.words()).not.toContain('X9');
    const told = shop.logs.filter(({ event }) => event === 'order.not_placed').slice(-2);
    expect(told[0]).toMatchObject({ customer: refOf(login), reason: 'unavailable' });
    expect(told[1]?.['detail']).toContain('La commande a été refusée par notre système');
    const done = await refused.form('#checkout').submit(pressed('confirm'));
    expect(numberOf(done)).toMatch(/^S\d+/);
    // A customer on the telephone reads that number on the cart page.
    expect(told[1]?.['name']).toBe(numberOf(done));
  });

  it('CHK-04 P-57 when the ERP changes a price while it confirms the order, the page after the order shows both totals', async () => {
    const { uuid, products } = newCart(shop, login);
    const page = await carrierChosen(vet);
    // The last cart that the shop reads before it confirms.
    const refreshed = () => callsOf(shop, 'POST', 'carts/refresh_qty_unavailable').length;
    const before = refreshed();
    fault({ match: { method: 'POST', path: 'carts/confirm' }, delay_ms: 3_000 });
    const confirmed = page.form('#checkout').submit(pressed('confirm'));
    await until(() => refreshed() > before);
    shop.sandbox.erp.control.oldPrice(uuid, products[0] ?? 0, 1_234);
    const done = await confirmed;
    const name = numberOf(done);
    expect(name).toMatch(/^S\d+/);
    expect(done.words()).toMatch(/La commande s’élève à [\d\s,.]+ €, et non aux [\d,.]+ €/);
    const told = shop.logs.find(({ event }) => event === 'order.total_differs');
    expect(told?.['name']).toBe(name);
    // An order whose total is the confirmed one has no such notice.
    newCart(shop, login);
    const same = await (await carrierChosen(vet)).form('#checkout').submit(pressed('confirm'));
    expect(same.words()).not.toContain('et non aux');
  });

  it('CHK-04 after the order, Back shows the order instead of the earlier form result, even with a new cart', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const asked = await page
      .form('#checkout')
      .fill({ how: '2', ref: 'R9', coupon: 'BON5' })
      .submit(pressed('confirm'));
    expect(asked.words()).toContain('Rien n’a encore été commandé');
    const name = numberOf(await asked.form('#checkout').submit(pressed('confirm')));
    expect(name).toMatch(/^S\d+/);
    const back = asked.url.pathname + asked.url.search;
    expect(back).toContain('answer=');
    for (const at of [back, path]) {
      const empty = await vet.get(at);
      expect(empty.words(), at).not.toContain('Rien n’a encore été commandé');
      expect(empty.words(), at).toContain('Il n’y a rien à commander');
      expect(empty.words(), at).toContain(`Votre commande ${name} est enregistrée`);
      const link = empty.dom.querySelector('main a[href*="/account/sales/"]')?.getAttribute('href');
      expect((await vet.get(link ?? '')).words()).toContain(name);
    }
    newCart(shop, login);
    const next = await vet.get(back);
    expect(next.words()).not.toContain('Rien n’a encore été commandé');
    expect(next.words()).toContain(`Votre commande ${name} est enregistrée`);
    expect(next.form('#checkout').fields.get('ref')).toBe('');
  });

  it('CHK-04 a cart emptied in another tab cannot be ordered, and shows no total', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    for (;;) {
      const cart = await vet.get('/fr/cart');
      const drop = cart.dom.querySelector('button[name=drop]')?.getAttribute('value');
      if (!drop) break;
      await cart.form('#cart').submit({ name: 'drop', value: drop });
    }
    const answer = await page.form('#checkout').fill({ how: '1' }).submit(pressed('confirm'));
    expect(answer.status).toBe(409);
    expect(answer.words('main')).toContain('Il n’y a rien à commander');
    expect(answer.words('main')).not.toMatch(/confirmez|au lieu de|€/);
    expect(shop.logs.findLast(({ event }) => event === 'order.not_placed')).toMatchObject({
      reason: 'empty',
    });
  });

  it('CHK-04 a cart ordered on another device is not ordered again', async () => {
    const { uuid } = newCart(shop, login);
    const page = await vet.get(path);
    shop.sandbox.erp.control.replaceCart(uuid, 'ordered');
    const answer = await page.form('#checkout').fill({ how: '1' }).submit(pressed('confirm'));
    expect(answer.status).toBe(409);
    expect(answer.words()).toContain('remplacé ou commandé ailleurs');
  });

  it('CHK-04 an older open cart that reappears after the order is named and not merged', async () => {
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
});
