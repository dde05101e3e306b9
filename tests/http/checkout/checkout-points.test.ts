import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
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

describe('pickup points and coupons', () => {
  it('CHK-01 a pickup point can be searched, chosen and stored', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    expect(page.words()).toContain('Chercher d’abord un point d’enlèvement');
    const found = await page
      .form('#checkout')
      .fill({ how: '3', pp: 'namur', ref: 'typed' })
      .submit(pressed('points'));
    expect(found.status).toBe(200);
    expect(found.words()).not.toContain('Chercher d’abord un point d’enlèvement');
    expect(found.words()).toContain('Choisir un point ci-dessous.');
    expect(radio(found, 'point', 'P002')).not.toBeNull();
    expect(radio(found, 'point', 'P001')).toBeNull();
    expect(found.form('#checkout').fields.get('ref')).toBe('typed');
    // The redirect leads to the list of found points.
    expect(found.url.hash).toBe('#found-points');
    const place = found.dom.querySelector('.pickups #found-points');
    expect(place?.getAttribute('tabindex')).toBe('-1');
    expect(found.words('#found-points')).toContain('1 point d’enlèvement trouvé pour « namur »');
    for (const pp of ['NAMÛR', '5000 Namur', 'comptoir pepiniere']) {
      const other = await found.form('#checkout').fill({ pp }).submit(pressed('points'));
      expect(Boolean(radio(other, 'point', 'P002')), pp).toBe(true);
      expect(Boolean(radio(other, 'point', 'P001')), pp).toBe(false);
    }
    // A text without match still shows points, and a postcode shows the nearest first.
    const none = await found.form('#checkout').fill({ pp: 'zzz' }).submit(pressed('points'));
    expect(none.words()).toContain('Voici les autres points');
    expect(radio(none, 'point', 'P001')).not.toBeNull();
    const near = await found.form('#checkout').fill({ pp: '5590' }).submit(pressed('points'));
    expect(near.words()).toContain('Aucun point d’enlèvement trouvé pour « 5590 »');
    expect(near.dom.querySelector('input[name="point"]')?.getAttribute('value')).toBe('P002');
    // Enter in the search field activates the first button of the form.
    const entered = await found.form('#checkout').fill({ pp: 'zzz' }).submit(pressed('save'));
    expect(entered.words()).toContain('Vos choix sont appliqués');
    expect(entered.words('#found-points')).toContain(
      'Aucun point d’enlèvement trouvé pour « zzz »',
    );
    // The search text and its results stay together.
    for (const next of ['coupon', 'save']) {
      const later = await entered.form('#checkout').submit(pressed(next));
      expect(later.form('#checkout').fields.get('pp')).toBe('zzz');
      expect(later.words()).not.toContain('Aucun point d’enlèvement trouvé');
      expect(later.url.hash).toBe('');
    }
    const without = await found.form('#checkout').submit(pressed('confirm'));
    expect(without.status).toBe(422);
    expect(without.words()).toContain('Choisissez un point d’enlèvement');
    // A choice that is not saved yet survives a visit to another page.
    const left = without.form('#checkout').fill({ how: '3', pp: 'namur', point: 'P002' });
    const profile = await left.submit({ name: 'to', value: '/fr/account/profile?change=1#change' });
    expect(profile.url.pathname).toBe('/fr/account/profile');
    const back = await vet.get(path);
    expect([checkedValue(back, 'how'), checkedValue(back, 'point')]).toEqual(['3', 'P002']);
    expect(back.form('#checkout').fields.get('pp')).toBe('namur');
    const done = await confirmWith(back, { point: 'P002' });
    expect(done.words()).toContain('Comptoir Namur');
    expect(callsOf(shop, 'POST', 'carts/current/set_pickup')).not.toHaveLength(0);
  });

  it('CHK-01 cold-chain products are named before a delivery method is chosen', async () => {
    newCart(shop, login);
    expect((await vet.get(path)).words()).not.toContain('À conserver au froid');
    const cold = [...shop.sandbox.world.documents('products', 'fr')].find(
      ({ storage_temperature: kept, name }) => kept === '2-8' && typeof name === 'string',
    );
    newCart(shop, login, { products: [Number(cold?.['id'])] });
    const page = await vet.get(path);
    expect(page.words()).toContain(`À conserver au froid : ${String(cold?.['name'])}`);
  });

  it('CHK-01 cold-chain products can go to a pickup point only if it guarantees cooling', async () => {
    const chilled = new Set(
      [...shop.sandbox.world.documents('products', 'fr')].flatMap(
        ({ storage_temperature: kept, id }) => (kept === '2-8' ? [id] : []),
      ),
    );
    const [cold] = variants(shop, 1, (one) => chilled.has(one.id) && !one.notSoldOnWebsite);
    newCart(shop, login, { products: [cold ?? 0] });
    const page = await vet.get(path);
    expect(page.dom.querySelector('input[name=cold]')).toBeNull();
    const toPoint = { how: '3', pp: 'namur', point: 'P002', pay: 'account' };
    const found = await page.form('#checkout').fill(toPoint).submit(pressed('points'));
    const told = await found.form('#checkout').fill(toPoint).submit(pressed('confirm'));
    expect(told.status).toBe(422);
    expect(told.words('.error-summary')).toContain('contient des produits à conserver au froid');
    // The distributor's van delivers without a checkbox about cooling; for a pickup point, ticking the checkbox allows
    // the order.
    const van = await told.form('#checkout').fill({ how: '1', ship: '' }).submit(pressed('save'));
    expect(van.dom.querySelector('input[name=cold]')).toBeNull();
    const again = await van.form('#checkout').fill(toPoint).submit(pressed('save'));
    const done = await confirmWith(again, { ...toPoint, point: 'current', cold: 'on' });
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(done.words()).toContain('Comptoir Namur');
  });

  it('CHK-01 a pickup point known only to its carrier is sent with its address; afterwards an address can be chosen again', async () => {
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

  it('CHK-02 a coupon is applied once per form; a rejection is shown with a text of the shop; an empty code does nothing', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const coupons = () => callsOf(shop, 'POST', 'carts/current/coupon').length;
    const before = coupons();
    const empty = await page.form('#checkout').fill({ coupon: '  ' }).submit(pressed('coupon'));
    expect(empty.status).toBe(200);
    expect(coupons()).toBe(before);
    expect(page.dom.querySelector('#checkout input[name=coupon]')).not.toBeNull();
    // A code copied from a letter, with invisible characters.
    const copied = '\u00a0BO\u00adN\uff15\u200b';
    const applied = await page.form('#checkout').fill({ coupon: copied }).submit(pressed('coupon'));
    expect(callsOf(shop, 'POST', 'carts/current/coupon').at(-1)?.body).toBe('{"code":"BON5"}');
    expect(applied.words()).toContain('Le code BON5 est appliqué');
    expect(applied.words()).toContain('Bons et codes HTVA');
    expect(applied.words()).toContain('Un code appliqué reste lié à ce panier');
    const again = await page.form('#checkout').fill({ coupon: 'BON5' }).submit(pressed('coupon'));
    expect(again.status).toBe(409);
    expect(coupons()).toBe(before + 1);
    const bad = await again.form('#checkout').fill({ coupon: 'NOPE' }).submit(pressed('coupon'));
    expect(bad.status).toBe(422);
    expect(bad.words()).toContain('Ce code n’est pas valable');
    expect(bad.form('#checkout').fields.get('coupon')).toBe('NOPE');
  });

  it('CHK-02 a coupon code in its field is applied before the order, and if the code is rejected no order is placed', async () => {
    newCart(shop, login);
    const confirms = () => callsOf(shop, 'POST', 'carts/confirm').length;
    const coupons = () => callsOf(shop, 'POST', 'carts/current/coupon').length;
    const before = { confirms: confirms(), coupons: coupons() };
    const typed = { coupon: 'NOPE', ref: 'Frigo', note: 'Quai 2' };
    const saved = await carrierChosen(vet);
    const refused = await saved.form('#checkout').fill(typed).submit(pressed('confirm'));
    expect(refused.status).toBe(422);
    expect(refused.dom.querySelector('#errors')?.text).toContain('Ce code n’est pas valable');
    expect(refused.words()).toContain('Rien n’a encore été commandé');
    for (const [name, value] of Object.entries(typed))
      expect(refused.form('#checkout').fields.get(name), name).toBe(value);
    // Another field has an error, so the shop applies the code only at the next submit.
    const other = refused.form('#checkout').fill({ coupon: 'BON5', how: '77' });
    const stopped = await other.submit(pressed('confirm'));
    expect(stopped.form('#checkout').fields.get('coupon')).toBe('BON5');
    expect(coupons()).toBe(before.coupons + 1);
    const form = () => stopped.form('#checkout').fill({ how: '1' });
    const [asked] = [
      await form().submit(pressed('confirm')),
      await form().submit(pressed('confirm')),
    ];
    expect(coupons(), 'the same form twice').toBe(before.coupons + 2);
    expect(asked.status).toBe(409);
    expect(asked.words()).toContain('Le code BON5 est appliqué');
    expect(asked.words()).toMatch(/Le total est maintenant de .* au lieu de/);
    expect(asked.words()).not.toContain('n’est plus celui');
    expect(asked.form('#checkout').fields.get('coupon')).toBe('');
    expect(asked.form('#checkout').fields.get('note')).toBe('Quai 2');
    expect(confirms()).toBe(before.confirms);
    const done = await asked.form('#checkout').submit(pressed('confirm'));
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(confirms()).toBe(before.confirms + 1);
  });

  it('CHK-02 Enter in another field also submits the coupon code', async () => {
    newCart(shop, login);
    const form = (await vet.get(path)).form('#checkout').fill({ how: '1', ref: 'R3' });
    const bad = await form.fill({ coupon: 'NOPE' }).submit(pressed('save'));
    expect(bad.status).toBe(422);
    expect(bad.words()).toContain('Ce code n’est pas valable');
    expect(bad.words(), 'one thing is said').not.toContain('Vos choix sont appliqués');
    expect(bad.form('#checkout').fields.get('coupon')).toBe('NOPE');
    const good = await bad.form('#checkout').fill({ coupon: 'BON5' }).submit(pressed('save'));
    expect(good.status).toBe(200);
    expect(good.words()).toContain('Codes appliqués : BON5');
    expect(good.form('#checkout').fields.get('coupon')).toBe('');
    expect(good.form('#checkout').fields.get('ref')).toBe('R3');
  });

  it('CHK-02 a promotion code counts once, although this ERP would apply it several times', async () => {
    newCart(shop, login);
    const code = { coupon: 'BON5' };
    // Two windows, each with its own idempotency key.
    const [one, other] = [await vet.get(path), await vet.get(path)];
    const before = callsOf(shop, 'POST', 'carts/current/coupon').length;
    const press = (page: typeof one) => page.form('#checkout').fill(code).submit(pressed('coupon'));
    // A double click, Back, the other window, and the page that answered.
    const applied = await press(one);
    for (const page of [one, other, applied, await vet.get(path)]) {
      const again = await press(page);
      expect(again.words()).toContain('Ce code est déjà appliqué');
      expect(again.words()).toContain('Codes appliqués : BON5 ');
    }
    const both = await Promise.all([press(other), press(await vet.get(path))]);
    for (const again of both) expect(again.words()).toContain('Codes appliqués : BON5 ');
    expect(callsOf(shop, 'POST', 'carts/current/coupon')).toHaveLength(before + 1);
    const sums = applied.words('aside').replace(/\s/g, ' ');
    expect(sums).toMatch(/Sous-total brut HTVA [\d ,]+ €.*Bons et codes HTVA −5,00 €/);
    // Another code can be added.
    const second = await press(applied).then((page) =>
      page.form('#checkout').fill({ coupon: 'BIENVENUE10' }).submit(pressed('coupon')),
    );
    expect(second.words()).toContain('Codes appliqués : BON5, BIENVENUE10');
  });

  it.each(['bienvenue10', ' Bienvenue10 ', 'ＢＩＥＮＶＥＮＵＥ10'])(
    'CHK-02 a promotion code that is already applied is recognised when entered as %j',
    async (typed) => {
      newCart(shop, login);
      const first = (await vet.get(path)).form('#checkout').fill({ coupon: 'BIENVENUE10' });
      const applied = await first.submit(pressed('coupon'));
      expect(applied.words()).toContain('Codes appliqués : BIENVENUE10');
      const asked = callsOf(shop, 'POST', 'carts/current/coupon').length;
      const again = applied.form('#checkout').fill({ coupon: typed });
      const told = await again.submit(pressed('coupon'));
      expect(told.words()).toContain('Ce code est déjà appliqué');
      expect(told.form('#checkout').fields.get('coupon')).toBe('');
      // No error of the coupon is left: the order succeeds, with that code applied once.
      const cart = await vet.get('/fr/cart');
      expect(cart.words('main')).toContain('2 lignes · 4 pièces');
      expect(cart.words('#cart')).toContain('Remise');
      expect(cart.words('#cart'), 'a discount gives no piece away').not.toContain('Offert');
      // A line that is not a product has no picture.
      const pictures = (page: Page, lines: string) =>
        page.dom
          .querySelectorAll(lines)
          .filter((line) => line.text.includes('Remise'))
          .map((line) => line.querySelectorAll('.row-pic').length);
      expect(pictures(cart, '#cart .line')).toEqual([0]);
      expect(pictures(told, '.mini li')).toEqual([0]);
      const done = await confirmWith(told, { coupon: typed, how: '1' });
      expect(numberOf(done)).toMatch(/^S\d+/);
      expect(callsOf(shop, 'POST', 'carts/current/coupon')).toHaveLength(asked);
    },
  );

  it('P-58 a coupon whose ERP response was lost blocks the order and is not sent again', async () => {
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
