/** The cart's sync state with the ERP, as shown to a customer without script (CART-07). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo, type Page, type Visitor } from '../../support/visitor';
import { customerId, newCart } from '../checkout/checkout-carts';

let shop: TestShop;
let shift = 0;
const clock = { now: () => new Date(Date.now() + shift) };
beforeAll(async () => {
  shop = await startTestShop({ clock });
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.erp.control.availability(true);
});

const goods = (at: number): number => {
  const direct = [...shop.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
  return direct[at]?.id ?? 0;
};
const order = (who: Visitor, productId: number): Promise<Page> =>
  who.post('/fr/search?q=', { tx: crypto.randomUUID(), add: 'all', [`q.${productId}`]: '2' });
const badge = (page: Page) => {
  const sync = page.dom.querySelector('[data-cart-badge] .sync');
  return [sync?.getAttribute('data-state'), sync?.text.trim()];
};
/** Whether checkout is open, and the message if it is not. */
const wayOn = (page: Page) => ({
  open: page.dom.querySelector('button[value="checkout"]:not([disabled])') !== null,
  why: page.dom.querySelector('#not-yet')?.text.trim() ?? null,
});

describe('the cart’s sync state', () => {
  it('CART-07 CART-09 the first page after sign-in shows the cart as synchronised, and checkout is open', async () => {
    const login = 'vet@demo.example';
    const owner = shop.sandbox.world.customers.find((one) => one.login === login);
    shop.sandbox.erp.control.newCart(owner?.id ?? 0, [{ product_id: goods(0), qty: 3 }]);
    const who = await shop.customer(login);
    const page = await who.get('/fr/news');
    expect(badge(page)).toEqual(['synced', 'Synchronisé']);
    expect(page.dom.querySelector('[data-cart-badge] .count')?.text).toContain('3');
    expect(wayOn(await who.get('/fr/cart'))).toEqual({ open: true, why: null });
  });

  it.each([
    ['204', 'kempenhof@demo.example', { status: 204 }],
    ['an empty body', 'dierenarts@demo.example', { status: 200, body: '' }],
  ])(
    'CART-04 SHELL-01 the ERP response %s means no cart, in the header too, and is not an error',
    async (_, login, answer) => {
      const who = await shop.customer(login);
      await order(who, goods(2));
      expect(wayOn(await who.get('/fr/cart')).open).toBe(true);
      const { control } = shop.sandbox.erp;
      control.fault({ match: { path: '*cart/sync' }, times: 20, ...answer });
      // This response comes from an older ERP, which the shop asks a second time.
      control.fault({ match: { path: 'carts/current' }, times: 20, status: 204 });
      // The shop does not fetch a cart again that it has just fetched.
      shift += 5_000;
      const none = await who.get('/fr/cart');
      expect([none.status, badge(none)]).toEqual([200, ['synced', 'Synchronisé']]);
      expect(none.words('main')).toContain('Votre panier est vide');
      expect(none.dom.querySelector('[data-cart-badge] .count')?.text ?? '').not.toMatch(/[1-9]/);
    },
  );

  it.each(['more', 'drop', 'do'])(
    'CART-07 CART-12 OPS-03 a form from a cart that was ordered meanwhile does not change the next cart (%s)',
    async (button) => {
      const login = 'vet@demo.example';
      const { control } = shop.sandbox.erp;
      const { uuid } = newCart(shop, login, { products: [goods(3)], quantity: 2 });
      shift += 5_000;
      const who = await shop.customer(login);
      const page = await who.get('/fr/cart');
      control.replaceCart(String(uuid), 'cancelled');
      control.newCart(customerId(shop, login), [{ product_id: goods(4), qty: 1 }]);
      shift += 5_000;
      await who.get('/fr/cart');
      // For a customer who asks support where the cart is.
      const gone = shop.logs.filter(({ event }) => event === 'cart.replaced');
      expect(gone.at(-1)?.['cart']).toBe(uuid);
      expect(gone.at(-1)?.['name']).toMatch(/^S\d+$/);
      const typed = button === 'do' ? { [`q.${goods(3)}`]: '7' } : {};
      const value = button === 'do' ? 'update' : String(goods(3));
      const told = await page.form('#cart').fill(typed).submit({ name: button, value });
      const change = { more: '+1', drop: '−2', do: '+5' }[button] ?? '';
      expect(told.words('main')).toContain('Elle visait un panier');
      expect(told.words('main')).toContain('1 modification n’a pas été faite');
      expect(told.words('main')).toContain(`(${change})`);
      const [now] = control.cartsOf(customerId(shop, login));
      expect(now?.lines.map(({ productId, qty }) => [productId, qty])).toEqual([[goods(4), 1]]);
    },
  );

  it('CART-07 when the ERP is unavailable, the cart change is queued, reported, and blocks the order', async () => {
    const who = await shop.customer('vet@demo.example');
    await order(who, goods(5));
    const before = await who.get('/fr/cart');
    shop.sandbox.erp.control.availability(false);
    const told = await order(who, goods(1));
    expect(badge(told)).toEqual(['down', 'Système indisponible']);
    const cart = await who.get('/fr/cart');
    expect(cart.words('#cart-view')).toContain('Notre système de commande ne répond pas.');
    expect(cart.words('#cart-view')).toContain('1 modification est gardée');
    expect(wayOn(cart)).toEqual({
      open: false,
      why: 'Possible dès que toutes les lignes sont synchronisées.',
    });
    // The checkout button submits the edit, which is queued like any other.
    const typed = before.form('#cart').fill({ [`q.${goods(5)}`]: '9' });
    const held = await typed.submit({ name: 'do', value: 'checkout' });
    expect([held.url.pathname, wayOn(held).open]).toEqual(['/fr/cart', false]);
    expect(held.words('#cart-view')).toContain('2 modifications sont gardées');
    expect(held.form('#cart').fields.get(`q.${goods(5)}`)).toBe('9');
    shop.sandbox.erp.control.availability(true);
    // An unavailable ERP may still have applied the change: the shop verifies it once it can no longer take effect.
    shift += 10 * 60_000;
    await who.get('/fr/cart');
    expect(badge(await who.get('/fr/news'))).toEqual(['synced', 'Synchronisé']);
  });

  it('CART-07 when the ERP is unavailable, a previously empty cart is called unknown, everywhere and in each language', async () => {
    const login = 'dierenarts@demo.example';
    const { control } = shop.sandbox.erp;
    for (const { uuid } of control.cartsOf(customerId(shop, login)))
      control.replaceCart(String(uuid), 'cancelled');
    shift += 5_000;
    const who = await shop.customer(login);
    expect((await who.get('/fr/cart')).words()).toContain('Votre panier est vide');
    expect((await who.get('/fr/cart-confirm')).words()).toContain('Il n’y a rien à commander');
    control.availability(false);
    // The shop does not fetch a cart again that it has just fetched.
    shift += 5_000;
    const texts = {
      fr: ['Notre système de commande ne répond pas', 'n’est pas connu', 'Il était vide le'],
      nl: ['Ons bestelsysteem antwoordt niet', 'is nu niet bekend', 'was het leeg'],
      en: ['Our ordering system is not answering', 'is not known right now', 'It was empty on'],
    };
    const untrue =
      /panier est vide|rien à commander|mandje is leeg|niets te bestellen|cart is empty|nothing to order/;
    for (const [locale, said] of Object.entries(texts))
      for (const path of ['cart', 'cart-confirm']) {
        const page = await who.get(`/${locale}/${path}`);
        for (const text of said) expect(page.words()).toContain(text);
        expect(page.words()).not.toMatch(untrue);
        const ways = page.dom.querySelectorAll('main .empty a').map((way) => leadsTo(way));
        expect(ways[0]).toBe(`/${locale}/${path}`);
        // Support can find the failed call.
        expect(page.dom.querySelector('main .ref')).not.toBeNull();
      }
    // A CSV request shows the error too, instead of an empty file.
    const file = await who.get('/fr/cart/csv', { headers: { 'sec-fetch-dest': 'document' } });
    expect([file.url.pathname, file.status]).toEqual(['/fr/cart', 503]);
    // No change is waiting, so sign-out shows no warning.
    const leaving = await who.get('/fr/account/sign-out');
    expect(leaving.words()).toContain('Votre session sera fermée');
    expect(leaving.dom.querySelector('header form[data-sign-out]')).not.toBeNull();
    // A product added meanwhile is queued, and the order waits for it.
    await order(who, goods(1));
    const waiting = await who.get('/fr/cart-confirm');
    expect(waiting.words()).toContain('1 modification est gardée');
    expect((await who.get('/fr/account/sign-out')).words()).toContain('Elles seront perdues');
  });

  it('CART-07 when the ERP refuses every cart, notices say that it could not record the change, and the change is sent later', async () => {
    const login = 'groothandel@demo.example';
    const { control } = shop.sandbox.erp;
    const who = await shop.customer(login);
    await who.get('/fr/cart');
    const match = { method: 'POST', path: '*sync' };
    control.fault({ match, status: 403, body: { detail: 'AccessError' }, times: 50 });
    const told = await order(who, goods(1));
    expect(told.words('body')).toContain('Notre système de commande n’a pas pu l’enregistrer');
    expect(told.words('body')).not.toContain('système de commande ne répond pas');
    control.clearFaults();
    shift += 10 * 60_000;
    expect((await who.get('/fr/cart')).form('#cart').fields.get(`q.${goods(1)}`)).toBe('2');
  });

  it('CART-07 P-50 a cart write whose response was cut is shown as being verified, and blocks the order for a few minutes', async () => {
    const who = await shop.customer('vet@demo.example');
    await who.get('/fr/cart');
    const { control } = shop.sandbox.erp;
    control.fault({ match: { method: 'POST', path: '*sync' }, drop: 'after', times: 1 });
    const told = await order(who, goods(2));
    expect(told.words('body')).toContain('en cours de vérification');
    expect(badge(await who.get('/fr/news'))).toEqual(['checking', 'En vérification']);
    const cart = await who.get('/fr/cart');
    expect(cart.words('#cart-view')).toContain(
      'Une modification ou une commande est en cours de vérification.',
    );
    expect(cart.words('#cart-view')).toMatch(/possible dans \d minutes environ/);
    expect(wayOn(cart).open).toBe(false);
    const confirm = await who.get('/fr/cart-confirm');
    expect(confirm.words('main')).toMatch(/la commande sera possible dans \d minutes environ/);
    shift += 10 * 60_000;
    expect(wayOn(await who.get('/fr/cart'))).toEqual({ open: true, why: null });
    expect(badge(await who.get('/fr/news'))).toEqual(['synced', 'Synchronisé']);
  });
});

