/** Products due again by the customer's own rhythm, and a quotation from a past order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { until } from '../../support/until';
import type { Visitor } from '../../support/visitor';
import { callsOf, forEveryone, newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 200 });
  vet = await shop.customer(login);
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const dayMs = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** Makes the ERP return orders of one product on these days before today, each of `pieces` pieces. */
async function ordered(days: readonly number[], pieces = 4): Promise<number> {
  const [id = 0] = variants(shop, 1);
  const reference = shop.sandbox.world.variants.get(id)?.sku ?? '';
  const line = { line_id: 1, reference, price: 1, qty_ordered: pieces, qty_delivered: pieces };
  const data = days.map((ago) => ({
    state: 'done',
    date_order: `${daysAgo(ago)}T10:00:00Z`,
    amount_total: 10,
    lines: [{ ...line, qty_canceled: 0 }],
  }));
  const body = { size: data.length, data };
  shop.sandbox.erp.control.fault({ match: { path: 'orders' }, status: 200, body, times: 20 });
  await shop.restart();
  return id;
}

describe('products due again', () => {
  it.each([
    ['/fr', 'À commander à nouveau', 'd’habitude à nouveau vers le'],
    ['/nl', 'Opnieuw te bestellen', 'gewoonlijk opnieuw rond'],
    ['/en/account', 'Due again', 'usually again by'],
  ])('ACC-02 %s has the block of products due again, titled %s', async (path, title, row) => {
    await ordered([70, 50, 30]);
    const page = await vet.get(path);
    expect(page.words('#due-again')).toContain(title);
    expect(page.words('#due-again')).toContain(row);
  });

  it.each([
    ['fr', 'Commandé le', 'd’habitude 4'],
    ['nl', 'Besteld op', 'gewoonlijk 4'],
    ['en', 'Ordered on', 'usually 4'],
  ])(
    'SRCH-09 in %s rows show last order date and usual quantity; the first list fetches orders after it has rendered',
    async (locale, last, usual) => {
      const id = await ordered([70, 50, 31], 4);
      const sku = shop.sandbox.world.variants.get(id)?.sku ?? '';
      const list = `/${locale}/search?exact=0&q=${sku}`;
      const asked = callsOf(shop, 'GET', 'orders').length;
      const said = async (): Promise<string> =>
        (await vet.get(list)).words('form.sheet .row .row-stock');
      expect(await said()).not.toContain(last);
      await until(async () => (await said()).includes(last));
      const row = await said();
      expect(row).toContain(`${last} ${daysAgo(31).slice(8)}/${daysAgo(31).slice(5, 7)}`);
      expect(row).toContain(usual);
      expect(callsOf(shop, 'GET', 'orders')).toHaveLength(asked + 1);
      expect((await shop.visitor().get(list)).words('.sheet .row')).not.toContain(last);
    },
  );

  it('SRCH-09 a list does not wait for orders that hang, and fetches them again only after a while', async () => {
    await shop.restart();
    const known = shop.logs.length;
    const hangs = { match: { path: 'orders' }, delay_ms: 90_000, times: 20 };
    shop.sandbox.erp.control.fault(hangs);
    const given = (): number =>
      shop.logs.slice(known).filter(({ block }) => block === 'ordered before').length;
    const asked = (): number =>
      shop.logs
        .slice(known)
        .filter(({ event, path }) => event === 'erp.called' && path === 'orders').length;
    const list = '/fr/search?q=chien';
    expect((await vet.get(list)).dom.querySelectorAll('form.sheet .row').length).toBe(30);
    expect(given()).toBe(0);
    await until(() => given() === 1);
    const first = asked();
    expect(first).toBeGreaterThan(0);
    shop.sandbox.erp.control.clearFaults();
    expect((await vet.get(list)).status).toBe(200);
    expect((await vet.get('/nl/promotions')).status).toBe(200);
    expect((await vet.get(list)).words('form.sheet .row-stock')).not.toContain('Commandé le');
    expect(asked()).toBe(first);
  });

  it('ACC-02 DEG-01 when orders cannot be read, the block says unavailable instead of nothing due', async () => {
    await shop.restart();
    shop.sandbox.erp.control.fault({ match: { path: 'orders' }, status: 503, times: 20 });
    for (const path of ['/fr', '/fr/account'])
      expect((await vet.get(path)).words('#due-again')).toBe(
        'À commander à nouveau Indisponible pour l’instant.',
      );
  });

  it('ACC-02 one click orders all products due again at the usual quantities', async () => {
    newCart(shop, login, { products: variants(shop, 2).slice(1) });
    const id = await ordered([70, 50, 30], 4);
    const page = await vet.get('/fr');
    const form = page.form('#home-lists');
    expect(form.fields.get(`q.${id}`)).toBe('4');
    // An emptied quantity stays empty until the customer clicks to order all of it again (CART-12).
    const emptied = await form.fill({ [`q.${id}`]: '' }).submit({ name: 'add', value: 'all' });
    expect(emptied.form('#home-lists').fields.get(`q.${id}`)).toBe('');
    const refill = emptied.dom.querySelector('#due-again .sheet-tools a');
    const again = await vet.get(refill?.getAttribute('href') ?? '');
    expect(again.form('#home-lists').fields.get(`q.${id}`)).toBe('4');
    // Ordering from another list adds nothing proposed here, and the proposal stays.
    const offer = again.dom
      .querySelectorAll('#offers input.qty')
      .map((one) => one.getAttribute('name') ?? '')
      .find((name) => name !== `q.${id}`);
    const typed = await again
      .form('#home-lists')
      .fill({ [offer ?? '']: '3' })
      .submit({ name: 'add', value: 'typed' });
    expect(typed.form('#home-lists').fields.get(`q.${id}`)).toBe('4');
    expect(typed.words('.toasts')).toContain('1 ligne');
    const after = await typed.form('#home-lists').submit({ name: 'add', value: 'all' });
    expect(after.url.pathname).toBe('/fr');
    const carts = shop.sandbox.erp.control.cartsOf(
      shop.sandbox.world.customers.find((one) => one.login === login)?.id ?? 0,
    );
    const line = carts.flatMap(({ lines }) => lines).find(({ productId }) => productId === id);
    expect(line?.qty).toBe(4);
    // The product is in the cart now, so it is not proposed again.
    expect(after.form('#home-lists').fields.get(`q.${id}`)).toBe('');
  });

  it('ACC-02 the shop looks up only as many products due again as it needs to show eight', async () => {
    const skus = variants(shop, 40, forEveryone)
      .map((id) => shop.sandbox.world.variants.get(id)?.sku ?? '')
      .sort();
    const gone = Array.from({ length: 9 }, (_, at) => `GONE-${at}`);
    const usual = { price: 1, qty_ordered: 4, qty_delivered: 4, qty_canceled: 0 };
    const order = (ago: number, references: readonly string[]) => ({
      state: 'done',
      date_order: `${daysAgo(ago)}T10:00:00Z`,
      amount_total: 10,
      lines: references.map((reference, at) => ({ line_id: at + 1, reference, ...usual })),
    });
    const data = [
      ...[80, 60, 40].map((ago) => order(ago, gone)),
      ...[70, 50, 30].map((ago) => order(ago, skus)),
    ];
    const body = { size: data.length, data };
    shop.sandbox.erp.control.fault({ match: { path: 'orders' }, status: 200, body, times: 20 });
    await shop.restart();
    shop.sandbox.search.clearRequests();
    const page = await vet.get('/en/account');
    expect(page.dom.querySelectorAll('#due-again .row')).toHaveLength(8);
    const asked = JSON.stringify(shop.sandbox.search.requests());
    const isAsked = (code: string): boolean =>
      asked.includes(`"${code.replace('-', '').toLowerCase()}"`);
    expect([...gone, ...skus.slice(0, 23)].every(isAsked)).toBe(true);
    expect(skus.slice(23).some(isAsked)).toBe(false);
  });

  it('ACC-02 two orders of a product are too few to compute when it is due, and an ERP without an orders call shows no block', async () => {
    await ordered([50, 30]);
    expect((await vet.get('/fr')).dom.querySelector('#due-again')).toBeNull();
    shop.sandbox.erp.control.clearFaults();
    const missing = { status: 404, body: { detail: 'Not Found' } };
    shop.sandbox.erp.control.fault({ match: { path: 'orders' }, ...missing, times: 20 });
    await shop.restart();
    const page = await vet.get('/fr');
    expect(page.status).toBe(200);
    expect(page.dom.querySelector('#due-again')).toBeNull();
  });

  it('ACC-02 a customer who may not order sees no block of products due again', async () => {
    await ordered([70, 50, 30]);
    const student = await shop.customer('etudiant@demo.example');
    expect((await student.get('/fr')).dom.querySelector('#due-again')).toBeNull();
  });
});

