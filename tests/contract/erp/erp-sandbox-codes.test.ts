/** Coupon codes and order files of a cart (contract/erp.md 9). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quantities, type Caller } from '../../../sandbox/erp/testing/client';
import { startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

let erp: TestErp;
let anne: Caller;
beforeAll(async () => {
  erp = await startTestErp();
});
afterAll(() => erp.close());
beforeEach(() => {
  erp.control.reset();
  anne = erp.as('anne');
});

const put = (who: Caller, product_id: number, qty: number) =>
  who('POST', 'carts/sync', { transactions: [{ product_id, qty }] });
const detail = (text: string) => ({ status: 400, body: { detail: text } });

describe('coupon codes of the ERP stand-in', () => {
  const apply = (code: string, more: object = {}) =>
    anne('POST', 'carts/current/coupon', { code, ...more });

  it('CHK-02 a coupon code reduces the amount of each VAT rate in proportion, and ends when the cart is empty', async () => {
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

  it('CHK-02 unknown, expired, used-up and ambiguous codes are rejected with the reason', async () => {
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

  it('CHK-02 a free item must be in the cart, and named if there are several', async () => {
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

describe('order file of the ERP stand-in', () => {
  const upload = (content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new File([content], 'order.csv'));
    return anne('POST', 'carts/csv', form);
  };

  it('ACC-01 an order file fills the cart, and unknown codes are named', async () => {
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
  ])('ACC-01 an order file that is %s is rejected', async (_label, content, text) => {
    expect(await upload(content)).toMatchObject(detail(text));
  });

  it('ACC-01 an order file above the limit gets 413, a form without a file 422', async () => {
    expect((await upload('x'.repeat(6 * 1024 * 1024))).status).toBe(413);
    expect((await anne('POST', 'carts/csv', new FormData())).status).toBe(422);
  });
});
