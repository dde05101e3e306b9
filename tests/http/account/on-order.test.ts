import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import { callsOf } from '../checkout/checkout-carts';

const list = '/fr/account/products_on_order';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const row = {
  order_line_id: 4711,
  product_id: 1,
  description: 'Bandage',
  order_ref: 'S00042',
  customer_ref: 'CLINIC-7',
  order_date: '2026-03-04T09:15:00Z',
  qty_ordered: 8,
  qty_to_deliver: 5,
  qty_in_backorder: 3,
  has_backorder: true,
  is_mto: false,
  product_family: 'equipment',
};
const at = `${list}/4711/cancel`;

/** One backordered line, as the ERP returns it. */
function backorder(change: Partial<typeof row> = {}) {
  const { control } = shop.sandbox.erp;
  const line = { ...row, ...change };
  control.fault({
    match: { path: 'products_on_order' },
    status: 200,
    body: { size: 1, data: [line] },
    times: 50,
  });
  control.fault({
    match: { path: 'products_on_order/4711' },
    status: 200,
    body: line,
    times: 50,
  });
}
const answerCancel = (body: unknown) =>
  shop.sandbox.erp.control.fault({
    match: { method: 'POST', path: 'products_on_order/cancel/4711' },
    status: 200,
    body,
    times: 50,
  });
const sent = () => callsOf(shop, 'POST', 'products_on_order/cancel/4711');

/** Fills in the quantity to cancel and opens the confirmation page. */
const asked = async (quantity: string): Promise<Page> =>
  (await vet.get(at)).form('main form').fill({ quantity }).submit({ name: 'do', value: 'ask' });

