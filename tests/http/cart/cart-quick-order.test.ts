import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
let who: Visitor;
beforeAll(async () => {
  shop = await startTestShop();
  who = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const direct = () =>
  [...shop.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
const open = async (paste: string, visitor = who): Promise<Page> =>
  (await visitor.get('/fr/quick-order'))
    .form('form.g-quick')
    .fill({ paste })
    .submit({ name: 'do', value: 'paste' });
const rows = (page: Page): string[] =>
  page.dom
    .querySelectorAll('.g-quick tbody tr')
    .map((row) => row.structuredText.replace(/\s+/g, ' ').trim());

describe('the quick order', () => {
  it('P-56 a form that comes again with one more line adds that one, and says so of the others', async () => {
    const visitor = await shop.customer('aanzee@demo.example');
    const [a, b] = direct().slice(10);
    const form = (await open(`${a?.sku} 2`, visitor)).form('form.g-quick');
    const press = { name: 'do', value: 'add' };
    expect((await form.submit(press)).status).toBe(200);
    const more = form.fill({ 'c.1': `${b?.sku} 3`, 'q.1': '3' });
    const again = await more.submit(press);
    expect(again.status).toBe(409);
    expect(rows(again)).toHaveLength(1);
    expect(again.words()).toContain('Cette ligne avait déjà été ajoutée');
    const cart = await visitor.get('/fr/cart');
    const quantity = (id: number | undefined) =>
      cart.dom.querySelector(`input[name="q.${id}"]`)?.getAttribute('value');
    expect([quantity(a?.id), quantity(b?.id)]).toEqual(['2', '3']);
    const twice = await again.form('form.g-quick').submit(press);
    expect(twice.status).toBe(200);
  });

  it('CART-10 each pasted line is resolved or refused with its reason; the good ones go in', async () => {
    const [a, b, c] = direct();
    const quotation = [...shop.sandbox.world.variants.values()].find(
      (one) => one.orderMode === 'quotation',
    );
    const page = await open(
      [
        `${a?.sku} 2`,
        `${b?.sku};3`,
        c?.sku,
        `${a?.sku} 4`,
        '00-no-such 1',
        `${b?.sku} 2O`,
        `${quotation?.sku} 1`,
      ].join('\n'),
    );
    const [one, two, three, twice, unknown, unreadable, barred] = rows(page);
    expect(one).toContain('Trouvé');
    expect(two).toContain('Trouvé');
    expect(three).toContain('Sans quantité');
    expect(twice).toContain('2 + 4 = 6');
    expect(unknown).toContain('Code inconnu');
    expect(unreadable).toContain('Quantité illisible');
    expect(barred).toContain('Sur devis');
    expect(page.words()).toContain('4 lignes sur 7 sont prêtes.');
    const added = await page.form('form.g-quick').submit({ name: 'do', value: 'add' });
    expect(added.status).toBe(422);
    expect(rows(added)).toHaveLength(3);
    const cart = await who.get('/fr/cart');
    const quantity = (id: number | undefined) =>
      cart.dom.querySelector(`input[name="q.${id}"]`)?.getAttribute('value');
    expect([quantity(a?.id), quantity(b?.id), quantity(c?.id)]).toEqual(['6', '3', '1']);
  });

  it('CART-10 a scanner’s code and Enter add a line, the page is ready for the next one', async () => {
    const [, , , d, e] = direct();
    const scan = (page: Page, code: string) =>
      page.form('form.g-quick').fill({ code }).submit({ name: 'do', value: 'scan' });
    const first = await scan(await who.get('/fr/quick-order'), d?.sku ?? '');
    const second = await scan(first, e?.sku ?? '');
    expect(rows(second)).toHaveLength(2);
    expect(second.dom.querySelector('#code')?.getAttribute('value') ?? '').toBe('');
    const done = await second.form('form.g-quick').submit({ name: 'do', value: 'add' });
    expect(done.hops[0]?.status).toBe(303);
    expect(done.words('body')).toContain('2 lignes ajoutées au panier.');
    expect(rows(done)).toHaveLength(0);
  });

  it('CART-10 two hundred lines go in at once', async () => {
    const many = direct().slice(10, 210);
    const page = await open(many.map(({ sku }) => `${sku} 1`).join('\n'));
    expect(page.words()).toContain('200 lignes sur 200 sont prêtes.');
    const done = await page.form('form.g-quick').submit({ name: 'do', value: 'add' });
    expect(done.words('body')).toContain('200 lignes ajoutées au panier.');
  });

  it('CART-09 a visitor is led to sign-in and back', async () => {
    const page = await shop.visitor().get('/fr/quick-order', { follow: false });
    expect(page.status).toBe(302);
    expect(decodeURIComponent(page.headers.get('location') ?? '')).toContain('/fr/quick-order');
  });
});