describe('consistency of all parts of one page', () => {
  /** Header, notice, heading, line and order button of one page. */
  const places = (page: Page, id: number) => ({
    badge: badge(page)[0],
    notice: page.dom.querySelector('#cart-view .notice[data-said] b')?.text.trim() ?? null,
    waiting: /\d+ en attente/.exec(page.words('#cart-view'))?.[0] ?? null,
    line: page.dom
      .querySelector(`[name="q.${id}"]`)
      ?.closest('li')
      ?.querySelector('.row-stock .sync')
      ?.getAttribute('data-state'),
    open: wayOn(page).open,
  });
  const notAnswering = 'Notre système de commande ne répond pas.';
  const notSynchronised = 'Le panier n’a pas pu être synchronisé.';
  const verified = 'Une modification ou une commande est en cours de vérification.';

  it.each([
    ['nothing', null, ['synced', null, null, 'synced', true]],
    [
      '503',
      { status: 503, headers: { 'retry-after': '5' } },
      ['down', notAnswering, '1 en attente', 'pending', false],
    ],
    [
      '500',
      { status: 500, body: { detail: 'Internal Server Error' } },
      ['pending', notSynchronised, '1 en attente', 'pending', false],
    ],
    [
      '403',
      { status: 403, body: { detail: 'AccessError' } },
      ['pending', notSynchronised, '1 en attente', 'pending', false],
    ],
    ['a cut', { drop: 'after' }, ['checking', verified, '1 en attente', 'pending', false]],
    [
      '400',
      { status: 400, body: { detail: 'Not for sale' } },
      ['synced', '1 ligne est refusée par notre système de commande.', null, 'synced', true],
    ],
  ] as const)(
    'CART-07 CART-09 after an edit that meets %s, header, notice, heading, line, order button and checkout agree',
    async (met, fault, expected) => {
      const login = 'vet@demo.example';
      const { control } = shop.sandbox.erp;
      for (const { uuid } of control.cartsOf(customerId(shop, login)))
        control.replaceCart(String(uuid), 'cancelled');
      newCart(shop, login, { products: [goods(3)], quantity: 2 });
      shift += 20 * 60_000;
      const who = await shop.customer(login);
      const before = await who.get('/fr/cart');
      const closed = before.dom.querySelectorAll('#cart-view [name="notice"]');
      for (const one of closed)
        await who.post('/fr/cart', {
          notice: one.getAttribute('value') ?? '',
          do: 'dismiss',
          tx: crypto.randomUUID(),
        });
      if (fault) control.fault({ match: { method: 'POST', path: '*sync' }, times: 50, ...fault });
      const shown = await before
        .form('#cart')
        .fill({ [`q.${goods(3)}`]: '7' })
        .submit({ name: 'do', value: 'update' });
      if (met === '400') control.clearFaults();
      const said = ['badge', 'notice', 'waiting', 'line', 'open'];
      const wanted = Object.fromEntries(said.map((name, at) => [name, expected[at]]));
      expect(places(shown, goods(3))).toEqual(wanted);
      // The state is the same when the page is loaded again, and in the header of other pages.
      const again = await who.get('/fr/cart');
      expect(places(again, goods(3))).toEqual(wanted);
      expect(badge(await who.get('/fr/news'))[0]).toBe(expected[0]);
      expect(badge(await who.get('/fr/cart-confirm'))[0]).toBe(expected[0]);
    },
  );

  it('CART-05 CART-07 after a 503 with Retry-After the change is sent as soon as the ERP answers', async () => {
    const login = 'kempenhof@demo.example';
    const { control } = shop.sandbox.erp;
    const who = await shop.customer(login);
    await who.get('/fr/cart');
    const match = { method: 'POST', path: '*sync' };
    control.fault({ match, status: 503, headers: { 'retry-after': '1' }, times: 2 });
    await order(who, goods(9));
    control.clearFaults();
    expect(places(await who.get('/fr/cart'), goods(9))).toMatchObject({
      badge: 'synced',
      notice: null,
      line: 'synced',
      open: true,
    });
  });
});

