/** Cart, checkout and account with an ERP as a released Odoo 18 (contract/erp.md 21.1, profile `odoo18`). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  confirmWith,
  customerId,
  newCart,
  numberOf,
  pressed,
  radio,
} from './checkout-carts';

const login = 'vet@demo.example';
const path = '/fr/cart-confirm';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ profile: 'odoo18' });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.profile({ profile: 'odoo18' }));

describe('an Odoo 18 whose integrator serves carts/confirm', () => {
  it('CHK-01 CHK-04 CHK-05 at an Odoo 18 that serves carts/confirm, a customer chooses carrier and note and orders on account', async () => {
    newCart(shop, login);
    const page = await carrierChosen(vet, { how: '2' });
    expect(radio(page, 'pay', '14')).toBeNull();
    expect(page.words()).not.toContain('Points de retrait');
    expect(page.words('aside')).toContain('2 lignes');
    const done = await confirmWith(page, { how: '2', ref: 'R18' });
    expect(numberOf(done)).toMatch(/^S\d+/);
    expect(done.words()).toContain('R18');
    expect(callsOf(shop, 'POST', 'payment/transactions')).toEqual([]);
    const orders = await vet.get('/fr/account/sales');
    expect(orders.words('main')).toContain(numberOf(done));
    expect(callsOf(shop, 'POST', 'carts/current/carrier').length).toBeGreaterThan(0);
  });

  it('CHK-01 P-21 the shop itself rejects the address of another customer, which this ERP would accept', async () => {
    newCart(shop, login);
    const page = await vet.get(path);
    const foreign = String(customerId(shop, 'clinique@demo.example'));
    const before = callsOf(shop, 'POST', 'carts/current/update').length;
    const refused = await page.form('#checkout').fill({ ship: foreign }).submit(pressed('save'));
    expect(refused.words()).toContain('Choisissez une adresse de livraison');
    expect(callsOf(shop, 'POST', 'carts/current/update')).toHaveLength(before);
    const [cart] = shop.sandbox.erp.control.cartsOf(customerId(shop, login));
    expect(cart?.deliveryAddressId).not.toBe(Number(foreign));
  });

  it('PROF-01 ORD-01 QUO-01 DEG-01 every account page opens with an Odoo 18, and none names a missing module', async () => {
    for (const page of ['', '/profile', '/sales', '/quotations', '/wishlists']) {
      const { status, text } = await vet.get(`/fr/account${page}`);
      expect(status, page).toBe(200);
      expect(text, page).not.toContain('support-reference');
    }
    const faults = shop.logs.filter(({ event }) => event === 'erp.answer_invalid');
    expect(faults).toEqual([]);
  });
});

describe('an Odoo 18 with its released modules alone', () => {
  it('CHK-04 DEG-01 with an Odoo 18 with its released modules alone, the shop says that nothing can be ordered online, and offers no button to order', async () => {
    const bare = await startTestShop({ profile: 'odoo18' });
    try {
      bare.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
      const customer = await bare.customer(login);
      newCart(bare, login);
      const first = await customer.get(path);
      await confirmWith(first, { how: '1' });
      const page = await customer.get(path);
      expect(page.words()).toContain('ne peut pas être passée en ligne');
      expect(page.dom.querySelector('button[value="confirm"]')).toBeNull();
    } finally {
      await bare.stop();
    }
  });
});
