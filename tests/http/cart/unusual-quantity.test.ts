/**
 * Quantities far above the usual are confirmed once, wherever they are entered, without script too (CART-10, CART-12).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { choose } from '../../support/order-file';
import { until } from '../../support/until';
import type { Page, Visitor } from '../../support/visitor';
import { customerId } from '../checkout/checkout-carts';
import { orderable, pasted, rows } from './quick-order-pages';

const login = 'vet@demo.example';
let shop: TestShop;
let who: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  who = await shop.customer(login);
});
afterAll(() => shop.stop());

const product = (at: number) => {
  const found = orderable(shop)[at];
  if (!found) throw new Error('too few products');
  return found;
};
const inCart = (id: number): number =>
  shop.sandbox.erp.control
    .cartsOf(customerId(shop, login))
    .flatMap(({ lines }) => lines)
    .filter(({ productId }) => productId === id)
    .reduce((sum, { qty }) => sum + qty, 0);
const yes = (page: Page) => page.form('.toasts form');
const sheet = async (sku: string, locale = 'fr') =>
  (await who.get(`/${locale}/search?q=${sku}&exact=0`)).form('form[data-sheet]');

describe('a quantity far above the usual', () => {
  it.each([
    ['fr', 'Pas encore ajouté', 'Oui, 1\u202f200 unités', 'avait déjà été ajoutée'],
    ['nl', 'Nog niet toegevoegd', 'Ja, 1.200 stuks', 'was al toegevoegd'],
    ['en', 'Not added yet', 'Yes, 1,200 packs', 'had already been added'],
  ])(
    'CART-12 a quantity far above the usual stays in its field on an order sheet (%s) with a question, and one click adds it',
    async (locale, text, button, repeated) => {
      const { id, sku } = product(['fr', 'nl', 'en'].indexOf(locale));
      const asked = await (
        await sheet(sku, locale)
      )
        .fill({ [`q.${id}`]: '1200' })
        .submit({ name: 'add', value: String(id) });
      expect(inCart(id)).toBe(0);
      expect(asked.words('.toasts')).toContain(text);
      expect(asked.words('.toasts')).not.toContain('..');
      expect(asked.words('.toasts button').replace(/\s/g, ' ')).toBe(button.replace(/\s/g, ' '));
      expect(asked.form('form[data-sheet]').fields.get(`q.${id}`)).toBe('1200');
      const added = await yes(asked).submit();
      expect(inCart(id)).toBe(1_200);
      expect(added.dom.querySelector('.toasts form')).toBeNull();
      // A second press counts once, and does not report that something was added.
      const again = await yes(asked).submit();
      expect(inCart(id)).toBe(1_200);
      expect(again.words('[role=alert]')).toContain(repeated);
      expect(again.words('[role=status]')).not.toMatch(/1 (?:ligne ajoutée|lijn aan|line added)/);
    },
  );

  it('CART-12 exactly the limit of a usual quantity is added without a question, and so are the other lines of the sheet', async () => {
    const [many, few] = [product(3), product(4)];
    await (
      await sheet(many.sku)
    )
      .fill({ [`q.${many.id}`]: '999' })
      .submit({ name: 'add', value: 'all' });
    expect(inCart(many.id)).toBe(999);
    const tx = crypto.randomUUID();
    await who.post('/fr/search?q=', {
      tx,
      add: 'all',
      [`q.${many.id}`]: '1000',
      [`q.${few.id}`]: '2',
    });
    expect([inCart(many.id), inCart(few.id)]).toEqual([999, 2]);
  });

  it('CART-12 in the cart, a quantity raised far above the usual causes a question, a lowered one does not', async () => {
    const { id } = product(3);
    const page = await who.get('/fr/cart');
    const asked = await page
      .form('#cart')
      .fill({ [`q.${id}`]: '5000' })
      .submit({ name: 'do', value: 'checkout' });
    expect([asked.url.pathname, inCart(id)]).toEqual(['/fr/cart', 999]);
    // The field shows what the line holds, like its amount; the question names what the customer entered.
    expect(asked.form('#cart').fields.get(`q.${id}`)).toBe('999');
    expect(asked.words('.toasts')).toMatch(/5\s000 × /);
    await yes(asked).submit();
    expect(inCart(id)).toBe(5_000);
    const lower = (await who.get('/fr/cart')).form('#cart').fill({ [`q.${id}`]: '4000' });
    await lower.submit({ name: 'do', value: 'update' });
    expect(inCart(id)).toBe(4_000);
  });

  const onSheet = async (id: number, quantity: string): Promise<Page> =>
    (await sheet(skuOf(id)))
      .fill({ [`q.${id}`]: quantity })
      .submit({ name: 'add', value: String(id) });
  const skuOf = (id: number): string => shop.sandbox.world.variants.get(id)?.sku ?? '';
  const inQuickOrder = async (id: number, quantity: string): Promise<Page> =>
    (await pasted(who, `${skuOf(id)} ${quantity}`))
      .form('form.quick')
      .submit({ name: 'do', value: 'add' });
  /** Ways to add 600 pieces; each returns the page with the question and the way to confirm it. */
  const entrances: Readonly<
    Record<string, (id: number) => Promise<{ asked: Page; sure: () => Promise<unknown> }>>
  > = {
    'a list': async (id) => {
      const asked = await onSheet(id, '600');
      return { asked, sure: () => yes(asked).submit() };
    },
    'the code field': async (id) => {
      const asked = await who.post('/fr', { tx: crypto.randomUUID(), code: skuOf(id), n: '600' });
      return { asked, sure: () => yes(asked).submit() };
    },
    'quick order': async (id) => {
      const asked = await inQuickOrder(id, '600');
      const value = asked.dom.querySelector('[name="s.0"]')?.getAttribute('value') ?? '';
      const sure = async () =>
        (await asked.form('form.quick').submit({ name: 's.0', value }))
          .form('form.quick')
          .submit({ name: 'do', value: 'add' });
      return { asked, sure };
    },
    'an imported file': async (id) => {
      const asked = await choose(who, `Code;Quantité\n${skuOf(id)};600\n`, 'commande.csv');
      return { asked, sure: () => asked.form('#confirm').fill({ sure: 'on' }).submit() };
    },
    'a wishlist': async (id) => {
      const made = await (
        await who.get('/fr/account/wishlists')
      )
        .form('#new-list')
        .fill({ name: `Liste ${id}` })
        .submit();
      await made
        .form('#edit')
        .fill({ code: skuOf(id), n: '600' })
        .submit();
      const list = /\d+/.exec(made.url.pathname)?.[0] ?? '';
      const tx = crypto.randomUUID();
      const asked = await who.post('/fr/account/wishlists', { tx, list });
      // The question is there again after a reload.
      const again = await who.get(asked.url.pathname + asked.url.search);
      return { asked: again, sure: () => yes(again).submit() };
    },
    'the undo of a removal': async (id) => {
      const cart = (await who.get('/fr/cart')).form('#cart');
      const gone = await cart.submit({ name: 'drop', value: String(id) });
      await onSheet(id, '600');
      const asked = await yes(gone).submit();
      return { asked, sure: () => yes(asked).submit() };
    },
  };

  it.each(Object.keys(entrances))(
    'CART-12 600 pieces beside 600 in the cart cause a question where they are added by %s, with the sum of 1,200',
    async (name) => {
      const { id } = product(17 + Object.keys(entrances).indexOf(name));
      await onSheet(id, '600');
      expect(inCart(id)).toBe(600);
      const { asked, sure } = (await entrances[name]?.(id)) ?? {};
      expect(asked?.words('body').replace(/\s/g, ' ')).toMatch(/Oui, 1 200 (?:en tout|unités)/);
      expect(inCart(id)).toBe(600);
      await sure?.();
      expect(inCart(id)).toBe(1_200);
    },
  );

  it('CART-12 the undo at a removed line asks about a sum above the limit, and does not report that it was made before', async () => {
    const { id } = product(27);
    await onSheet(id, '600');
    const cart = (await who.get('/fr/cart')).form('#cart');
    const gone = await cart.submit({ name: 'drop', value: String(id) });
    await onSheet(id, '600');
    const value = gone.dom.querySelector(`[data-line-key="${id}"]`)?.getAttribute('value') ?? '';
    const asked = await gone.form('#cart').submit({ name: 'back', value });
    expect([asked.words('.toasts'), inCart(id)]).toEqual([expect.stringMatching(/1\s200/), 600]);
    expect(asked.words()).not.toContain('avait déjà été faite');
  });

  it('CART-12 the + button of a cart line causes a question above the limit, and the confirmation covers that sum alone', async () => {
    const { id } = product(23);
    await onSheet(id, '999');
    const more = async () =>
      (await who.get('/fr/cart')).form('#cart').submit({ name: 'more', value: String(id) });
    const asked = await more();
    expect([asked.words('.toasts'), inCart(id)]).toEqual([expect.stringMatching(/1\s000 ×/), 999]);
    await yes(asked).submit();
    expect(inCart(id)).toBe(1_000);
    await (await who.get('/fr/cart')).form('#cart').submit({ name: 'less', value: String(id) });
    await more();
    expect(inCart(id)).toBe(999);
  });

  it('CART-12 a confirmation of more pieces does not cover a line that was usual in between, nor a larger sum than it names', async () => {
    const { id } = product(24);
    await yes(await onSheet(id, '1800')).submit();
    const set = async (pieces: string) =>
      (await who.get('/fr/cart'))
        .form('#cart')
        .fill({ [`q.${id}`]: pieces })
        .submit({ name: 'do', value: 'update' });
    // Below the confirmed sum no question is needed.
    await set('1500');
    await onSheet(id, '100');
    expect(inCart(id)).toBe(1_600);
    await set('10');
    const asked = await onSheet(id, '1500');
    expect([asked.words('.toasts'), inCart(id)]).toEqual([expect.stringMatching(/1\s510/), 10]);
    // Another page has added pieces before the customer confirms.
    await onSheet(id, '300');
    const again = await yes(asked).submit();
    expect([again.words('.toasts'), inCart(id)]).toEqual([expect.stringMatching(/1\s810/), 310]);
    await yes(again).submit();
    expect(inCart(id)).toBe(1_810);
  });

  it('CART-12 the question stays after a reload, on a list, in the cart and on the home page', async () => {
    const { id, sku } = product(25);
    const again = (page: Page) => who.get(page.url.pathname + page.url.search);
    const list = await again(await onSheet(id, '1200'));
    expect(list.form('form[data-sheet]').fields.get(`q.${id}`)).toBe('1200');
    const home = await who.post('/fr', { tx: crypto.randomUUID(), code: sku, n: '1200' });
    expect((await again(home)).words('.toasts')).toContain('Pas encore ajouté');
    await yes(list).submit();
    expect(inCart(id)).toBe(1_200);
    const typed = (await who.get('/fr/cart')).form('#cart').fill({ [`q.${id}`]: '1300' });
    const cart = await again(await typed.submit({ name: 'do', value: 'update' }));
    expect(cart.words('.toasts')).toMatch(/Pas encore modifié : 1\s300 ×/);
    await yes(cart).submit();
    expect(inCart(id)).toBe(1_300);
    // The old page shows its question again; its button adds nothing a second time.
    await yes(await again(list)).submit();
    expect(inCart(id)).toBe(1_300);
  });

  it('CART-10 an imported file causes a question about pieces that came into the cart after its preview', async () => {
    const { id } = product(26);
    const preview = await choose(who, `Code;Quantité\n${skuOf(id)};600\n`, 'commande.csv');
    await onSheet(id, '600');
    const asked = await preview.form('#confirm').submit();
    expect([asked.status, inCart(id)]).toEqual([422, 600]);
    expect(asked.words('#confirm')).toMatch(/Oui, 1\s200 en tout/);
    await asked.form('#confirm').fill({ sure: 'on' }).submit();
    expect(inCart(id)).toBe(1_200);
  });

  /** Products that no other test of this file orders. */
  const listOf = async (count: number) => {
    const page = await who.get('/fr/search?q=');
    const form = page.form('form[data-sheet]');
    const others = orderable(shop)
      .slice(0, 30)
      .map(({ id }) => id);
    const ids = [...form.fields.keys()]
      .map((name) => Number(/^q\.(\d+)$/.exec(name)?.[1]))
      .filter((id) => id > 0 && !others.includes(id) && inCart(id) === 0);
    const values = (...texts: string[]) =>
      Object.fromEntries(texts.map((text, at) => [`q.${ids[at]}`, text]));
    expect(ids.length).toBeGreaterThanOrEqual(count);
    return { form, ids, values, held: () => ids.slice(0, count).map(inCart) };
  };

  it('CART-12 on an order sheet, the confirmation adds the rows in question; an invalid row stays with its error', async () => {
    const { form, ids, values, held } = await listOf(3);
    const all = { name: 'add', value: 'all' };
    const asked = await form.fill(values('1200', '1300', '2.000')).submit(all);
    expect(held()).toEqual([0, 0, 0]);
    const added = await yes(asked).submit();
    expect(held()).toEqual([1_200, 1_300, 0]);
    const left = added.form('form[data-sheet]').fields;
    expect(ids.slice(0, 3).map((id) => left.get(`q.${id}`))).toEqual(['', '', '2.000']);
    expect(added.words('form[data-sheet]')).toContain('sans point, virgule ni espace');
  });

  it('CART-12 confirming one row of an order sheet adds that row and preserves the input of the others', async () => {
    const { form, ids, values, held } = await listOf(3);
    const own = { name: 'add', value: String(ids[0]) };
    const asked = await form.fill(values('1500', '5', '12345678')).submit(own);
    expect(held()).toEqual([0, 0, 0]);
    const added = await yes(asked).submit();
    expect(held()).toEqual([1_500, 0, 0]);
    const left = added.form('form[data-sheet]').fields;
    expect(ids.slice(0, 3).map((id) => left.get(`q.${id}`))).toEqual(['', '5', '12345678']);
  });

  it('CART-12 in the cart, confirming a quantity leaves an invalid one in its field, and does not report it as added', async () => {
    const [wrong, many] = [product(11), product(12)];
    const two = { [`q.${wrong.id}`]: '7', [`q.${many.id}`]: '2' };
    await who.post('/fr/search?q=', { tx: crypto.randomUUID(), ...two });
    const form = (await who.get('/fr/cart')).form('#cart');
    const typed = { [`q.${wrong.id}`]: '2.000', [`q.${many.id}`]: '1100' };
    const asked = await form.fill(typed).submit({ name: 'do', value: 'update' });
    expect(asked.words('.toasts')).toContain('Pas encore modifié');
    const changed = await yes(asked).submit();
    expect([inCart(wrong.id), inCart(many.id)]).toEqual([7, 1_100]);
    expect(changed.form('#cart').fields.get(`q.${wrong.id}`)).toBe('2.000');
    expect(changed.words('#cart')).toContain('sans point, virgule ni espace');
  });

  it('CART-10 CART-11 several quantities of one product are summed before the page asks, in a pasted list and in scans', async () => {
    const { id, sku } = product(13);
    const read = await pasted(who, `${sku} 600\n${sku} 600`);
    expect(rows(read)).toEqual([expect.stringContaining('Bien plus que d’habitude')]);
    const early = await read.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(inCart(id)).toBe(0);
    const sure = await early.form('form.quick').submit({ name: 's.0', value: '1200!1200' });
    expect(rows(sure)[0]).not.toContain('Bien plus');
    await sure.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(inCart(id)).toBe(1_200);
    const page = await who.get('/fr/scan');
    const owner = page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '';
    const lines = ['1', '2'].map((one) => ({ id: one, entered: `${sku} 600`, typed: null }));
    const { text } = await who.send(
      '/fr/scan/lines',
      JSON.stringify({ owner, direct: false, lines }),
      { 'content-type': 'application/json', 'x-scan': '1' },
    );
    const answer = JSON.parse(text) as { ready: unknown[]; wrong: string[]; html: string };
    expect([answer.ready, answer.wrong.sort()]).toEqual([[], ['1', '2']]);
    expect(answer.html).toContain('value="1200!2400"');
  });

  it('CART-12 no addition raises a cart line above 9999, and resending the same form adds nothing', async () => {
    const { id, sku } = product(14);
    const add = (pieces: string, tx: string = crypto.randomUUID()) =>
      who.post(`/fr/search?q=${sku}&exact=0`, { tx, sure: `${id}:9999`, [`q.${id}`]: pieces });
    const tx = crypto.randomUUID();
    await add('9000', tx);
    expect((await add('9000', tx)).words()).not.toContain('Avec ce qui est au panier');
    const refused = await add('1200');
    expect([refused.status, inCart(id)]).toEqual([422, 9_000]);
    expect(refused.words('form[data-sheet]')).toContain('Avec ce qui est au panier');
    expect(refused.form('form[data-sheet]').fields.get(`q.${id}`)).toBe('1200');
    await add('999');
    const list = await pasted(who, `${sku} 1`);
    const more = await list.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(rows(more)[0]).toContain('Avec ce qui est au panier');
    await who.post('/fr', { tx: crypto.randomUUID(), code: sku, n: '1' });
    expect(inCart(id)).toBe(9_999);
    // The limit also holds for the + button of the cart line, and for undo of a removal after further additions.
    const full = await (
      await who.get('/fr/cart')
    )
      .form('#cart')
      .submit({ name: 'more', value: `${id}` });
    expect([full.status, inCart(id)]).toEqual([422, 9_999]);
    expect(full.words('#cart')).toContain('9999 au plus par ligne');
    expect(full.form('#cart').fields.get(`q.${id}`)).toBe('9999');
    const cart = await who.get('/fr/cart');
    const gone = await cart.form('#cart').submit({ name: 'drop', value: `${id}` });
    await add('1');
    const back = await gone.form('.toasts form').submit();
    expect(back.words('.toasts')).toContain('1 ligne n’est pas changée');
    expect(inCart(id)).toBe(1);
  });

  it('CART-12 plus beside an entered quantity far above the usual asks for that quantity and one, and changes nothing before', async () => {
    const { id, sku } = product(16);
    await who.post('/fr', { tx: crypto.randomUUID(), code: sku, n: '5' });
    const form = (await who.get('/fr/cart')).form('#cart').fill({ [`q.${id}`]: '2900' });
    const asked = await form.submit({ name: 'more', value: `${id}` });
    expect(inCart(id)).toBe(5);
    expect(asked.words('.toasts button').replace(/\s/g, ' ')).toBe('Oui, 2 901 unités');
    expect(asked.form('#cart').fields.get(`q.${id}`)).toBe('5');
    await yes(asked).submit();
    expect(inCart(id)).toBe(2_901);
  });

  it('CART-12 the limit of a usual quantity also holds for additions by script and for imported files', async () => {
    const { id, sku } = product(15);
    const tx = () => crypto.randomUUID();
    await who.post(`/fr/search?q=${sku}&exact=0`, {
      tx: tx(),
      sure: `${id}:9990`,
      [`q.${id}`]: '9990',
    });
    const page = await who.get('/fr/scan');
    const owner = page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '';
    const uuid = tx();
    const { status, text } = await who.send(
      '/fr/cart/sync',
      JSON.stringify({
        owner,
        sent: null,
        txs: [{ uuid, product_id: id, qty: 20, cart: null }],
      }),
      { 'content-type': 'application/json', 'x-cart-sync': '1' },
    );
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ rejected: [uuid] }),
    ]);
    expect(inCart(id)).toBe(9_990);
    expect((await who.get('/fr/cart')).words('main')).toContain('aurait dépassé 9999');
    const preview = await choose(who, `Code;Quantité\n${sku};10\n${sku};2\n`, 'commande.csv');
    expect(preview.words('#refused')).toContain('Avec ce qui est au panier');
    // Another device has filled the line since the preview.
    const more = { sure: `${id}:9998`, [`q.${id}`]: '8' };
    await who.post(`/fr/search?q=${sku}&exact=0`, { tx: tx(), ...more });
    const late = await preview.form('#confirm').fill({ sure: 'on' }).submit();
    expect([late.status, inCart(id)]).toEqual([409, 9_998]);
    expect(late.words('main')).toContain('Rien n’a été ajouté');
  });

  it('CART-10 a quantity far above the usual in a pasted list causes a question at its row only, and again after a later change', async () => {
    const [many, few] = [product(5), product(6)];
    const read = await pasted(who, `${many.sku} 3012\n${few.sku} 2`);
    const [first = ''] = rows(read);
    expect(first).toContain('Bien plus que d’habitude');
    const added = await read.form('form.quick').submit({ name: 'do', value: 'add' });
    expect([inCart(many.id), inCart(few.id)]).toEqual([0, 2]);
    const press = { name: 's.0', value: '3012!3012' };
    const sure = await added.form('form.quick').submit(press);
    expect(rows(sure)[0]).not.toContain('Bien plus que d’habitude');
    // After the confirmation, the next button does not cause the question again.
    const checked = await sure.form('form.quick').submit({ name: 'do', value: 'check' });
    expect(rows(checked)[0]).not.toContain('Bien plus que d’habitude');
    const changed = checked.form('form.quick').fill({ 'q.0': '4012' });
    expect(rows(await changed.submit({ name: 'do', value: 'check' }))[0]).toContain('Bien plus');
    await checked.form('form.quick').submit({ name: 'do', value: 'add' });
    expect(inCart(many.id)).toBe(3_012);
  });

  it('CART-10 CART-11 a large count in a scanned label causes a question, with script and on the home page without', async () => {
    const { id, sku } = product(7);
    const page = await who.get('/fr/scan');
    const owner = page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '';
    const scan = async (typed: string | null) => {
      const lines = [{ id: '1', entered: `${sku} 2001`, typed }];
      const { text } = await who.send(
        '/fr/scan/lines',
        JSON.stringify({ owner, direct: false, lines }),
        { 'content-type': 'application/json', 'x-scan': '1' },
      );
      return JSON.parse(text) as { ready: { quantity: number }[]; wrong: string[]; html: string };
    };
    const asked = await scan(null);
    expect([asked.ready, asked.wrong]).toEqual([[], ['1']]);
    expect(asked.html).toContain('value="2001!2001"');
    expect((await scan('2001!2001')).ready.map(({ quantity }) => quantity)).toEqual([2_001]);
    const home = await who.post('/fr', { tx: crypto.randomUUID(), code: sku, n: '2001' });
    expect(inCart(id)).toBe(0);
    await yes(home).submit();
    expect(inCart(id)).toBe(2_001);
  });

  it('CART-12 when the usual quantity of a customer is known, the limit is 20 times that', async () => {
    const { id, sku } = product(8);
    const line = { line_id: 1, reference: sku, price: 1, qty_ordered: 4, qty_delivered: 4 };
    const data = [70, 50, 31].map((days) => ({
      state: 'done',
      amount_total: 10,
      lines: [{ ...line, qty_canceled: 0 }],
      date_order: `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T10:00:00Z`,
    }));
    const body = { size: data.length, data };
    shop.sandbox.erp.control.fault({ match: { path: 'orders' }, status: 200, body, times: 20 });
    await shop.restart();
    who = await shop.customer(login);
    const list = async () =>
      (await who.get(`/fr/search?q=${sku}&exact=0`)).words('form.sheet .row');
    await until(async () => (await list()).includes('d’habitude 4'));
    // The page tells the script the quantity from which the shop asks.
    const field = (await who.get(`/fr/search?q=${sku}&exact=0`)).dom.querySelector(
      `[name="q.${id}"]`,
    );
    expect(field?.getAttribute('data-most')).toBe('80');
    const add = async (pieces: string) =>
      (await sheet(sku)).fill({ [`q.${id}`]: pieces }).submit({ name: 'add', value: String(id) });
    const asked = await add('81');
    expect([inCart(id), asked.words('.toasts')]).toEqual([0, expect.stringContaining('81 × ')]);
    await add('80');
    expect(inCart(id)).toBe(80);
  });
});
