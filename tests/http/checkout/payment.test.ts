import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  customerId,
  newCart,
  numberOf,
  paymentPage,
  pressed,
  variants,
} from './checkout-carts';

const login = 'vet@demo.example';
const path = '/fr/cart-confirm';
const demo = '14';
const transfer = '15';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ settings: { METRICS_PORT: String(await freePort()) } });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const transactions = () => callsOf(shop, 'POST', 'payment/transactions').length;

const toPayment = (pay: string): Promise<Page> => paymentPage(shop, vet, login, pay);

const leave = (page: Page): Promise<Page> => page.form('main form').submit();
const choose = (bank: Page, outcome: string): Promise<Page> =>
  bank.form('form').submit({ name: 'outcome', value: outcome });

describe('paying online', () => {
  it('CHK-05 a successful payment places the order, and the return page shows it', async () => {
    const page = await toPayment(demo);
    expect(page.url.pathname).toBe('/fr/cart-confirm/payment');
    expect(page.words()).toContain('Paiement en ligne');
    const bank = await leave(page);
    expect(bank.words('body')).toContain('Banque de démonstration');
    const done = await choose(bank, 'done');
    expect(done.url.pathname).toBe('/fr/cart-validated');
    expect(done.words()).toContain('Merci pour votre commande');
    expect(numberOf(done)).toMatch(/^S\d+/);
    // SHELL-01: the header shows no lines of the cart that became an order.
    expect(done.dom.querySelector('header .count')).toBeNull();
    expect((await vet.get(path)).words()).toContain('Il n’y a rien à commander');
    // The header may notice that the cart is gone before the order is found.
    const told = shop.logs.filter(
      ({ name, event }) => name === numberOf(done) && event !== 'cart.replaced',
    );
    expect(told.map(({ event }) => event)).toEqual([
      'payment.begun',
      'payment.returned',
      'order.placed',
      'order.told',
    ]);
    const [begun, back1, placed] = told;
    expect(begun?.['transaction']).toMatch(/^S\d+/);
    expect(back1).toMatchObject({ reason: 'success', transaction: begun?.['transaction'] });
    expect(placed).toMatchObject({ confirmation: begun?.['reference'], found: true });
    // Back leads to a payment page that is closed.
    const back = await vet.get(page.url.pathname + page.url.search);
    expect(back.url.pathname).toBe('/fr/cart-validated');
    // Names from the ERP are in the page's language.
    const inDutch = await vet.get(`/nl/cart-validated${done.url.search}`);
    expect(inDutch.words('dl')).toContain('Online betalen');
  });

  it('CHK-02 CHK-05 the serial number of medicines is sent in the note when a payment confirms the order', async () => {
    const [medicine] = variants(
      shop,
      1,
      (one) => one.orderMode === 'direct_sale' && one.isMedicine,
    );
    newCart(shop, login, { products: medicine === undefined ? [] : [medicine] });
    const saved = await carrierChosen(vet, { note: 'Quai 2' });
    const page = await saved
      .form('#checkout')
      .fill({ pay: demo, suite: 'VET-0042' })
      .submit(pressed('confirm'));
    expect(page.url.pathname).toBe('/fr/cart-confirm/payment');
    const [note] = callsOf(shop, 'POST', 'carts/current/update')
      .map(({ body }) => JSON.stringify(body))
      .slice(-1);
    expect(note).toContain('Quai 2');
    expect(note).toContain('VET-0042');
    // ORD-01: the order page lists the number separately, and the note is the customer's text.
    const waiting = await choose(await leave(page), 'pending');
    const link = waiting.dom.querySelector('main a[href*="/account/sales/"]')?.getAttribute('href');
    const order = await vet.get((link ?? '').replace('/fr/', '/nl/'));
    expect(order.words('main')).toContain('Volgnr. (geneesmiddelen) VET-0042');
    expect(order.words()).toContain('Quai 2');
    expect(order.words()).not.toContain('Numéro de suite');
    // The ERP does not count a number inside a note, so the shop must not propose it again.
    newCart(shop, login, { products: medicine === undefined ? [] : [medicine] });
    const next = { match: { path: 'carts/next_suite_name' }, status: 200, times: 9 };
    shop.sandbox.erp.control.fault({ ...next, body: { value: 'VET-0042' } });
    const other = (await vet.get(path)).form('#checkout');
    expect(other.fields.get('suite')).toBe('VET-0043');
    const told = await other.fill({ how: '1', suite: 'VET-0042' }).submit(pressed('confirm'));
    expect(told.words()).toMatch(/Le numéro VET-0042 est déjà porté par la commande S\d+/);
    shop.sandbox.erp.control.clearFaults();
  });

  it('CHK-05 a bank transfer is pending: its instructions are shown, and markup in them runs no script', async () => {
    const done = await leave(await toPayment(transfer));
    expect(done.url.searchParams.get('status')).toBe('pending');
    expect(done.words()).toContain('La commande attend le paiement');
    expect(done.words()).toContain('BE00 0000 0000 0000');
    expect(done.words()).not.toContain('Le dépôt prépare');
    // A customer who closed that page can read the instructions on the order page.
    const order = done.dom.querySelector('main a[href*="/account/sales/"]')?.getAttribute('href');
    const words = (await vet.get(order ?? '')).words();
    expect(words).toMatch(
      /La commande attend le paiement.* Montant à payer [\d ,]+ € Commande S\d+/,
    );
    expect(words).toContain('dans les mots du moyen de paiement');
    expect(words).toContain('BE00 0000 0000 0000');
    const hostile = new URL(done.url);
    hostile.searchParams.set('pending_message', '<p>ok</p><script>alert(1)</script>');
    const again = await vet.get(hostile.pathname + hostile.search);
    expect(again.text).not.toContain('alert(1)');
    // The ERP does not say whether its yearly maximum includes a pending order.
    expect(words).toMatch(/Acquis à ce jour, sans cette commande : [\d ,]+ €\./);
  });

  it.each([
    ['cancel', 'Le paiement a été annulé'],
    ['error', 'Le paiement n’a pas abouti'],
  ])('CHK-05 a payment that ends in %s keeps the cart and links back to it', async (how, words) => {
    const back = await choose(await leave(await toPayment(demo)), how);
    expect(back.words()).toContain(words);
    const cart = await vet.get(path);
    expect(cart.words()).toContain('Votre commande');
    const before = transactions();
    const again = await cart.form('#checkout').fill({ pay: demo }).submit(pressed('confirm'));
    expect(again.words()).toContain('Continuer vers');
    expect(transactions()).toBe(before + 1);
    expect((await choose(await leave(again), 'done')).words()).toContain('Merci');
  });

  it('CHK-05 the return page shows the payment in any browser of the customer, at any time, and to no other customer', async () => {
    const page = await toPayment(demo);
    const bank = await leave(page);
    const back = `/nl/cart-validated${page.url.search}`;
    // The bank returns to another browser without a session; the payment is not confirmed yet.
    const other = shop.visitor();
    const told = await other.get(`${back}&status=success`);
    const way = told.dom.querySelector('main a.btn')?.getAttribute('href') ?? '';
    const signIn = await other.get(way);
    const early = await signIn
      .form('#password-form')
      .fill({ login, password: 'vet-demo' })
      .submit();
    expect(early.url.pathname + early.url.search).toBe(`${back}&status=success`);
    expect(early.words()).not.toContain('Bedankt');
    for (const status of ['error', 'made-up', ''])
      expect((await vet.get(`${back}&status=${status}`)).words(), status).toContain('niet gelukt');
    // Viewing the page again is not logged as a return (OPS-03).
    const returns = shop.logs.filter(({ event }) => event === 'payment.returned');
    expect(returns.slice(-3).map(({ reason }) => reason)).toEqual(['success', 'error', 'unknown']);
    const done = await choose(bank, 'pending');
    expect(done.words()).toContain('La commande attend le paiement');
    for (const status of ['success', 'cancelled', 'error', 'made-up', ''])
      expect((await other.get(`${back}&status=${status}`)).words(), status).toContain(
        numberOf(done),
      );
    const stranger = await shop.customer('pharmacie@demo.example');
    expect((await stranger.get(`${back}&status=success`)).words()).toContain('niets te bevestigen');
  });

  it('CHK-05 P-58 OPS-03 an open payment is reported before a second one; two payments are reported to customer and support', async () => {
    const first = await toPayment(demo);
    const bank = await leave(first);
    // Another tab opens the payment page while the first tab is at the bank.
    const tab = await vet.get(path);
    const before = transactions();
    const told = await tab.form('#checkout').fill({ pay: demo }).submit(pressed('confirm'));
    expect(told.status).toBe(409);
    expect(told.words()).toMatch(/Un paiement de cette commande a été commencé le .*\d\d:\d\d/);
    expect(transactions()).toBe(before);
    const second = await told.form('#checkout').submit(pressed('confirm'));
    expect(second.words()).toContain('Continuer vers');
    expect(transactions()).toBe(before + 1);
    const otherBank = await leave(second);
    const paid = await choose(bank, 'done');
    expect(paid.words()).toContain('Merci pour votre commande');
    expect(paid.words()).not.toContain('paiements ont été faits');
    const again = await choose(otherBank, 'done');
    expect(numberOf(again)).toBe(numberOf(paid));
    expect(again.words()).toContain('2 paiements ont été faits ou annoncés');
    const logged = shop.logs.findLast(({ event }) => event === 'payment.twice');
    const metrics = await fetch(`http://${shop.metricsAddress() ?? ''}/metrics`);
    expect(await metrics.text()).toMatch(/shop_events_total\{event="payment.twice"\} [1-9]/);
    const references = String(logged?.['detail']).split(', ');
    expect(references).toHaveLength(2);
    for (const reference of references) expect(again.words()).toContain(reference);
    // The first tab is reloaded after the payment of the second.
    const reloaded = await vet.get(paid.url.pathname + paid.url.search);
    expect(reloaded.words()).toContain('2 paiements');
    const foreign = await (
      await shop.customer('pharmacie@demo.example')
    ).get(paid.url.pathname + paid.url.search);
    expect(foreign.words()).not.toContain('paiements');
  });

  it('CHK-05 OPS-03 when the cart changed during payment, the paid amount and the new total are reported', async () => {
    const bank = await leave(await toPayment(demo));
    const [more = 0] = variants(shop, 9).slice(-1);
    await vet.post('/fr/search?q=', { tx: crypto.randomUUID(), add: 'all', [`q.${more}`]: '9' });
    expect((await vet.get('/fr/cart')).words()).toContain(
      'ce que vous changez maintenant n’y est pas',
    );
    const paid = await choose(bank, 'done');
    expect(paid.words()).toMatch(/Payé en ligne : [\d\s]+,\d\d\s€ \(.+, référence .+\)\./);
    expect(paid.words()).toContain('le panier a changé après le début du paiement');
    expect(paid.words()).toContain('Le mode de livraison choisi ne s’y trouve plus');
    const logged = shop.logs.findLast(({ event }) => event === 'payment.differs');
    expect(logged?.['name']).toBe(numberOf(paid));
    expect(paid.words()).toContain(String(logged?.['detail']));
  });

  it('CHK-05 OPS-03 an open payment is reported before an order on account, and afterwards if it was placed anyway', async () => {
    const bank = await leave(await toPayment(demo));
    const tab = await vet.get(path);
    const told = await tab.form('#checkout').fill({ pay: 'account' }).submit(pressed('confirm'));
    expect(told.status).toBe(409);
    expect(told.words()).toContain('ne commandez pas aussi sur compte');
    const placed = await told.form('#checkout').submit(pressed('confirm'));
    expect(placed.words()).toContain('Merci pour votre commande');
    const paid = await choose(bank, 'done');
    expect(numberOf(paid)).toBe(numberOf(placed));
    expect(paid.words()).toContain('Elle avait déjà été confirmée sans ce paiement');
    expect(shop.logs.findLast(({ event }) => event === 'payment.differs')?.['name']).toBe(
      numberOf(placed),
    );
  });

  it('CHK-05 AUTH-05 without a session, the return page names the order, warns not to pay again, and leads through sign-in', async () => {
    const done = await choose(await leave(await toPayment(demo)), 'done');
    const address = done.url.pathname + done.url.search;
    const told = await shop.visitor().get(address);
    expect(told.status).toBe(200);
    expect(told.words()).toContain(`Retour du paiement de la commande ${numberOf(done)}`);
    expect(told.words()).toContain('ne payez pas à nouveau');
    expect(told.words()).not.toContain('€');
    const way = told.dom.querySelector('main a.btn')?.getAttribute('href');
    expect(way).toBe(`/fr/account/sign-in?target=${encodeURIComponent(address)}`);
    // A token without a payment reveals nothing, whatever the other parameters.
    const strange = await shop
      .visitor()
      .get(
        `/fr/cart-validated?attempt=0b9f0a0e-0000-4000-8000-000000000000&reference=${numberOf(done)}`,
      );
    expect(strange.url.pathname).not.toBe('/fr/cart-validated');
    expect(strange.text).not.toContain('Retour du paiement');
  });

  it('CHK-05 query parameters of the return URL prove nothing', async () => {
    newCart(shop, login);
    await vet.get(path);
    const cart = shop.sandbox.erp.control.cartsOf(customerId(shop, login))[0];
    const forged = await vet.get(
      `/fr/cart-validated?status=success&reference=${cart?.name ?? ''}&pending_message=<p>Pay to BE66</p>`,
    );
    expect(forged.words()).toContain('Il n’y a rien à confirmer ici');
    expect(forged.words()).not.toContain('BE66');
    for (const status of ['success', 'pending', 'cancelled', 'error', 'paid', '']) {
      const foreign = await vet.get(`/fr/cart-validated?status=${status}`);
      expect(foreign.words(), status).toContain('Il n’y a rien à confirmer ici');
      expect(foreign.text, status).toContain('href="/fr/account/sales"');
      expect(foreign.words(), status).not.toContain('Rien n’a été commandé');
    }
    const strange = await vet.get(
      '/fr/cart-validated?attempt=0b9f0a0e-0000-4000-8000-000000000000&status=success',
    );
    expect(strange.words()).toContain('Il n’y a rien à confirmer ici');
  });
});

describe('payment with a released ERP', () => {
  it('CHK-05 with a released ERP, an older cart that reappears after the payment is named', async () => {
    const released = await startTestShop({ profile: 'odoo16' });
    try {
      const customer = await released.customer(login);
      const { control } = released.sandbox.erp;
      const { products } = newCart(released, login);
      control.newCart(customerId(released, login), [{ product_id: products[0] ?? 0, qty: 7 }]);
      const saved = await carrierChosen(customer);
      const page = await saved.form('#checkout').fill({ pay: demo }).submit(pressed('confirm'));
      const done = await choose(await leave(page), 'done');
      expect(done.words()).toContain('Merci pour votre commande');
      expect(done.words()).toContain('Un panier plus ancien a été rouvert');
    } finally {
      await released.stop();
    }
  });
});
