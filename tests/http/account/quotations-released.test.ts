/** Quotations of a released ERP (contract/erp.md 17.4): requested with the cart, and returned without states. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf, confirmWith, customerId, newCart, numberOf } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const list = '/fr/account/quotations';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({
    profile: 'odoo16',
    settings: { CART_SYNC_PATH: 'carts/{uuid}/sync' },
  });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const press = (value: string) => ({ name: 'do', value });
const idOf = (page: Page): number => Number(page.url.pathname.split('/').pop());
/** Requests a quotation for everything in the cart. */
async function asked(): Promise<Page> {
  newCart(shop, login);
  return (await vet.get(list)).form('#from-cart').submit(press('cart'));
}
const requests = (): number => callsOf(shop, 'POST', 'carts/current/request_quotation').length;

describe('quotations of an ERP with the published modules only', () => {
  it('QUO-01 quotations of a released ERP are listed with a neutral state, without filter and counts', async () => {
    newCart(shop, login);
    const page = await vet.get(list);
    expect(page.status).toBe(200);
    expect(page.dom.querySelectorAll('#quotations tbody tr').length).toBeGreaterThan(0);
    const words = page.dom.querySelectorAll('#quotations .state').map((state) => state.text);
    expect(new Set(words)).toEqual(new Set(['Enregistré']));
    expect(page.dom.querySelector('#steps')).toBeNull();
    expect(page.dom.querySelector('#quotations .seg')).toBeNull();
    expect(page.dom.querySelector('a[href*="state=draft"]')).toBeNull();
    expect(page.dom.querySelector('#new-quotation')).toBeNull();
    expect(page.words()).not.toContain('acceptez');
    // Requesting a quotation from this ERP empties the cart, so the page asks for a second click.
    expect(page.dom.querySelector('details #from-cart')).not.toBeNull();
  });

  it('QUO-01 CART-12 a quotation request for a cart with an unconfirmed large quantity is sent after one question', async () => {
    newCart(shop, login, { quantity: 1_100 });
    const before = requests();
    const page = await (await vet.get(list)).form('#from-cart').submit(press('cart'));
    expect(page.words('.toasts')).toMatch(/1\s100 × /);
    expect(requests()).toBe(before);
    await page.form('.toasts form').submit();
    expect(requests()).toBe(before + 1);
  });

  it('QUO-01 P-58 requesting a quotation at a released ERP sends the cart once, and the cart is then empty', async () => {
    newCart(shop, login);
    const before = requests();
    const form = (await vet.get(list)).form('#from-cart');
    const late = (await vet.get(list)).form('#from-cart');
    const [one, two] = await Promise.all([form.submit(press('cart')), form.submit(press('cart'))]);
    expect(one.url.pathname).toMatch(/quotations\/\d+$/);
    expect(two.url.pathname).toBe(one.url.pathname);
    expect(requests()).toBe(before + 1);
    expect(shop.sandbox.erp.control.cartsOf(customerId(shop, login))).toEqual([]);
    const none = await late.submit(press('cart'));
    expect(none.words('body')).toContain('Le panier est vide');
    expect(requests()).toBe(before + 1);
  });

  it.each([
    ['fr', /Le panier est vide\s: il n’y a rien à demander\./],
    ['nl', /Het winkelmandje is leeg: er is niets te vragen\./],
    ['en', /The cart is empty: there is nothing to ask for\./],
  ])(
    'QUO-01 with an empty cart the page offers no quotation request, and says why (%s)',
    async (locale, words) => {
      const path = list.replace('fr', locale);
      newCart(shop, login, { products: [] });
      const page = await vet.get(path);
      expect(page.dom.querySelector('#from-cart')).toBeNull();
      expect(page.words('#nothing-to-ask')).toMatch(words);
      // While the ERP is unavailable, the shop does not know whether the cart has lines.
      shop.sandbox.erp.control.fault({ match: { path: 'carts*' }, status: 503, times: 9 });
      expect((await vet.get(path)).dom.querySelector('#from-cart')).not.toBeNull();
    },
  );

  it('QUO-01 a quotation requested at a released ERP is shown as sent, and can only be accepted through the representative', async () => {
    const page = await asked();
    const id = idOf(page);
    expect(page.dom.querySelector('#draft')).toBeNull();
    expect(page.dom.querySelector('.state')?.text).toBe('Demande envoyée');
    expect(page.words()).toContain('donnez votre accord à votre délégué');
    // This ERP sends no state, so the page promises no message about the answer.
    expect(page.words()).toContain('La réponse vous vient de votre délégué');
    expect(page.words()).not.toContain('Vous serez prévenu');
    expect(page.dom.querySelector('button[value="accept"]')).toBeNull();
    const tx = crypto.randomUUID();
    const forced = await vet.post(page.url.pathname, { do: 'accept', tx });
    expect(forced.status).toBe(409);
    expect(callsOf(shop, 'POST', `quotations/${id}/confirm`)).toEqual([]);
  });

  it('ORD-01 a requested quotation is in the list of orders, labelled as quotation, and does not count as due again', async () => {
    const page = await asked();
    const name = page.dom.querySelector('h1')?.text ?? '';
    const number = /S\d+/.exec(name)?.[0] ?? 'none';
    const orders = await vet.get(`/fr/account/sales?no=${number}`);
    expect(orders.words()).toContain('Devis demandé');
    const order = await vet.get(`/fr/account/sales/${idOf(page)}`);
    expect(order.status).toBe(200);
    expect(order.words()).toContain('Devis demandé');
    expect(order.words()).not.toMatch(/encore à livrer|reliquat/);
  });

  it('QUO-01 ORD-01 an order on account that a released ERP lists among the quotations is shown as an order only', async () => {
    const { control } = shop.sandbox.erp;
    newCart(shop, login);
    const [cart] = control.cartsOf(customerId(shop, login));
    const id = cart?.id ?? 0;
    const number = numberOf(await confirmWith(await vet.get('/fr/cart-confirm'), { how: '2' }));
    expect(number).toMatch(/^S\d+/);
    control.unconfirmOrder(id);
    expect((await vet.get(list)).words('#quotations')).not.toContain(number);
    expect((await vet.get(`${list}/${id}`)).url.pathname).toBe(`/fr/account/sales/${id}`);
  });

  it('QUO-01 DEG-01 quotations without a state are not logged as a fault, and the state is requested only once', async () => {
    const from = shop.logs.length;
    const browser = await shop.customer('clinique@demo.example');
    newCart(shop, 'clinique@demo.example');
    await (await browser.get(list)).form('#from-cart').submit(press('cart'));
    const before = callsOf(shop, 'GET', 'quotations').length;
    for (const path of ['/fr', '/fr/cart', '/fr/account', '/fr/account/profile'])
      expect((await browser.get(path)).status).toBe(200);
    const asks = shop.sandbox.erp.control
      .requests()
      .filter(({ path }) => path.includes('quotations?') && path.includes('quotation_state'));
    const events = shop.logs.slice(from).map((line) => line['event']);
    expect(events).not.toContain('erp.answer_invalid');
    expect(events).not.toContain('quotation_counts.unavailable');
    expect(callsOf(shop, 'GET', 'quotations').length - before).toBeLessThanOrEqual(2);
    expect(asks.length).toBeGreaterThan(0);
  });
});

