/** The numbers on the dashboard, and its behaviour while an ERP call hangs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo } from '../../support/visitor';
import { callsOf, carrierChosen, newCart, numberOf, pressed } from '../checkout/checkout-carts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ products: 400 });
});
afterAll(() => shop.stop());
beforeEach(() => shop.sandbox.erp.control.clearFaults());

const path = '/fr/account';
const answers = (call: string, body: unknown): void =>
  shop.sandbox.erp.control.fault({ match: { path: call }, status: 200, body, times: 20 });

const card = {
  id: 1,
  program: {
    id: 1,
    name: 'RFA',
    program_type: 'year_end_rebate',
    date_from: '2020-01-01',
    date_to: '2099-12-31',
  },
  points: 2_600,
  accrued_points: 52,
  max_points: 10_000,
  max_accrued_points: 400,
};

/** A hanging ERP call takes longer than a test may: a page that waits for the call never arrives. */
const hangMs = 90_000;

describe('dashboard parts whose ERP call hangs', () => {
  it.each([
    ['/fr/account', 'sale_statistics/top_ordered', 'Vos plus commandés ne sont pas disponibles'],
    ['/fr', 'sale_statistics/top_ordered', 'Vos plus commandés ne sont pas disponibles'],
    ['/fr/account', 'sale_statistics/five_years', 'Une partie de vos achats'],
    ['/fr/account', 'orders', 'Une partie de vos achats'],
    ['/fr/account', 'loyalty/card/rfa/current', 'Vos points ne sont pas disponibles'],
    ['/fr', 'wishlists', 'Indisponible pour l’instant'],
  ])(
    'DEG-01 ACC-01 page %s is rendered while the ERP call %s hangs, and says which part is missing; the call times out',
    async (page, call, words) => {
      const vet = await shop.customer('kempenhof@demo.example');
      // After a restart the instance has no cached data of the customer.
      await shop.restart();
      shop.sandbox.erp.control.fault({ match: { path: call }, delay_ms: hangMs, times: 20 });
      const before = shop.logs.length;
      const answer = await vet.get(page);
      expect(answer.status).toBe(200);
      expect(answer.words()).toContain(words);
      const ended = () =>
        shop.logs
          .slice(before)
          .filter(({ event, path: one }) => event === 'erp.called' && one === call);
      await vi.waitFor(() => expect(ended()).not.toHaveLength(0), { timeout: 60_000 });
      expect(shop.logs.slice(before)).toContainEqual(
        expect.objectContaining({
          event: 'block.unavailable',
          // Whichever timeout ends first counts: that of the page's block or that of the ERP call.
          error: expect.stringMatching(/^Late: |: timeout$/) as string,
        }),
      );
    },
  );
});