describe('products on order', () => {
  it('BACK-01 the page of products on order lists outstanding lines with order, dates and quantities', async () => {
    backorder();
    const page = await vet.get(list);
    const words = page.words();
    for (const part of ['S00042', 'CLINIC-7', 'À livrer', 'En reliquat', 'Annuler le reliquat'])
      expect(words).toContain(part);
    expect(page.dom.querySelector('td[data-label="À livrer"]')?.text).toBe('5');
  });

  it('BACK-01 P-36 a partly malformed ERP response shows the valid lines on order, and the valid fields of each', async () => {
    const odd = { ...row, order_line_id: 4712, description: 'Catgut', customer_ref: false };
    shop.sandbox.erp.control.fault({
      match: { path: 'products_on_order' },
      status: 200,
      body: { size: 4, data: [row, { ...row, qty_to_deliver: 'many' }, null, odd] },
      times: 50,
    });
    const page = await vet.get(list);
    const shown = page.dom.querySelectorAll('td[data-label="À livrer"]').map(({ text }) => text);
    expect(shown).toEqual(['5', '5']);
  });

  it('BACK-01 one click each filters products on order by kind and by family', async () => {
    const before = callsOf(shop, 'GET', 'products_on_order').length;
    const page = await vet.get(`${list}?show=waiting&family=meds`);
    expect(page.status).toBe(200);
    const query = callsOf(shop, 'GET', 'products_on_order')[before]?.path ?? '';
    expect(decodeURIComponent(query)).toContain('restricts[]=has_backorder&restricts[]=is_mto');
    expect(decodeURIComponent(query)).toContain('families[]=meds');
    const more = page.dom
      .querySelectorAll('.seg a')
      .find((link) => link.text.trim() === 'Alimentation')
      ?.getAttribute('href');
    expect(more).toContain('family=meds&family=food');
    const mto = await vet.get(`${list}?show=mto`);
    expect(mto.status).toBe(200);
  });

  it.each(['0', '4', '-1', '1.5', 'deux', '', '1e1'])(
    'BACK-01 a cancel quantity of "%s" is rejected with the allowed range and stays in the field',
    async (quantity) => {
      backorder();
      const page = await asked(quantity);
      expect(page.status).toBe(422);
      expect(page.words()).toContain('Vous devez choisir une quantité entre 1 et 3.');
      expect(page.dom.querySelector('#quantity')?.getAttribute('value')).toBe(quantity);
      expect(sent()).toHaveLength(0);
    },
  );

  it('BACK-01 P-58 a cancellation of a backorder asks for confirmation, then happens once however often the form is sent', async () => {
    backorder();
    answerCancel({ status: true, error_msg: null });
    const sure = await asked('2');
    expect(sure.words()).toContain('Demander l’annulation de ce reliquat ?');
    // The text avoids « de » before the product name, which some names would need as « d’ ».
    expect(sure.words()).toMatch(/, commande S00042\s: vous demandez que 2 pièces ne /);
    expect(sent()).toHaveLength(0);
    const form = sure.form('main form');
    const [done] = await Promise.all([
      form.submit({ name: 'do', value: 'cancel' }),
      form.submit({ name: 'do', value: 'cancel' }),
    ]);
    expect(done.url.pathname).toBe(list);
    expect(done.words('body')).toContain('L’annulation de 2 pièces est demandée');
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toBe('{"quantity":2}');
    // After Back, the browser loads the confirmation page again; it redirects, because the cancellation was already
    // requested.
    const back = await vet.get(sure.url.pathname + sure.url.search);
    expect(back.words('main [role=status]')).toContain('L’annulation de 2 pièces est demandée');
    expect(back.dom.querySelector('main form')).toBeNull();
    // A page from the browser's cache posts the form again.
    expect((await form.submit({ name: 'do', value: 'cancel' })).url.pathname).toBe(list);
    expect(sent()).toHaveLength(1);
    // The ERP updates its quantities later: the requested pieces are not offered for cancellation again.
    expect((await vet.get(list)).words()).toContain('Annulation de 2 pièces demandée');
    const rest = await vet.get(at);
    expect(rest.words('main form')).toContain('vous demandez que 1 pièce ne');
    await rest.form('main form').submit({ name: 'do', value: 'cancel' });
    expect(sent().map(({ body }) => body)).toEqual(['{"quantity":2}', '{"quantity":1}']);
    const all = await vet.get(list);
    expect(all.words()).toContain('Annulation de 3 pièces demandée');
    expect(all.words()).not.toContain('Annuler le reliquat');
    // The order page reports the same cancellation; its amount still includes the cancelled pieces.
    const amount = { untaxed: 80, tax: 16.8, total: 96.8 };
    const line = { id: 4711, product_id: 1, name: 'Bandage', qty: 8, qty_delivered: 3, amount };
    const order = { id: 42, name: 'S00042', state: 'sale', typology: 'sale', amount };
    shop.sandbox.erp.control.fault({
      match: { path: 'sales/42' },
      status: 200,
      body: { ...order, date_order: '2026-03-04T09:15:00', lines: [line] },
    });
    expect((await vet.get('/fr/account/sales/42')).words('main')).toContain(
      'Annulation de 3 pièces demandée, encore comprises dans le montant',
    );
    expect((await vet.get(at)).dom.querySelector('main form')).toBeNull();
  });

  it('BACK-01 the order page and the notice both say that the cancellation is requested but not yet done', async () => {
    const sheet = await vet.get(list);
    const offered = sheet.dom
      .querySelectorAll('main tbody tr')
      .find((one) => one.querySelector('a[href$="/cancel"]'));
    const path = offered?.querySelector('a[href$="/cancel"]')?.getAttribute('href') ?? '';
    const question = await vet.get(path);
    const sure = question.dom.querySelector('#quantity')
      ? await question
          .form('main form')
          .fill({ quantity: '1' })
          .submit({ name: 'do', value: 'ask' })
      : question;
    const done = await sure.form('main form').submit({ name: 'do', value: 'cancel' });
    expect(done.words('body')).toContain('L’annulation de 1 pièce est demandée');
    const [, number = ''] = /commande (\S+)\s:/.exec(sure.words('main form')) ?? [];
    const orders = await vet.get(`/fr/account/sales?q=${number}`);
    const order = orders.dom.querySelectorAll('main a').find(({ text }) => text.trim() === number);
    const words = (await vet.get(order?.getAttribute('href') ?? '')).words('main');
    expect(words).toContain('Annulation de 1 pièce demandée, encore comprise dans le montant');
    expect(words).not.toContain('pièce annulée');
  });

  it('BACK-01 a cancellation of a backorder of one piece asks only yes or no, without a quantity field', async () => {
    backorder({ qty_in_backorder: 1 });
    const page = await vet.get(at);
    expect(page.words()).toContain('Demander l’annulation de ce reliquat ?');
    expect(page.words()).toContain('vous demandez que 1 pièce ne');
    expect(page.dom.querySelector('main form input:not([type=hidden])')).toBeNull();
    expect(page.words('main form')).toContain('Ne rien annuler');
    const stale = await page
      .form('main form')
      .fill({ quantity: '2' })
      .submit({ name: 'do', value: 'ask' });
    expect(stale.words('[role=alert]')).toBe('Une seule pièce est en reliquat.');
    answerCancel({ status: true, error_msg: null });
    const before = sent().length;
    const done = await page
      .form('main form')
      .fill({ quantity: '1' })
      .submit({ name: 'do', value: 'cancel' });
    expect(done.words('body')).toContain('L’annulation de 1 pièce est demandée');
    expect(sent()).toHaveLength(before + 1);
    // Back to the form, after the ERP has deleted the line because its last piece was cancelled.
    shop.sandbox.erp.control.clearFaults();
    const back = await vet.get(at);
    expect(back.url.pathname).toBe(list);
    expect(back.words('.toasts')).toContain('L’annulation de 1 pièce est demandée');
    const older = await page.form('main form').submit({ name: 'do', value: 'ask' });
    expect(older.url.pathname).toBe(list);
  });

  it('BACK-01 the page shows the reason when the ERP rejects a cancellation', async () => {
    backorder();
    answerCancel({ status: false, error_msg: 'déjà expédié <b>hier</b>' });
    const form = (await asked('1')).form('main form');
    const page = await form.submit({ name: 'do', value: 'cancel' });
    expect(page.status).toBe(409);
    expect(page.words()).toContain(
      'La commande de ce produit n’a pas pu être annulée : déjà expédié <b>hier</b>',
    );
    expect(page.text).not.toContain('<b>hier</b>');
  });

  it.each([500, 503])(
    'BACK-01 when the ERP answers the cancellation with %s, nothing is cancelled and the form says so',
    async (status) => {
      backorder();
      shop.sandbox.erp.control.fault({
        match: { method: 'POST', path: 'products_on_order/cancel/4711' },
        status,
        times: 5,
      });
      const form = (await asked('2')).form('main form');
      const page = await form.submit({ name: 'do', value: 'cancel' });
      expect([409, 503]).toContain(page.status);
      expect(page.words('[role=alert]')).not.toBe('');
      if (status === 500)
        expect(page.words()).toContain('La commande de ce produit n’a pas pu être annulée');
      expect(page.dom.querySelector('main form')).not.toBeNull();
    },
  );

  it('BACK-01 a quantity edited in the confirmation form of a cancellation is validated again', async () => {
    backorder();
    answerCancel({ status: true, error_msg: null });
    const before = sent().length;
    const form = (await asked('1')).form('main form').fill({ quantity: '300' });
    const page = await form.submit({ name: 'do', value: 'cancel' });
    expect(page.status).toBe(422);
    expect(sent()).toHaveLength(before);
  });

  it('BACK-01 made-to-order lines cannot be cancelled, and the page says so', async () => {
    backorder({ is_mto: true });
    const page = await vet.get(list);
    expect(page.words()).not.toContain('Annuler le reliquat');
    const direct = await vet.get(at);
    expect(direct.words()).toContain('ne peut être ni annulé, ni repris, ni échangé');
    expect(direct.dom.querySelector('main form')).toBeNull();
  });

  it('P-21 order lines with an unknown or malformed id, and those of other customers, are 404', async () => {
    for (const id of ['4712', '0', 'x', '1.css'])
      expect((await vet.get(`${list}/${id}/cancel`)).status).toBe(404);
  });

  it('BACK-01 P-58 a cancellation whose ERP response was lost is not sent again', async () => {
    backorder();
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'products_on_order/cancel/4711' },
      drop: 'after',
    });
    const before = sent().length;
    const form = (await asked('1')).form('main form');
    const page = await form.submit({ name: 'do', value: 'cancel' });
    expect(page.status).toBe(409);
    expect(page.words()).toContain('Notre système de commande n’a pas confirmé');
    await form.submit({ name: 'do', value: 'cancel' });
    expect(sent()).toHaveLength(before + 1);
  });
});
