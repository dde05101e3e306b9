/** Wishlists: lists of usual products, without script. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { buttonOf, type Page, type Visitor } from '../../support/visitor';
import { callsOf, customerId, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const lists = '/fr/account/wishlists';
let shop: TestShop;
let vet: Visitor;
/** How far the shop's clock is ahead, in milliseconds. */
let ahead = 0;

beforeAll(async () => {
  shop = await startTestShop({ clock: { now: () => new Date(Date.now() + ahead) } });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.search.faults.clear();
});

const created = async (name: string, at: Visitor = vet): Promise<Page> =>
  (await at.get(lists)).form('#new-list').fill({ name }).submit();
const listPath = (page: Page): string => page.url.pathname.replace(/\/edit$/, '');
const skuOf = (id: number): string =>
  [...shop.sandbox.world.variants.values()].find((one) => one.id === id)?.sku ?? '';

/** A list with these products, added by code as with a scanner. */
async function filled(name: string, ids: readonly number[]): Promise<string> {
  let page = await created(name);
  for (const id of ids)
    page = await page
      .form('#edit')
      .fill({ code: skuOf(id), n: '2' })
      .submit();
  expect(page.dom.querySelectorAll('#edit tbody tr')).toHaveLength(ids.length);
  return listPath(page);
}
const places = (page: Page): string[] =>
  page.dom
    .querySelectorAll('#edit input[name^="q."]')
    .map((field) => field.getAttribute('name')?.slice(2) ?? '');
/** Pieces of a product in the cart at the ERP. */
const inCart = (product: number): number =>
  (shop.sandbox.erp.control.cartsOf(customerId(shop, login))[0]?.lines ?? [])
    .filter(({ productId }) => productId === product)
    .reduce((sum, { qty }) => sum + qty, 0);

describe('wishlists', () => {
  it('WISH-01 all wishlists are fetched in one call; the layout and the home page link to the page that lists them', async () => {
    const page = await vet.get(lists);
    expect(page.status).toBe(200);
    const names = page.dom.querySelectorAll('#lists tbody th').map((cell) => cell.text.trim());
    expect(names).toEqual(['Commande hebdomadaire', 'Voiture de garde']);
    const asked = callsOf(shop, 'GET', 'wishlists').map(({ path }) => path);
    expect(asked.some((path) => path.includes('page_size=999'))).toBe(true);
    const home = await vet.get('/fr');
    const hrefs = home.dom.querySelectorAll('a').map((link) => link.getAttribute('href'));
    expect(hrefs.filter((href) => href === lists).length).toBeGreaterThanOrEqual(3);
    const first = home.dom.querySelector('#lists li a')?.getAttribute('href') ?? '';
    expect((await vet.get(first)).words('h1')).toBe('Commande hebdomadaire');
  });

  it('AUTH-13 a guest who opens the wishlists is redirected to sign-in', async () => {
    const page = await shop.visitor().get(`${lists}/4001`, { follow: false });
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toContain(encodeURIComponent(`${lists}/4001`));
  });

  it('WISH-01 a new wishlist needs a unique name', async () => {
    const nameless = await created('   ');
    expect(nameless.status).toBe(422);
    expect(nameless.words('#new-list')).toContain('Donnez un nom');
    const twin = await created('  commande HEBDOMADAIRE ');
    expect(twin.status).toBe(422);
    expect(twin.words('#new-list')).toContain('déjà une liste de ce nom');
    expect(twin.form('#new-list').fields.get('name')).toContain('HEBDOMADAIRE');
    const name = `Commande hebdomadaire ${'x'.repeat(60)} de la salle 2`;
    const long = await created(name);
    expect(long.status).toBe(422);
    expect(long.words('#new-list')).toContain(`${name.length} caractères au lieu de 80 au plus.`);
    expect(long.form('#new-list').fields.get('name')).toBe(name);
  });

  it('WISH-01 P-58 a double click creates one wishlist, and both clicks show it', async () => {
    const form = (await vet.get(lists)).form('#new-list').fill({ name: 'Chirurgie' });
    const [one, two] = await Promise.all([form.submit(), form.submit()]);
    expect(one.url.pathname).toMatch(/wishlists\/\d+\/edit$/);
    expect(two.url.pathname).toBe(one.url.pathname);
    expect((await form.submit()).url.pathname).toBe(one.url.pathname);
    const names = (await vet.get(lists)).words('#lists').match(/Chirurgie/g);
    // The name occurs once as a link and once in the hidden label of each button; an empty list has no order button.
    expect(names).toHaveLength(2);
  });

  it('WISH-01 P-58 a new wishlist whose ERP response was lost is not created again by the same form', async () => {
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'wishlists' },
      drop: 'after',
      times: 1,
    });
    const form = (await vet.get(lists)).form('#new-list').fill({ name: 'Dentisterie' });
    const lost = await form.submit();
    expect(lost.status).toBe(409);
    expect(lost.words('#new-list')).toContain('n’a pas confirmé');
    expect(lost.form('#new-list').fields.get('name')).toBe('Dentisterie');
    const before = callsOf(shop, 'POST', 'wishlists').length;
    await form.submit();
    expect(callsOf(shop, 'POST', 'wishlists').length).toBe(before);
    expect((await created('Dentisterie')).words('#new-list')).toContain('déjà une liste');
  });

  it('DEG-01 when the ERP is down, the page of wishlists says so and preserves the entered name', async () => {
    const form = (await vet.get(lists)).form('#new-list').fill({ name: 'Après la panne' });
    shop.sandbox.erp.control.availability(false);
    const page = await form.submit();
    shop.sandbox.erp.control.availability(true);
    expect(page.words()).toContain('Vos listes ne sont pas disponibles');
    expect(page.form('#new-list').fields.get('name')).toBe('Après la panne');
  });
});