describe('the year-end rebate', () => {
  const called = () =>
    shop.logs.filter(
      (line) => line['event'] === 'erp.called' && line['path'] === 'loyalty/card/rfa/current',
    ).length;

  it('ACC-01 the rebate shows every tier: reached, next with the missing points, and later ones', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    const tiers = [
      { from_points: 10_000, percent: 4 },
      { from_points: 1_000, percent: 1 },
      { from_points: 2_500, percent: 2 },
      { from_points: 5_000, percent: 3 },
    ];
    answers('loyalty/card/rfa/current', { ...card, tiers });
    const page = await vet.get(path);
    const listed = page.dom
      .querySelectorAll('#rebate tbody tr')
      .map((row) => row.querySelectorAll('th, td').map(({ text }) => text.replace(/\s+/g, ' ')));
    expect(listed).toEqual([
      ['1 000, atteint', '1 %'],
      ['2 500, acquis', '2 %'],
      ['5 000, manque 2 400', '3 %'],
      ['10 000', '4 %'],
    ]);
    expect(page.words('#rebate tr[aria-current=step]')).toContain('acquis');
    expect(page.words()).toMatch(/Encore 2\s400 points avant le palier de 3\s%/);
    // The ERP is read at most hourly, so an order by telephone may be missing: the page shows the time.
    expect(page.words('#rebate')).toMatch(/Situation à \d\d:\d\d\./);
  });

  it('ACC-01 the page says "maximum" instead of "tier" when the ERP sends a maximum but no tiers', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    answers('loyalty/card/rfa/current', card);
    const page = await vet.get(path);
    expect(page.words()).toMatch(/Encore 7\s400 points avant le maximum/);
    expect(page.words()).not.toContain('palier');
  });

  it('LOY-01 the rebate is hidden when the ERP answers 403, and when the card is of another year', async () => {
    const vet = await shop.customer('vet@demo.example');
    const rebate = /Ristourne|RFA|Vos points/;
    await shop.restart();
    shop.sandbox.erp.control.fault({
      match: { path: 'loyalty/card/rfa/current' },
      status: 403,
      times: 20,
      body: { detail: 'Forbidden' },
    });
    const hidden = await vet.get(path);
    expect([hidden.status, rebate.test(hidden.words())]).toEqual([200, false]);
    await shop.restart();
    shop.sandbox.erp.control.clearFaults();
    const program = { ...card.program, date_to: '2021-12-31' };
    answers('loyalty/card/rfa/current', { ...card, program });
    expect((await vet.get(path)).words()).not.toMatch(rebate);
    await shop.restart();
    shop.sandbox.erp.control.clearFaults();
    answers('loyalty/card/rfa/current', card);
    expect((await vet.get(path)).words()).toMatch(rebate);
  });

  it('LOY-01 the rebate is fetched once an hour; a failure is logged and shown in its block, and the page still renders', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    answers('loyalty/card/rfa/current', card);
    const before = called();
    for (const page of [path, '/fr', path]) await vet.get(page);
    expect(called() - before).toBe(1);
    await shop.restart();
    shop.sandbox.erp.control.clearFaults();
    shop.sandbox.erp.control.fault({
      match: { path: 'loyalty/card/rfa/current' },
      status: 500,
      times: 20,
      body: { detail: 'x' },
    });
    const lines = shop.logs.length;
    const without = await vet.get(path);
    expect(without.status).toBe(200);
    expect(without.words()).toContain('Vos points ne sont pas disponibles');
    expect(shop.logs.slice(lines)).toContainEqual(
      expect.objectContaining({ event: 'block.unavailable' }),
    );
  });

  it('LOY-01 ACC-01 the customer’s latest order counts for the rebate at once, with the same points in every language', async () => {
    const login = 'vet@demo.example';
    const vet = await shop.customer(login);
    await shop.restart();
    const shown = async () => {
      const found = [];
      for (const path of ['/fr/account', '/en', '/nl/account', '/fr', '/en/account']) {
        const points = (await vet.get(path)).words('#rebate .points').replaceAll(/\D/g, '');
        found.push(Number(points));
      }
      return [...new Set(found)];
    };
    const from = called();
    const before = await shown();
    expect([before, called() - from]).toEqual([[expect.any(Number)], 1]);
    newCart(shop, login, { quantity: 20 });
    const saved = await carrierChosen(vet);
    const placed = await saved.form('#checkout').submit(pressed('confirm'));
    expect(numberOf(placed)).not.toBe('');
    const after = await shown();
    expect([after.length, called() - from]).toEqual([1, 2]);
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
  });

  it('LOY-01 the name of the loyalty program is in the language of the page; the name of the rebate is a text of the shop', async () => {
    const vet = await shop.customer('vet@demo.example');
    const year = new Date().toISOString().slice(0, 4);
    for (const [path, title, program] of [
      ['/fr/account', 'Ristourne de fin d’année', `RFA ${year}`],
      ['/nl/account', 'Eindejaarskorting', `Eindejaarskorting ${year}`],
      ['/en/account', 'Year-end rebate', `Year-end rebate ${year}`],
    ] as const) {
      const page = await vet.get(path);
      expect(page.words('#rebate h2')).toBe(title);
      expect(page.words('#rebate small')).toContain(`${program}, `);
    }
  });

  it('ACC-01 the ERP stand-in returns the tiers with which it computes the rebate', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    const words = (await vet.get(path)).words();
    for (const percent of ['1 %', '2 %', '3 %', '4 %'])
      expect(words.replaceAll(/\s/g, ' ')).toContain(percent);
  });
});