describe('a full queue of changes for the ERP', () => {
  it('SRCH-06 CART-12 P-56 a full queue of cart changes rejects further changes and preserves the input, on an order sheet, in the cart and for undo', async () => {
    const login = 'kempenhof@demo.example';
    const owner = shop.sandbox.world.customers.find((one) => one.login === login);
    const { control } = shop.sandbox.erp;
    control.newCart(owner?.id ?? 0, [{ product_id: goods(0), qty: 3 }]);
    const who = await shop.customer(login);
    const cart = (await who.get('/fr/cart')).form('#cart').fill({ [`q.${goods(0)}`]: '5' });
    const { sku = '' } = shop.sandbox.world.variants.get(goods(1)) ?? {};
    const sheet = (await who.get(`/fr/search?q=${sku}&exact=0`)).form('form[data-sheet]');
    control.availability(false);
    /** Adds this number of lines; returns the status, which is 409 once the queue has no room for them. */
    const add = async (lines: number): Promise<number> => {
      const fields = new URLSearchParams({ tx: crypto.randomUUID(), add: 'all' });
      for (let at = 0; at < lines; at += 1) fields.set(`q.${goods(at)}`, '1');
      const { headers } = await who.post('/fr/search?q=', fields, { follow: false });
      return Number(headers.get('form-answer'));
    };
    for (const lines of [20, 1]) while ((await add(lines)) !== 409);
    const full = 'Trop de modifications attendent';
    const onSheet = await sheet.fill({ [`q.${goods(1)}`]: '12' }).submit();
    expect(onSheet.status).toBe(409);
    expect(onSheet.words()).toContain(full);
    expect(onSheet.form('form[data-sheet]').fields.get(`q.${goods(1)}`)).toBe('12');
    const inCart = await cart.submit({ name: 'do', value: 'update' });
    expect(inCart.status).toBe(409);
    expect(inCart.words('body')).toContain(full);
    expect(inCart.form('#cart').fields.get(`q.${goods(0)}`)).toBe('5');
    const undo = { do: 'undo', tx: crypto.randomUUID(), [`u.${goods(0)}`]: '1.375' };
    const undone = await who.post('/fr/cart', undo);
    expect(undone.words('body')).toContain(full);
    expect(undone.form('.toasts form').fields.get(`u.${goods(0)}`)).toBe('1.375');
  });
});

