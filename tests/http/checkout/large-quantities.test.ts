/** Carts that another device filled with quantities far above the usual: the order needs a tick for exactly these. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';
import {
  callsOf,
  carrierChosen,
  customerId,
  newCart,
  numberOf,
  pressed,
  variants,
} from './checkout-carts';

const login = 'vet@demo.example';
const tickOf = (page: Page) => page.dom.querySelector('#checkout input[name="sure"]');
const said = (page: Page): string => page.words('label:has([name="sure"])').replace(/\s/g, ' ');

describe.each(['seed', 'odoo16'] as const)(
  'large quantities at checkout, an ERP as “%s”',
  (profile) => {
    let shop: TestShop;
    let who: Visitor;
    let offsetMs = 0;
    beforeAll(async () => {
      const clock = { now: () => new Date(Date.now() + offsetMs) };
      shop = await startTestShop({ profile, clock });
      who = await shop.customer(login);
    });
    afterAll(() => shop.stop());

    /** Fills the cart as another device does; the shop fetches it again after two seconds. */
    function fill(lines: readonly (readonly [product: number, quantity: number])[]): void {
      const { control } = shop.sandbox.erp;
      const id = customerId(shop, login);
      for (const cart of control.cartsOf(id)) control.replaceCart(cart.uuid ?? '', 'cancelled');
      control.newCart(
        id,
        lines.map(([product_id, qty]) => ({ product_id, qty })),
      );
      offsetMs += 5_000;
    }
    const confirm = (page: Page, values: Record<string, string> = {}): Promise<Page> =>
      page.form('#checkout').fill(values).submit(pressed('confirm'));
    const confirmed = (): number => callsOf(shop, 'POST', 'carts/confirm').length;
    const nameOf = (id: number, lang: 'fr' | 'nl' | 'en'): string =>
      (shop.sandbox.world.variants.get(id)?.name[lang] ?? '?').replace(/\s/g, ' ');

    it.each([
      ['fr', 'Oui, je veux 1 000 × '],
      ['nl', 'Ja, ik wil 1.000 × '],
      ['en', 'Yes, I want 1,000 × '],
    ] as const)(
      'CHK-04 CART-12 checkout in %s names a quantity far above the usual, and orders only with its tick',
      async (lang, label) => {
        const [many = 0, few = 0] = variants(shop, 2);
        fill([
          [many, 1_000],
          [few, 999],
        ]);
        await carrierChosen(who);
        const page = await who.get(`/${lang}/cart-confirm`);
        expect(said(page)).toContain(label + nameOf(many, lang));
        expect(said(page)).not.toContain(nameOf(few, lang));
        expect(tickOf(page)?.hasAttribute('checked')).toBe(false);
        const before = confirmed();
        const asked = await confirm(page);
        expect([asked.status, confirmed()]).toEqual([422, before]);
        expect(asked.words('.field:has([name="sure"]) .error')).not.toBe('');
        const done = await confirm(asked, { sure: tickOf(asked)?.getAttribute('value') ?? '' });
        expect([numberOf(done) !== '', confirmed()]).toEqual([true, before + 1]);
      },
    );

    it('CHK-04 the tick for unusual quantities does not confirm a quantity that has changed since', async () => {
      const [one = 0, two = 0] = variants(shop, 2);
      fill([
        [one, 1_000],
        [two, 2_000],
      ]);
      const page = await carrierChosen(who);
      for (const product of [one, two]) expect(said(page)).toContain(nameOf(product, 'fr'));
      const sure = tickOf(page)?.getAttribute('value') ?? '';
      // Saving keeps the tick, and so does a visit to another page.
      await page.form('#checkout').fill({ sure }).submit(pressed('save'));
      const saved = await who.get('/fr/cart-confirm');
      expect(tickOf(saved)?.hasAttribute('checked')).toBe(true);
      const cart = await who.get('/fr/cart');
      const asked = await cart
        .form('#cart')
        .fill({ [`q.${one}`]: '3000' })
        .submit({ name: 'do', value: 'update' });
      await asked.form('.toasts form').submit();
      const changed = await carrierChosen(who);
      expect(said(changed)).toContain('3 000 × ');
      expect(tickOf(changed)?.hasAttribute('checked')).toBe(false);
      const before = confirmed();
      const stale = await confirm(changed, { sure });
      expect([stale.status, confirmed()]).toEqual([422, before]);
      expect(tickOf(stale)?.hasAttribute('checked')).toBe(false);
    });

    it('CHK-04 checkout asks for no tick where all quantities are usual', async () => {
      newCart(shop, login, { quantity: 40 });
      offsetMs += 5_000;
      const page = await carrierChosen(who);
      expect(tickOf(page)).toBeNull();
      expect(numberOf(await confirm(page))).not.toBe('');
    });
  },
);