describe('most ordered products', () => {
  it('ACC-01 the most ordered products show how often and when each was last ordered, in pages', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    const products = [...shop.sandbox.world.variants.keys()].slice(0, 30);
    const rows = products.map((product_id, position) => ({
      product_id,
      ordered_count: 40 - position,
      date_last_ordered: '2026-03-04T23:30:00Z',
      product_family: 'meds',
    }));
    answers('sale_statistics/top_ordered', { size: 30, data: rows.slice(0, 8) });
    const first = await vet.get(path);
    expect(first.words('#most-ordered')).toContain('40 commandes, dernière le 05/03/2026');
    expect(first.words('.pager')).toContain('1–8');
    const next = leadsTo(first.dom.querySelector('.pages > :last-child'));
    expect(next).toBe('/fr/account?page=2#most-ordered');
    shop.sandbox.erp.control.clearFaults();
    answers('sale_statistics/top_ordered', { size: 30, data: rows.slice(8, 16) });
    const second = await vet.get(next);
    expect(second.words('.pager')).toContain('9–16');
    const asked = callsOf(shop, 'GET', 'sale_statistics/top_ordered').at(-1)?.path ?? '';
    expect(asked).toContain('page=2');
  });

  it('ACC-01 each filter of the most ordered products queries the ERP with its own parameter, is in the URL, and is marked as current', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    const asked = {
      all: null,
      meds: 'product_families=meds',
      food: 'product_families=food',
      equipment: 'product_families=equipment',
      promotions: 'supplier_discount_only=true',
    };
    const words = ['Tous', 'Médicaments', 'Alimentation', 'Matériel', 'Promotions'];
    for (const [position, [filter, query]] of Object.entries(asked).entries()) {
      const page = await vet.get(filter === 'all' ? path : `${path}?most=${filter}`);
      const chosen = page.dom.querySelectorAll('#most-ordered [aria-current]');
      expect(chosen.map(({ text }) => text)).toEqual([words[position]]);
      const call = callsOf(shop, 'GET', 'sale_statistics/top_ordered').at(-1)?.path ?? '';
      const given = decodeURIComponent(call).replaceAll('[]', '');
      expect(given.match(/product_families=\w+|supplier_discount_only=\w+/g), filter).toEqual(
        query === null ? null : [query],
      );
      const link = page.dom.querySelectorAll('#most-ordered .seg > *')[position];
      expect(leadsTo(link)).toContain(filter === 'all' ? path : `most=${filter}`);
    }
  });

  it('ACC-01 the most ordered products on the home page show the counts too, but no pager', async () => {
    const page = await (await shop.customer('vet@demo.example')).get('/nl');
    expect(page.words('#most-ordered')).toMatch(
      /\d+ bestelling(en)?, laatste op \d\d\/\d\d\/\d{4}/,
    );
    expect(page.dom.querySelector('.pager')).toBeNull();
  });
});

describe('the dashboard tiles', () => {
  const tiles = async (): Promise<string[]> => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    const page = await vet.get(path);
    expect(page.status).toBe(200);
    return page.dom
      .querySelectorAll('#tiles a')
      .map((tile) => `${tile.getAttribute('href') ?? ''} ${tile.text.replace(/\s+/g, ' ')}`);
  };
  const order = (id: number, state: string, delivered: number | null) => ({
    state,
    date_order: `2026-0${id}-10T09:00:00Z`,
    amount_total: 121,
    lines: [
      {
        line_id: id,
        reference: 'A',
        price: 12.5,
        qty_ordered: 8,
        ...(delivered === null ? {} : { qty_delivered: delivered }),
        qty_canceled: 1,
      },
    ],
  });
  const waiting = (id: number, backorder: number, mto: boolean) => ({
    order_line_id: id,
    product_id: id,
    description: `Line ${id}`,
    order_ref: 'S1',
    qty_ordered: 2,
    qty_to_deliver: 2,
    qty_in_backorder: backorder,
    is_mto: mto,
  });

  it('ACC-01 the dashboard tiles show orders in progress, products on order, quotations to accept and points to the next tier', async () => {
    answers('orders', {
      size: 5,
      data: [
        order(1, 'sale', 0),
        order(3, 'sale', 5),
        order(4, 'sale', 7),
        order(5, 'cancel', 0),
        order(6, 'sent', 0),
      ],
    });
    answers('products_on_order', {
      size: 3,
      data: [waiting(1, 1, false), waiting(2, 2, true), waiting(3, 0, false)],
    });
    const tiers = [{ from_points: 5_000, percent: 3 }];
    answers('loyalty/card/rfa/current', { ...card, tiers });
    const [orders, onOrder, quotations, points] = await tiles();
    expect(orders).toBe('/fr/account/sales 2 commandes en cours la dernière du 10/03/2026');
    expect(onOrder).toBe(
      '/fr/account/products_on_order 3 produits en commande 1 en reliquat, 1 sur commande',
    );
    expect(quotations).toMatch(/^\/fr\/account\/quotations \d+ devis à accepter/);
    expect(points).toBe('#rebate 2 400 points avant 3 % 52,00 € acquis');
  });

  it('ACC-01 DEG-01 a dashboard tile is left out when the ERP does not return its number', async () => {
    answers('orders', { size: 1, data: [order(1, 'sale', null)] });
    answers('loyalty/card/rfa/current', {});
    answers('quotations', { count: 1, items: [{ quotation_state: 'other' }] });
    shop.sandbox.erp.control.fault({
      match: { path: 'products_on_order' },
      status: 503,
      times: 20,
    });
    expect(await tiles()).toEqual([]);
  });

  it('ACC-01 a tile shows only the total when its list is longer than one ERP response', async () => {
    answers('products_on_order', { size: 140, data: [waiting(1, 1, false)] });
    expect((await tiles()).filter((tile) => tile.includes('en commande'))).toEqual([
      '/fr/account/products_on_order 140 produits en commande ',
    ]);
  });
});

