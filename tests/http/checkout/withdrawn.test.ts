/** Products that the distributor has withdrawn, in carts, orders, wishlists and quotations. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../sandbox/seed/create-world';
import type { World } from '../../../sandbox/world';
import { productsAreIndexed } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  customerId,
  newCart,
  numberOf,
  plain,
  pressed,
} from './checkout-carts';

const login = 'vet@demo.example';
const mediaBase = 'http://127.0.0.1:9/media';

/** Products by their state in the index: `frenchOnly` has no Dutch document. */
interface Stand {
  world: World;
  good: number;
  gone: number;
  frenchOnly: number;
  notSold: number;
  replacement: number;
}

function standOf(): Stand {
  const world = createWorld({ mediaBase, products: 200 });
  const [good = 0, gone = 0, frenchOnly = 0, notSold = 0, replacement = 0] = [
    ...world.variants.values(),
  ]
    .filter(plain)
    .map(({ id }) => id);
  const documents: World['documents'] = function* (index, lang) {
    for (const document of world.documents(index, lang)) {
      const { id } = document;
      if (index === 'products' && (id === gone || (id === frenchOnly && lang !== 'fr'))) continue;
      yield index === 'products' && id === notSold
        ? {
            ...document,
            not_sold_on_website: true,
            links: { substitute: [{ id: gone }, { id: replacement }] },
          }
        : document;
    }
  };
  return { world: { ...world, documents }, good, gone, frenchOnly, notSold, replacement };
}

const plainSpaces = (text: string): string => text.replace(/\s/g, ' ');

const linesOf = (page: Page): Record<string, string> =>
  Object.fromEntries(
    page.dom
      .querySelectorAll('#cart input.qty')
      .map((one) => [(one.getAttribute('name') ?? '').slice(2), one.getAttribute('value') ?? '']),
  );