describe('one wishlist', () => {
  it('SRCH-06 a wishlist is an order sheet with usual quantities, and Enter orders them in one sync', async () => {
    const [a = 0, b = 0] = variants(shop, 2);
    const ids = [a, b];
    const path = await filled('Feuille', ids);
    const [hadA, hadB] = [inCart(a), inCart(b)];
    const page = await vet.get(path);
    const fields = page.form('form[data-sheet]').fields;
    expect(ids.map((id) => fields.get(`q.${id}`))).toEqual(['2', '2']);
    const before = callsOf(shop, 'POST', 'v2/cart/sync').length;
    const bad = await page
      .form('form[data-sheet]')
      .fill({ [`q.${a}`]: '3', [`q.${b}`]: 'deux' })
      .submit({ name: 'add', value: 'all' });
    expect(bad.status).toBe(422);
    expect(bad.words('.sheet .error')).toContain('Quantité illisible');
    expect(bad.form('form[data-sheet]').fields.get(`q.${b}`)).toBe('deux');
    expect([inCart(a) - hadA, inCart(b) - hadB]).toEqual([3, 0]);
    expect(callsOf(shop, 'POST', 'v2/cart/sync').length).toBeGreaterThan(before);
    const blank = await vet.get(`${path}?blank`);
    expect(blank.form('form[data-sheet]').fields.get(`q.${a}`)).toBe('');
  });

  it('CART-12 a code scanned into a quantity field of a wishlist adds no row to the cart', async () => {
    const ids = variants(shop, 3);
    const [a = 0, b = 0, c = 0] = ids;
    const path = await filled('Au scanner', ids);
    const had = ids.map(inCart);
    // The scanned digits follow the 2 in the field, cut to the field's eight characters.
    for (const code of ['25412345', `2${skuOf(c)}`.slice(0, 8)]) {
      const page = await vet.get(path);
      const scanned = await page
        .form('form[data-sheet]')
        .fill({ [`q.${a}`]: '5', [`q.${b}`]: code })
        .submit({ name: 'add', value: 'all' });
      expect(scanned.status, code).toBe(422);
      expect(scanned.words('#sheet-answer')).toBe(
        '1 ligne est à corriger. Rien n’a été ajouté : une quantité contient un code.',
      );
      expect(scanned.words('.sheet .error')).toContain('Ceci est un code');
      const { fields } = scanned.form('form[data-sheet]');
      expect(ids.map((id) => fields.get(`q.${id}`))).toEqual(['5', code, '2']);
    }
    expect(ids.map(inCart)).toEqual(had);
  });

  it('CART-12 CART-01 after an error on a wishlist only invalid input stays; rows that were added or emptied stay empty', async () => {
    const ids = variants(shop, 3);
    const [a = 0, b = 0, c = 0] = ids;
    const path = await filled('Rien de trop', ids);
    const had = ids.map(inCart);
    const more = (): number[] => ids.map((id, at) => inCart(id) - (had[at] ?? 0));
    const typed = (page: Page) => ids.map((id) => page.form('#sheet').fields.get(`q.${id}`));
    const all = { name: 'add', value: 'all' };
    const wrong = await (
      await vet.get(path)
    )
      .form('#sheet')
      .fill({ [`q.${a}`]: 'abc', [`q.${b}`]: '5', [`q.${c}`]: '' })
      .submit(all);
    expect([wrong.status, wrong.words('[role=alert]')]).toEqual([
      422,
      '1 ligne est à corriger. 1 ligne ajoutée au panier.',
    ]);
    expect(typed(wrong)).toEqual(['abc', '', '']);
    const cured = await wrong
      .form('#sheet')
      .fill({ [`q.${a}`]: '1' })
      .submit(all);
    expect(cured.words('.toasts')).toContain('1 ligne ajoutée');
    expect(more()).toEqual([1, 5, 0]);
    expect(typed(cured)).toEqual(['', '', '']);
    const nothing = await cured.form('#sheet').submit(all);
    expect(nothing.words('.toasts')).toContain('Aucune quantité saisie');
    expect(typed(nothing)).toEqual(['', '', '']);
    expect(more()).toEqual([1, 5, 0]);
    // One link restores the list's quantities; the page says whether the fields are empty or filled.
    const refill = nothing.dom.querySelector('#sheet .sheet-tools a');
    expect(refill?.text).toBe('Remettre les quantités de la liste');
    const usual = await vet.get(refill?.getAttribute('href') ?? '');
    expect(typed(usual)).toEqual(['2', '2', '2']);
    // The fields as the script leaves them after adding.
    const empty = usual.form('#sheet').fill({ [`q.${a}`]: '', [`q.${b}`]: '', [`q.${c}`]: '' });
    expect(typed(await empty.submit(all))).toEqual(['', '', '']);
    expect(nothing.words('.head')).toContain('Saisissez les quantités');
    expect(usual.words('.head')).toContain('déjà saisies');
  });

  it('CART-12 the button of a wishlist row adds only that row, and other rows keep their input', async () => {
    const ids = variants(shop, 2);
    const [a = 0, b = 0] = ids;
    const path = await filled('Ligne par ligne', ids);
    const had = ids.map(inCart);
    const one = { name: 'add', value: String(a) };
    const wrong = await (
      await vet.get(path)
    )
      .form('#sheet')
      .fill({ [`q.${a}`]: 'x', [`q.${b}`]: '7' })
      .submit(one);
    expect([wrong.status, wrong.words('[role=alert]')]).toEqual([422, '1 ligne est à corriger.']);
    const form = wrong.form('#sheet').fill({ [`q.${a}`]: '4' });
    expect(form.fields.get(`q.${b}`)).toBe('7');
    const added = await form.submit(one);
    expect([added.status, added.words('.toasts')]).toEqual([
      200,
      expect.stringContaining('1 ligne ajoutée'),
    ]);
    expect(added.dom.querySelector('main [role=alert]')).toBeNull();
    const { fields } = added.form('#sheet');
    expect([fields.get(`q.${a}`), fields.get(`q.${b}`)]).toEqual(['', '7']);
    expect(added.dom.querySelector(`input[name="q.${a}"]`)?.hasAttribute('autofocus')).toBe(true);
    await added.form('#sheet').submit({ name: 'add', value: 'all' });
    expect(ids.map((id, at) => inCart(id) - (had[at] ?? 0))).toEqual([4, 7]);
  });

  it('CART-10, CART-12 the top button of a wishlist adds all rows once per form, and names unavailable products', async () => {
    const [good = 0] = variants(shop, 1);
    const barred = variants(shop, 1, (variant) => variant.notSoldOnWebsite);
    const path = await filled('En une fois', [good, ...barred]);
    const id = Number(path.split('/').pop());
    const had = inCart(good);
    const page = await vet.get(path);
    expect(page.words()).toContain('ne peut pas être commandé');
    const button = page.dom.querySelector('.head button[name=add]');
    expect(button?.getAttribute('form')).toBe('sheet');
    const form = page.form('#sheet').fill({ [`q.${good}`]: '7' });
    const after = await form.submit({ name: 'add', value: 'all' });
    expect(after.words('.toasts')).toContain('1 ligne ajoutée au panier');
    await form.submit({ name: 'add', value: 'all' });
    expect(inCart(good) - had).toBe(7);
    const lines = [{ id: 1, product_id: 987_654, quantity: 2, sequence: 1 }];
    const body = { id, name: 'En une fois', lines };
    shop.sandbox.erp.control.fault({ match: { path: `wishlists/${id}` }, status: 200, body });
    const gone = await vet.get(path);
    expect(gone.words()).toContain('1 produit de cette liste n’est plus au catalogue');
  });

  it('CART-10 the page of all wishlists can order each list, and several from one page', async () => {
    const [one = 0, two = 0] = variants(shop, 2);
    await filled('Liste A', [one]);
    await filled('Liste B', [one, two]);
    const [hadOne, hadTwo] = [inCart(one), inCart(two)];
    const page = await vet.get(lists);
    const buttons = page.dom.querySelectorAll('#lists button[name=list]');
    const valueOf = (name: string): string =>
      buttons.find((button) => button.text.includes(name))?.getAttribute('value') ?? '';
    const form = page.form('#lists');
    await form.submit({ name: 'list', value: valueOf('Liste A') });
    await form.submit({ name: 'list', value: valueOf('Liste B') });
    expect([inCart(one) - hadOne, inCart(two) - hadTwo]).toEqual([4, 2]);
  });

  it('CART-12 CART-01 ordering a list twice from one page adds it once; from another page it warns about the cart', async () => {
    const who = await shop.customer('clinique@demo.example');
    const [one = 0] = variants(shop, 1);
    const made = await created('Deux fois', who);
    await made
      .form('#edit')
      .fill({ code: skuOf(one), n: '2' })
      .submit();
    const press = { name: 'list', value: listPath(made).split('/').pop() ?? '' };
    const form = (await who.get(lists)).form('#lists');
    const first = await form.submit(press);
    expect(first.words('.toasts')).toContain('1 ligne ajoutée');
    expect(first.words('.toasts')).not.toContain('déjà');
    const twice = await form.submit(press);
    expect(twice.words('.toasts')).toContain('1 ligne ajoutée');
    expect(twice.words('.toasts')).not.toContain('déjà');
    ahead = 60_000;
    const later = await form.submit(press);
    expect(later.words('.toasts')).toContain('rien n’a été compté deux fois');
    // On Back the browser reloads the page, with a new idempotency key.
    const back = await (await who.get(lists)).form('#lists').submit(press);
    expect(back.words('.toasts')).toContain(
      '1 ligne était déjà au panier : les quantités s’additionnent (',
    );
    const [cart] = shop.sandbox.erp.control.cartsOf(customerId(shop, 'clinique@demo.example'));
    expect(cart?.lines.find(({ productId }) => productId === one)?.qty).toBe(4);
  });

  it('WISH-01 a code scanned on a wishlist is added; a duplicate, an unknown code and a bad quantity show why not', async () => {
    const [one = 0, two = 0] = variants(shop, 2);
    const path = await filled('Codes', [one]);
    const edit = await vet.get(`${path}/edit`);
    const twin = await edit
      .form('#edit')
      .fill({ code: skuOf(one) })
      .submit();
    expect(twin.status).toBe(422);
    expect(twin.words('#edit')).toContain('Ce produit est déjà présent dans cette liste');
    expect(twin.form('#edit').fields.get('code')).toBe(skuOf(one));
    const unknown = await twin.form('#edit').fill({ code: 'NOSUCH' }).submit();
    expect(unknown.words('#edit')).toContain('NOSUCH');
    // Cut to the maximum length, the text would be a valid product code.
    for (const [length, text] of [
      [80, 'Aucun produit ne porte le code'],
      [210, '210 caractères au lieu de 200 au plus'],
    ] as const) {
      const code = `${skuOf(two).padEnd(70)}${'9'.repeat(length - 70)}`;
      const long = await unknown.form('#edit').fill({ code }).submit();
      expect([long.status, long.form('#edit').fields.get('code')]).toEqual([422, code]);
      expect(long.words('#edit')).toContain(text);
    }
    // The number behind a label is not the quantity of the other field.
    const goods = [...shop.sandbox.world.variants.values()];
    const gtin = goods.find(({ barcode }) => barcode?.length === 13)?.barcode?.padStart(14, '0');
    for (const code of [`(01)${gtin}(10)L1 4`, `(01)${gtin}(17)290331 4`]) {
      const behind = await unknown.form('#edit').fill({ code }).submit();
      expect(behind.words('#edit'), code).toContain('Du texte suit l’étiquette');
    }
    const alone = await unknown.form('#edit').fill({ code: '', n: '3' }).submit();
    expect(alone.status).toBe(422);
    expect(alone.words('#edit')).toContain('Indiquez aussi le code du produit.');
    expect(alone.form('#edit').fields.get('n')).toBe('3');
    const bad = await alone
      .form('#edit')
      .fill({ code: skuOf(two), n: '-3' })
      .submit();
    expect(bad.words('#edit')).toContain('négative');
    const added = await bad.form('#edit').fill({ n: '7' }).submit();
    expect(added.form('#edit').fields.get(`q.${two}`)).toBe('7');
  });

  it('WISH-01 one form changes quantities, order, removals and name of a wishlist; errors preserve all input', async () => {
    const [a = 0, b = 0, c = 0] = variants(shop, 3);
    const path = await filled('À changer', [a, b, c]);
    const edit = (await vet.get(`${path}/edit`)).form('#edit');
    const wrong = await edit
      .fill({ name: 'Voiture de garde', [`q.${a}`]: '0', [`p.${c}`]: 'x', [`x.${b}`]: 'on' })
      .submit();
    expect(wrong.status).toBe(422);
    const words = wrong.words('#edit');
    expect(words).toContain('3 champs sont à corriger');
    expect(words).toContain('déjà une liste de ce nom');
    const again = wrong.form('#edit');
    expect(again.fields.get(`q.${a}`)).toBe('0');
    expect(again.fields.get(`p.${c}`)).toBe('x');
    expect(again.fields.get(`x.${b}`)).toBe('on');
    const saved = await again.fill({ name: 'Changée', [`q.${a}`]: '9', [`p.${c}`]: '1' }).submit();
    expect(saved.url.pathname).toBe(path);
    expect(saved.words('h1')).toBe('Changée');
    const after = await vet.get(`${path}/edit`);
    expect(places(after)).toEqual([String(c), String(a)]);
    expect(after.form('#edit').fields.get(`q.${a}`)).toBe('9');
  });

  it('P-58 a wishlist change made elsewhere is not overwritten unseen; the same form saves once', async () => {
    const [a = 0, b = 0, c = 0] = variants(shop, 3);
    const path = await filled('Deux appareils', [a, c]);
    const here = (await vet.get(`${path}/edit`)).form('#edit').fill({ [`q.${a}`]: '5' });
    const elsewhere = await vet.get(`${path}/edit`);
    await elsewhere
      .form('#edit')
      .fill({ code: skuOf(b), [`q.${a}`]: '4', [`q.${c}`]: '33', name: 'À deux' })
      .submit();
    const conflict = await here.submit();
    expect(conflict.status).toBe(409);
    expect(conflict.words('#edit')).toContain('modifiée ailleurs');
    // The customer's own input stays and is marked; all other fields show the stored values.
    const form = conflict.form('#edit');
    expect([`q.${a}`, `q.${c}`, 'name'].map((name) => form.fields.get(name))).toEqual([
      '5',
      '33',
      'À deux',
    ]);
    const marked = conflict.dom.querySelectorAll('#edit [aria-invalid]');
    expect(marked.map((field) => field.getAttribute('name'))).toEqual([`q.${a}`]);
    expect(conflict.words('#errors')).toContain('Pas encore enregistré. À présent : 4.');
    expect((await form.submit()).url.pathname).toBe(path);
    expect((await form.submit()).url.pathname).toBe(path);
    const after = (await vet.get(`${path}/edit`)).form('#edit').fields;
    expect([a, b, c].map((id) => after.get(`q.${id}`))).toEqual(['5', '1', '33']);
    expect(after.get('name')).toBe('À deux');
  });

  it('WISH-01 P-58 edits on one page of a long wishlist are carried to its other pages, and one save stores all', async () => {
    const { control } = shop.sandbox.erp;
    const path = await filled('Longue', variants(shop, 1));
    const id = Number(path.split('/').pop());
    const products = [...shop.sandbox.world.variants.keys()].slice(0, 120);
    const lines = products.map((product_id, at) => ({
      id: at,
      product_id,
      quantity: 1,
      sequence: at,
    }));
    control.fault({
      match: { method: 'GET', path: `wishlists/${id}` },
      times: 2,
      status: 200,
      body: { id, name: 'Longue', lines },
    });
    const short = (await vet.get(`${path}/edit`)).form('#edit');
    await short.fill({ [`q.${products[0] ?? 0}`]: '2' }).submit();
    const page = await vet.get(`${path}/edit`);
    const [a, b, c, , moved] = products;
    const far = products[110];
    const to = (from: Page, number: number) =>
      buttonOf(
        from.dom
          .querySelectorAll('nav.pager .pages > *')
          .find((one) => one.text.trim() === String(number)),
      );
    const typed = { [`q.${a}`]: '41', [`x.${b}`]: 'on', [`p.${moved}`]: '1', name: 'Très longue' };
    const second = await page.form('#edit').fill(typed).submit(to(page, 2));
    expect([second.status, second.url.search.includes('page=2')]).toEqual([200, true]);
    expect(second.form('#edit').fields.toString()).toContain(`x.${b}=on`);
    for (const [name, value] of Object.entries(typed))
      expect(second.form('#edit').fields.get(name), name).toBe(value);
    expect(places(second)).toHaveLength(3 + 20);
    expect(second.words('#edit')).toContain('3 lignes d’autres pages');
    expect(second.dom.querySelector('#errors')).toBeNull();
    // A colleague saves two quantities, one of which was also edited here.
    const colleague = (await shop.customer(login)).get(`${path}/edit`);
    await (
      await colleague
    )
      .form('#edit')
      .fill({ [`q.${a}`]: '8', [`q.${c}`]: '7' })
      .submit();
    const wrong = await second
      .form('#edit')
      .fill({ [`q.${far}`]: '42' })
      .submit(to(second, 1));
    const { fields } = wrong.form('#edit');
    expect([a, c, far].map((one) => fields.get(`q.${one}`))).toEqual(['41', '7', '42']);
    expect(wrong.words('#errors')).toMatch(/^Votre saisie.*À présent\s: 8\.$/);
    const saved = await wrong.form('#edit').submit();
    expect(saved.url.pathname).toBe(path);
    expect(saved.words('h1')).toBe('Très longue');
    const first = await vet.get(`${path}/edit`);
    const order = places(first).map(Number);
    expect([order[0], order.includes(b ?? 0)]).toEqual([moved, false]);
    expect([a, c].map((one) => first.form('#edit').fields.get(`q.${one}`))).toEqual(['41', '7']);
    const last = (await vet.get(`${path}/edit?page=2`)).form('#edit').fields;
    expect(last.get(`q.${far}`)).toBe('42');
  });

  it('WISH-01 deleting a wishlist asks for confirmation', async () => {
    const path = await filled('À supprimer', []);
    const page = await vet.get(`${path}/edit`);
    expect(page.words('#delete')).toContain('pour de bon');
    const gone = await page.form('#delete form').submit({ name: 'do', value: 'delete' });
    expect(gone.url.pathname).toBe(lists);
    expect(gone.words('.toasts')).toContain('Liste supprimée');
    for (const address of [path, `${path}/edit`]) {
      const back = await vet.get(address);
      expect(back.status).toBe(404);
      expect(back.words('main .oops')).toContain('Cette liste n’existe plus');
      expect(back.dom.querySelector(`main .oops a[href="${lists}"]`)).not.toBeNull();
    }
  });

  it('CART-12 P-58 an order sheet whose wishlist a colleague deleted preserves the input and reports what it added', async () => {
    const ids = variants(shop, 2);
    const [a = 0, b = 0] = ids;
    const path = await filled('Effacée', ids);
    const had = ids.map(inCart);
    const sheet = (await vet.get(path)).form('#sheet').fill({ [`q.${a}`]: 'x', [`q.${b}`]: '7' });
    const colleague = await shop.customer(login);
    const edit = await colleague.get(`${path}/edit`);
    await edit.form('#delete form').submit({ name: 'do', value: 'delete' });
    const wrong = await sheet.submit({ name: 'add', value: 'all' });
    expect([wrong.status, wrong.words('h1')]).toEqual([422, 'Cette liste n’existe plus.']);
    expect(wrong.words('[role=alert]')).toContain('1 ligne ajoutée au panier.');
    const cured = wrong.form('#sheet').fill({ [`q.${a}`]: '2' });
    expect(cured.fields.has(`q.${b}`)).toBe(false);
    await cured.submit({ name: 'add', value: 'all' });
    expect(ids.map((id, at) => inCart(id) - (had[at] ?? 0))).toEqual([2, 7]);
  });

  it('P-21 WISH-01 deleting a missing wishlist or another customer’s deletes nothing, with the same response for both', async () => {
    const other = await shop.customer('clinique@demo.example');
    const theirs = listPath(await created('Gardée', other));
    for (const path of [theirs, `${lists}/987654321`]) {
      const answer = await vet.post(`${path}/edit`, { do: 'delete' });
      expect(answer.url.pathname).toBe(lists);
      expect(answer.words('.toasts')).toContain('Cette liste n’existe plus');
      expect(answer.words('.toasts')).not.toContain('supprimée');
    }
    expect((await other.get(theirs)).status).toBe(200);
  });

  it('P-21 another customer’s wishlist, an unknown id and a malformed id are 404', async () => {
    const other = await shop.customer('clinique@demo.example');
    const theirs =
      listPath(await created('Privée', other))
        .split('/')
        .pop() ?? '';
    expect((await other.get(`${lists}/${theirs}`)).status).toBe(200);
    for (const id of [theirs, '99999999', 'x', '0', '1.css', '1e3']) {
      expect((await vet.get(`${lists}/${id}`)).status).toBe(404);
      expect((await vet.get(`${lists}/${id}/edit`)).status).toBe(404);
    }
    const own = await vet.get(`${await filled('Mienne', [])}/edit`);
    const fields = new URLSearchParams(own.form('#edit').fields);
    fields.set('name', 'Volée');
    await vet.post(`${lists}/${theirs}/edit`, fields);
    fields.set('do', 'delete');
    await vet.post(`${lists}/${theirs}/edit`, fields);
    expect((await other.get(`${lists}/${theirs}`)).words('h1')).toBe('Privée');
  });

  it('DEG-01 a wishlist can be ordered without the search engine; without the ERP its edit form preserves the input', async () => {
    const [a = 0] = variants(shop, 1);
    const path = await filled('En panne', [a]);
    const had = inCart(a);
    // After a restart the instance has no cached products.
    await shop.restart();
    shop.sandbox.search.faults.set({ status: 503 });
    const page = await vet.get(path);
    expect(page.status).toBe(200);
    expect(page.words()).toContain('Le catalogue ne répond pas');
    expect(page.words('#sheet')).toContain(`Produit n° ${a}`);
    await page.form('#sheet').submit({ name: 'add', value: 'all' });
    expect(inCart(a) - had).toBe(2);
    shop.sandbox.search.faults.clear();
    const form = (await vet.get(`${path}/edit`)).form('#edit').fill({ [`q.${a}`]: '6' });
    shop.sandbox.erp.control.availability(false);
    const down = await form.submit();
    shop.sandbox.erp.control.availability(true);
    expect(down.words()).toContain('ne répond pas');
    const sent = await down.form('main .notice form').submit();
    expect(sent.url.pathname).toBe(path);
    expect((await vet.get(`${path}/edit`)).form('#edit').fields.get(`q.${a}`)).toBe('6');
  });

  it('I18N-03 a wishlist is translated into the three languages', async () => {
    expect((await vet.get('/nl/account/wishlists')).words('h1')).toBe('Mijn lijsten');
    expect((await vet.get('/en/account/wishlists')).words('h1')).toBe('My lists');
  });
});

