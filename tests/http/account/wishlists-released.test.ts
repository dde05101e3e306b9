/** Wishlists with an ERP that has only the published modules. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { variants } from '../checkout/checkout-carts';

const lists = '/fr/account/wishlists';
describe.each(['odoo16', 'odoo18'] as const)('wishlists of the ERP profile “%s”', (profile) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ profile });
  });
  afterAll(() => shop.stop());

  it('WISH-01 P-21 wishlists work as with the reference ERP, and another customer’s list is 404 although the ERP answers 403', async () => {
    const customer = await shop.customer('vet@demo.example');
    const [a = 0, b = 0] = variants(shop, 2);
    let page = await (await customer.get(lists)).form('#new-list').fill({ name: 'Odoo' }).submit();
    for (const id of [a, b]) {
      const sku = shop.sandbox.world.variants.get(id)?.sku ?? '';
      page = await page.form('#edit').fill({ code: sku, n: '2' }).submit();
    }
    const saved = await page
      .form('#edit')
      .fill({ name: 'Odoo 16', [`p.${b}`]: '1' })
      .submit();
    expect(saved.words('h1')).toBe('Odoo 16');
    const after = await customer.get(`${saved.url.pathname}/edit`);
    const places = after.dom
      .querySelectorAll('#edit input[name^="q."]')
      .map((field) => field.getAttribute('name'));
    expect(places).toEqual([`q.${b}`, `q.${a}`]);
    const other = await shop.customer('clinique@demo.example');
    expect((await other.get(saved.url.pathname)).status).toBe(404);
    expect((await other.get(`${saved.url.pathname}/edit`)).status).toBe(404);
  });
});
