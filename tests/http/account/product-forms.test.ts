/** Actions of a product page besides ordering: wishlists, quotations, and the alert before its promotion ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorldVariant } from '../../../sandbox/world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf, plain } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
let shop: TestShop;
let vet: Visitor;

beforeAll(async () => {
  shop = await startTestShop();
  await shop.sandbox.search.ready;
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());

function product(pick: (variant: WorldVariant) => boolean): { id: number; path: string } {
  for (const document of shop.sandbox.world.documents('products', 'fr')) {
    const id = Number(document['id']);
    const variant = shop.sandbox.world.variants.get(id);
    const key = document['url_key'];
    if (variant && pick(variant) && typeof key === 'string')
      return { id, path: `/fr/p/${key}?sku=${encodeURIComponent(variant.sku)}` };
  }
  throw new Error('no such product in the sample world');
}
const keep = (id: number): string => `/fr/account/keep?product=${id}`;
/** A product whose promotion for this customer has an end: its page offers the alert. */
async function promotedProduct(): Promise<{ id: number; path: string }> {
  const list = await vet.get('/fr/promotions?show=ending');
  const paths = list.dom
    .querySelectorAll('main a[href*="/fr/p/"]')
    .map((link) => link.getAttribute('href') ?? '');
  for (const path of new Set(paths)) {
    const action = (await vet.get(path)).dom
      .querySelector('#buy form[data-alert]')
      ?.getAttribute('action');
    const id = Number(action?.split('product=')[1]);
    if (id) return { id, path };
  }
  throw new Error('no promotion with an end in the sample world');
}
/** Clicks the product page's link to a list or a quotation, with the given form input. */
const keptFrom = (page: Page, kind: 'list' | 'quotation', id: number, typed = '1'): Promise<Page> =>
  page
    .form('#order')
    .fill({ [`q.${id}`]: typed })
    .submit({ name: 'keep', value: `${kind}.${id}` });

