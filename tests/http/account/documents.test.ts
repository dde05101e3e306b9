import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

const list = '/fr/account/documents';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const files = (page: Page): string[] =>
  page.dom.querySelectorAll('main tbody th a').map((link) => link.getAttribute('href') ?? '');
const kindsOf = (page: Page): string[] =>
  page.dom
    .querySelectorAll('main tbody th .d')
    .map(({ text }) => text.split(' · ')[0]?.trim() ?? '');

describe('documents', () => {
  it('DOC-01 are listed with type, date and format, paged', async () => {
    const page = await vet.get(list);
    expect(page.status).toBe(200);
    expect(files(page)).toHaveLength(10);
    expect(page.words('nav.pager')).toContain('1–10');
    expect(files(await vet.get(`${list}?page=2`))[0]).not.toBe(files(page)[0]);
    expect(files(await vet.get(`${list}?size=20`))).toHaveLength(20);
    expect((await vet.get(`${list}?page=-1&size=3&type=love`)).status).toBe(200);
  });

  it.each([
    ['order', 'Confirmation de commande'],
    ['delivery_note', 'Bon de livraison'],
    ['invoice', 'Facture'],
    ['pricelist', 'Tarif'],
    ['discount', 'Conditions spéciales'],
  ])('DOC-01 can be narrowed to the type %s', async (type, word) => {
    const page = await vet.get(`${list}?type=${type}`);
    expect(page.dom.querySelector('.seg a[aria-current]')?.getAttribute('href')).toContain(type);
    expect(kindsOf(page).length).toBeGreaterThan(0);
    expect(new Set(kindsOf(page))).toEqual(new Set([word]));
  });

  it('DOC-01 P-34 download as inert files of their own kind', async () => {
    const [pdf] = files(await vet.get(`${list}?type=invoice`));
    const invoice = await vet.get(pdf ?? '');
    expect(invoice.text.startsWith('%PDF-')).toBe(true);
    const [csv] = files(await vet.get(`${list}?type=pricelist`));
    const prices = await vet.get(csv ?? '');
    expect(prices.headers.get('content-type')).toContain('text/csv');
    for (const { headers } of [invoice, prices]) {
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('cache-control')).toContain('no-store');
    }
    const id = /documents\/(\d+)/.exec(pdf ?? '')?.[1] ?? '';
    shop.sandbox.erp.control.fault({
      match: { path: `documents/${id}/download` },
      status: 200,
      body: '<script>x</script>',
    });
    expect((await vet.get(pdf ?? '')).status).toBe(502);
  });

  it('P-21 of another customer are 404', async () => {
    const [own] = files(await vet.get(list));
    const other = await shop.customer('pharmacie@demo.example');
    expect((await other.get(own ?? '')).status).toBe(404);
    for (const odd of ['0', 'x', '1.css'])
      expect((await vet.get(`${list}/${odd}/download`)).status).toBe(404);
    expect((await vet.get(`${list}/..%2f1/download`)).status).toBe(400);
  });

  it('DOC-01 DEG-01 say so where the ERP has none, and when it is down', async () => {
    shop.sandbox.erp.control.fault({ match: { path: 'documents' }, status: 503, times: 2 });
    const down = await vet.get(list);
    expect(down.status).toBe(503);
    shop.sandbox.erp.control.clearFaults();
    const bare = await startTestShop({ profile: 'odoo16' });
    try {
      bare.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
      const customer = await bare.customer('vet@demo.example');
      const page = await customer.get('/nl/account/documents');
      expect(page.status).toBe(200);
      expect(page.words()).toContain('Documenten zijn hier niet beschikbaar');
    } finally {
      await bare.stop();
    }
  });
});
