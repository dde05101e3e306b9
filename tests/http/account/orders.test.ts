import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Visitor } from '../../support/visitor';
import { customerId, newCart, variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const list = '/fr/account/sales';
let shop: TestShop;
let vet: Visitor;

/** Places orders of this customer at the ERP. */
function placeOrders(at: TestShop, count: number, options: Parameters<typeof newCart>[2] = {}) {
  for (let made = 0; made < count; made += 1)
    at.sandbox.erp.control.replaceCart(newCart(at, login, options).uuid, 'ordered');
}

const hrefs = (page: Awaited<ReturnType<Visitor['get']>>): string[] =>
  page.dom.querySelectorAll('main tbody th a').map((link) => link.getAttribute('href') ?? '');

beforeAll(async () => {
  shop = await startTestShop();
  vet = await shop.customer(login);
  placeOrders(shop, 12);
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.sandbox.erp.control.clearFaults();
  shop.sandbox.search.faults.clear();
});

describe('an order when the ERP fails', () => {
  it('DEG-01 ORD-01 the order page shows an error with its reference; home and cart still work', async () => {
    const path = hrefs(await vet.get(list))[0] ?? '';
    shop.sandbox.erp.control.fault({ match: { path: 'sales/*' }, status: 500, times: 20 });
    const page = await vet.get(path);
    expect(page.status).toBe(503);
    expect(page.words('body')).toContain('Cette page ne peut pas être affichée');
    expect(page.words('body')).toContain('Le reste de la boutique fonctionne');
    for (const other of ['/fr', '/fr/cart', list])
      expect((await vet.get(other)).status, other).toBe(200);
  });
});

describe('the list of orders', () => {
  it('ORD-01 SHELL-05 the list of orders shows ten, newest first, with the range of the total and a page size', async () => {
    const page = await vet.get(list);
    expect(hrefs(page)).toHaveLength(10);
    const total = Number(/sur (\d+)/.exec(page.words('nav.pager'))?.[1]);
    expect(total).toBeGreaterThanOrEqual(12);
    expect(page.words('nav.pager')).toContain('1–10');
    const second = await vet.get(`${list}?page=2`);
    expect(second.words('nav.pager')).toMatch(/11–\d+/);
    expect(hrefs(second)[0]).not.toBe(hrefs(page)[0]);
    const wide = await vet.get(`${list}?size=20`);
    expect(hrefs(wide).length).toBeGreaterThan(10);
    expect(page.dom.querySelector('main tbody td .state')?.text).not.toBe('');
  });

  it('ORD-01 SHELL-05 the breadcrumb of an order leads back to the list page that it was opened from', async () => {
    const at = `${list}?size=10&page=2`;
    const order = hrefs(await vet.get(at))[0] ?? '';
    const crumb = async (referer: string) => {
      const cookie = await vet.jar.getCookieString(shop.url);
      const answer = await fetch(shop.url + order, { headers: { cookie, referer } });
      return /href="([^"]*account\/sales[^"]*)"/.exec(
        (await answer.text()).split('class="crumbs"')[1] ?? '',
      )?.[1];
    };
    expect(await crumb(shop.url + at)).toBe(at.replace('&', '&amp;'));
    expect(await crumb(`${shop.url}/fr/cart`)).toBe(list);
    expect(await crumb(`https://elsewhere.example${at}`)).toBe(list);
  });

  it('ORD-01 the list of orders filters by channel', async () => {
    const web = await vet.get(`${list}?channel=web`);
    expect(web.dom.querySelector('.seg a[aria-current]')?.text).toBe('Web');
    const about = web.dom.querySelectorAll('main tbody th .d');
    expect(about.length).toBeGreaterThan(0);
    for (const one of about) expect(one.text).toMatch(/(^| · )Web$/);
    const fax = await vet.get(`${list}?channel=fax`);
    expect(fax.status).toBe(200);
    expect((await vet.get(`${list}?channel=pigeon`)).status).toBe(200);
  });

  it('ORD-01 a search in the list of orders finds an order by its number', async () => {
    const name = (await vet.get(list)).dom.querySelector('main tbody th a')?.text.trim() ?? '';
    const found = await vet.get(`${list}?no=${name}`);
    expect(found.dom.querySelectorAll('main tbody tr')).toHaveLength(1);
    const wide = [...name]
      .map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
      .join('\u3000');
    const typed = await vet.get(`${list}?no=${encodeURIComponent(` ${wide} `)}`);
    expect(typed.dom.querySelectorAll('main tbody tr')).toHaveLength(1);
    // This search text begins like an order number but is longer: it must not match by its beginning.
    const long = await vet.get(`${list}?no=${name}${'0'.repeat(60)}${name}`);
    expect(long.dom.querySelectorAll('main tbody tr')).toHaveLength(0);
    const none = await vet.get(`${list}?no=NOSUCH`);
    expect(none.words()).toContain('Aucune commande ne correspond');
    expect(none.words()).toContain('les n° de suite des 80 dernières commandes');
  });

  it('ORD-01 a search in the list of orders keeps the chosen channel, and choosing a channel keeps the search', async () => {
    const web = await vet.get(`${list}?channel=web&size=20`);
    const [name = ''] = web.dom.querySelectorAll('main tbody th a').map(({ text }) => text.trim());
    const found = await web.form('main form.inline').fill({ no: name }).submit();
    const { searchParams } = found.url;
    expect(['channel', 'no', 'size'].map((one) => searchParams.get(one))).toEqual([
      'web',
      name,
      '20',
    ]);
    expect(found.dom.querySelectorAll('main tbody tr')).toHaveLength(1);
    expect(found.dom.querySelector('.seg a[aria-current]')?.text).toBe('Web');
    const others = found.dom
      .querySelectorAll('.seg a')
      .map((one) => one.getAttribute('href') ?? '');
    expect(others).toHaveLength(5);
    for (const href of others) expect(href).toContain(`no=${name}`);
    const fax = await vet.get(`${list}?channel=fax&no=${name}`);
    expect(fax.words('main')).toContain('Aucune commande ne correspond');
    const [reference = ''] = /OM\d{4}-\d{4}/.exec(web.words('main tbody')) ?? [];
    const byReference = await vet.get(`${list}?channel=web&no=${reference}`);
    expect(byReference.words('main tbody')).toContain(reference);
    expect(byReference.words('main')).toContain('80 dernières commandes de ce canal');
  });

  it('ORD-01 a search finds an order by every number in its row, with any punctuation and letter case', async () => {
    const page = await vet.get(`${list}?size=50`);
    const [number = ''] = /OM\d{4}-\d{4}/.exec(page.words('main tbody')) ?? [];
    expect(number).not.toBe('');
    for (const typed of [number, number.toLowerCase().replace('-', '–'), number.slice(2)]) {
      const found = await vet.get(`${list}?no=${encodeURIComponent(typed)}`);
      expect(found.words('main tbody')).toContain(number);
    }
    const nothing = await vet.get(`${list}?no=${encodeURIComponent('’-’')}`);
    expect(nothing.words('main')).toContain('Aucune commande ne correspond');
  });

  it('ORD-01 a search finds an order by the customer’s reference, and says how far back it searches', async () => {
    const page = await vet.get(`${list}?size=50`);
    const [reference = ''] = /BC-\d{4}-\d{3}/.exec(page.words('main tbody')) ?? [];
    expect(reference).not.toBe('');
    const typed = reference.toLowerCase().replace('-', ' -');
    const found = await vet.get(`${list}?no=${encodeURIComponent(typed)}`);
    const rows = found.dom.querySelectorAll('main tbody tr').map(({ text }) => text);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(reference);
    expect(found.words('[role=status]')).toContain('dans vos 80 dernières commandes');
  });

  it('ORD-01 the list of orders uses the sales call when the ERP lacks the call for orders by channel', async () => {
    const bare = await startTestShop({ profile: 'odoo16' });
    try {
      const customer = await bare.customer(login);
      placeOrders(bare, 2);
      bare.sandbox.erp.control.profile({ quirks: { 'released-calls-only': true } });
      const page = await customer.get(list);
      expect(page.status).toBe(200);
      expect(hrefs(page).length).toBeGreaterThan(0);
      expect(page.dom.querySelector('#channel')).toBeNull();
      const detail = await customer.get(hrefs(page)[0] ?? '');
      expect(detail.status).toBe(200);
      const other = bare.sandbox.erp.control.newCart(customerId(bare, 'pharmacie@demo.example'), [
        { product_id: variants(bare, 1)[0] ?? 0, qty: 1 },
      ]);
      bare.sandbox.erp.control.replaceCart(other.uuid ?? '', 'ordered');
      // The ERP answers 403 for another customer's order.
      expect((await customer.get(`${list}/${other.id}`)).status).toBe(404);
    } finally {
      await bare.stop();
    }
  });
});

describe('an order', () => {
  const first = async () => hrefs(await vet.get(list))[0] ?? '';

  it('ORD-01 the order page shows number, state, lines with deliveries, addresses, customer, VAT and totals', async () => {
    const href = await first();
    const id = Number(href.split('/').pop());
    shop.sandbox.erp.control.deliver(id, []);
    const page = await vet.get(href);
    const words = page.words();
    for (const part of [
      'N° client C10021',
      'N° de TVA',
      'Adresse de livraison',
      'Adresse de facturation',
    ])
      expect(words).toContain(part);
    for (const part of ['Sous-total net HTVA', 'Total TVA', 'Total TVAC', 'Commandé'])
      expect(words).toContain(part);
    const heads = ({ dom }: typeof page) =>
      dom.querySelectorAll('main thead th').map((head) => head.text);
    // A column that would be empty in every line is omitted: nothing is delivered, short or cancelled yet.
    expect(heads(page)).toEqual(['Produit', 'Commandé', 'Net HTVA', 'Montant HTVA']);
    expect(words).toContain('encore à livrer');
    // A line that is not delivered yet is not labelled as backordered.
    expect(words).not.toContain('en reliquat');
    shop.sandbox.erp.control.deliver(id);
    const delivered = await vet.get(href);
    expect(delivered.words()).toContain('Livrée');
    expect(heads(delivered)).toEqual(['Produit', 'Commandé', 'Livré', 'Net HTVA', 'Montant HTVA']);
    expect(delivered.words()).not.toContain('encore à livrer');
  });

  it('SRCH-09 ORD-01 BACK-01 QUO-01 an order line shows form, route and species when the product name omits them', async () => {
    const described = sampleProduct(
      shop,
      ({ name, species_option_ids: [species] }) =>
        species !== undefined && !name.toLowerCase().includes(species.name.toLowerCase()),
    );
    const species = described.species_option_ids[0]?.name ?? '';
    const { control } = shop.sandbox.erp;
    const { uuid } = newCart(shop, login, { products: [described.id] });
    control.replaceCart(uuid, 'ordered');
    const order = await vet.get(await first());
    const quoted = await (
      await vet.get(`${order.url.pathname}/again`)
    )
      .form('form:has(button[value=quotation])')
      .fill({ name: 'Comme avant' })
      .submit({ name: 'do', value: 'quotation' });
    const waiting = await vet.get('/fr/account/products_on_order?per_page=50');
    for (const page of [order, quoted, waiting]) {
      const row = page.dom
        .querySelectorAll('main tbody th')
        .find(({ text }) => text.includes(described.name));
      expect(row?.querySelector('.d')?.text, page.url.pathname).toContain(species);
    }
  });

  it('ORD-01 CHK-02 the order page shows in three languages each field that has a value, and no empty field', async () => {
    const href = await first();
    const id = Number(href.split('/').pop());
    const [product] = variants(shop, 1);
    const address = { id: 9, name: 'Cabinet', street: 'Rue 1', zip: '4000', city: 'Liège' };
    const bare = {
      id,
      name: 'S77',
      typology: 'sale',
      state: 'processing',
      date_order: '2026-03-04T09:00:00',
      lines: [
        {
          id: 1,
          product_id: product,
          name: 'A',
          qty: 4,
          qty_delivered: 0,
          unit_price: { untaxed: 10, untaxed_with_discount: 10 },
          amount: { untaxed: 40, tax: 8.4, total: 48.4 },
        },
      ],
      amount: { untaxed: 40, tax: 8.4, total: 48.4 },
    };
    const whole = {
      ...bare,
      client_order_ref: 'Frigo 2',
      suite_name: 'N-0042',
      channel: 'phone',
      date_commitment: '2026-03-06T09:00:00',
      payment: { mode: { id: 1, name: 'Virement' } },
      note: '<p>Porte 3</p>',
      import_warning_msg: 'Ligne 4 : code inconnu',
      lines: [
        {
          id: 1,
          product_id: product,
          name: 'A',
          qty: 4,
          qty_delivered: 2,
          qty_canceled: 1,
          qty_unavailable: 1,
          discount: { rate: 12.5, value: 6.05 },
          unit_price: { untaxed: 10, untaxed_with_discount: 8.75 },
          amount: { untaxed: 35, tax: 7.35, total: 42.35 },
        },
      ],
      amount: { untaxed: 44.9, tax: 9.43, total: 54.33, discount_total: 6.05 },
      amount_without_delivery: { untaxed: 35, tax: 7.35, total: 42.35 },
      delivery: {
        address,
        method: { id: 1, name: 'Express' },
        fees: { untaxed: 9.9, tax: 2.08, total: 11.98 },
      },
      invoicing: { address: { ...address, vat: 'BE0477472701' } },
      year_end_rebate: {
        rebate_accrued_amount: 0.7,
        rebate_accrued_max_amount: 1.4,
        rebate_potential_amount: 2.1,
        rebate_potential_max_amount: 2.8,
        rebate_accrued_total_amount: 52,
        rebate_accrued_total_max_amount: 104,
      },
      invoices: [{ id: 301, name: 'FAC/2026/301', date: '2026-03-09' }],
    };
    const shown = async (body: object, locale: string) => {
      shop.sandbox.erp.control.fault({ match: { path: `sales/${id}` }, status: 200, body });
      const page = await vet.get(href.replace('/fr/', `/${locale}/`));
      expect(page.status).toBe(200);
      return page.words().replace(/\s/g, ' ');
    };
    const labels = {
      fr: [
        'N° de suite (médicaments)',
        'Livraison prévue',
        'Paiement',
        'Remises sur prix',
        'Ristourne',
      ],
      nl: [
        'Volgnr. (geneesmiddelen)',
        'Voorziene levering',
        'Betaling',
        'Prijskortingen',
        'Eindejaarskorting',
      ],
      en: [
        'Sequence no. (medicines)',
        'Expected delivery',
        'Payment',
        'Price discounts',
        'Year-end rebate',
      ],
    };
    for (const [locale, names] of Object.entries(labels)) {
      const all = await shown(whole, locale);
      for (const part of [...names, 'Frigo 2', 'N-0042', 'Virement', 'Express', 'Porte 3'])
        expect(all, locale).toContain(part);
      for (const part of ['BE0477472701', 'Ligne 4 : code inconnu', 'FAC/2026/301', 'C10021'])
        expect(all, locale).toContain(part);
      const none = await shown(bare, locale);
      for (const part of names) expect(none, locale).not.toContain(part);
      expect(none, locale).not.toMatch(/−\d|FAC|Express/);
    }
    const french = await shown(whole, 'fr');
    for (const part of ['06/03/2026', 'par téléphone', '8,75 €', '10,00 €', '−12,5 %', '9,90 €'])
      expect(french).toContain(part);
    for (const part of ['Sous-total brut HTVA 40,00 €', 'Remises sur prix HTVA −5,00 €'])
      expect(french).toContain(part);
    for (const part of [
      '0,70 € pour cette commande, au palier atteint (1,40 €',
      'Potentiel : 2,10 €, 2,80 €',
      '52,00 € (104,00 €',
      '1 pièce annulée, comprise dans le montant',
    ])
      expect(french).toContain(part);
  });

  it('ORD-01 P-21 P-34 the invoices of an order are downloaded as attachments, and another customer’s invoice is 404', async () => {
    const href = await first();
    const { control } = shop.sandbox.erp;
    const { id, name } = control.invoice(Number(href.split('/').pop()));
    const link = (await vet.get(href)).dom.querySelector('main a[href*="/invoices/"]');
    expect(link?.text).toContain(name);
    const path = link?.getAttribute('href') ?? '';
    expect(path).toBe(`/fr/account/invoices/${id}/download`);
    const file = await vet.get(path);
    expect(file.text.startsWith('%PDF-')).toBe(true);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    const other = await shop.customer('clinique@demo.example');
    expect((await other.get(path)).status).toBe(404);
    expect((await vet.get(path.replace(String(id), '99999999'))).status).toBe(404);
  });

  it('SHELL-06 a parcel number links to the carrier, marked as external, only if the host is listed', async () => {
    const href = await first();
    shop.sandbox.erp.control.deliver(Number(href.split('/').pop()));
    const number = `VS${href.split('/').pop() ?? ''}BE`;
    const listed = await vet.get(href);
    const link = listed.dom.querySelectorAll('main a').find(({ text }) => text.includes(number));
    expect(link?.getAttribute('href')).toBe(`https://suivi.example/colis/${number}`);
    expect(link?.getAttribute('class')).toContain('out');
    expect(link?.getAttribute('rel')).toContain('noopener');
    expect(link?.text).toContain('(quitte ce site)');
    const closed = await startTestShop({ settings: { LINK_HOSTS: 'other.example' } });
    try {
      placeOrders(closed, 1);
      const customer = await closed.customer(login);
      const [order = ''] = hrefs(await customer.get(list));
      closed.sandbox.erp.control.deliver(Number(order.split('/').pop()));
      const page = await customer.get(order);
      expect(page.words()).toContain(`VS${order.split('/').pop() ?? ''}BE`);
      expect(page.text).not.toContain('suivi.example');
      expect(page.words()).not.toContain('(quitte ce site)');
    } finally {
      await closed.stop();
    }
  });

  it('P-21 another customer’s order, an unknown id and a malformed id are 404', async () => {
    const { control } = shop.sandbox.erp;
    const other = control.newCart(customerId(shop, 'pharmacie@demo.example'), [
      { product_id: variants(shop, 1)[0] ?? 0, qty: 1 },
    ]);
    control.replaceCart(other.uuid ?? '', 'ordered');
    const addresses = [other.id, 999_999_999, 'x', '1.css', '0', '1e3'];
    // A path with an encoded slash is rejected as malformed (P-89).
    expect((await vet.get(`${list}/..%2f..%2fadmin`)).status).toBe(400);
    for (const id of addresses) {
      expect((await vet.get(`${list}/${id}`)).status).toBe(404);
      expect((await vet.get(`${list}/${id}/again`)).status).toBe(404);
      expect((await vet.get(`${list}/${id}/download`)).status).toBe(404);
    }
    const page = await vet.get(`${list}/${other.id}`);
    expect(page.words('main .oops')).toContain('Cette commande n’est pas dans votre compte');
    expect(page.dom.querySelector(`main .oops a[href="${list}"]`)).not.toBeNull();
  });

  it('P-34 the PDF of an order is downloaded as an attachment', async () => {
    const answer = await vet.get(`${await first()}/download`);
    expect(answer.status).toBe(200);
    expect(answer.text.startsWith('%PDF-')).toBe(true);
    const header = (name: string) => answer.headers.get(name) ?? '';
    expect(header('content-type')).toBe('application/pdf');
    expect(header('content-disposition')).toMatch(/^attachment; filename="S\d+\.pdf"/);
    expect(header('x-content-type-options')).toContain('nosniff');
    expect(header('content-security-policy')).toContain('sandbox');
    expect(header('cache-control')).toContain('no-store');
  });

  it('P-34 an order download that is not a PDF is a 502, and its content is not shown', async () => {
    const href = await first();
    const at = { path: `sales/${href.split('/').pop() ?? ''}/download` };
    shop.sandbox.erp.control.fault({ match: at, status: 200, body: '<script>x</script>' });
    const html = await vet.get(`${href}/download`);
    expect(html.status).toBe(502);
    expect(html.text).not.toContain('<script>x</script>');
    const detail = 'Unable to find Wkhtmltopdf on this system';
    shop.sandbox.erp.control.fault({ match: at, status: 400, body: { detail } });
    const refused = await vet.get(`${href}/download`);
    expect(refused.words('body')).toContain('Le document n’a pas pu être préparé');
    expect(refused.text).not.toContain('Wkhtmltopdf');
  });

  it('DEG-01 CART-10 a past order can be ordered again line by line while the search engine is down', async () => {
    const owner = 'clinique@demo.example';
    const { control } = shop.sandbox.erp;
    // Products that no page has requested from the search engine yet.
    const [product = 0, other = 0] = variants(shop, 16).slice(14);
    const { uuid } = newCart(shop, owner, { products: [product, other], quantity: 3 });
    control.replaceCart(uuid, 'ordered');
    const who = await shop.customer(owner);
    const [href = ''] = hrefs(await who.get(list));
    shop.sandbox.search.faults.set({ status: 503 });
    const sheet = await who.get(`${href}/again`);
    expect(sheet.status).toBe(200);
    expect(sheet.words()).toContain('Le catalogue ne répond pas');
    const form = sheet.form('form[data-sheet]');
    expect(form.fields.get(`q.${product}`)).toBe('3');
    const wrong = await form.fill({ [`q.${product}`]: '5', [`q.${other}`]: '1,5' }).submit();
    expect(wrong.status).toBe(422);
    const left = wrong.form('form[data-sheet]').fields;
    expect([left.get(`q.${product}`), left.get(`q.${other}`)]).toEqual(['', '1,5']);
    shop.sandbox.search.faults.clear();
    const bought = control
      .cartsOf(customerId(shop, owner))
      .flatMap(({ lines }) => lines)
      .filter(({ type }) => type === 'product');
    expect(bought.map(({ productId, qty }) => [productId, qty])).toEqual([[product, 5]]);
  });

  it('SRCH-06 CART-10 a past order is an order sheet for ordering again, and marks products that are no longer available', async () => {
    const good = variants(shop, 2);
    const barred = variants(shop, 1, (variant) => variant.notSoldOnWebsite);
    placeOrders(shop, 1, { products: [...good, ...barred], quantity: 3 });
    const href = await first();
    const id = Number(href.split('/').pop());
    const body = {
      id,
      name: 'S-GONE',
      typology: 'sale',
      state: 'processing',
      lines: [
        { id: 1, product_id: good[0], qty: 3, name: 'Good' },
        { id: 2, product_id: 987_654, qty: 2, name: 'Produit disparu', product: { sku: 'X1' } },
        { id: 3, product_id: good[1], qty: 1.1, name: 'Vrac' },
        { id: 4, product_id: good[1], qty: 1.3, name: 'Vrac' },
      ],
    };
    shop.sandbox.erp.control.fault({ match: { path: `sales/${id}` }, status: 200, body });
    const gone = await vet.get(`${href}/again`);
    // An order sheet accepts whole pieces only: a fraction is rounded up, with a notice.
    expect(gone.form('form[data-sheet]').fields.get(`q.${good[1] ?? 0}`)).toBe('3');
    expect(gone.words()).toContain('elle est arrondie vers le haut');
    expect(gone.words()).toContain('2,4 × Vrac');
    expect(gone.words()).toContain('1 produit n’est plus au catalogue');
    expect(gone.words()).toContain('2 × Produit disparu');
    const known = { ...body, quotation_state: null };
    shop.sandbox.erp.control.fault({ match: { path: `sales/${id}` }, status: 200, body: known });
    const quoted = await vet.post(`${href}/again`, { tx: crypto.randomUUID(), do: 'quotation' });
    expect(quoted.words('.toasts')).toContain(
      '1 produit n’est plus au catalogue et n’est pas repris',
    );
    expect(quoted.words('.toasts')).toContain('Produit disparu.');
    const sheet = await vet.get(`${href}/again`);
    expect(sheet.words()).toContain('ne peut plus être commandé ici');
    const fields = sheet.form('form[data-sheet]').fields;
    expect(fields.get(`q.${good[0] ?? 0}`)).toBe('3');
    const added = await sheet.form('form[data-sheet]').submit({ name: 'add', value: 'all' });
    expect(added.status).toBe(200);
    // A second Enter adds nothing again (CART-12).
    const nothing = await added.form('form[data-sheet]').submit({ name: 'add', value: 'all' });
    expect(nothing.words('.toasts')).toContain('Aucune quantité saisie');
    const back = nothing.dom.querySelector('main .head a.btn');
    expect(back?.text).toBe('Remettre les quantités de la commande');
    const again = await vet.get(back?.getAttribute('href') ?? '');
    expect(again.form('form[data-sheet]').fields.get(`q.${good[0] ?? 0}`)).toBe('3');
    const [cart] = shop.sandbox.erp.control.cartsOf(customerId(shop, login));
    expect(cart?.lines.filter(({ type }) => type === 'product').map(({ qty }) => qty)).toEqual([
      3, 3,
    ]);
  });

  it('ORD-01 BACK-01 made-to-order lines are shown as on order, not as backordered', async () => {
    const made = variants(shop, 1, (one) => one.isMadeToOrder && one.orderMode !== 'quotation');
    placeOrders(shop, 1, { products: made });
    const words = (await vet.get(await first())).words('main');
    expect(words).toContain('2 sur commande');
    expect(words).not.toContain('reliquat');
  });

  it('ORD-01 the order page is translated into the three languages', async () => {
    const href = await first();
    const nl = await vet.get(href.replace('/fr/', '/nl/'));
    expect(nl.words()).toContain('Bestelling S');
    const en = await vet.get(href.replace('/fr/', '/en/'));
    expect(en.words()).toContain('Order S');
  });
});