describe('cart lines with quantities that only the ERP can create', () => {
  it('CART-12 P-36 a change of a thousandth can be undone', async () => {
    const who = await shop.customer('clinique@demo.example');
    const [product] = [goods(8)];
    await who.get('/fr/cart');
    const fields = { do: 'undo', tx: crypto.randomUUID(), [`u.${product}`]: '1.375' };
    const page = await who.post('/fr/cart', fields);
    expect(page.status).toBe(200);
    expect(page.form('#cart').fields.get(`q.${product}`)).toBe('1.38');
  });

  it('CART-12 P-36 lines above the maximum or with fractions do not block the cart, and can be removed', async () => {
    const login = 'aanzee@demo.example';
    const owner = shop.sandbox.world.customers.find((one) => one.login === login);
    const [many, half, other] = [goods(5), goods(6), goods(7)];
    shop.sandbox.erp.control.newCart(owner?.id ?? 0, [
      { product_id: many, qty: 19_998 },
      { product_id: half, qty: 2.5 },
      { product_id: other, qty: 1 },
    ]);
    const who = await shop.customer(login);
    const shown = (page: Page): unknown =>
      [many, half, other].map((id) =>
        page.dom.querySelector(`input[name="q.${id}"]`)?.getAttribute('value'),
      );
    const send = (page: Page, fields: Record<string, string>, name: string, value: string) =>
      page.form('#cart').fill(fields).submit({ name, value });
    let page = await who.get('/fr/cart');
    expect(shown(page)).toEqual(['19998', '2.5', '1']);
    page = await send(page, { [`q.${other}`]: '4' }, 'do', 'update');
    expect([page.status, shown(page)]).toEqual([200, ['19998', '2.5', '4']]);
    for (const [id, left] of [
      [many, [undefined, '2.5', '4']],
      [half, ['19998', undefined, '4']],
    ] as const) {
      page = await send(page, {}, 'drop', String(id));
      expect(shown(page)).toEqual(left);
      page = await page.form('.toasts form').submit();
      expect(shown(page)).toEqual(['19998', '2.5', '4']);
    }
    const refused = await send(page, { [`q.${many}`]: '19997' }, 'do', 'update');
    expect([refused.status, shown(refused)]).toEqual([422, ['19997', '2.5', '4']]);
  });
});
