/** Records that a customer writes in the account: quotations, wishlists, alerts (contract/erp.md 17, 18). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WireSale, type Answer, type Caller } from '../../../sandbox/erp/testing/client';
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

const idOf = (answer: Answer) => z.object({ id: z.number() }).parse(answer.body).id;

describe('quotations of the ERP stand-in', () => {
  const create = (body: object = {}) => anne('POST', 'quotations/create', body);

  it('QUO-01 a draft quotation can be created, and its lines replaced together or changed one by one', async () => {
    const made = await create({
      client_order_ref: 'Room 2',
      note: 'soon',
      lines: [{ product_id: 51, quantity: 2 }],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { typology: 'quote', quotation_state: 'draft', state: 'pending', lines: [{ qty: 2 }] },
    });
    const path = `quotations/${idOf(made)}`;
    const line = WireSale.parse(made.body).lines[0]?.id ?? 0;
    expect(await anne('POST', `${path}/add_line`, { product_id: 53, qty: 1 })).toMatchObject({
      status: 201,
      body: { lines: [{}, { product_id: 53 }] },
    });
    expect(
      await anne('PUT', `${path}/update_line`, { line_id: line, product_id: 51, quantity: 5 }),
    ).toMatchObject({ body: { lines: [{ id: line, qty: 5 }, {}] } });
    expect(
      (await anne('PUT', `${path}/update_line`, { line_id: 1, product_id: 51, quantity: 5 }))
        .status,
    ).toBe(404);
    expect((await anne('POST', `${path}/add_line`, { product_id: 51, quantity: 0 })).status).toBe(
      422,
    );
    expect(
      await anne('POST', `${path}/update`, {
        lines: [
          { line_id: line, product_id: 51, quantity: 7 },
          { product_id: 52, quantity: 1 },
        ],
      }),
    ).toMatchObject({
      body: { client_order_ref: 'Room 2', lines: [{ id: line, qty: 7 }, { product_id: 52 }] },
    });
    expect(
      await anne('PUT', `${path}/update_line`, { line_id: line, product_id: 51, quantity: 0 }),
    ).toMatchObject({ body: { lines: [{ product_id: 52 }] } });
    expect(await anne('POST', path, { note: null })).toMatchObject({
      body: { note: null, lines: [{}] },
    });
    expect((await anne('POST', `${path}/delete_line`, { line_id: line })).status).toBe(404);
    expect(await anne('DELETE', path)).toMatchObject({ status: 200, body: null });
    expect((await anne('GET', path)).status).toBe(404);
  });

  it('QUO-01 a quotation accepts only the actions that its state allows', async () => {
    const id = idOf(await create());
    const act = (word: string) => anne('POST', `quotations/${id}/${word}`);
    expect(await act('request_quotation')).toMatchObject({ status: 400 });
    await anne('POST', `quotations/${id}/add_line`, { product_id: 51, quantity: 3 });
    expect(await act('accept')).toMatchObject({
      status: 409,
      body: {
        detail: "Action 'accept' needs a quotation in state 'waiting_acceptation', not 'draft'.",
      },
    });
    expect(await act('request_quotation')).toMatchObject({
      body: { quotation_state: 'customer_request', state: 'estimating' },
    });
    expect((await anne('POST', `quotations/${id}/update`, {})).status).toBe(409);
    expect((await anne('GET', `quotations/${id}/download`)).status).toBe(409);
    expect(await act('reset_to_draft')).toMatchObject({ body: { quotation_state: 'draft' } });
    await act('request_quotation');
    expect(await act('cancel')).toMatchObject({ body: { quotation_state: 'cancel' } });
    await act('reset_to_draft');
    await act('request_quotation');
    erp.control.sendQuotation(id);
    expect((await anne('GET', `quotations/${id}/download`)).headers.get('content-type')).toBe(
      'application/pdf',
    );
    expect(
      await anne('GET', 'quotations?quotation_state=waiting_acceptation&page_size=1'),
    ).toMatchObject({ body: { count: 1, items: [{ state: 'estimated' }] } });
    expect(await act('accept')).toMatchObject({
      body: { typology: 'sale', state: 'processing', quotation_state: null },
    });
    expect((await anne('GET', `quotations/${id}`)).status).toBe(404);
    expect(await anne('GET', `sales/${id}`)).toMatchObject({ body: { id } });
  });
});

describe('wishlists of the ERP stand-in', () => {
  it('WISH-01 a wishlist can be created, filled, renamed and deleted', async () => {
    const made = await anne('POST', 'wishlists', {
      name: 'Weekly',
      lines: [{ product_id: 51, quantity: 2, sequence: 5 }],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { typology: 'wishlist', partner: { id: 100 } },
    });
    const path = `wishlists/${idOf(made)}`;
    expect(await anne('POST', `${path}/add_item`, { product_id: 51, quantity: 9 })).toMatchObject({
      body: { lines: [{ quantity: 9 }] },
    });
    expect(await anne('POST', `${path}/add_item`, { product_id: 52 })).toMatchObject({
      body: { lines: [{ product_id: 52, quantity: 1 }, { product_id: 51 }] },
    });
    expect((await anne('POST', `${path}/add_item`, { product_id: 999 })).status).toBe(404);
    expect(await anne('POST', `${path}/update`, { name: 'Monthly' })).toMatchObject({
      body: { name: 'Monthly', lines: [{}, {}] },
    });
    expect(await anne('POST', `${path}/update`, { lines: [] })).toMatchObject({
      body: { lines: [] },
    });
    expect(await anne('GET', 'wishlists/?page_size=999&name=month')).toMatchObject({
      body: { count: 1 },
    });
    expect((await erp.as('bert')('GET', path)).status).toBe(404);
    expect((await anne('DELETE', path)).status).toBe(204);
    expect((await anne('DELETE', path)).status).toBe(404);
  });

  it('ALERT-01 product alerts can be set and removed repeatedly', async () => {
    expect((await anne('POST', 'promo_subscriptions', { product_id: 51 })).status).toBe(205);
    expect((await anne('POST', 'promo_subscriptions', { product_id: 51 })).status).toBe(205);
    expect((await anne('POST', 'promo_subscriptions', { product_id: 999 })).status).toBe(404);
    expect(await anne('GET', 'promo_subscriptions?per_page=1000')).toMatchObject({
      body: { size: 1, data: [{ product_id: 51 }] },
    });
    expect(await anne('GET', 'promo_subscriptions/51')).toMatchObject({ body: { status: true } });
    expect((await anne('DELETE', 'promo_subscriptions/51')).status).toBe(204);
    expect((await anne('DELETE', 'promo_subscriptions/51')).status).toBe(204);
    expect(await anne('GET', 'promo_subscriptions/51')).toMatchObject({ body: { status: false } });
  });
});
