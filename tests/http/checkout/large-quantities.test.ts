/**
 * Quantities far above the usual at checkout: the order needs a tick for exactly those that the customer has not
 * confirmed where they were entered.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { choose } from '../../support/order-file';
import type { Page, Visitor } from '../../support/visitor';
import { pasted } from '../cart/quick-order-pages';
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
/** The question about unusual quantities; empty when the page asks nothing. */
const said = (page: Page): string =>
  (page.dom.querySelector('label:has([name="sure"])')?.structuredText ?? '').replace(/\s+/g, ' ');

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

    function removeCarts(): void {
      const { control } = shop.sandbox.erp;
      for (const cart of control.cartsOf(customerId(shop, login)))
        control.replaceCart(cart.uuid ?? '', 'cancelled');
      offsetMs += 5_000;
    }
    /** Fills the cart as another device does; the shop fetches it again after two seconds. */
    function fill(lines: readonly (readonly [product: number, quantity: number])[]): void {
      removeCarts();
      shop.sandbox.erp.control.newCart(
        customerId(shop, login),
        lines.map(([product_id, qty]) => ({ product_id, qty })),
      );
    }
    /** Removes the customer's carts, and lets the shop see that. */
    async function startOver(): Promise<void> {
      removeCarts();
      await who.get('/fr/cart-confirm');
    }
    const inCart = (id: number): number =>
      shop.sandbox.erp.control
        .cartsOf(customerId(shop, login))
        .flatMap(({ lines }) => lines)
        .filter(({ productId }) => productId === id)
        .reduce((sum, { qty }) => sum + qty, 0);
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
      // The cart page has asked about the 3,000 pieces.
      expect(said(changed)).toContain('2 000 × ');
      expect(said(changed)).not.toContain('3 000 × ');
      expect(tickOf(changed)?.hasAttribute('checked')).toBe(false);
      const before = confirmed();
      const stale = await confirm(changed, { sure });
      expect([stale.status, confirmed()]).toEqual([422, before]);
      expect(tickOf(stale)?.hasAttribute('checked')).toBe(false);
    });

    const skuOf = (id: number): string => shop.sandbox.world.variants.get(id)?.sku ?? '';
    const yes = (page: Page): Promise<Page> => page.form('.toasts form').submit();
    const onSheet = async (id: number, quantity: string): Promise<Page> =>
      (await who.get(`/fr/search?q=${skuOf(id)}&exact=0`))
        .form('form[data-sheet]')
        .fill({ [`q.${id}`]: quantity })
        .submit({ name: 'add', value: String(id) });
    const post = async (path: string, header: string, body: object): Promise<void> => {
      const island = (await who.get('/fr/scan')).dom.querySelector('cart-island');
      const owner = island?.getAttribute('data-owner') ?? '';
      const headers = { 'content-type': 'application/json', [header]: '1' };
      expect((await who.send(path, JSON.stringify({ owner, ...body }), headers)).status).toBe(200);
    };
    const addByScript = (id: number, qty: number): Promise<void> => {
      const tx = { uuid: crypto.randomUUID(), product_id: id, qty, cart: null };
      return post('/fr/cart/sync', 'x-cart-sync', { sent: null, txs: [tx] });
    };
    /** Ways to bring 1,200 pieces of a product into the cart, each with the customer's confirmation. */
    const entries: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
      'on a list': async (id) => yes(await onSheet(id, '1200')),
      'on the home page': async (id) =>
        yes(await who.post('/fr', { tx: crypto.randomUUID(), code: skuOf(id), n: '1200' })),
      'in quick order': async (id) => {
        const read = await pasted(who, `${skuOf(id)} 1200`);
        const sure = await read.form('form.quick').submit({ name: 's.0', value: '1200!1200' });
        return sure.form('form.quick').submit({ name: 'do', value: 'add' });
      },
      'in the cart': async (id) => {
        await onSheet(id, '2');
        const cart = (await who.get('/fr/cart')).form('#cart').fill({ [`q.${id}`]: '1200' });
        return yes(await cart.submit({ name: 'do', value: 'update' }));
      },
      'in two lines of quick order': async (id) => {
        const read = await pasted(who, `${skuOf(id)} 700\n${skuOf(id)} 500`);
        const sure = await read.form('form.quick').submit({ name: 's.0', value: '1200!1200' });
        return sure.form('form.quick').submit({ name: 'do', value: 'add' });
      },
      'on a list, beside pieces of the cart': async (id) => {
        await onSheet(id, '3');
        return yes(await onSheet(id, '1197'));
      },
      'by a scan that the script adds': async (id) => {
        const lines = [{ id: '1', entered: skuOf(id), typed: '1200!1200' }];
        await post('/fr/scan/lines', 'x-scan', { direct: true, lines });
        return addByScript(id, 1_200);
      },
      ...(profile === 'seed' && {
        'in an imported file': async (id: number) => {
          const file = `Code;Quantité\n${skuOf(id)};700\n${skuOf(id)};500\n`;
          const preview = await choose(who, file, 'commande.csv');
          return preview.form('#confirm').fill({ sure: 'on' }).submit();
        },
      }),
    };

    it.each(Object.keys(entries))(
      'CHK-04 CART-12 checkout asks about a quantity that the customer confirmed %s only when it grows, or in another cart',
      async (entry) => {
        const [id = 0] = variants(shop, 1);
        await startOver();
        await entries[entry]?.(id);
        expect(inCart(id)).toBe(1_200);
        expect(tickOf(await carrierChosen(who))).toBeNull();
        // The script of another device does not know what the cart holds.
        await addByScript(id, 1);
        expect(said(await carrierChosen(who))).toContain('1 201 × ');
        fill([[id, 1_200]]);
        expect(said(await carrierChosen(who))).toContain('1 200 × ');
      },
    );

    it('CHK-04 checkout orders a quantity that the customer confirmed on a list without a tick', async () => {
      const [id = 0] = variants(shop, 1);
      await startOver();
      await yes(await onSheet(id, '1300'));
      expect(numberOf(await confirm(await carrierChosen(who)))).not.toBe('');
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