describe('a quotation from a past order', () => {
  const again = async (prefix: string): Promise<string> => {
    const list = await vet.get(`/${prefix}/account/sales`);
    const href = list.dom.querySelector('main tbody th a')?.getAttribute('href') ?? '';
    const order = await vet.get(href);
    const way = order.dom
      .querySelectorAll('main a')
      .map((link) => link.getAttribute('href') ?? '')
      .find((one) => one.endsWith('/again'));
    return way ?? '';
  };

  it.each([
    ['fr', 'Selon S'],
    ['nl', 'Volgens S'],
    ['en', 'As in S'],
  ])(
    'ORD-02 in %s one click creates a draft quotation from a past order, once even when the form is sent twice',
    async (prefix, words) => {
      const { uuid } = newCart(shop, login, { quantity: 3 });
      shop.sandbox.erp.control.replaceCart(uuid, 'ordered');
      const page = await vet.get(await again(prefix));
      const before = callsOf(shop, 'POST', 'quotations/create').length;
      const form = page.form('#as-quotation');
      const press = { name: 'do', value: 'quotation' };
      const [draft, twin] = await Promise.all([form.submit(press), form.submit(press)]);
      expect(draft.url.pathname).toMatch(new RegExp(`^/${prefix}/account/quotations/\\d+$`));
      expect(twin.url.pathname).toBe(draft.url.pathname);
      expect(draft.text).toContain(words);
      const sent = callsOf(shop, 'POST', 'quotations/create').slice(before);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.body).toContain('"quantity":3');
    },
  );

  it('ORD-02 a second quotation from the same order gets its own reference', async () => {
    const press = { name: 'do', value: 'quotation' };
    const path = await again('fr');
    const first = await (await vet.get(path)).form('#as-quotation').submit(press);
    const second = await (await vet.get(path)).form('#as-quotation').submit(press);
    expect(second.url.pathname).not.toBe(first.url.pathname);
    expect(second.text).toMatch(/Selon S\d+ \(\d\)/);
  });

  it('ORD-02 when the ERP rejects the quotation, the order page stays and shows the error', async () => {
    const page = await vet.get(await again('fr'));
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'quotations/create' },
      status: 500,
      times: 5,
    });
    const answer = await page.form('#as-quotation').submit({ name: 'do', value: 'quotation' });
    expect(answer.status).toBe(503);
    expect(answer.words('[role=alert]')).not.toBe('');
    expect(answer.dom.querySelector('#as-quotation')).not.toBeNull();
  });

  it('ORD-02 the button for a quotation disappears when the ERP cannot create quotations', async () => {
    const path = await again('fr');
    shop.sandbox.erp.control.fault({
      match: { method: 'POST', path: 'quotations/create' },
      status: 404,
      body: { detail: 'Not Found' },
    });
    const page = await vet.get(path);
    await page.form('#as-quotation').submit({ name: 'do', value: 'quotation' });
    expect((await vet.get(path)).dom.querySelector('#as-quotation')).toBeNull();
  });
});

describe('the delivery cut-off', () => {
  it.each([
    ['fr', /départ.*13 h 00/],
    ['nl', /vertrek.*13\.00 u\./],
    ['en', /dispatch.*13:00/],
  ])(
    'CART-13 the cart in %s shows until what time an order is sent the same day',
    async (prefix, words) => {
      newCart(shop, login);
      const page = await vet.get(`/${prefix}/cart`);
      expect(page.words('#cutoff')).toMatch(words);
    },
  );

  it('CART-13 the time until which an order is sent the same day is not shown when the ERP’s settings lack it', async () => {
    newCart(shop, login);
    shop.sandbox.erp.control.fault({
      match: { path: 'settings' },
      status: 200,
      body: { countries: [], lead_subjects: [] },
      times: 9,
    });
    await shop.restart();
    const page = await vet.get('/fr/cart');
    expect(page.status).toBe(200);
    expect(page.dom.querySelector('#cutoff')).toBeNull();
  });
});
