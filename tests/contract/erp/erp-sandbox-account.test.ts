/** What a customer finds in the account: orders, papers, statistics, quotations, lists, ads, content (14 to 19). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WireSale, type Answer, type Caller } from '../../../sandbox/erp/testing/client';
import { startOffice, type TestOffice } from '../../../sandbox/erp/testing/office';

let office: TestOffice;
let anne: Caller;
let carla: Caller;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => {
  office.control.reset();
  anne = office.as('anne');
  carla = office.as('carla');
});

const Paged = z.object({ size: z.number(), data: z.array(z.looseObject({ id: z.number() })) });
const Counted = z.object({ count: z.number(), items: z.array(WireSale) });
const idOf = (answer: Answer) => z.object({ id: z.number() }).parse(answer.body).id;

async function order(who: Caller, product_id: number, qty: number) {
  const cart = WireSale.parse(
    (await who('POST', 'carts/sync', { transactions: [{ product_id, qty }] })).body,
  );
  return WireSale.parse((await who('POST', 'carts/confirm', { uuid: cart.uuid })).body);
}

describe('a past', () => {
  it('ORD-01 a featured customer has a plausible one, the same at every start; a student has none', async () => {
    const read = async () => Counted.parse((await carla('GET', 'sales?page_size=5')).body);
    const first = await read();
    expect(first.count).toBeGreaterThan(25);
    expect(first.items.map((sale) => sale.date_order)).toEqual(
      first.items
        .map((sale) => sale.date_order)
        .sort()
        .reverse(),
    );
    expect(new Set(first.items.map(({ state }) => state)).size).toBeGreaterThan(1);
    const other = await startOffice();
    const again = Counted.parse((await other.as('carla')('GET', 'sales?page_size=5')).body);
    await other.close();
    expect(again).toEqual(first);
    expect(await office.as('student')('GET', 'sales')).toMatchObject({ body: { count: 0 } });
  });

  it('ORD-01 pages past the end are empty with the true count, and bad pages are refused', async () => {
    const { count } = Counted.parse((await carla('GET', 'sales')).body);
    expect(await carla('GET', 'sales?page=99&page_size=10')).toMatchObject({
      status: 200,
      body: { count, items: [] },
    });
    for (const query of ['page=0', 'page=x', 'page_size=0', 'page=1.5', 'page='])
      expect((await carla('GET', `sales?${query}`)).status).toBe(422);
    expect(
      Counted.parse((await carla('GET', 'sales?per_page=3&page_size=9')).body).items,
    ).toHaveLength(3);
  });

  it('ORD-01 orders of one channel and day on are listed in the small model', async () => {
    const all = Paged.parse((await carla('GET', 'orders?per_page=100')).body);
    const web = Paged.parse((await carla('GET', 'orders?per_page=100&sale_channel=web')).body);
    expect(web.size).toBeLessThan(all.size);
    expect(web.data.every((entry) => entry['sale_channel'] === 'web')).toBe(true);
    expect(all.data[0]).toMatchObject({
      state: 'sale',
      date_order: expect.stringMatching(/Z$/) as string,
    });
    expect(all.data.some((entry) => entry['state'] === 'cancel')).toBe(true);
    expect(await carla('GET', 'orders?from_date=2030-01-01')).toMatchObject({
      body: { size: 0, data: [] },
    });
    expect((await carla('GET', 'orders?sale_channel=all')).status).toBe(422);
  });
});

describe('orders and papers', () => {
  it('ORD-01 someone else’s order does not exist, and a cart is no order', async () => {
    const mine = await order(anne, 51, 2);
    expect(await anne('GET', `sales/${mine.id}`)).toMatchObject({ body: { name: mine.name } });
    expect((await office.as('bert')('GET', `sales/${mine.id}`)).status).toBe(404);
    const cart = idOf(
      await anne('POST', 'carts/sync', { transactions: [{ product_id: 51, qty: 1 }] }),
    );
    expect((await anne('GET', `sales/${cart}`)).status).toBe(404);
    expect((await anne('GET', 'sales/abc')).status).toBe(422);
  });

  it('ORD-01 delivery and invoice follow the order, with files to download', async () => {
    const mine = await order(anne, 51, 3);
    const line = mine.lines[0]?.id ?? 0;
    office.control.deliver(mine.id, [{ line_id: line, qty: 1 }]);
    expect(await anne('GET', `sales/${mine.id}`)).toMatchObject({
      body: {
        state: 'delivery_partial',
        lines: [{ qty_delivered: 1 }],
        delivery: { pickings: [{ state: 'assigned' }] },
      },
    });
    office.control.deliver(mine.id);
    const invoice = office.control.invoice(mine.id);
    expect(await anne('GET', `sales/${mine.id}`)).toMatchObject({
      body: { state: 'delivery_full', invoices: [{ id: invoice.id }] },
    });
    for (const path of [
      `sales/${mine.id}/download`,
      `invoice/${invoice.id}/download`,
      `invoices/${invoice.id}/download`,
    ]) {
      const download = await anne('GET', path);
      expect(download.headers.get('content-type')).toBe('application/pdf');
      expect(download.headers.get('content-disposition')).toMatch(
        /^attachment; filename\*=UTF-8''.+\.pdf$/,
      );
      expect(String(download.body)).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);
    }
    expect((await office.as('bert')('GET', `invoice/${invoice.id}/download`)).status).toBe(404);
  });

  it('DOC-01 papers come by type, and a list as a file of its rows', async () => {
    const mine = await order(anne, 51, 1);
    office.control.deliver(mine.id);
    office.control.invoice(mine.id);
    const types = async (query = '') =>
      Paged.parse((await anne('GET', `documents?per_page=50${query}`)).body).data.map(
        (entry) => entry['type'],
      );
    expect((await types()).sort()).toEqual([
      'delivery_note',
      'discount',
      'invoice',
      'order',
      'pricelist',
    ]);
    expect(await types('&type=invoice')).toEqual(['invoice']);
    expect((await anne('GET', 'documents?type=all')).status).toBe(422);
    const list = Paged.parse((await anne('GET', 'documents?type=pricelist')).body).data[0];
    const file = await anne('GET', `documents/${list?.id ?? 0}/download`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(String(file.body)).toContain('SKU-53;Article 53 en;6;40;;');
    expect((await office.as('bert')('GET', `documents/${list?.id ?? 0}/download`)).status).toBe(
      404,
    );
  });

  it('BACK-01 what is still to come can be cancelled within its back order', async () => {
    await order(anne, 54, 5);
    await order(anne, 57, 1);
    const Open = z.object({
      data: z.array(z.object({ order_line_id: z.number(), product_id: z.number() })),
    });
    const open = async (query = '') =>
      Open.parse((await anne('GET', `products_on_order?${query}`)).body).data;
    expect((await open()).map(({ product_id }) => product_id)).toEqual([57, 54]);
    expect((await open('families[]=food')).map(({ product_id }) => product_id)).toEqual([54]);
    expect((await open('restricts[]=is_mto')).map(({ product_id }) => product_id)).toEqual([57]);
    expect(await open('restricts%5B%5D=has_backorder&restricts%5B%5D=is_mto')).toHaveLength(2);
    const [made, food] = await open();
    const cancel = (id: number | undefined, quantity: number) =>
      anne('POST', `products_on_order/cancel/${id ?? 0}`, { quantity });
    expect(await anne('GET', `products_on_order/${food?.order_line_id ?? 0}`)).toMatchObject({
      body: { qty_to_deliver: 5, qty_in_backorder: 2, has_backorder: true },
    });
    expect(await cancel(food?.order_line_id, 3)).toMatchObject({
      status: 200,
      body: { status: false, error_msg: 'The quantity must be between 1 and 2.' },
    });
    expect(await cancel(made?.order_line_id, 1)).toMatchObject({ body: { status: false } });
    expect(await cancel(food?.order_line_id, 2)).toMatchObject({
      body: { status: true, error_msg: null },
    });
    expect(await anne('GET', `products_on_order/${food?.order_line_id ?? 0}`)).toMatchObject({
      body: { qty_to_deliver: 3, has_backorder: false },
    });
    expect(office.control.mails().at(-1)).toMatchObject({ kind: 'cancel_backorder' });
    expect(
      (await office.as('bert')('GET', `products_on_order/${food?.order_line_id ?? 0}`)).status,
    ).toBe(404);
  });
});

describe('statistics and rebate', () => {
  it('ACC-01 months, favourites and years are counted from the orders', async () => {
    await order(anne, 51, 3);
    await order(anne, 51, 2);
    await order(anne, 53, 1);
    expect(await anne('GET', 'sale_statistics/top_ordered')).toMatchObject({
      body: {
        size: 2,
        data: [
          { product_id: 51, ordered_count: 2 },
          { product_id: 53, ordered_count: 1, product_family: 'meds' },
        ],
      },
    });
    expect(
      await anne('GET', 'sale_statistics/top_ordered?supplier_discount_only=true'),
    ).toMatchObject({ body: { size: 1, data: [{ product_id: 53 }] } });
    expect(await anne('GET', 'sale_statistics/top_ordered?product_families[]=food')).toMatchObject({
      body: { size: 0 },
    });
    expect(await anne('GET', 'sale_statistics/five_years')).toMatchObject({
      body: { size: 5, data: [{}, {}, {}, {}, { food: 0, meds: 35, equipment: 50 }] },
    });
    office.control.clock.advance(31 * 86_400_000);
    const Months = z.object({ average: z.number(), months: z.record(z.string(), z.number()) });
    const { average, months } = Months.parse(
      (await anne('GET', 'sale_statistics/monthly_ordered/51')).body,
    );
    expect(Object.entries(months).at(-1)).toEqual(['2026-03-01', 5]);
    expect(Object.keys(months)).toHaveLength(12);
    expect(average).toBe(0.42);
  });

  it('LOY-01 the card follows the orders of the period; who may not see it is refused', async () => {
    expect((await anne('GET', 'loyalty/card/rfa/current')).status).toBe(204);
    await order(anne, 51, 150);
    expect(await anne('GET', 'loyalty/card/rfa/current')).toMatchObject({
      body: {
        program: { id: 7, program_type: 'year_end_rebate', date_to: '2026-12-31' },
        points: 1500,
        accrued_points: 15,
        max_points: 10_000,
        max_accrued_points: 400,
      },
    });
    const cart = await anne('POST', 'carts/sync', { transactions: [{ product_id: 51, qty: 100 }] });
    expect(cart.body).toMatchObject({
      year_end_rebate: {
        program_id: 7,
        rebate_accrued_amount: 10,
        rebate_potential_amount: 20,
        rebate_accrued_max_amount: 40,
        rebate_accrued_total_amount: 15,
      },
    });
    expect((await office.as('student')('GET', 'loyalty/card/rfa/current')).status).toBe(403);
    office.control.changeCustomer(100, { rebate_visible: false, groups: [3] });
    expect((await anne('GET', 'loyalty/card/rfa/current')).status).toBe(403);
    expect(await anne('GET', 'veterinary_groups')).toMatchObject({
      body: { size: 1, data: [{ name: 'RFA 2026 en' }] },
    });
    expect(await office.as('bert')('GET', 'veterinary_groups')).toMatchObject({
      body: { data: [{ id: 2 }, { id: 1 }] },
    });
  });
});

describe('quotations', () => {
  const create = (body: object = {}) => anne('POST', 'quotations/create', body);

  it('QUO-01 a draft can be written, its list replaced, and lines changed one by one', async () => {
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

  it('QUO-01 only the actions that a state allows are accepted', async () => {
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
    office.control.sendQuotation(id);
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

describe('lists', () => {
  it('WISH-01 a list is made, filled, renamed and removed', async () => {
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
    expect((await office.as('bert')('GET', path)).status).toBe(404);
    expect((await anne('DELETE', path)).status).toBe(204);
    expect((await anne('DELETE', path)).status).toBe(404);
  });

  it('ALERT-01 alerts can be set and removed any number of times', async () => {
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

describe('ads', () => {
  const parameters = {
    name: 'Échographe à vendre',
    body: 'Good condition',
    category: 'equipment',
    date_start: '2026-03-01',
    date_end: '2026-05-31',
    phone: '+32',
    contact: 'A. Person',
    email: 'a@b.example',
    country_state_code: 'WBR',
  };
  const form = (change: object = {}, file?: string, more: Record<string, string> = {}) => {
    const data = new FormData();
    data.set('parameters', JSON.stringify({ ...parameters, ...change }));
    for (const [key, value] of Object.entries(more)) data.set(key, value);
    if (file !== undefined) data.set('file', new File([file], 'x.pdf'));
    return data;
  };
  const create = (change?: object, file?: string) =>
    anne('POST', 'classified_ads', form(change, file));
  const adId = (answer: Answer) => Paged.parse(answer.body).data[0]?.id ?? 0;

  it('ADS-01 an ad goes from draft to the public by approval, and back by a change', async () => {
    const id = adId(await create({}, '%PDF-1.4 x'));
    const mine = () => anne('GET', `classified_ads/${id}`);
    expect(await mine()).toMatchObject({
      body: {
        size: 1,
        data: [
          {
            state: 'draft',
            country_state: { code: 'WBR' },
            file: { name: 'echographe-a-vendre.pdf' },
          },
        ],
      },
    });
    expect((await office.as('bert')('GET', `classified_ads/${id}`)).status).toBe(403);
    expect(await anne('POST', `classified_ads/${id}/submit`)).toMatchObject({
      status: 202,
      body: null,
    });
    expect((await anne('POST', `classified_ads/${id}/submit`)).status).toBe(400);
    office.control.publishAd(id);
    const found = () =>
      office.as('bert')('GET', 'classified_ads/search?category=equipment&region=WBR');
    expect(await found()).toMatchObject({
      body: { size: 1, data: [{ id, state: null, rejection_reason: null }] },
    });
    const Files = z.object({ data: z.array(z.object({ file: z.object({ url: z.string() }) })) });
    const url = Files.parse((await found()).body).data[0]?.file.url ?? '';
    expect((await office.guest()('GET', url.slice(1))).body).toBe('%PDF-1.4 x');
    expect(
      await anne(
        'POST',
        `classified_ads/${id}/update_set_to_draft`,
        form({ name: 'New' }, undefined, { file_delete: 'true' }),
      ),
    ).toMatchObject({
      body: { data: [{ name: 'New', state: 'draft', file: null }] },
    });
    expect(await found()).toMatchObject({ body: { size: 0 } });
    await anne('POST', `classified_ads/${id}/submit`);
    office.control.refuseAd(id, 'No medicines');
    expect(await anne('GET', 'classified_ads/my_classified_ads?state=cancel')).toMatchObject({
      body: { size: 1, data: [{ rejection_reason: 'No medicines' }] },
    });
    expect((await office.as('bert')('DELETE', `classified_ads/${id}`)).status).toBe(403);
    expect((await anne('DELETE', `classified_ads/${id}`)).status).toBe(204);
    expect((await mine()).status).toBe(404);
  });

  it('ADS-01 length, dates, file and fields are checked', async () => {
    expect((await create({ body: 'x'.repeat(501) })).status).toBe(400);
    expect((await create({ date_end: '2026-02-01' })).status).toBe(400);
    expect((await create({}, 'not a pdf')).status).toBe(400);
    expect((await create({ colour: 'red' })).status).toBe(422);
    expect((await create({ country_state_code: 'XXX' })).status).toBe(422);
    expect((await anne('POST', 'classified_ads', new FormData())).status).toBe(422);
  });

  it('ADS-01 an ad is public within its dates only', async () => {
    const id = adId(await create({ date_end: '2026-03-11' }));
    await anne('POST', `classified_ads/${id}/submit`);
    office.control.publishAd(id);
    const seen = async () =>
      Paged.parse(
        (await office.as('bert')('GET', 'classified_ads/search?per_page=50')).body,
      ).data.some((ad) => ad.id === id);
    expect(await seen()).toBe(true);
    office.control.clock.advance(2 * 86_400_000);
    expect(await seen()).toBe(false);
  });
});

describe('content', () => {
  const Content = z.object({
    size: z.number(),
    data: z.array(
      z.looseObject({
        lang: z.string(),
        url: z.string(),
        data: z.looseObject({ type: z.string() }),
      }),
    ),
  });

  it('CMS-01 news, pages and snippets come in each language, linked with each other', async () => {
    const guest = office.guest();
    for (const type of ['news', 'page', 'snippet']) {
      const all = Content.parse((await guest('GET', `cms/content?type=${type}`)).body);
      const dutch = Content.parse((await guest('GET', `cms/content?type=${type}&lang=nl`)).body);
      expect(all.size).toBe(dutch.size * 3);
      expect(
        dutch.data.every(({ lang, url }) => lang === 'nl' && url.startsWith(`nl/${type}/`)),
      ).toBe(true);
    }
    expect(await guest('GET', 'cms/content?type=news&lang=de')).toMatchObject({
      body: { size: 0 },
    });
    expect((await guest('GET', 'cms/content?type=other')).status).toBe(422);
    const [news] = Content.parse((await guest('GET', 'cms/content?type=news&lang=en')).body).data;
    const Media = z.object({
      image: z.object({ url: z.string() }),
      file: z.object({ url: z.string() }),
    });
    const media = Media.parse(news?.data);
    expect((await fetch(media.image.url)).headers.get('content-type')).toBe('image/svg+xml');
    expect((await fetch(media.file.url)).headers.get('content-type')).toBe('application/pdf');
    expect(await guest('GET', `cms/content/${news?.url ?? ''}`)).toMatchObject({
      body: { url: news?.url },
    });
  });

  it('CMS-04 forms are JSON inside a text, more of them when signed in', async () => {
    const Forms = z.object({ data: z.array(z.object({ id: z.number(), form: z.string() })) });
    const shown = async (who: Caller) => Forms.parse((await who('GET', 'form')).body).data;
    expect(await shown(office.guest())).toHaveLength(6);
    const forms = await shown(anne);
    expect(forms).toHaveLength(7);
    expect(JSON.parse(forms[1]?.form ?? '')).toMatchObject({
      components: [{ key: 'order', validate: { required: true } }, {}, {}, {}, {}],
    });
    expect(await anne('POST', 'form/2', { data: { order: 'S1', quantity: '2' } })).toMatchObject({
      body: { status: 'OK' },
    });
    expect((await office.guest()('POST', 'form/2', { data: {} })).status).toBe(404);
    expect((await anne('POST', 'form/2', { data: { quantity: 2 } })).status).toBe(422);
    expect((await anne('POST', 'form/2', {})).status).toBe(422);
  });
});
