import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
let offsetMs = 0;
let next = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };

/** Products that every customer may order, different ones for each test. */
function goods(count: number): { id: number; sku: string }[] {
  const direct = [...shop.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
  const found = direct.slice(next, next + count);
  next += count;
  return found.map(({ id, sku }) => ({ id, sku }));
}

const login = 'vet@demo.example';
const vet = (): Promise<Visitor> => shop.customer(login);
const token = (): string => crypto.randomUUID();

/** Posts an order sheet of the search page. */
const order = (who: Visitor, tx: string, fields: Record<string, string>): Promise<Page> =>
  who.post('/fr/search?q=', { tx, add: 'all', ...fields });

function lines(page: Page): Record<string, string> {
  return Object.fromEntries(
    page.dom
      .querySelectorAll('#cart input.qty')
      .map((input) => [
        (input.getAttribute('name') ?? '').slice(2),
        input.getAttribute('value') ?? '',
      ]),
  );
}
const cart = (who: Visitor): Promise<Page> => who.get('/fr/cart');
const customerId = (): number =>
  shop.sandbox.world.customers.find((one) => one.login === login)?.id ?? 0;

describe.each(['seed', 'odoo16', 'odoo18'] as const)('an ERP as “%s”', (profile) => {
  beforeAll(async () => {
    // Start the store's epoch now: a form from before it would count as forgotten (P-96).
    offsetMs = 0;
    shop = await startTestShop({ profile, clock, erpMaxSeconds: 1 });
    // An Odoo 18 with the price lists of customers; without them: dearer-cart.test.ts.
    shop.sandbox.erp.control.profile({ quirks: { 'public-price-list': false } });
    next = 0;
  });
  afterAll(() => shop.stop());
  afterEach(() => {
    shop.sandbox.erp.control.clearFaults();
    shop.sandbox.erp.control.availability(true);
  });

  describe('an order sheet', () => {
    it('SRCH-06 Enter on an order sheet adds all rows in one sync, and the notice links to the cart', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      const page = await order(who, token(), { [`q.${a?.id}`]: '2', [`q.${b?.id}`]: '3' });
      expect(page.hops[0]?.status).toBe(303);
      expect(page.words('body')).toContain('2 lignes ajoutées au panier.');
      expect(lines(await cart(who))).toMatchObject({ [String(a?.id)]: '2', [String(b?.id)]: '3' });
    });

    it('SRCH-06 an invalid quantity shows why and stays in its field; valid lines are added', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      const page = await order(who, token(), { [`q.${a?.id}`]: '2', [`q.${b?.id}`]: '1.5' });
      expect(page.status).toBe(422);
      expect(page.words('body')).toContain('1 ligne est à corriger.');
      expect(page.dom.querySelector('title')?.text).toMatch(/^À corriger\u00a0: /);
      const shown = lines(await cart(who));
      expect(shown[String(a?.id)]).toBe('2');
      expect(shown[String(b?.id)]).toBeUndefined();
    });

    it('SRCH-06 full-width digits are accepted; a field shown again after an error that the customer empties means 1', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      const page = await who.get(`/fr/search?q=${a?.sku}&exact=0`);
      expect(page.dom.querySelectorAll('input[type="number"]')).toEqual([]);
      await order(who, token(), { [`q.${a?.id}`]: '\uff12' });
      expect(lines(await cart(who))[String(a?.id)]).toBe('2');
      const sheet = await who.get(`/fr/search?q=${b?.sku}&exact=0`);
      const button = { name: 'add', value: String(b?.id) };
      const field = `q.${b?.id}`;
      const bad = await sheet
        .form(`form:has([name="${field}"])`)
        .fill({ [field]: '2O' })
        .submit(button);
      expect(bad.status).toBe(422);
      const again = bad.form(`form:has([name="${field}"])`);
      expect(again.fields.get(field)).toBe('2O');
      const emptied = await again.fill({ [field]: '' }).submit(button);
      expect(emptied.status).toBe(200);
      expect(lines(await cart(who))[String(b?.id)]).toBe('1');
    });

    it('SRCH-06 after a post without script, focus returns to the field that was used last', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      const fields = { tx: token(), add: 'all', [`q.${a?.id}`]: '1', [`q.${b?.id}`]: '1' };
      const page = await who.post('/fr/search?q=', fields, { follow: false });
      expect(page.headers.get('location')).toBe(`/fr/search?q=#q-${b?.id}`);
      const shown = await who.get(`/fr/search?q=${b?.sku}&exact=0`);
      expect(shown.dom.querySelector(`#q-${b?.id}`)?.getAttribute('name')).toBe(`q.${b?.id}`);
    });

    it('P-56 a double click on an order sheet adds once; the same form later asks before it adds again', async () => {
      const [a] = goods(1);
      const who = await vet();
      await cart(who);
      const tx = token();
      const fields = { [`q.${a?.id}`]: '2' };
      const [one, two] = await Promise.all([order(who, tx, fields), order(who, tx, fields)]);
      expect([one.hops[0]?.status, two.hops[0]?.status]).toEqual([303, 303]);
      expect(lines(await cart(who))[String(a?.id)]).toBe('2');
      offsetMs += 60_000;
      const later = await order(who, tx, fields);
      expect(later.status).toBe(409);
      expect(later.words('body')).toContain('rien n’a été compté deux fois');
      expect(lines(await cart(who))[String(a?.id)]).toBe('2');
      await order(who, token(), fields);
      expect(lines(await cart(who))[String(a?.id)]).toBe('4');
    });

    it('P-56 a double click while the ERP is down reports what happened to its lines, and does not ask to resend', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      await cart(who);
      const [first, second] = [token(), token()];
      const [one, other] = [{ [`q.${a?.id}`]: '2' }, { [`q.${b?.id}`]: '3' }];
      await order(who, first, one);
      shop.sandbox.erp.control.availability(false);
      // This product was added before the ERP went down, and the cart has been cached since.
      expect((await order(who, first, one)).words('body')).toContain('1 ligne ajoutée au panier.');
      for (let click = 0; click < 2; click += 1) {
        const page = await order(who, second, other);
        expect([page.status, page.hops[0]?.status]).toEqual([200, 303]);
        expect(page.words('body')).toMatch(/1 ligne (gardée|en cours de vérification)/);
        expect(page.words('body')).not.toContain('compté deux fois');
      }
      shop.sandbox.erp.control.availability(true);
      offsetMs += 300_000;
      expect(lines(await cart(who))).toMatchObject({ [String(a?.id)]: '2', [String(b?.id)]: '3' });
    });

    it('PROD-02 a quotation-only product is rejected for every role', async () => {
      const barred = [...shop.sandbox.world.variants.values()].find(
        ({ orderMode }) => orderMode === 'quotation',
      );
      const who = await vet();
      const page = await order(who, token(), { [`q.${barred?.id}`]: '1' });
      expect(page.status).toBe(422);
      expect(lines(await cart(who))[String(barred?.id)]).toBeUndefined();
    });

    it('CART-09 a guest’s post redirects to sign-in', async () => {
      const [a] = goods(1);
      const page = await shop
        .visitor()
        .post('/fr/search?q=', { tx: token(), [`q.${a?.id}`]: '1' }, { follow: false });
      expect(page.status).toBe(302);
      expect(page.headers.get('location')).toContain('/sign-in');
      const visited = await shop.visitor().get('/fr/cart');
      expect(visited.words()).toContain('Connectez-vous pour continuer votre panier');
    });
  });

  describe('the cart page', () => {
    it('CART-01 each change of a cart line counts once, however often the form is sent', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '2', [`q.${b?.id}`]: '5' });
      const page = await cart(who);
      const press = (name: string, id: number | undefined) =>
        page.form('#cart').submit({ name, value: String(id) });
      expect(lines(await press('more', a?.id))[String(a?.id)]).toBe('3');
      const repeated = await press('more', a?.id);
      expect(lines(repeated)[String(a?.id)]).toBe('3');
      expect(repeated.words('body')).toContain('Cette modification avait déjà été faite');
      const fresh = await cart(who);
      const typed = await fresh
        .form('#cart')
        .fill({ [`q.${b?.id}`]: '9' })
        .submit({ name: 'do', value: 'update' });
      expect(lines(typed)[String(b?.id)]).toBe('9');
      const gone = await typed.form('#cart').submit({ name: 'drop', value: String(a?.id) });
      expect(lines(gone)[String(a?.id)]).toBeUndefined();
      expect(lines(gone)[String(b?.id)]).toBe('9');
    });

    it('CART-12 a removal or change of a cart line is named, and one click undoes it once', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '4', [`q.${b?.id}`]: '5' });
      const page = await cart(who);
      expect(page.dom.querySelectorAll('#cart input[type="number"]')).toEqual([]);
      const gone = await page.form('#cart').submit({ name: 'drop', value: String(a?.id) });
      expect(lines(gone)[String(a?.id)]).toBeUndefined();
      expect(gone.words('.toasts')).toMatch(/× 4 retiré/);
      const undo = gone.form('.toasts form');
      const undone = await undo.submit();
      expect(lines(undone)[String(a?.id)]).toBe('4');
      // The restored line is at its old position, although the ERP returns it last.
      const places = ({ dom }: typeof page): (string | undefined)[] =>
        dom.querySelectorAll('#cart [data-line]').map((row) => row.getAttribute('data-line'));
      expect(places(undone)).toEqual(places(page));
      expect(places(page).at(-1)).not.toBe(String(a?.id));
      const twice = await undo.submit();
      expect(lines(twice)[String(a?.id)]).toBe('4');
      const changed = await twice
        .form('#cart')
        .fill({ [`q.${b?.id}`]: '7' })
        .submit({ name: 'do', value: 'update' });
      expect(changed.words('.toasts')).toContain('7 au lieu de 5');
      // Pieces that were scanned on another page meanwhile stay.
      await order(who, token(), { [`q.${b?.id}`]: '2' });
      const less = await changed.form('.toasts form').submit();
      expect(lines(less)[String(b?.id)]).toBe('7');
      const both = await less
        .form('#cart')
        .fill({ [`q.${a?.id}`]: '1', [`q.${b?.id}`]: '1' })
        .submit({ name: 'do', value: 'update' });
      expect(both.words('.toasts')).toContain('2 lignes modifiées');
      const back = await both.form('.toasts form').submit();
      expect(lines(back)).toMatchObject({ [String(a?.id)]: '4', [String(b?.id)]: '7' });
      expect(back.words('.toasts')).toContain('2 modifications annulées');
      // A line that was removed meanwhile does not return.
      const press = (from: Page, name: string): Promise<Page> =>
        from.form('#cart').submit({ name, value: String(a?.id) });
      const more = await press(back, 'more');
      await press(more, 'drop');
      const none = await more.form('.toasts form').submit();
      expect(lines(none)[String(a?.id)]).toBeUndefined();
      expect(none.words('.toasts')).toContain('rien n’a été compté deux fois');
    });

    it('CART-12 each recently removed line keeps its name and undo after a reload, and undo counts once', async () => {
      const [a, b, c] = goods(3);
      const [idA, idB, idC] = [a, b, c].map((one) => String(one?.id)) as [string, string, string];
      const who = await vet();
      await order(who, token(), { [`q.${idA}`]: '4', [`q.${idB}`]: '5', [`q.${idC}`]: '6' });
      const page = await cart(who);
      const first = await page.form('#cart').submit({ name: 'drop', value: idA });
      // One submit contains an undo and another change.
      const second = await first
        .form('#cart')
        .fill({ [`q.${idB}`]: '0', [`q.${idC}`]: '7' })
        .submit({ name: 'do', value: 'update' });
      expect(second.words('.toasts')).toMatch(/× 5 retiré\. .+7 au lieu de 6/);
      const fresh = await cart(who);
      const goneOf = (from: Page, id: string) =>
        from.dom.querySelectorAll(`.gone:has([data-line-key="${id}"])`).map((row) => row.text);
      expect(goneOf(fresh, idA)).toEqual([expect.stringContaining('× 4 retiré')]);
      expect(goneOf(fresh, idB)).toEqual([expect.stringContaining('× 5 retiré')]);
      const back = async (from: Page, id: string): Promise<Page> =>
        from.form('#cart').submit({
          name: 'back',
          value: from.dom.querySelector(`[data-line-key="${id}"]`)?.getAttribute('value') ?? '',
        });
      const one = await back(fresh, idA);
      expect(lines(one)).toMatchObject({ [idA]: '4', [idC]: '7' });
      expect(one.words('.toasts')).toContain('1 modification annulée');
      const again = await back(fresh, idA);
      expect(lines(again)[idA]).toBe('4');
      expect(again.words('.toasts')).toContain('rien n’a été compté deux fois');
      // The notice's undo button and the line's are the same undo.
      await back(again, idB);
      const both = await second.form('.toasts form').submit();
      expect(lines(both)).toMatchObject({ [idA]: '4', [idB]: '5', [idC]: '6' });
      for (const id of [idA, idB]) expect(goneOf(both, id)).toEqual([]);
      // After the last line, the empty page still offers undo.
      let last = both;
      for (const id of Object.keys(lines(both)))
        last = await last.form('#cart').submit({ name: 'drop', value: id });
      expect(last.words('#cart-view')).toContain('Votre panier est vide');
      expect(lines(await back(last, idC))).toEqual({ [idC]: '6' });
    });

    it('CART-01 an invalid quantity on the cart page stays in its field, with the reason', async () => {
      const [a] = goods(1);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '2' });
      const page = await (
        await cart(who)
      )
        .form('#cart')
        .fill({ [`q.${a?.id}`]: '2,5' })
        .submit({ name: 'do', value: 'update' });
      expect(page.status).toBe(422);
      expect(lines(page)[String(a?.id)]).toBe('2,5');
      expect(page.words()).toContain('Nombre entier d’unités seulement, par exemple 2.');
    });

    it('CART-12 SHELL-07 cart lines to correct are counted, linked and focused; removals sent with them can be undone', async () => {
      const [a, b, c] = goods(3);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '2', [`q.${b?.id}`]: '3', [`q.${c?.id}`]: '4' });
      const from = shop.logs.length;
      const page = await (
        await cart(who)
      )
        .form('#cart')
        .fill({ [`q.${a?.id}`]: '0', [`q.${b?.id}`]: '1,5', [`q.${c?.id}`]: 'abc' })
        .submit({ name: 'do', value: 'update' });
      expect(page.status).toBe(422);
      expect(page.dom.querySelector('title')?.text).toMatch(/^À corriger\u00a0: Panier/);
      expect(page.words('#errors')).toContain('2 lignes sont à corriger.');
      const fields = page.dom.querySelectorAll('#errors li a').map((link) => {
        const field = page.dom.querySelector(`[id="${link.getAttribute('href')?.slice(1)}"]`);
        expect(field?.hasAttribute('autofocus')).toBe(true);
        const about = field?.getAttribute('aria-describedby') ?? '';
        expect(page.words(`[id="${about}"]`)).not.toBe('');
        return field?.getAttribute('name');
      });
      expect(fields).toEqual([`q.${b?.id}`, `q.${c?.id}`]);
      expect(page.dom.querySelectorAll('[autofocus]')).toHaveLength(2);
      const told = shop.logs
        .slice(from)
        .filter(({ event }) => String(event).startsWith('cart.lines_'))
        .map(({ event, lines: count }) => [event, count]);
      expect(told).toEqual([['cart.lines_removed', 1]]);
      const kept = await who.get(page.dom.querySelector('#errors p a')?.getAttribute('href') ?? '');
      expect(kept.dom.querySelector('title')?.text).toMatch(/^Panier/);
      expect(lines(kept)).toMatchObject({ [String(b?.id)]: '3', [String(c?.id)]: '4' });
      // A rejected quantity is not replaced by another one at checkout unless the customer keeps it.
      const onward = { name: 'do', value: 'checkout' };
      const still = await page.form('#cart').submit(onward);
      expect([still.url.pathname, still.status]).toEqual(['/fr/cart', 422]);
      expect(lines(still)).toMatchObject({ [String(b?.id)]: '1,5', [String(c?.id)]: 'abc' });
      const mended = { [`q.${b?.id}`]: '5', [`q.${c?.id}`]: '6' };
      const led = await still.form('#cart').fill(mended).submit(onward);
      expect(led.url.pathname).toBe('/fr/cart-confirm');
      expect(lines(await cart(who))).toMatchObject({ [String(b?.id)]: '5', [String(c?.id)]: '6' });
      const back = await page.form('.toasts form').submit();
      expect(lines(back)[String(a?.id)]).toBe('2');
    });

    it('CHK-02 the cart totals are those of the ERP, with and without tax', async () => {
      const who = await vet();
      const page = await cart(who);
      expect(page.words('.sums')).toMatch(/Sous-total net HTVA.*€.*TVA.*€.*Total TVAC.*€/);
    });

    it('OPS-03 PRICE-01 a cart line with an outdated price is logged once, with both prices', async () => {
      const [a] = goods(1);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '2' });
      const { control } = shop.sandbox.erp;
      const customer = shop.sandbox.world.customers.find((one) => one.login === login);
      const [open] = control.cartsOf(customer?.id ?? 0);
      const told = (): unknown[] =>
        shop.logs.filter(({ event }) => event === 'cart.price_differs').map(({ detail }) => detail);
      await cart(who);
      expect(told()).toEqual([]);
      control.oldPrice(open?.uuid ?? '', a?.id ?? 0, 55.21);
      for (let look = 0; look < 3; look += 1) {
        offsetMs += 60_000;
        await cart(who);
      }
      const now = open?.lines.find(({ productId }) => productId === a?.id)?.net.toFixed(2);
      expect(told()).toEqual([`${a?.sku}: index ${now}, cart 55.21`]);
    });

    it('DEG-01 when the ERP is down, the last known cart is shown and edits wait, then are sent once', async () => {
      const [a] = goods(1);
      const who = await vet();
      await cart(who);
      shop.sandbox.erp.control.availability(false);
      const page = await order(who, token(), { [`q.${a?.id}`]: '4' });
      expect(page.hops[0]?.status).toBe(303);
      const down = await cart(who);
      expect(down.status).toBe(200);
      expect(down.words()).toContain('Notre système de commande ne répond pas.');
      expect(lines(down)[String(a?.id)]).toBe('4');
      shop.sandbox.erp.control.availability(true);
      offsetMs += 300_000;
      const back = await cart(who);
      expect(back.words()).not.toContain('Notre système de commande ne répond pas.');
      expect(lines(back)[String(a?.id)]).toBe('4');
      expect(back.words('#cart')).not.toContain('En attente');
    });

    it('P-53 when the cart was ordered elsewhere, the page names the lost change and one click repeats it', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '1' });
      await cart(who);
      const { control } = shop.sandbox.erp;
      for (const open of control.cartsOf(customerId()))
        control.replaceCart(open.uuid ?? '', 'ordered');
      await order(who, token(), { [`q.${b?.id}`]: '2' });
      const page = await cart(who);
      expect(page.words()).toContain('1 modification n’a pas été faite.');
      const again = await page.form('.notice form').submit({ name: 'do', value: 'again' });
      expect(lines(again)).toEqual({ [String(b?.id)]: '2' });
      expect(again.words()).not.toContain('n’a pas été faite');
    });

    it('CART-12 P-53 Undo on a page whose cart was ordered meanwhile does not change the next cart', async () => {
      const [a, b] = goods(2);
      const who = await vet();
      await order(who, token(), { [`q.${a?.id}`]: '4', [`q.${b?.id}`]: '1' });
      const page = await cart(who);
      const gone = await page.form('#cart').submit({ name: 'drop', value: String(a?.id) });
      const { control } = shop.sandbox.erp;
      for (const open of control.cartsOf(customerId()))
        control.replaceCart(open.uuid ?? '', 'ordered');
      await order(who, token(), { [`q.${a?.id}`]: '3' });
      await (await cart(who)).form('.notice form').submit({ name: 'do', value: 'again' });
      const back = await gone.form('.toasts form').submit();
      expect(lines(back)).toEqual({ [String(a?.id)]: '3' });
      expect(back.words()).toContain('1 modification n’a pas été faite.');
      expect(back.words('.toasts')).not.toContain('revenue');
    });
  });
});
