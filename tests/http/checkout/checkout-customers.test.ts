import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo } from '../../support/visitor';
import { callsOf, confirmWith, newCart, numberOf, pressed, variants } from './checkout-carts';

const path = '/fr/cart-confirm';

describe('customers with special rights or addresses', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.stop());
  beforeEach(() => shop.sandbox.erp.control.clearFaults());

  it('CHK-04 a customer who may not order sees the reason', async () => {
    const login = 'etudiant@demo.example';
    const student = await shop.customer(login);
    const empty = await student.get('/fr/cart');
    expect(empty.words()).toContain(
      'Votre compte permet de consulter le catalogue, pas de commander',
    );
    const orders = await student.get('/fr/account/sales');
    expect(orders.words()).toContain('Pas encore de commande');
    for (const page of [empty, orders, await student.get('/fr'), await student.get('/fr/account')])
      expect(page.text, page.url.pathname).not.toContain('href="/fr/quick-order"');
    newCart(shop, login);
    const page = await student.get(path);
    expect(page.words()).toContain('Votre compte ne permet pas de commander');
    expect(page.dom.querySelector('button[value="confirm"]')?.hasAttribute('disabled')).toBe(true);
    const answer = await page.form('#checkout').fill({ how: '1' }).submit(pressed('confirm'));
    expect(answer.status).toBe(403);
    expect(callsOf(shop, 'POST', 'carts/confirm').at(-1)?.customer_id).not.toBe(
      shop.sandbox.world.customers.find((one) => one.login === login)?.id,
    );
  });

  it('CHK-01 an incomplete delivery address names the missing fields and cannot be used', async () => {
    const login = 'adresse@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    const page = await customer.get(path);
    expect(page.words()).toContain('Incomplète : rue à compléter');
    const ship = page.dom.querySelector('input[name="ship"]');
    expect(ship?.hasAttribute('disabled')).toBe(true);
    const id = ship?.getAttribute('value') ?? '';
    const form = page.dom
      .querySelectorAll('a, button')
      .find(({ text }) => /Faire compléter l’adresse/.test(text));
    const filled = await customer.get(leadsTo(form).replace(/#.*$/, ''));
    expect(filled.form('#change-request').fields.get('address')).toBe(id);
    // The summary lists all errors at once, in page order.
    const summary = await page.form('#checkout').without('how').submit(pressed('confirm'));
    const named = summary.dom.querySelectorAll('#errors a');
    expect(named.map(({ text }) => text.split(/\s*:/)[0])).toEqual([
      'Mode de livraison',
      'Adresse de livraison',
      'Adresse de facturation',
    ]);
    for (const link of named)
      expect(summary.dom.querySelector(link.getAttribute('href') ?? ''), link.text).not.toBeNull();
    const refused = await confirmWith(page, { how: '1' });
    expect(refused.status).toBe(422);
    expect(refused.words()).toContain('Cette adresse est incomplète');
    const forced = await page.form('#checkout').fill({ ship: id }).submit(pressed('save'));
    expect(forced.status).toBe(422);
    // PROF-01: the request for a correction leads back to the order, which then no longer asks for it.
    const asked = await filled
      .form('#change-request')
      .fill({ street: 'Rue Neuve 3' })
      .submit({ name: 'do', value: 'change' });
    expect(asked.dom.querySelector('.toasts a')?.getAttribute('href')).toBe(path);
    expect(asked.words()).toContain('Modification demandée le');
    const again = await customer.get(path);
    expect(again.words()).toContain('Modification demandée le');
    // The remaining link to a correction is for the invoice address.
    expect(again.words().split('Faire compléter')).toHaveLength(2);
  });

  it('CHK-01 address search ignores case and accents; a drop-off site needs no street', async () => {
    const login = 'aanzee@demo.example';
    const customer = await shop.customer(login);
    newCart(shop, login);
    const page = await customer.get('/nl/cart-confirm');
    const found = await page
      .form('#checkout')
      .fill({ find: 'ZEEBRÜGGE', note: 'typed' })
      .submit(pressed('find'));
    expect(found.status).toBe(200);
    const values = found.dom
      .querySelectorAll('input[name="ship"]')
      .map((input) => input.getAttribute('value'));
    expect(values).toHaveLength(2); // The chosen address and the found one.
    expect(found.words()).toContain('Afhaalpunt Haven');
    expect(found.words()).toContain('1 adres van ');
    expect(found.form('#checkout').fields.get('note')).toBe('typed');
    const haven = found.dom
      .querySelectorAll('label.card')
      .find((label) => label.text.includes('Afhaalpunt Haven'))
      ?.querySelector('input')
      ?.getAttribute('value');
    const done = await confirmWith(found, { ship: haven ?? '', how: '1' });
    expect(done.words()).toContain('Afhaalpunt Haven');
  });

  it('DEG-01 when the search engine is down an order can be placed, with the made-to-order checkbox always required', async () => {
    const login = 'groothandel@demo.example';
    const customer = await shop.customer(login);
    // Products that no page has shown before, because the shop caches shown products for half a minute.
    newCart(shop, login, { products: variants(shop, 40).slice(-2) });
    shop.sandbox.search.faults.set({ match: { index: 'products' }, status: 503 });
    const page = await customer.get(path);
    expect(page.words()).toContain('Le catalogue ne répond pas');
    const refused = await confirmWith(page, { how: '1' });
    expect(refused.status).toBe(422);
    const done = await refused.form('#checkout').fill({ mto: 'on' }).submit(pressed('confirm'));
    expect(numberOf(done)).toMatch(/^S\d+/);
  });
});
