/** Behaviour of a live Odoo 16 with the released modules, as shown to the customer (contract/erp.md 27). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf, newCart, pressed, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
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
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.search.faults.clear();
});

const skusOf = (products: readonly number[]): string[] =>
  products.map((id) => shop.sandbox.world.variants.get(id)?.sku ?? `no product ${id}`);

/** An order with a bank transfer: state `sent`, waiting for payment. */
async function orderedByTransfer(): Promise<{ number: string; id: string; products: number[] }> {
  const products = variants(shop, 2);
  newCart(shop, login, { products, quantity: 4 });
  const saved = await (
    await vet.get('/fr/cart-confirm')
  )
    .form('#checkout')
    .fill({ how: '1' })
    .submit(pressed('save'));
  const page = await saved.form('#checkout').fill({ pay: '15' }).submit(pressed('confirm'));
  const bank = await page.form('main form').submit();
  expect(bank.words('body')).toContain('Commande enregistrée');
  const number = /S\d{3,}/.exec(bank.words('body'))?.[0] ?? 'no number';
  const orders = await vet.get(`/fr/account/sales?no=${number}`);
  const link = orders.dom.querySelectorAll('a').find((one) => one.text.trim() === number);
  return { number, id: link?.getAttribute('href')?.split('/').pop() ?? 'none', products };
}

const addressOf = (page: Page): string => page.url.pathname;

describe('an order whose payment is pending', () => {
  it('QUO-01 ORD-01 an order with a pending payment is listed as an order, not as a quotation to accept, and makes no product due again', async () => {
    const { number, id } = await orderedByTransfer();
    const own = shop.sandbox.erp.control.requests().length;
    expect((await vet.get('/fr/account/quotations')).words()).not.toContain(number);
    expect(id).toMatch(/^\d+$/);
    expect(addressOf(await vet.get(`/fr/account/quotations/${id}`))).toBe(
      `/fr/account/sales/${id}`,
    );
    await vet.post(`/fr/account/quotations/${id}`, { do: 'accept', tx: crypto.randomUUID() });
    expect(callsOf(shop, 'POST', `quotations/${id}/confirm`)).toEqual([]);
    const order = await vet.get(`/fr/account/sales/${id}`);
    expect(order.words()).toContain('En attente');
    expect(order.words()).not.toMatch(/encore à livrer|reliquat/);
    // ORD-02: quotations cannot be created here, so the button is missing before and after the first try.
    const again = await vet.get(`/fr/account/sales/${id}/again`);
    expect(again.dom.querySelector('#as-quotation')).toBeNull();
    expect(shop.sandbox.erp.control.requests().length).toBeGreaterThan(own);
  });

  it('IMP-01 the CSV file of an order with a pending payment has product codes, with and without the search engine, and can be imported', async () => {
    const { id, products } = await orderedByTransfer();
    const path = `/fr/account/sales/${id}/csv`;
    const file = await vet.get(path);
    expect(file.status).toBe(200);
    const codes = (text: string): string[] =>
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((row) => row.split(';')[0] ?? '');
    expect(codes(file.text).sort()).toEqual(skusOf(products).sort());
    expect(file.text).not.toContain('[');
    shop.sandbox.search.faults.set({ status: 503 });
    expect(codes((await vet.get(path)).text).sort()).toEqual(skusOf(products).sort());
  });
});

describe('checkout with a released ERP', () => {
  it('CHK-01 checkout with a released ERP computes the unit price from the line’s amount', async () => {
    newCart(shop, login, { products: variants(shop, 3), quantity: 7 });
    const cents = (text: string): number =>
      Math.round(Number(text.replace(/[^\d,]/g, '').replace(',', '.')) * 100);
    const page = await vet.get('/fr/cart-confirm');
    const lines = page.dom.querySelectorAll('.mini li').map((line) => {
      const [count = '', piece = ''] = line.querySelector('.muted')?.text.split('×') ?? [];
      const amount = cents(line.querySelector('.num')?.text ?? '');
      return { count: Number(count), off: Math.abs(Number(count) * cents(piece) - amount) };
    });
    expect(lines).toHaveLength(3);
    for (const { count, off } of lines) expect(off).toBeLessThanOrEqual(Math.ceil(count / 2));
  });
});

describe('a form that succeeded', () => {
  it('DEG-01 SHELL-02 a form that succeeded is reported as done even when the next page fails', async () => {
    const sheet = (await vet.get('/fr/search')).form('form[data-sheet]');
    const field = [...sheet.fields.keys()].find((name) => name.startsWith('q.')) ?? 'none';
    const form = sheet.fill({ [field]: '3' });
    const to = form.action.pathname + form.action.search;
    const added = await vet.post(to, form.fields, { follow: false });
    expect(added.status).toBe(303);
    shop.sandbox.search.faults.set({ status: 503 });
    const next = await vet.get(added.headers.get('location') ?? '');
    expect(next.status).toBe(503);
    expect(next.words()).toContain('La recherche ne répond pas');
    expect(next.words()).toContain('Ce que vous venez de faire est enregistré');
    expect(next.words()).toMatch(/ajouté/);
    expect(next.words('#support-reference')).toContain(next.headers.get('x-request-id') ?? 'none');
    expect(next.words('#support-reference')).toMatch(/\d{1,2}:\d{2}/);
    expect(next.words('#support-reference')).toContain(new URL(next.url).pathname);
  });
});

describe('calls that the ERP lacks', () => {
  beforeAll(() => shop.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } }));
  afterAll(() => shop.sandbox.erp.control.profile({ quirks: { 'released-calls-only': false } }));

  it('DEG-01 P-70 calls that the ERP lacks are tried once per process, and their menu entries and buttons are hidden', async () => {
    const { control } = shop.sandbox.erp;
    for (const path of ['/fr', '/fr/account', '/fr/account/documents', '/fr/account/smallads'])
      expect((await vet.get(path)).status, path).toBe(200);
    control.forgetRequests();
    const home = await vet.get('/fr');
    const account = await vet.get('/fr/account');
    for (const page of [home, account]) {
      const links = page.dom
        .querySelectorAll('header a, nav a')
        .map((one) => one.getAttribute('href'));
      expect(links).toContain('/fr/account/sales');
      expect(links).not.toContain('/fr/account/documents');
      expect(page.words('body')).not.toContain('Rien n’a encore été commandé');
    }
    const missing = control.requests().filter(({ status }) => status === 404 || status === 405);
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
