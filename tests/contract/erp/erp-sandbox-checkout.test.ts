/** From a full cart to an order: delivery, codes, files, confirmation, payment (contract/erp.md 9, 11, 12, 13). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WireSale, quantities, type Caller } from '../../../sandbox/erp/testing/client';
import { startOffice, type TestOffice } from '../../../sandbox/erp/testing/office';

let office: TestOffice;
let anne: Caller;
beforeAll(async () => {
  office = await startOffice({ returnOrigins: ['https://shop.example'] });
});
afterAll(() => office.close());
beforeEach(() => {
  office.control.reset();
  anne = office.as('anne');
});

const put = (who: Caller, product_id: number, qty: number) =>
  who('POST', 'carts/sync', { transactions: [{ product_id, qty }] });
const cartOf = async (who: Caller) => WireSale.parse((await who('GET', 'carts/current')).body);
const detail = (text: string) => ({ status: 400, body: { detail: text } });

describe('describing the cart', () => {
  it('CHK-02 writes only the keys present, and makes a cart when there is none', async () => {
    const note = 'line 1\nline 2 <b>x</b> & <script>alert(1)</script>';
    expect(
      await anne('POST', 'carts/current/update', { client_order_ref: 'R1', note }),
    ).toMatchObject({
      status: 200,
      body: {
        client_order_ref: 'R1',
        customer_ref: 'R1',
        note: '<p>line 1\nline 2 <b>x</b> &amp; </p>',
        lines: [],
      },
    });
    expect(await anne('POST', 'carts/current/update', { note: '' })).toMatchObject({
      body: { client_order_ref: 'R1', note: null },
    });
    expect((await anne('POST', 'carts/update', { client_order_ref: 5 })).status).toBe(422);
  });

  it('CHK-01 only own addresses can be chosen, and null leaves the choice', async () => {
    await put(anne, 51, 1);
    const choose = (address_id: unknown) =>
      anne('POST', 'carts/current/update', { delivery: { address_id } });
    expect(await choose(100)).toMatchObject({ body: { delivery: { address: { id: 100 } } } });
    for (const leave of [null, 0])
      expect(await choose(leave)).toMatchObject({ body: { delivery: { address: { id: 100 } } } });
    expect(await choose(111)).toMatchObject({ status: 404, body: { detail: 'MissingError' } });
    office.control.profile({ quirks: { 'foreign-403': true } });
    expect(await choose(111)).toMatchObject({ status: 403, body: { detail: 'AccessError' } });
    expect((await choose(99_999)).status).toBe(404);
  });
});

describe('delivery', () => {
  const Carriers = z.array(z.object({ id: z.number(), price_applied_to_cart: z.number() }));

  it('CHK-01 carriers are offered by country and weight, cheapest first, with their price', async () => {
    expect((await anne('GET', 'carts/current/delivery_carriers')).status).toBe(404);
    await put(anne, 54, 2);
    const offered = async (query = '') =>
      Carriers.parse((await anne('GET', `carts/current/delivery_carriers${query}`)).body);
    // 24 kg: four kilograms above what the express price includes
    expect(await offered()).toEqual([
      { id: 1, price_applied_to_cart: 0 },
      { id: 3, price_applied_to_cart: 2.5 },
      { id: 4, price_applied_to_cart: 4.95 },
      { id: 2, price_applied_to_cart: 16.7 },
    ]);
    expect((await offered('?country_id=165')).map(({ id }) => id)).toEqual([4, 5, 2]);
    await put(anne, 54, 1);
    expect((await offered()).map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(await anne('GET', 'carts/current/delivery_carriers?country_id=')).toMatchObject({
      status: 422,
    });
  });

  it('CHK-01 a carrier brings its fee as a marked line, kept out of the goods', async () => {
    expect(await anne('POST', 'carts/current/set_carrier', { carrier_id: 2 })).toMatchObject(
      detail('There is no cart'),
    );
    await put(anne, 51, 1);
    const cart = await anne('POST', 'carts/current/set_carrier', { carrier_id: 2 });
    expect(cart.body).toMatchObject({
      lines: [
        { product_id: 51 },
        { type: 'delivery', is_delivery: true, qty: 1, amount: { untaxed: 14.9, tax: 3.13 } },
      ],
      amount: {
        untaxed: 24.9,
        total: 30.13,
        untaxed_without_shipping: 10,
        total_without_shipping: 12.1,
      },
      amount_without_delivery: { untaxed: 10, total: 12.1 },
      delivery: {
        method: { id: 2, code: 'EXPRESS' },
        selected_carrier: { id: 2 },
        fees: { total: 18.03 },
        amount: { total: 18.03 },
      },
    });
    const refused = 'This delivery method is not available for your order';
    for (const carrier_id of [5, 999])
      expect(await anne('POST', 'carts/current/carrier', { carrier_id })).toMatchObject(
        detail(refused),
      );
    expect(
      await office.as('anne', 'fr')('POST', 'carts/set_carrier', { carrier_id: 5 }),
    ).toMatchObject(detail("Ce mode de livraison n'est pas disponible pour votre commande"));
    office.control.profile({ quirks: { 'raw-400-texts': true } });
    expect(
      await office.as('anne', 'fr')('POST', 'carts/set_carrier', { carrier_id: 5 }),
    ).toMatchObject(detail(refused));
    expect((await anne('POST', 'carts/current/set_carrier', { carrier_id: 2, x: 1 })).status).toBe(
      422,
    );
  });

  it('CHK-01 a pickup point is the address until another carrier is chosen', async () => {
    await put(anne, 51, 1);
    expect(await anne('GET', 'delivery_pickups?carrier_id=4&name=hass')).toMatchObject({
      body: [{ id: 9006, code: 'R102', country_code: 'BE' }],
    });
    expect((await anne('GET', 'delivery_pickups?carrier_id=1')).body).toEqual([]);
    expect((await anne('GET', 'delivery_pickups')).status).toBe(422);
    expect(await anne('POST', 'carts/current/set_pickup', { pickup_site_id: 9001 })).toMatchObject({
      body: {
        delivery: {
          method: { id: 3 },
          address: { id: 9001, is_dropoff_site: true, city: 'Marche-en-Famenne' },
        },
      },
    });
    expect(await anne('POST', 'carts/current/set_pickup', { pickup_site_id: 1 })).toMatchObject(
      detail('Invalid code for pickup site'),
    );
    expect(await anne('POST', 'carts/current/set_carrier', { carrier_id: 1 })).toMatchObject({
      body: { delivery: { address: { id: 101 } } },
    });
  });

  it('CHK-01 a point that only the carrier knows needs that carrier first', async () => {
    await put(anne, 51, 1);
    const point = {
      code: 'R201',
      name: 'Consigne',
      zip: '5590',
      city: 'Ciney',
      country_code: 'BE',
    };
    const choose = (body: object) => anne('POST', 'carts/current/set_public_delivery_pickup', body);
    expect((await choose(point)).status).toBe(400);
    await anne('POST', 'carts/current/set_carrier', { carrier_id: 4 });
    expect((await choose({ ...point, id: null })).status).toBe(422);
    expect((await choose({ ...point, country_code: 'XX' })).status).toBe(400);
    expect(await choose(point)).toMatchObject({
      body: { delivery: { address: { name: 'Consigne', is_dropoff_site: true } } },
    });
  });

  it('CHK-01 the older twin lists methods in an envelope and sets one', async () => {
    const uuid = WireSale.parse((await put(anne, 51, 1)).body).uuid ?? '';
    expect(await anne('GET', `delivery_carriers?cart_uuid=${uuid}`)).toMatchObject({
      body: { size: 4, data: [{ id: 1 }, { id: 3 }, { id: 4 }, { id: 2 }] },
    });
    expect(await anne('GET', 'delivery_carriers')).toMatchObject({
      body: [{ id: 1, price_applied_to_cart: null }, {}, {}, {}, {}],
    });
    expect(await anne('POST', 'carts/set_delivery_method', { method_id: 1, uuid })).toMatchObject({
      body: { delivery: { method: { id: 1 } } },
    });
    expect((await anne('POST', 'carts/set_delivery_method', { method_id: 77 })).status).toBe(404);
    expect((await anne('POST', 'carts/set_delivery_method', { method_id: 5 })).status).toBe(400);
    office.control.profile({ quirks: { 'plain-carriers': true } });
    expect((await anne('GET', `delivery_carriers?cart_uuid=${uuid}`)).body).toHaveLength(5);
  });
});

describe('codes', () => {
  const apply = (code: string, more: object = {}) =>
    anne('POST', 'carts/current/coupon', { code, ...more });

  it('CHK-02 a code takes its share off, for each VAT rate, and goes with the goods', async () => {
    expect((await apply('BIENVENUE10')).body).toBeNull();
    await put(anne, 51, 2);
    await put(anne, 53, 1);
    expect(await apply('bienvenue10')).toMatchObject({
      body: {
        promo_codes: ['BIENVENUE10'],
        reward_amount: -5.49,
        programs: [{ id: 1, name: 'Welcome' }],
        lines: [
          {},
          {},
          { type: 'reward', is_reward_line: true, amount: { untaxed: -2 } },
          { amount: { untaxed: -3.49 } },
        ],
      },
    });
    expect(await put(anne, 51, 2)).toMatchObject({ body: { reward_amount: -7.49 } });
    await put(anne, 53, -1);
    expect(await put(anne, 51, -4)).toMatchObject({ body: { lines: [], reward_amount: 0 } });
  });

  it('CHK-02 unknown, expired, used-up and unclear codes say so', async () => {
    await put(anne, 51, 12);
    expect(await apply('NOPE')).toMatchObject(detail('This code is invalid (NOPE).'));
    expect(await apply('')).toMatchObject(detail('This code is invalid ().'));
    expect(await apply('ETE2019')).toMatchObject(detail('This promo code is expired.'));
    expect(await apply('CHOIX')).toMatchObject(
      detail('Several rewards are possible: one must be named.'),
    );
    expect(await apply('CHOIX', { reward_id: 1 })).toMatchObject(
      detail('This reward is not allowed for this code.'),
    );
    expect(await apply('CHOIX', { reward_id: 4 })).toMatchObject({ body: { reward_amount: -4 } });
    expect(await apply('CHOIX', { reward_id: 4 })).toMatchObject(
      detail('This promo code is already applied.'),
    );
    for (const amount of [-9, -14])
      expect(await apply('BON5')).toMatchObject({ body: { reward_amount: amount } });
    expect((await apply('BON5', { count: 2 })).status).toBe(422);
  });

  it('CHK-02 a free item is one of the cart, named when there are several', async () => {
    await put(anne, 51, 3);
    await put(anne, 52, 3);
    expect((await apply('CADEAU')).status).toBe(400);
    expect(await apply('CADEAU', { free_product_id: 52 })).toMatchObject({
      body: {
        lines: [
          {},
          {},
          { product_id: 52, type: 'reward', discount: { rate: 100 }, amount: { untaxed: 0 } },
        ],
      },
    });
  });
});

describe('the file', () => {
  const upload = (content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new File([content], 'order.csv'));
    return anne('POST', 'carts/csv', form);
  };

  it('ACC-01 an order file fills the cart and names what it did not know', async () => {
    const csv = '\uFEFFSN0041;REF 7;a@b.example;a note\r\nSKU-51;2\r\n\r\nsku-52;3\nNONE-1;4\n';
    expect(await upload(csv)).toMatchObject({
      status: 200,
      body: {
        suite_name: 'SN0041',
        client_order_ref: 'REF 7',
        note: '<p>a note</p>',
        import_warning_msg: 'Unknown items, not imported: NONE-1',
      },
    });
    const again = await upload('SN0041;REF 7;;\nSKU-51;2');
    expect(quantities(again)).toEqual({ 51: 4, 52: 3 });
    expect(again.body).toMatchObject({ import_warning_msg: null });
  });

  it.each([
    ['too short', 'a;b;c;d', 'The file needs at least two lines.'],
    ['a short first row', 'a;b;c\nSKU-51;1', 'The first line needs four columns.'],
    ['a broken quantity', 'a;b;c;d\nSKU-51;1.5', 'The quantity in line 2 is not a whole number.'],
    ['no text', new Uint8Array([0xff, 0xfe, 0x00]), 'The file is not UTF-8 text.'],
  ])('ACC-01 a file that is %s is refused', async (_label, content, text) => {
    expect(await upload(content)).toMatchObject(detail(text));
  });

  it('ACC-01 a file above the limit is 413, a form without one 422', async () => {
    expect((await upload('x'.repeat(6 * 1024 * 1024))).status).toBe(413);
    expect((await anne('POST', 'carts/csv', new FormData())).status).toBe(422);
  });
});

describe('confirming', () => {
  it('CHK-02 the next suite name counts on, for medicine only', async () => {
    const next = async () => (await anne('GET', 'carts/next_suite_name')).body;
    expect(await next()).toEqual({ value: null });
    await put(anne, 51, 1);
    expect(await next()).toEqual({ value: null });
    const cart = WireSale.parse((await put(anne, 53, 1)).body);
    await anne('POST', 'carts/confirm', { uuid: cart.uuid, suite_name: 'sn0099' });
    await put(anne, 53, 1);
    expect(await next()).toEqual({ value: 'sn0100' });
  });

  it('CHK-02 shortage is shown, and refreshing tells what changed since', async () => {
    const cart = WireSale.parse((await put(anne, 54, 3)).body);
    expect(cart.lines[0]).toMatchObject({ qty_unavailable: 0 });
    expect(WireSale.parse((await put(anne, 56, 9)).body).lines[1]).toMatchObject({
      qty_unavailable: 0,
    });
    const others = WireSale.parse((await put(office.as('bert'), 54, 2)).body);
    await office.as('bert')('POST', 'carts/confirm', { uuid: others.uuid });
    const refresh = () => anne('POST', 'carts/refresh_qty_unavailable', { uuid: cart.uuid });
    expect(await refresh()).toMatchObject({
      body: { lines: [{ qty_unavailable: 2, qty_unavailable_diff: 2 }, {}] },
    });
    expect(await refresh()).toMatchObject({
      body: { lines: [{ qty_unavailable: 2, qty_unavailable_diff: 0 }, {}] },
    });
    expect(
      await anne('POST', 'carts/refresh_qty_unavailable', { uuid: others.uuid }),
    ).toMatchObject({ status: 404, body: { detail: 'No cart found' } });
  });

  it('CHK-04 an order is placed once, by those who may order, with something in it', async () => {
    const cart = WireSale.parse((await put(anne, 51, 2)).body);
    const order = await anne('POST', 'carts/confirm', {
      uuid: cart.uuid,
      note: 'quick',
      customer_ref: 'R9',
    });
    expect(order).toMatchObject({
      status: 200,
      body: {
        id: cart.id,
        uuid: cart.uuid,
        typology: 'sale',
        state: 'processing',
        client_order_ref: 'R9',
        note: '<p>quick</p>',
      },
    });
    expect(await anne('POST', 'carts/confirm', { uuid: cart.uuid })).toMatchObject({
      status: 404,
      body: { detail: 'No cart found' },
    });
    expect((await anne('GET', 'carts/current')).status).toBe(204);
    expect(await anne('GET', 'sales?page=1&page_size=10')).toMatchObject({
      body: { count: 1, total: 1, items: [{ uuid: cart.uuid }] },
    });
    const student = office.as('student');
    const theirs = WireSale.parse((await put(student, 51, 1)).body);
    expect(await student('POST', 'carts/confirm', { uuid: theirs.uuid })).toMatchObject(
      detail('Your account may not place orders.'),
    );
    const bare = WireSale.parse((await anne('POST', 'carts/current/update', {})).body);
    expect(await anne('POST', 'carts/confirm', { uuid: bare.uuid })).toMatchObject(
      detail('The cart is empty.'),
    );
  });
});

describe('payment', () => {
  const Payable = z.object({
    payable: z.string(),
    payable_reference: z.string(),
    amount: z.number(),
  });
  const Transaction = z.object({ reference: z.string(), redirect_form_html: z.string() });
  const back = 'https://shop.example/fr/cart-validated?x=1';

  async function payable() {
    return Payable.parse((await anne('GET', 'carts/current/payable')).body);
  }
  const transact = (text: string, provider_id = 14, frontend_redirect_url = back) =>
    office.guest()('POST', 'payment/transactions', {
      payable: text,
      flow: 'redirect',
      provider_id,
      frontend_redirect_url,
      provider_input: [],
    });
  const post = (path: string, fields: Record<string, string>) =>
    office.guest()('POST', path, new URLSearchParams(fields).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('CHK-05 the payable names the cart and its total, and opens the methods to its holder', async () => {
    expect(await anne('GET', 'carts/current/payable')).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    });
    await put(anne, 51, 2);
    const made = await payable();
    expect(made).toMatchObject({ amount: 24.2, payable_reference: (await cartOf(anne)).name });
    expect(
      await office.guest('fr')('GET', `payment/methods?payable=${made.payable}`),
    ).toMatchObject({
      status: 200,
      body: {
        amount_formatted: '24,20\u00a0€',
        providers: [
          { code: 'demo', payable_reference: made.payable_reference },
          { code: 'custom', name: 'Virement bancaire' },
        ],
      },
    });
    expect(await office.guest()('GET', 'payment/methods?payable=zzz')).toMatchObject({
      status: 403,
      body: { detail: 'Forbidden' },
    });
    expect((await office.guest()('GET', 'payment/methods')).status).toBe(422);
  });

  it('CHK-05 an outdated payable is refused, and accepted by a released server', async () => {
    await put(anne, 51, 2);
    const { payable: text } = await payable();
    await put(anne, 51, 1);
    expect((await transact(text)).status).toBe(403);
    office.control.profile({ quirks: { 'stale-payable': true } });
    expect(await transact(text)).toMatchObject({ status: 200, body: { amount: 24.2 } });
  });

  it('CHK-05 references count up, foreign return addresses and providers are refused', async () => {
    await put(anne, 51, 2);
    const { payable: text, payable_reference } = await payable();
    for (const suffix of ['', '-1', '-2'])
      expect(await transact(text)).toMatchObject({
        body: { flow: 'redirect', reference: payable_reference + suffix },
      });
    expect((await transact(text, 99)).status).toBe(403);
    for (const address of ['https://evil.example/', 'javascript:alert(1)', 'nothing'])
      expect((await transact(text, 14, address)).status).toBe(400);
  });

  it.each([
    ['done', 'success', 'processing'],
    ['pending', 'pending', 'pending'],
    ['cancel', 'cancelled', null],
    ['error', 'error', null],
  ])('CHK-05 the bank page can end as %s', async (outcome, status, state) => {
    const cart = WireSale.parse((await put(anne, 51, 2)).body);
    const { reference, redirect_form_html: form } = Transaction.parse(
      (await transact((await payable()).payable)).body,
    );
    expect(form).toContain(`action="${office.url}/payment/providers/demo/pay"`);
    const page = await office.guest()('GET', `payment/providers/demo/pay?reference=${reference}`);
    expect(page.body).toContain('24.20 €');
    const answer = await post('payment/providers/demo/return', { reference, outcome });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${back}&status=${status}&reference=${reference}`);
    const left = await anne('GET', 'carts/current');
    expect(left.status).toBe(state ? 204 : 200);
    if (state)
      expect(await anne('GET', `sales/${cart.id}`)).toMatchObject({
        body: { state, payment: { mode: { id: 14 } } },
      });
  });

  it('CHK-05 a webhook alone places the order, and the return after it changes nothing', async () => {
    await put(anne, 51, 2);
    const { reference } = Transaction.parse((await transact((await payable()).payable)).body);
    expect(
      (await post('payment/providers/demo/webhook', { reference, outcome: 'done' })).status,
    ).toBe(200);
    expect((await anne('GET', 'carts/current')).status).toBe(204);
    const late = await post('payment/providers/demo/return', { reference, outcome: 'cancel' });
    expect(late.headers.get('location')).toContain('status=success');
    expect(await anne('GET', 'sales')).toMatchObject({ body: { count: 1 } });
  });

  it('CHK-05 a transfer stays pending, however often its form is posted', async () => {
    await put(anne, 51, 2);
    const { redirect_form_html: form } = Transaction.parse(
      (await transact((await payable()).payable, 15)).body,
    );
    const signed = /name="payable" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const tries = [1, 2];
    while (tries.pop()) {
      const answer = await post('payment/providers/custom/pending', {
        payable: signed,
        frontend_redirect_url: back,
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(
        /\?x=1&status=pending&pending_message=%3Ch3%3E/,
      );
    }
    expect(await anne('GET', 'sales')).toMatchObject({
      body: { count: 1, items: [{ state: 'pending', typology: 'sale' }] },
    });
  });
});

describe('addresses', () => {
  it('PROF-01 delivery addresses can be made, changed in part and removed until an order uses them', async () => {
    const made = z.object({ id: z.number() }).parse(
      (
        await anne('POST', 'addresses/delivery', {
          name: 'New',
          zip: '',
          vat: 'BE1',
          country_id: 20,
          foo: 1,
        })
      ).body,
    );
    expect(await anne('POST', `addresses/delivery/${made.id}`, { street: 'S 2' })).toMatchObject({
      body: { name: 'New', street: 'S 2', zip: null, vat: null, country: { code: 'BE' } },
    });
    await anne('POST', 'carts/current/update', { delivery: { address_id: made.id } });
    const cart = WireSale.parse((await put(anne, 51, 1)).body);
    await anne('POST', 'carts/confirm', { uuid: cart.uuid });
    expect((await anne('DELETE', `addresses/delivery/${made.id}`)).status).toBe(400);
    expect((await anne('POST', `addresses/delivery/${made.id}`, { street: 'x' })).status).toBe(400);
    const other = z
      .object({ id: z.number() })
      .parse((await anne('POST', 'addresses/delivery', {})).body);
    expect(await anne('DELETE', `addresses/delivery/${other.id}`)).toMatchObject({
      status: 200,
      body: null,
    });
    expect((await anne('GET', `addresses/delivery/${other.id}`)).status).toBe(404);
    expect(await anne('DELETE', 'addresses/delivery/100')).toMatchObject(
      detail('This address is the customer itself and cannot be removed.'),
    );
    expect((await anne('DELETE', 'addresses/invoicing/100')).status).toBe(405);
    expect(await anne('POST', 'addresses/invoicing', { name: 'x' })).toMatchObject(
      detail('Creation of invoicing addresses is not supported'),
    );
  });

  it('PROF-01 a VAT number must check, and stays when an update does not name it', async () => {
    const update = (body: object) => anne('POST', 'addresses/invoicing/100', body);
    expect(await update({ vat: 'BE0000000000' })).toMatchObject({ status: 400 });
    expect(await update({ street: 'S 3' })).toMatchObject({
      body: { street: 'S 3', vat: 'BE0477472701' },
    });
    office.control.profile({ quirks: { 'released-faults': true } });
    expect(await update({ street: 'S 4' })).toMatchObject({ body: { vat: null } });
  });
});