describe('the spending charts', () => {
  const order = (month: string, lines: unknown) => ({
    state: 'sale',
    date_order: `${month}-10T09:00:00Z`,
    amount_total: 121,
    lines,
  });
  const month = new Date().toISOString().slice(0, 7);

  it('ACC-01 tables below the spending charts list their values; months are without VAT, like the years', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    const line = { line_id: 1, reference: 'A', price: 12.5, qty_ordered: 8, qty_delivered: 8 };
    answers('orders', { size: 1, data: [order(month, [{ ...line, qty_canceled: 0 }])] });
    const page = await vet.get(path);
    const tables = page.dom.querySelectorAll('#spending details table');
    expect(tables).toHaveLength(2);
    expect(tables[0]?.querySelectorAll('tbody tr')).toHaveLength(5);
    expect(tables[1]?.querySelectorAll('tbody tr')).toHaveLength(12);
    expect(page.words('#spending')).toContain('Douze derniers mois, HTVA');
    expect(tables[1]?.querySelectorAll('tbody tr').at(-1)?.text).toMatch(/100,00\s€/);
    // The SVG charts need no script, and have a text alternative.
    const pictures = page.dom.querySelectorAll('#spending svg[role=img]');
    const labels = pictures.map((one) => one.getAttribute('aria-label') ?? '');
    expect(labels).toHaveLength(2);
    expect(labels[0]?.match(/20\d\d [\d\s]+€/g)).toHaveLength(5);
    expect(labels[1]).toMatch(/100,00\s€/);
    expect(pictures[1]?.querySelectorAll('rect')).toHaveLength(12);
    for (const family of ['Médicaments', 'Alimentation', 'Matériel', 'Moyenne par mois'])
      expect(page.words('#spending')).toContain(family);
  });

  it('ACC-01 months in the spending charts include VAT, and are labelled so, when orders have no lines', async () => {
    const vet = await shop.customer('vet@demo.example');
    await shop.restart();
    answers('orders', { size: 1, data: [order(month, undefined)] });
    const page = await vet.get(path);
    expect(page.words('#spending')).toContain('Douze derniers mois, TVAC');
    expect(page.words('#spending')).toMatch(/121,00\s€/);
  });
});

describe('the sales representative', () => {
  it('ACC-01 the sales representative is shown with name and telephone, and is fetched once per customer number', async () => {
    await shop.restart();
    const before = shop.logs.length;
    const asked = () =>
      shop.logs
        .slice(before)
        .filter(({ path: one, status }) => one === 'customer/sales_person' && status === 200)
        .map(({ customer }) => customer);
    answers('customer/sales_person', { name: 'Ann Maes', address: { phone: '+32 9 111 22 33' } });
    const vet = await shop.customer('vet@demo.example');
    const page = await vet.get(path);
    expect(page.words('.rep')).toContain('Ann Maes');
    expect(page.dom.querySelector('.rep a')?.getAttribute('href')).toBe('tel:+3291112233');
    // Another session of the same customer, then a session of another customer.
    await (await shop.customer('vet@demo.example')).get(path);
    expect(asked()).toEqual(['C10021']);
    await (await shop.customer('kempenhof@demo.example')).get(path);
    expect(asked()).toEqual(['C10021', 'C10055']);
  });
});
