/** Paying for a cart (contract/erp.md 12). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WireSale, type Caller } from '../../../sandbox/erp/testing/client';
import { startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

let erp: TestErp;
let anne: Caller;
beforeAll(async () => {
  erp = await startTestErp({ returnOrigins: ['https://shop.example'] });
});
afterAll(() => erp.close());
beforeEach(() => {
  erp.control.reset();
  anne = erp.as('anne');
});

const put = (who: Caller, product_id: number, qty: number) =>
  who('POST', 'carts/sync', { transactions: [{ product_id, qty }] });
const cartOf = async (who: Caller) => WireSale.parse((await who('GET', 'carts/current')).body);

describe('payment of the ERP stand-in', () => {
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
    erp.guest()('POST', 'payment/transactions', {
      payable: text,
      flow: 'redirect',
      provider_id,
      frontend_redirect_url,
      provider_input: [],
    });
  const post = (path: string, fields: Record<string, string>) =>
    erp.guest()('POST', path, new URLSearchParams(fields).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('CHK-05 the payable token contains cart and total, and whoever has it can list the payment methods', async () => {
    expect(await anne('GET', 'carts/current/payable')).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    });
    await put(anne, 51, 2);
    const made = await payable();
    expect(made).toMatchObject({ amount: 24.2, payable_reference: (await cartOf(anne)).name });
    expect(await erp.guest('fr')('GET', `payment/methods?payable=${made.payable}`)).toMatchObject({
      status: 200,
      body: {
        amount_formatted: '24,20\u00a0€',
        providers: [
          { code: 'demo', payable_reference: made.payable_reference },
          { code: 'custom', name: 'Virement bancaire' },
        ],
      },
    });
    expect(await erp.guest()('GET', 'payment/methods?payable=zzz')).toMatchObject({
      status: 403,
      body: { detail: 'Forbidden' },
    });
    expect((await erp.guest()('GET', 'payment/methods')).status).toBe(422);
  });

  it('CHK-05 an outdated payable token is rejected, but accepted by a released ERP', async () => {
    await put(anne, 51, 2);
    const { payable: text } = await payable();
    await put(anne, 51, 1);
    expect((await transact(text)).status).toBe(403);
    erp.control.profile({ quirks: { 'stale-payable': true } });
    expect(await transact(text)).toMatchObject({ status: 200, body: { amount: 24.2 } });
  });

  it('CHK-05 payment references increase; return URLs on other hosts and unknown providers are rejected', async () => {
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
  ])('CHK-05 the bank page can end a payment as %s', async (outcome, status, state) => {
    const cart = WireSale.parse((await put(anne, 51, 2)).body);
    const { reference, redirect_form_html: form } = Transaction.parse(
      (await transact((await payable()).payable)).body,
    );
    expect(form).toContain(`action="${erp.url}/payment/providers/demo/pay"`);
    const page = await erp.guest()('GET', `payment/providers/demo/pay?reference=${reference}`);
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

  it('CHK-05 the provider’s webhook alone places the order, and the customer’s return afterwards changes nothing', async () => {
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

  it('CHK-05 a bank transfer stays pending, however often its form is posted', async () => {
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
