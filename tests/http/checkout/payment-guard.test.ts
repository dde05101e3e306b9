import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { Visitor, type Page } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  customerId,
  newCart,
  paymentPage,
  pressed,
} from './checkout-carts';

const login = 'vet@demo.example';
const path = '/fr/cart-confirm';
const demo = '14';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const transactions = () => callsOf(shop, 'POST', 'payment/transactions').length;
const policyOf = (page: Page): string => page.headers.get('content-security-policy') ?? '';

const toPayment = (pay: string): Promise<Page> => paymentPage(shop, vet, login, pay);

describe('protection of a payment', () => {
  it('P-25 only forms of the payment page may be posted to another site, and only to this provider', async () => {
    const page = await toPayment(demo);
    const erp = new URL(shop.sandbox.urls.erp).origin;
    expect(policyOf(page)).toContain(erp);
    expect(
      page.dom.querySelectorAll('main form input').map((one) => one.getAttribute('type')),
    ).toEqual(['hidden']);
    for (const other of [path, '/fr', '/fr/account/sales'])
      expect(policyOf(await vet.get(other))).not.toContain(erp);
  });

  it('P-58 a double click on a payment creates one transaction, and both clicks open its page', async () => {
    newCart(shop, login);
    const saved = await carrierChosen(vet);
    const before = transactions();
    const fields = { pay: demo };
    const [first, second] = await Promise.all([
      saved.form('#checkout').fill(fields).submit(pressed('confirm')),
      saved.form('#checkout').fill(fields).submit(pressed('confirm')),
    ]);
    expect(first.url.href).toBe(second.url.href);
    expect(first.words()).toContain('Continuer vers');
    expect(second.words()).toContain('Continuer vers');
    const third = await saved.form('#checkout').fill(fields).submit(pressed('confirm'));
    expect(third.url.href).toBe(first.url.href);
    expect(transactions()).toBe(before + 1);
  });

  it.each([{ status: 503, body: 'down' }, { drop: 'before' as const }])(
    'P-58 CHK-02 an unreadable amount starts no payment and shows an outage, not “being verified” (%o)',
    async (failing) => {
      newCart(shop, login);
      const saved = await carrierChosen(vet);
      const match = { method: 'GET', path: 'carts/current/payable' };
      const before = transactions();
      const form = saved.form('#checkout').fill({ pay: demo, ref: 'Armoire 3' });
      shop.sandbox.erp.control.fault({ match, ...failing, times: 8 });
      const told = await form.submit(pressed('confirm'));
      expect(told.words('[role=alert]')).toContain('Notre système de commande ne répond pas');
      expect(told.words()).not.toContain('en cours de vérification');
      expect(told.form('#checkout').fields.get('ref')).toBe('Armoire 3');
      expect(transactions()).toBe(before);
      shop.sandbox.erp.control.clearFaults();
      const paying = await told.form('#checkout').fill({ pay: demo }).submit(pressed('confirm'));
      expect(paying.words()).toContain('Continuer vers');
      expect(transactions()).toBe(before + 1);
    },
  );

  it('P-58 OPS-03 a transaction whose ERP response was lost is not created again by the same form; support finds it in the log', async () => {
    newCart(shop, login);
    const saved = await carrierChosen(vet);
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'payment/transactions' },
      drop: 'after',
    });
    const before = transactions();
    const form = () => saved.form('#checkout').fill({ pay: demo });
    const lost = await form().submit(pressed('confirm'));
    expect(lost.words()).toContain('Ce paiement n’est plus ouvert');
    const again = await form().submit(pressed('confirm'));
    expect(again.words()).toContain('Ce paiement n’est plus ouvert');
    expect(transactions()).toBe(before + 1);
    // Every page shows the reference of the request whose answer was lost.
    const line = shop.logs.findLast(({ event }) => event === 'payment.answer_lost');
    expect(line).toMatchObject({ level: 'error', name: expect.stringMatching(/./) as string });
    const reference = line?.['reference'];
    const attempt = again.url.searchParams.get('attempt') ?? '';
    const back = await vet.get(`/fr/cart-validated?attempt=${attempt}&status=pending`);
    expect(back.words('h2')).toContain('en cours');
    for (const page of [lost, again, back]) {
      expect(page.dom.querySelector('#support-reference .ref')?.text).toBe(reference);
      expect(page.dom.querySelector('[data-copy="support-reference"]')).not.toBeNull();
    }
  });

  it('P-58 CHK-02 a colleague’s older window reports the payment, and does not overwrite reference and note', async () => {
    newCart(shop, login);
    const colleague = await shop.customer(login);
    const older = await colleague.get(path);
    const typed = { ref: 'Armoire 2', note: 'Sonnez\r\nà droite', pay: demo };
    const mine = await carrierChosen(vet, typed);
    await mine.form('#checkout').submit(pressed('confirm'));
    const open = /Un paiement en ligne de [\d,]+ € pour ce panier a été commencé/;
    expect((await colleague.get(path)).words('main')).toMatch(open);
    const told = await older.form('#checkout').fill({ how: '1', pay: '' }).submit(pressed('save'));
    expect(told.words('main')).toMatch(open);
    const [cart] = shop.sandbox.erp.control.cartsOf(customerId(shop, login));
    expect([cart?.clientOrderRef, cart?.note]).toEqual([
      'Armoire 2',
      expect.stringMatching(/Sonnez.*à droite/s),
    ]);
    // The shop saves the input of this window, and an emptied field empties the stored value.
    await (
      await colleague.get(path)
    )
      .form('#checkout')
      .fill({ ref: '', note: 'Quai' })
      .submit(pressed('save'));
    const [after] = shop.sandbox.erp.control.cartsOf(customerId(shop, login));
    expect([after?.clientOrderRef ?? '', after?.note]).toEqual([
      '',
      expect.stringMatching(/^(<p>)?Quai/),
    ]);
  });

  it('CHK-05 I18N-03 a payment started in one language shows its method in the language of each page', async () => {
    await toPayment(demo);
    const told = async (address: string): Promise<string> =>
      (await vet.get(address)).words('main [role=alert], main .notice');
    expect(await told('/fr/cart')).toContain('(Paiement en ligne)');
    // The ERP has not yet returned the Dutch name of the method to this shop.
    expect(await told('/nl/cart')).toContain('(onlinebetaling)');
    await vet.get('/nl/cart-confirm');
    for (const address of ['/nl/cart', '/nl/cart-confirm'])
      expect(await told(address)).toContain('(Online betalen)');
  });

  it('P-57 a payment is not started for a cart that changed in the meantime', async () => {
    const page = await toPayment(demo);
    const { control } = shop.sandbox.erp;
    const cart = control.cartsOf(customerId(shop, login))[0];
    control.changeCart(cart?.uuid ?? '', [{ product_id: cart?.lines[0]?.productId ?? 0, qty: 3 }]);
    const again = await vet.get(page.url.pathname + page.url.search);
    expect(again.url.pathname).toBe(path);
    expect(again.words('body')).toContain('n’est plus celui que vous aviez sous les yeux');
  });

  it('P-57 a payable token with another amount or order than the cart’s is rejected', async () => {
    newCart(shop, login);
    const saved = await carrierChosen(vet);
    const before = transactions();
    const body = { payable: 'x', payable_reference: 'S1', amount: 1 };
    const payable = { match: { path: 'carts/current/payable' }, status: 200 };
    const methods = { match: { path: 'payment/methods' }, status: 200 };
    const providers = [{ id: 14, code: 'demo', name: 'Demo', state: 'test' }];
    shop.sandbox.erp.control.fault({ ...payable, body, times: 2 });
    shop.sandbox.erp.control.fault({ ...methods, body: { ...body, providers }, times: 1 });
    const refused = await saved.form('#checkout').fill({ pay: demo }).submit(pressed('confirm'));
    expect(refused.status).toBe(409);
    expect(transactions()).toBe(before);
  });

  it.each([
    ['<form method="post" action="https://evil.example/pay"></form>', 'host-refused'],
    ['<form method="post" action="javascript:alert(1)"></form>', 'host-refused'],
    ['<script>location="https://evil.example"</script>', 'active-content'],
    ['no form at all', 'not-a-form'],
  ])(
    'P-25 a redirect form such as %s gets 502 and a line in the security log',
    async (html, reason) => {
      newCart(shop, login);
      const saved = await carrierChosen(vet);
      const total = shop.sandbox.erp.control.cartsOf(customerId(shop, login))[0];
      const amount = Number(
        (saved.dom.querySelector('.sums dd.total .is')?.text ?? '0')
          .replace(/[^\d,]/g, '')
          .replace(',', '.'),
      );
      shop.sandbox.erp.control.fault({
        match: { method: 'POST', path: 'payment/transactions' },
        status: 200,
        body: { flow: 'redirect', reference: total?.name, amount, redirect_form_html: html },
      });
      const page = await saved.form('#checkout').fill({ pay: demo }).submit(pressed('confirm'));
      expect(page.status).toBe(502);
      expect(page.text).not.toContain('evil.example');
      const line = shop.logs.findLast(({ event }) => event === 'payment.host_refused');
      expect(line).toMatchObject({ reason });
    },
  );

  it('P-71 payable tokens and redirect forms are never logged', () => {
    const text = JSON.stringify(shop.logs);
    expect(text).not.toMatch(/eyJ[\w-]{20,}/);
    expect(text).not.toContain('<form');
  });

  it('P-20 payment and return pages are visible to their customer only', async () => {
    const page = await toPayment(demo);
    const other = await shop.customer('pharmacie@demo.example');
    const stolen = await other.get(page.url.pathname + page.url.search);
    expect(stolen.url.pathname).toBe(path);
    const guest = await new Visitor(shop.url).get(path, { follow: false });
    expect(guest.status).toBe(302);
  });
});