describe('adding a product to a list, a quotation or an alert', () => {
  it('PROD-03 P-76 product pages of guests have no form for lists; pages of customers link to it without loading wishlists', async () => {
    const { path, id } = product(plain);
    const guest = await shop.visitor().get(path);
    expect(guest.dom.querySelector('#buy [name="keep"]')).toBeNull();
    const before = callsOf(shop, 'GET', 'wishlists').length;
    const page = await vet.get(path);
    expect(callsOf(shop, 'GET', 'wishlists').length).toBe(before);
    // The link carries the quantity in the field, valid or not.
    for (const [kind, typed] of [
      ['list', '6'],
      ['quotation', '2O'],
    ] as const) {
      expect(page.dom.querySelector(`#buy [name="keep"][value="${kind}.${id}"]`)).not.toBeNull();
      const kept = await keptFrom(page, kind, id, typed);
      expect(kept.url.pathname + kept.url.search).toBe(`${keep(id)}&n=${typed}`);
      expect(kept.url.hash).toBe(`#${kind}`);
      expect(kept.form(`#${kind} form`).fields.get('n')).toBe(typed);
    }
    const odd = await page.form('#order').submit({ name: 'keep', value: 'list.0' });
    expect(odd.status).toBe(400);
  });

  it('PROD-03 a product is added to a wishlist once; a second attempt says so and preserves the input', async () => {
    const { id } = product(plain);
    const form = (await vet.get(keep(id))).form('#list form').fill({ n: '3' });
    const after = await form.submit();
    expect(after.url.pathname).toMatch(/^\/fr\/p\//);
    const show = after.dom.querySelector('.toasts a')?.getAttribute('href') ?? '';
    expect((await vet.get(`${show}/edit`)).form('#edit').fields.get(`q.${id}`)).toBe('3');
    expect((await form.submit()).url.pathname).toMatch(/^\/fr\/p\//);
    const again = await vet.get(keep(id));
    expect(again.words('#list')).toContain('Déjà présent : 3');
    const to = show.split('/').pop() ?? '';
    const twin = await again.form('#list form').fill({ to, n: '5' }).submit();
    expect(twin.status).toBe(422);
    expect(twin.words('#list')).toContain('Ce produit est déjà présent dans cette liste');
    expect(twin.form('#list form').fields.get('n')).toBe('5');
  });

  it.each([
    ['fr', 'déjà présent dans cette demande de devis'],
    ['nl', 'staat al in deze offerteaanvraag'],
    ['en', 'already in this quotation request'],
  ])(
    'PROD-03 PROD-02 in %s a product is added to a quotation; a new quotation needs a reference',
    async (locale, present) => {
      const { id } = product((one) => one.orderMode === 'quotation');
      const path = keep(id).replace('/fr/', `/${locale}/`);
      const nameless = await (
        await vet.get(path)
      )
        .form('#quotation form')
        .fill({ to: 'new', name: '' })
        .submit();
      expect(nameless.status).toBe(422);
      const made = await nameless
        .form('#quotation form')
        .fill({ to: 'new', name: `Devis ${locale}`, n: '2' })
        .submit();
      expect(made.status).toBe(200);
      const show = made.dom.querySelector('.toasts a')?.getAttribute('href') ?? '';
      expect((await vet.get(show)).dom.querySelectorAll('#lines tbody tr')).toHaveLength(1);
      const twin = await (
        await vet.get(path)
      )
        .form('#quotation form')
        .fill({ to: show.split('/').pop() ?? '' })
        .submit();
      expect(twin.status).toBe(422);
      expect(twin.words('#quotation')).toContain(present);
    },
  );

  it('PROD-02 a product on quotation only has a link to its quotation form and no cart button', async () => {
    const { path, id } = product((one) => one.orderMode === 'quotation');
    const page = await vet.get(path);
    expect(page.dom.querySelector('#buy form[data-sheet]')).toBeNull();
    const way = page.dom.querySelector('#keep a[href$="#quotation"]');
    expect(way?.getAttribute('href')).toBe(`${keep(id)}#quotation`);
  });

  it('PROD-03 a new wishlist for a product needs a name', async () => {
    const { id } = product(plain);
    const form = (await vet.get(keep(id))).form('#list form');
    const nameless = await form.fill({ to: 'new', name: ' ' }).submit();
    expect(nameless.status).toBe(422);
    expect(nameless.words('#list')).toContain('Donnez un nom');
    const taken = await nameless
      .form('#list form')
      .fill({ to: 'new', name: 'voiture de GARDE' })
      .submit();
    expect(taken.words('#list')).toContain('déjà une liste de ce nom');
  });

  it('ALERT-01 the promotion alert can be switched on and off, and the product page shows its state', async () => {
    const { id } = await promotedProduct();
    const page = await vet.get(keep(id));
    const on = await page.form('#alert form').submit({ name: 'alert', value: 'on' });
    expect(on.words('#alert')).toContain('Ne plus m’alerter');
    expect(callsOf(shop, 'GET', 'promo_subscriptions').at(-1)?.path).toContain('per_page=1000');
    const off = await on.form('#alert form').submit({ name: 'alert', value: 'off' });
    expect(off.words('#alert')).toContain('M’alerter avant');
  });

  it('ALERT-01 an account page lists all promotion alerts and can end each of them', async () => {
    const { id, path } = await promotedProduct();
    await (await vet.get(keep(id))).form('#alert form').submit({ name: 'alert', value: 'on' });
    const list = await vet.get('/fr/account/alerts');
    const [key = ''] = path.split('?');
    expect(list.dom.querySelector(`main tbody th a[href^="${key}"]`)).not.toBeNull();
    // While the search engine is down, the alert is still listed and can be ended.
    await shop.restart();
    shop.sandbox.search.faults.set({ status: 503 });
    const blind = await vet.get('/fr/account/alerts');
    shop.sandbox.search.faults.clear();
    const named = `Produit ${id},`;
    expect(blind.words('main table')).toContain(named);
    const after = await blind
      .form(`main form[action$="product=${id}"]`)
      .submit({ name: 'alert', value: 'off' });
    expect(after.url.pathname).toBe('/fr/account/alerts');
    expect(after.dom.querySelector(`main form[action$="product=${id}"]`)).toBeNull();
  });

  it('ALERT-01 the promotion alert is not offered without a promotion that ends for this customer, and a post is rejected with a reason', async () => {
    const { id } = await promotedProduct();
    const bare = product(
      (one) => plain(one) && one.supplierPromotions.length + one.supplierPromotionsVet.length === 0,
    );
    const page = await vet.get(bare.path);
    expect(page.dom.querySelector('form[data-alert]')).toBeNull();
    const place = await vet.get(keep(bare.id));
    expect(place.dom.querySelector('#alert')).toBeNull();
    const asked = callsOf(shop, 'POST', 'promo_subscriptions').length;
    const forced = await vet.post(keep(bare.id), { alert: 'on' });
    expect(forced.words('.toasts')).toContain('aucune promotion qui se termine');
    expect(callsOf(shop, 'POST', 'promo_subscriptions')).toHaveLength(asked);
    expect((await vet.get(keep(id))).dom.querySelector('#alert form')).not.toBeNull();
  });

  it.each([500, 503])(
    'ALERT-01 DEG-01 when the ERP answers a promotion alert with %s, the product page stays usable',
    async (status) => {
      const { id } = await promotedProduct();
      const page = await vet.get(keep(id));
      shop.sandbox.erp.control.fault({
        match: { method: 'POST', path: 'promo_subscriptions' },
        status,
        times: 5,
      });
      const back = page.dom.querySelector('a[href^="/fr/p/"]')?.getAttribute('href') ?? '';
      const form = page.form('#alert form');
      form.fields.set('back', back);
      const answer = await form.submit({ name: 'alert', value: 'on' });
      shop.sandbox.erp.control.clearFaults();
      expect(answer.status).toBe(200);
      expect(answer.url.pathname + answer.url.search).toBe(back);
      expect(answer.words('.toasts')).not.toBe('');
      expect(answer.dom.querySelector('main h1')).not.toBeNull();
    },
  );

  it('DEG-01 a block of the product page that cannot load says so, and the other blocks still render', async () => {
    const { id } = product(plain);
    shop.sandbox.erp.control.fault({ match: { path: 'wishlists' }, status: 500, times: 5 });
    const page = await vet.get(keep(id));
    shop.sandbox.erp.control.clearFaults();
    expect(page.status).toBe(200);
    expect(page.words('#list')).toContain('ne sont pas disponibles');
    expect(page.dom.querySelector('#quotation form')).not.toBeNull();
    expect((await vet.get('/fr/account/keep?product=99999999')).status).toBe(404);
    expect((await vet.get('/fr/account/keep')).status).toBe(404);
  });
});
