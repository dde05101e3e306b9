/** Credentials mode: the customer data in the ERP's profile, and what it omits (contract/erp.md 7.5). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop, type TestShopOptions } from '../../support/shop';
import type { Visitor } from '../../support/visitor';

const open = (options: TestShopOptions = {}): Promise<TestShop> =>
  startTestShop({ products: 60, ...options, sandbox: { authMode: 'credentials' } });

async function enter(shop: TestShop, login: string): Promise<Visitor> {
  const persona = shop.sandbox.world.customers.find((one) => one.login === login);
  if (!persona) throw new Error(`no sample customer ${login}`);
  const visitor = shop.visitor();
  const page = await visitor.get('/fr/account/sign-in');
  const form = page.form('main form').fill({ login, password: persona.password });
  await form.submit();
  return visitor;
}

describe('credentials mode with an ERP profile that carries the claims of a token', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await open();
  });
  afterAll(() => shop.stop());

  it('PROD-02 in credentials mode product lists, and not only checkout, say that this customer may not order', async () => {
    const student = await enter(shop, 'etudiant@demo.example');
    const list = await student.get('/fr/search');
    expect(list.words('#may-not-order')).toContain('pas de commander');
    expect(list.dom.querySelectorAll('button[name=add][value]:not(.vh)')).toHaveLength(0);
  });

  it('PRICE-02 in credentials mode lists show the customer’s net prices, and no promotions to a customer who is entitled to none', async () => {
    const vet = await enter(shop, 'vet@demo.example');
    expect((await vet.get('/fr/search')).words('.sheet-head')).toContain('Prix net HTVA');
    const wholesaler = await enter(shop, 'groothandel@demo.example');
    const promotions = await wholesaler.get('/nl/promotions');
    expect(promotions.status).toBe(200);
    expect(promotions.dom.querySelector('a[href$="show=ending"]')).toBeNull();
    const filters = await wholesaler.get('/nl/search');
    expect(filters.dom.querySelector('input[name=promotion]')).toBeNull();
  });
});

describe('displayed and charged prices in credentials mode', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await open({ products: 200 });
  });
  afterAll(() => shop.stop());

  it.each(['groothandel@demo.example', 'dierenarts@demo.example'])(
    'PRICE-02 AUTH-09 with the ERP profile %s the net price in a product row equals that of the cart line',
    async (login) => {
      const customer = shop.sandbox.world.customers.find((one) => one.login === login);
      const visitor = await enter(shop, login);
      const list = await visitor.get('/fr/search');
      expect(list.words('.sheet-head')).toContain('Prix net HTVA');
      const rows = list.dom
        .querySelectorAll('li.row')
        .flatMap((row) => {
          const id = row.querySelector('button[name=add]')?.getAttribute('value');
          const price = /(\d+),(\d\d)/.exec(row.querySelector('.row-price .net')?.text ?? '');
          return id && price ? [{ id: Number(id), cents: Number(`${price[1]}${price[2]}`) }] : [];
        })
        .slice(0, 5);
      expect(rows.length).toBeGreaterThan(2);
      const form = list.form('form.sheet');
      for (const { id } of rows) form.fill({ [`q.${id}`]: '1' });
      await form.submit({ name: 'add', value: 'all' });
      const [cart] = shop.sandbox.erp.control.cartsOf(customer?.id ?? 0);
      const charged = rows.map(({ id }) => ({
        id,
        cents: Math.round((cart?.lines.find((line) => line.productId === id)?.net ?? -1) * 100),
      }));
      expect(charged).toEqual(rows);
    },
  );
});

describe('credentials mode with the profile of a released ERP', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await open({ profile: 'odoo16' });
  });
  afterAll(() => shop.stop());

  it('PRICE-02 without price claims in the ERP’s profile, prices are indicative, never net prices or discounts', async () => {
    const vet = await enter(shop, 'vet@demo.example');
    const list = await vet.get('/fr/search');
    expect(list.words('.sheet-head')).toContain('Prix indicatif HTVA');
    expect(list.words()).toContain('votre prix est au panier');
    expect(list.words()).not.toContain('gratuit');
    expect(list.dom.querySelector('main .was s')).toBeNull();
    const [first] = list.dom.querySelectorAll('main h2 a[href^="/fr/p/"]');
    const product = await vet.get(first?.getAttribute('href') ?? '');
    expect(product.words()).toMatch(/à titre indicatif|HTVA/);
    expect((await vet.get('/fr/promotions')).words()).not.toMatch(/gratuit/);
  });
});
