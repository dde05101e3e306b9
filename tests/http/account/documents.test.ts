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
  page.dom.querySelectorAll('main tbody th > a').map((link) => link.getAttribute('href') ?? '');
const kindsOf = (page: Page): string[] =>
  page.dom
    .querySelectorAll('main tbody th .d')
    .map(({ text }) => text.split(' · ')[0]?.trim() ?? '');

describe('the documents page', () => {
  it('DOC-01 the documents page lists type, date and format, in pages', async () => {
    const page = await vet.get(list);
    expect(page.status).toBe(200);
    expect(files(page)).toHaveLength(10);
    expect(page.words('nav.pager')).toContain('1–10');
    expect(files(await vet.get(`${list}?page=2`))[0]).not.toBe(files(page)[0]);
    expect(files(await vet.get(`${list}?size=20`))).toHaveLength(20);
    expect((await vet.get(`${list}?page=-1&size=3&type=love`)).status).toBe(200);
    // The name of a confirmation or delivery note contains the number of its order.
    const note = await vet.get(`${list}?type=delivery_note`);
    const [name = ''] = note.dom.querySelectorAll('main tbody th > a').map(({ text }) => text);
    const order = note.dom.querySelector('main tbody th .d a');
    expect(order?.text).toBe(`commande ${name.trim().replace('BL-', '')}`);
    const orders = await vet.get(order?.getAttribute('href') ?? '');
    expect(orders.words('main tbody')).toContain(name.trim().replace('BL-', ''));
    const invoices = await vet.get(`${list}?type=invoice`);
    expect(invoices.dom.querySelector('main tbody th .d a')).toBeNull();
  });

  it('DOC-01 the documents page finds documents by part of their number and by date range, and keeps the chosen type', async () => {
    const rows = (page: Page) =>
      page.dom.querySelectorAll('main tbody th > a').map(({ text }) => text);
    const dates = (page: Page) =>
      page.dom.querySelectorAll('main tbody td.nb').map(({ text }) => text);
    // Take a document from the last page, so that searching only the first ten would not find it.
    const last = await vet.get(`${list}?type=delivery_note&size=50`);
    const [name = ''] = rows(last).slice(-1);
    const number = name.trim().replace('BL-', '').toLowerCase();
    const form = (await vet.get(`${list}?type=delivery_note`)).form('#find');
    const found = await form.fill({ no: ` bl ${number} ` }).submit();
    expect(rows(found).map((one) => one.trim())).toContain(name.trim());
    expect(rows(found).length).toBeLessThan(rows(last).length);
    expect(found.url.searchParams.get('type')).toBe('delivery_note');
    expect(found.form('#find').fields.get('no')).toBe(`bl ${number}`);
    const [day, month, year] = (dates(last).at(-1) ?? '').split('/');
    const then = `${year}-${month}-${day}`;
    const ofDay = await vet.get(`${list}?from=${then}&to=${then}`);
    expect(rows(ofDay).map((one) => one.trim())).toContain(name.trim());
    expect(new Set(dates(ofDay))).toEqual(new Set([`${day}/${month}/${year}`]));
    const none = await vet.get(`${list}?no=ZZ99999`);
    expect(none.words()).toContain('Aucun document ne correspond');
    expect(none.dom.querySelector('main .empty a[href*="no=ZZ99999"]')).not.toBeNull();
    const backwards = await vet.get(`${list}?from=${then}&to=2020-01-01`);
    expect(backwards.words('#to-e')).toBe('Le dernier jour vient avant le premier.');
    expect(backwards.words('main .empty h2')).toBe('Le dernier jour vient avant le premier.');
    expect(backwards.form('#find').fields.get('from')).toBe(then);
    expect(ofDay.dom.querySelector('#to-e')).toBeNull();
    expect((await vet.get(`${list}?from=hier&to=2026-02-31&no=%2F`)).status).toBe(200);
  });

  it('DOC-01 the documents page derives a missing format from the file name, and shows none when the name has none', async () => {
    shop.sandbox.erp.control.fault({
      match: { path: 'documents' },
      status: 200,
      body: {
        size: 4,
        data: [
          { id: 1, name: 'Tarif 2026.xlsx', type: 'pricelist' },
          { id: 2, name: 'INV/2026/00012', type: 'invoice', format: null },
          { id: 3, name: 'S1.pdf', type: 'order', format: ' ZIP ' },
          { id: 4, name: 'Notice.pdf', type: 'order', format: '' },
        ],
      },
    });
    const page = await vet.get(list);
    const kinds = page.dom.querySelectorAll('main .file-kind').map(({ text }) => text.trim());
    expect(kinds).toEqual(['XLSX', 'Fichier', 'ZIP', 'PDF']);
  });

  it.each(['documents', 'sales', 'quotations', 'products_on_order', 'smallads'])(
    'SHELL-05 a page number of %s beyond the end shows the last page instead of an empty list',
    async (path) => {
      const page = await vet.get(`/fr/account/${path}?page=99`);
      expect(page.status).toBe(200);
      expect(page.url.searchParams.get('page')).not.toBe('99');
      expect(page.dom.querySelectorAll('main tbody tr').length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['order', 'Confirmation de commande'],
    ['delivery_note', 'Bon de livraison'],
    ['invoice', 'Facture'],
    ['pricelist', 'Tarif'],
    ['discount', 'Conditions spéciales'],
  ])('DOC-01 the documents page filters by type %s', async (type, word) => {
    const page = await vet.get(`${list}?type=${type}`);
    expect(page.dom.querySelector('.seg a[aria-current]')?.getAttribute('href')).toContain(type);
    expect(kindsOf(page).length).toBeGreaterThan(0);
    expect(new Set(kindsOf(page))).toEqual(new Set([word]));
  });

  it('DOC-01 P-34 documents are downloaded as attachments with their own content type', async () => {
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

  it.each([
    ['refused', 400, 400, 'Le document n’a pas pu être préparé'],
    ['not there any more', 404, 404, 'Ce fichier n’existe pas ou plus'],
    ['of somebody else', 403, 404, 'Ce fichier n’existe pas ou plus'],
    ['broken at the ERP', 500, 503, 'ne peut pas être ouvert pour l’instant'],
  ])(
    'DOC-01 SHELL-02 a document that is %s is reported on the list instead of an empty page',
    async (_, status, shown, words) => {
      const [href = ''] = files(await vet.get(`${list}?type=invoice`));
      const id = /documents\/(\d+)/.exec(href)?.[1] ?? '';
      const match = { path: `documents/${id}/download` };
      const body = { detail: 'constraint: account.move' };
      shop.sandbox.erp.control.fault({ match, status, body, times: 5 });
      const page = await vet.get(href);
      expect(page.url.pathname).toBe(list);
      expect(page.words('body')).toContain(words);
      expect(files(page)).toHaveLength(10);
      expect(page.text).not.toContain(body.detail);
      if (shown === 400) return;
      expect(page.status).toBe(shown);
      if (shown === 503) expect(page.words('body')).toMatch(/référence [\da-f]{12}/);
      // A client that does not accept HTML gets the status only.
      const bare = await vet.get(href, { headers: { accept: 'application/pdf' }, follow: false });
      expect([bare.status, bare.headers.get('location')]).toEqual([shown, null]);
    },
  );

  it('P-21 the document of another customer is 404', async () => {
    const [own] = files(await vet.get(list));
    const other = await shop.customer('pharmacie@demo.example');
    expect((await other.get(own ?? '')).status).toBe(404);
    for (const odd of ['0', 'x', '1.css'])
      expect((await vet.get(`${list}/${odd}/download`)).status).toBe(404);
    expect((await vet.get(`${list}/..%2f1/download`)).status).toBe(400);
  });

  it('DOC-01 DEG-01 the documents page says that the ERP has no documents call, or that the ERP is down', async () => {
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