describe.each(['seed', 'odoo16'] as const)('withdrawn products, an ERP as “%s”', (profile) => {
  let shop: TestShop;
  let stand: Stand;
  let who: Visitor;
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  beforeAll(async () => {
    stand = standOf();
    shop = await startTestShop({ profile, clock, sandbox: { world: stand.world, mediaBase } });
    await productsAreIndexed(shop, 'fr', 'nl', 'en');
    who = await shop.customer(login);
  });
  afterAll(() => shop.stop());
  beforeEach(() => {
    shop.sandbox.erp.control.clearFaults();
    shop.sandbox.search.faults.clear();
  });

  /** Creates a cart as another device; the shop fetches it again after two seconds. */
  function open(options: Parameters<typeof newCart>[2]): void {
    newCart(shop, login, options);
    offsetMs += 5_000;
  }
  const nameOf = (id: number): string => shop.sandbox.world.variants.get(id)?.name.fr ?? '';

  it.each([
    ['fr', 'n’est plus dans notre catalogue', 'Retirer cette ligne'],
    ['nl', 'staat niet meer in onze catalogus', 'Deze lijn verwijderen'],
    ['en', 'is no longer in our catalogue', 'Remove this line'],
  ])(
    'CHK-04 CART-12 the cart page in %s names a product that has left the index',
    async (lang, said, text) => {
      const { good, gone } = stand;
      open({ products: [good, gone] });
      const cart = await who.get(`/${lang}/cart`);
      expect(cart.words('#barred')).toContain(said);
      expect(cart.words('#barred button')).toContain(text);
      const rest = await cart.form('#barred').submit(pressed('withdraw'));
      expect(Object.keys(linesOf(rest))).toEqual([String(good)]);
      expect(rest.dom.querySelector('#barred')).toBeNull();
      expect(rest.words('.toasts')).not.toContain('#');
      // An unsold product has no undo button, and undo on an older page does not restore it.
      expect(rest.dom.querySelector('#cart .gone button')).toBeNull();
    },
  );

  it('CHK-04 checkout names a product that has left the index, and orders nothing', async () => {
    const { good, gone } = stand;
    open({ products: [good, gone] });
    const page = await carrierChosen(who);
    expect(page.words()).toContain('n’est plus dans notre catalogue');
    const before = callsOf(shop, 'POST', 'carts/confirm').length;
    const answer = await page.form('#checkout').submit(pressed('confirm'));
    expect(answer.status).toBe(409);
    expect(answer.words('.toasts, main')).toContain('n’est plus dans notre catalogue');
    expect(callsOf(shop, 'POST', 'carts/confirm')).toHaveLength(before);
  });

  it('CART-12 one button replaces products that are not sold by their substitute', async () => {
    const { good, gone, notSold, replacement } = stand;
    open({ products: [good, notSold, gone], quantity: 3 });
    const cart = await who.get('/fr/cart');
    expect(plainSpaces(cart.words('#barred'))).toContain(
      plainSpaces(`À la place : 3 × ${nameOf(replacement)}`),
    );
    expect(cart.words('#barred')).toContain('Remplacer ou retirer ces 2 lignes');
    const now = await cart.form('#barred').submit(pressed('replace'));
    expect(linesOf(now)).toEqual({ [good]: '3', [replacement]: '3' });
    expect(now.words('.toasts')).toContain('2 lignes remplacées ou retirées');
    // The same form again changes nothing.
    const again = await cart.form('#barred').submit(pressed('replace'));
    expect(linesOf(again)).toEqual({ [good]: '3', [replacement]: '3' });
  });

  it('CART-12 undo does not put a withdrawn product back in the cart, and names it', async () => {
    const { good, gone } = stand;
    open({ products: [good, gone] });
    const cart = await who.get('/fr/cart');
    const dropped = await cart.form('#cart').submit({ name: 'drop', value: String(gone) });
    // The page does not offer undo; an older page and the island still do.
    expect(dropped.dom.querySelector('#cart .gone button')).toBeNull();
    const back = await dropped.form('.toasts form').submit(pressed('undo'));
    expect(back.words('.toasts')).toContain('n’est pas revenu dans le panier');
    expect(Object.keys(linesOf(back))).toEqual([String(good)]);
  });

  it('CHK-04 DEG-01 a product without a document in one language can be ordered in that language', async () => {
    const { good, frenchOnly } = stand;
    open({ products: [good, frenchOnly] });
    const cart = await who.get('/nl/cart');
    expect(cart.dom.querySelector('#barred')).toBeNull();
    expect(cart.words('#cart')).toContain(nameOf(frenchOnly).slice(0, 6));
    const placed = await (await carrierChosen(who)).form('#checkout').submit(pressed('confirm'));
    expect(numberOf(placed)).not.toBe('');
  });

  it('CART-10 PROD-02 quick order, order sheets and a direct post add no withdrawn product', async () => {
    const { gone } = stand;
    const { sku = '' } = shop.sandbox.world.variants.get(gone) ?? {};
    open({ products: [stand.good] });
    const pasted = (await who.get('/fr/quick-order'))
      .form('form.quick')
      .fill({ paste: `${sku} 2` });
    const read = await pasted.submit(pressed('paste'));
    expect(read.words('#scan-lines')).toContain('Code inconnu');
    const posted = { tx: crypto.randomUUID(), add: String(gone), [`q.${gone}`]: '2' };
    const sheet = await who.post('/fr/search?q=', posted);
    expect(sheet.status).toBe(422);
    expect(sheet.words()).toContain('1 ligne est à corriger');
    const document = [
      ...createWorld({ mediaBase, products: 200 }).documents('products', 'fr'),
    ].find(({ id }) => id === gone);
    // The URL of another variant of the same product.
    const deep = await who.get(`/fr/p/${String(document?.['url_key'])}`);
    expect(deep.dom.querySelector(`[name="q.${gone}"]`)).toBeNull();
    expect(Object.keys(linesOf(await who.get('/fr/cart')))).toEqual([String(stand.good)]);
  });

  /** Wishlist 77 at the ERP contains these products, two pieces each. */
  function listHolds(ids: readonly number[], quantityOf: (id: number) => number = () => 2): void {
    const lines = ids.map((id, at) => ({
      id: at + 1,
      product_id: id,
      quantity: quantityOf(id),
      sequence: at + 1,
    }));
    const list = { id: 77, name: 'Armoire', lines };
    const { control } = shop.sandbox.erp;
    control.fault({ match: { path: 'wishlists/77' }, status: 200, times: 9, body: list });
    const all = { items: [list], count: 1, size: 1 };
    control.fault({ match: { path: 'wishlists' }, status: 200, times: 9, body: all });
  }
  const piecesInCart = (): Record<string, number> =>
    Object.fromEntries(
      (shop.sandbox.erp.control.cartsOf(customerId(shop, login))[0]?.lines ?? []).map(
        ({ productId, qty }) => [productId, qty],
      ),
    );

  it('WISH-01 DEG-01 a wishlist has a row for every product, even if search does not return it', async () => {
    const { good, gone, frenchOnly, replacement } = stand;
    open({ products: [replacement] });
    await who.get('/fr/cart');
    listHolds([good, gone, frenchOnly]);
    const known = await who.get('/nl/account/wishlists/77');
    expect(known.words('main')).toContain('1 product van deze lijst staat niet meer');
    expect(known.words('main .notice')).toContain(`2 × Product nr. ${gone}`);
    // The French index is down: products in it only, or in no index, are unknown.
    offsetMs += 60_000;
    shop.sandbox.search.faults.set({ match: { index: 'products_fr' }, status: 503 });
    const page = await who.get('/nl/account/wishlists/77');
    expect(page.words('main')).not.toContain('staat niet meer');
    expect(page.words('main')).toContain('De catalogus antwoordt niet voor 2 producten');
    // The French index returned the product a minute ago.
    expect(plainSpaces(page.words('#sheet'))).toContain(plainSpaces(nameOf(frenchOnly)));
    const { fields } = page.form('#sheet');
    expect([good, gone, frenchOnly].map((id) => fields.get(`q.${id}`))).toEqual(['2', '2', '2']);
    const added = await page.form('#sheet').submit({ name: 'add', value: 'all' });
    expect(added.words('.toasts')).toContain('3 lijnen aan het winkelmandje toegevoegd');
    expect(piecesInCart()).toMatchObject({ [good]: 2, [gone]: 2, [frenchOnly]: 2 });
  });

  it('WISH-01 ordering a whole wishlist skips and names withdrawn products, those not sold, and unusual or missing quantities', async () => {
    const { good, gone, notSold, replacement, frenchOnly } = stand;
    open({ products: [frenchOnly] });
    await who.get('/fr/cart');
    const quantities = new Map([
      ...([
        [good, 0.4],
        [frenchOnly, 0],
        [replacement, 4_321],
      ] as const),
    ]);
    listHolds([good, gone, notSold, replacement, frenchOnly], (id) => quantities.get(id) ?? 2);
    const lists = await who.get('/fr/account/wishlists');
    const page = await lists.form('#lists').submit({ name: 'list', value: '77' });
    const said = plainSpaces(page.words('.toasts'));
    expect(said).toContain('1 ligne ajoutée');
    expect(said).toContain(`n’est plus au catalogue et n’a pas été ajouté : Produit n° ${gone}`);
    expect(said).toContain(plainSpaces(nameOf(notSold)));
    expect(said).toContain('1 ligne sans quantité n’a pas été ajoutée');
    expect(said).toContain(plainSpaces(`4 321 × ${nameOf(replacement)}`));
    expect(piecesInCart()).toEqual({ [frenchOnly]: 2, [good]: 1 });
    const sure = await page.form('.toasts form').submit();
    expect(sure.words('.toasts')).toContain('1 ligne ajoutée');
    expect(piecesInCart()).toEqual({ [frenchOnly]: 2, [good]: 1, [replacement]: 4_321 });
  });

  it('WISH-01 a withdrawn product keeps its last name on a wishlist and can be removed there', async () => {
    const { good, gone } = stand;
    listHolds([good, gone]);
    const edit = await who.get('/fr/account/wishlists/77/edit');
    expect(edit.words('#edit tbody')).toContain(`Produit n° ${gone} n’est plus au catalogue`);
    const before = callsOf(shop, 'POST', 'wishlists/77/update').length;
    await edit
      .form('#edit')
      .fill({ [`x.${gone}`]: 'on' })
      .submit();
    const [call] = callsOf(shop, 'POST', 'wishlists/77/update').slice(before);
    expect(call?.body).toContain(`"product_id":${good}`);
    expect(call?.body).not.toContain(`"product_id":${gone}`);
    // The name is known from before its index failed.
    listHolds([good, gone]);
    await who.get('/fr/account/wishlists/77');
    offsetMs += 60_000;
    shop.sandbox.search.faults.set({ status: 503 });
    const later = await who.get('/fr/account/wishlists/77/edit');
    expect(plainSpaces(later.words('#edit tbody'))).toContain(plainSpaces(nameOf(good)));
    expect(later.words('#edit tbody')).toContain('le catalogue ne répond pas pour ce produit');
  });

  it('ORD-02 DEG-01 a past order has rows for existing and unknown products, and names withdrawn ones', async () => {
    const { good, gone, frenchOnly, replacement } = stand;
    open({ products: [good, gone, frenchOnly] });
    // The order is placed while search is down.
    shop.sandbox.search.faults.set({ status: 503 });
    const placed = await (
      await carrierChosen(who)
    )
      .form('#checkout')
      .fill({ mto: 'on' })
      .submit(pressed('confirm'));
    const order = placed.dom.querySelector('a[href*="/account/sales/"]')?.getAttribute('href');
    const again = `${(order ?? '').replace('/fr/', '/nl/').split('?')[0] ?? ''}/again`;
    shop.sandbox.search.faults.clear();
    offsetMs += 60_000;
    open({ products: [replacement] });
    await who.get('/fr/cart');
    const whole = await who.get(again);
    expect(whole.words('main .notice')).toMatch(/sta(?:at|an) niet meer in de catalogus/);
    expect(whole.form('#sheet').fields.get(`q.${gone}`)).toBeNull();
    expect(whole.form('#sheet').fields.get(`q.${frenchOnly}`)).toBe('2');
    offsetMs += 60_000;
    shop.sandbox.search.faults.set({ match: { index: 'products_fr' }, status: 503 });
    const partial = await who.get(again);
    expect(partial.words('main')).toContain('De catalogus antwoordt niet voor');
    const { fields } = partial.form('#sheet');
    expect([good, gone, frenchOnly].map((id) => fields.get(`q.${id}`))).toEqual(['2', '2', '2']);
    await partial.form('#sheet').submit({ name: 'add', value: 'all' });
    expect(piecesInCart()).toMatchObject({ [good]: 2, [gone]: 2, [frenchOnly]: 2 });
  });

  it('DEG-01 when search is down, cart and checkout say that withdrawn products cannot be detected, and the order can be placed', async () => {
    const { good, gone } = stand;
    open({ products: [good, gone] });
    shop.sandbox.search.faults.set({ status: 503 });
    const cart = await who.get('/fr/cart');
    expect(cart.dom.querySelector('#barred')).toBeNull();
    expect(cart.words('main')).toContain('n’a pas pu dire si ces 2 produits sont encore vendus');
    const page = await carrierChosen(who);
    expect(page.words('main')).toContain('n’a pas pu dire si ces 2 produits sont encore vendus');
    const placed = await page.form('#checkout').fill({ mto: 'on' }).submit(pressed('confirm'));
    expect(numberOf(placed)).not.toBe('');
  });
});