describe('quotations of an ERP with the published modules, without the state module', () => {
  beforeAll(() => shop.sandbox.erp.control.profile({ quirks: { 'raw-sale-states': true } }));
  afterAll(() => shop.sandbox.erp.control.profile({ quirks: { 'raw-sale-states': false } }));

  it('QUO-01 P-57 accepting an answered quotation twice at once makes one order', async () => {
    const page = await asked();
    const id = idOf(page);
    shop.sandbox.erp.control.sendQuotation(id);
    const form = (await vet.get(page.url.pathname)).form('#steps form');
    const orders = await Promise.all([form.submit(press('accept')), form.submit(press('accept'))]);
    for (const order of orders) expect(order.url.pathname).toBe(`/fr/account/sales/${id}`);
    expect(callsOf(shop, 'POST', `quotations/${id}/confirm`)).toHaveLength(1);
    expect((await vet.get(page.url.pathname)).url.pathname).toBe(`/fr/account/sales/${id}`);
  });

  it('QUO-01 accepting a quotation saves the reference that the customer entered, and sends none if the field is unchanged', async () => {
    const page = await asked();
    const id = idOf(page);
    shop.sandbox.erp.control.sendQuotation(id);
    const form = (await vet.get(page.url.pathname)).form('#steps form');
    const long = await form.fill({ reference: 'x'.repeat(61) }).submit(press('accept'));
    expect([long.status, long.words('.error')]).toEqual([
      422,
      '61 caractères au lieu de 60 au plus.',
    ]);
    const order = await form.fill({ reference: '  Bloc   opératoire 2 ' }).submit(press('accept'));
    expect(order.url.pathname).toBe(`/fr/account/sales/${id}`);
    expect(order.words()).toContain('Bloc opératoire 2');
    const second = await asked();
    shop.sandbox.erp.control.sendQuotation(idOf(second));
    await (await vet.get(second.url.pathname)).form('#steps form').submit(press('accept'));
    expect(callsOf(shop, 'POST', `quotations/${idOf(second)}`)).toEqual([]);
  });

  it('P-57 an acceptance whose ERP response was lost is verified with the ERP', async () => {
    const page = await asked();
    const id = idOf(page);
    shop.sandbox.erp.control.sendQuotation(id);
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: `quotations/${id}/confirm` },
      drop: 'after',
    });
    const answered = await vet.get(page.url.pathname);
    const after = await answered.form('#steps form').submit(press('accept'));
    expect(after.url.pathname).toBe(`/fr/account/sales/${id}`);
  });

  it('P-21 another customer’s quotation is 404 although the ERP answers 403', async () => {
    const page = await asked();
    const other = await shop.customer('clinique@demo.example');
    expect((await other.get(page.url.pathname)).status).toBe(404);
    expect((await other.get(`${page.url.pathname}/download`)).status).toBe(404);
    await other.post(page.url.pathname, { do: 'accept', tx: crypto.randomUUID() });
    expect((await vet.get(page.url.pathname)).status).toBe(200);
  });

  it('PROD-02 QUO-01 a customer who may not order, and so has no cart, is offered no request', async () => {
    const student = await shop.customer('etudiant@demo.example');
    // The shop learns at the first try that this ERP cannot create quotations.
    const tried = await (
      await student.get(list)
    )
      .form('#new-quotation')
      .fill({ reference: 'Essai' })
      .submit();
    expect(tried.status).toBe(409);
    const page = await student.get(list);
    expect(page.dom.querySelector('#from-cart, #new-quotation')).toBeNull();
    expect(page.words('#may-not-order')).toContain('pas de commander');
  });

  it('QUO-01 a new quotation that a released ERP rejects comes back with the reason, the reference and the request with the cart', async () => {
    // Without any quotation the shop learns only from the post that this ERP cannot create one.
    await shop.restart();
    const { customers } = shop.sandbox.world;
    const plain = customers.find(({ featured, canOrder }) => !featured && canOrder);
    const first = await shop.customer(plain?.ref ?? '');
    newCart(shop, plain?.login ?? '');
    const before = await first.get(list);
    expect(before.dom.querySelector('#quotations .seg')).toBeNull();
    expect(before.words('#quotations')).toContain('Un devis accepté quitte cette liste');
    const form = before.form('#new-quotation').fill({ reference: 'Salle 4' });
    const tried = await form.submit();
    expect(tried.status).toBe(409);
    expect(tried.words('#not-created')).toContain('ne propose pas cette action');
    expect(tried.words('#unsaved')).toContain('Salle 4');
    expect(tried.dom.querySelector('details[open] #from-cart')).not.toBeNull();
    const later = await first.get(list);
    expect(later.dom.querySelector('#not-created, #unsaved, details[open]')).toBeNull();
  });

  it('QUO-01 without the ERP module for quotations the page says that they cannot be requested online', async () => {
    const { control } = shop.sandbox.erp;
    const fault = { match: { path: 'quotations*' }, status: 404, body: { detail: 'Not Found' } };
    control.fault({ ...fault, times: 20 });
    const page = await vet.get(list);
    control.clearFaults();
    expect(page.words()).toContain('Les devis ne se demandent pas en ligne ici');
    expect(page.dom.querySelector('main form')).toBeNull();
  });
});