describe('the printable wishlist', () => {
  it('SHELL-08 WISH-01 the printable wishlist has a barcode, the usual quantity and the codes of every product', async () => {
    const ids = variants(shop, 3);
    const path = await filled('Mur', ids);
    const sheet = await vet.get(path);
    const link = sheet.dom.querySelector(`a[href="${path}?paper"]`);
    expect(link?.text.trim()).toBe('Liste papier avec codes-barres');
    const page = await vet.get(`${path}?paper`);
    expect(page.status).toBe(200);
    const rows = page.dom.querySelectorAll('.pick li');
    expect(rows).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      expect(row.querySelector('.bars img')?.getAttribute('src')).toMatch(
        /^data:image\/svg\+xml,%3Csvg/,
      );
      expect(row.text).toContain(`SKU ${skuOf(ids[index] ?? 0)}`);
      expect(row.querySelector('.num')?.text).toBe('2');
    }
    // The page has no form: it is only for printing.
    expect(page.dom.querySelectorAll('main form')).toHaveLength(0);
  });

  it('DEG-01 without the search engine the printable wishlist falls back to the order sheet', async () => {
    const path = await filled('Mur sans catalogue', variants(shop, 2));
    await shop.restart();
    shop.sandbox.search.faults.set({ status: 503 });
    const page = await vet.get(`${path}?paper`);
    expect(page.status).toBe(200);
    expect(page.dom.querySelector('.pick')).toBeNull();
    expect(page.form('#sheet').fields.toString()).toContain('q.');
  });
});
