import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOrdinary, sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import { buttonOf, leadsTo, type Page, type Visitor } from '../../support/visitor';
import { countAt } from '../../support/facets';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const names = (page: Page) => page.dom.querySelectorAll('.row-name').map((name) => name.text);
/** Ignores no-break spaces. */
const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
const addresses = (page: Page) =>
  page.dom.querySelectorAll('.row-name a').map((link) => link.getAttribute('href') ?? '');
const total = (page: Page) => Number(/(\d[\d\s]*) produit/.exec(page.words('.head p'))?.[1] ?? -1);
/** Net prices of the rows in cents. */
const prices = (page: Page) =>
  page.dom
    .querySelectorAll('.row .net')
    .map((price) => Number(price.text.replace(/[^\d,]/g, '').replace(',', '')));

describe('search results and autocomplete', () => {
  it('SRCH-01 the filter form preserves the text, and its counts match the results', async () => {
    const all = await vet.get('/fr/search?q=comprim%C3%A9');
    const first = all.dom.querySelector('.facet input[name=species]');
    const count = countAt(first);
    const chosen = await all
      .form('form.sheet')
      .fill({ species: first?.getAttribute('value') ?? '' })
      .submit({ name: 'apply', value: '' });
    expect(chosen.url.searchParams.get('q')).toBe('comprimé');
    expect(total(chosen)).toBe(count);
    // The counts of a filter ignore the selection in the same filter.
    const again = chosen.dom
      .querySelectorAll('.facet input[name=species]')
      .map((box) => countAt(box));
    expect(again.length).toBeGreaterThan(1);
    const chip = chosen.dom.querySelector('.chips .chip');
    const back = await vet.get(leadsTo(chip));
    expect(total(back)).toBe(total(all));
  });

  it('SRCH-01 values of one filter are alternatives; different filters narrow each other', async () => {
    const page = await vet.get('/fr/search?in_stock=1');
    const [one, two] = page.dom.querySelectorAll('.facet input[name=brand]').map((box) => ({
      value: box.getAttribute('value') ?? '',
      count: countAt(box),
    }));
    const both = await vet.get(
      `/fr/search?in_stock=1&brand=${one?.value ?? ''}&brand=${two?.value ?? ''}`,
    );
    expect(total(both)).toBe((one?.count ?? 0) + (two?.count ?? 0));
  });

  it('SRCH-01 the search form offers seven sort orders, pages and page sizes', async () => {
    const page = await vet.get('/fr/search');
    const orders = page.dom.querySelectorAll('.drop-menu .drop [formaction*="sort="]');
    expect(orders.length).toBe(6);
    expect(names(page)).toHaveLength(30);
    const cheap = await vet.get('/fr/search?sort=net_asc&per_page=90');
    const shown = prices(cheap);
    // A price of 0 means price on request, so its row shows no price.
    expect(names(cheap)).toHaveLength(90);
    expect(shown.length).toBeGreaterThan(80);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    const dear = prices(await vet.get('/fr/search?sort=net_desc&per_page=90'));
    expect(dear).toEqual([...dear].sort((a, b) => b - a));
    const byName = names(await vet.get('/fr/search?sort=name_asc'));
    expect(byName[0]?.localeCompare(byName.at(-1) ?? '', 'fr')).toBeLessThan(0);
    const next = leadsTo(page.dom.querySelector('.pages > :last-child'));
    const second = await vet.get(next);
    expect(addresses(second).some((one) => addresses(page).includes(one))).toBe(false);
    expect(second.words('.pager')).toContain('31–60');
  });

  it('SRCH-01 a page number beyond the end shows the last page', async () => {
    const page = await vet.get('/fr/search?page=300');
    expect(page.status).toBe(200);
    expect(names(page).length).toBeGreaterThan(0);
    expect(page.words('.pager')).toContain(`–${total(page)}`);
  });

  it('SRCH-02 a misspelt word is found or corrected; a search without hits offers help', async () => {
    const misspelt = await vet.get('/fr/search?q=comprimmes');
    expect(total(misspelt)).toBeGreaterThan(0);
    // A term that the index knows is not corrected, and gets no suggestions.
    const known = await vet.get('/fr/search?q=comprim%C3%A9s');
    expect(total(known)).toBeGreaterThan(0);
    expect(known.words()).not.toMatch(/Vouliez-vous dire|a été lu/);
    const none = await vet.get('/fr/search?q=zzzqqqxxx');
    expect(none.status).toBe(200);
    expect(none.words()).toContain('Aucun produit pour');
    expect(none.dom.querySelector('.empty a[href="/fr/contact?about=zzzqqqxxx"]')).not.toBeNull();
    expect(none.words()).not.toContain('mal lu');
    // An EAN with a wrong check digit is reported as such, not only as not found.
    const misread = await vet.get('/fr/search?q=5412345678901');
    expect(misread.words('.empty')).toContain('chiffre de contrôle');
  });

  it('SRCH-03 an exact code redirects to the product, with a link back to the results', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.cnk_code !== null);
    const supplierCode = product.vendor_product_code;
    for (const code of [
      product.sku,
      product.sku.toLowerCase(),
      product.cnk_code ?? '',
      product.cnk_code?.replaceAll('-', '') ?? '',
      supplierCode,
      supplierCode.toLowerCase(),
    ]) {
      const page = await vet.get(`/fr/search?q=${encodeURIComponent(code)}`);
      expect(page.url.pathname, code).toBe(`/fr/p/${product.url_key}`);
      expect(page.words('h1')).toBe(folded(product.name));
    }
    const spaced = await vet.get(
      `/fr/search?q=${(product.barcode ?? '').replace(/(\d{4})/g, '$1 ')}`,
    );
    expect(spaced.url.pathname).toBe(`/fr/p/${product.url_key}`);
    const back = spaced.dom.querySelector('.crumbs a')?.getAttribute('href') ?? '';
    const results = await vet.get(back.replaceAll('&amp;', '&'));
    expect(results.url.pathname).toBe('/fr/search');
    expect(results.dom.querySelector('.row-name a')?.getAttribute('href')).toContain(
      product.url_key,
    );
  });

  it('SRCH-03 a registration number finds its product in each language, with any spacing', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.code_amm !== null);
    const number = (product.code_amm ?? '').replace('BE-V', '');
    for (const [locale, label] of [
      ['fr', 'AMM '],
      ['nl', 'VHB '],
      ['en', ''],
    ] as const)
      for (const code of [`BE-V${number}`, `be-v${number}`, `BEV${number}`, `BE V ${number}`]) {
        const page = await vet.get(`/${locale}/search?q=${encodeURIComponent(label + code)}`);
        expect(page.words('.row-codes'), label + code).toContain(product.code_amm);
        expect(page.url.pathname, label + code).toMatch(new RegExp(`^/${locale}/p/`));
      }
    // No part of an unknown number is searched as a word.
    const none = await vet.get('/nl/search?q=BE-V999999');
    expect(names(none)).toEqual([]);
  });

  it('SRCH-03 the digits of a SKU find it without its letters, if no other code matches', async () => {
    const product = sampleProduct(shop, isOrdinary);
    const digits = product.sku.replace(/^\D+/, '');
    expect(digits).toMatch(/^\d{6}$/);
    const page = await vet.get(`/fr/search?q=${digits}`);
    expect(page.url.pathname).toBe(`/fr/p/${product.url_key}`);
    expect(page.words('.row-codes')).toContain(product.sku);
    const list = await vet.get(`/fr/search?q=${digits}&exact=0`);
    expect(list.words('.row-codes')).toContain(product.sku);
    const suggested = await vet.get(`/fr/autocomplete?q=${digits}`);
    expect(suggested.dom.innerHTML).toContain(product.url_key);
    // Part of the digits leads to no product, and a strength is still searched as a strength.
    const part = await vet.get(`/fr/search?q=${digits.slice(1)}`);
    expect(part.url.pathname).toBe('/fr/search');
  });

  it('SRCH-07 a dose per kilogram is reported as a dose and not searched', async () => {
    const page = await vet.get(`/fr/search?q=${encodeURIComponent('0,5 mg/kg')}`);
    expect(page.text).toContain('0,5 mg/kg\u00a0» est une dose');
  });

  it('SRCH-04 autocomplete is a list of plain links, and says how many there are, or that there are none', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.main);
    const word = product.name.split(' ')[0] ?? '';
    const list = await vet.get(`/fr/autocomplete?q=${encodeURIComponent(word.slice(0, 5))}`);
    expect(list.dom.querySelectorAll('#suggestions li > a').length).toBeGreaterThan(1);
    expect(list.text).toContain(`/fr/p/`);
    const misspelt = await vet.get('/fr/autocomplete?q=comprimmes');
    expect(misspelt.dom.querySelectorAll('a[href*="/fr/p/"]').length).toBeGreaterThan(0);
    expect((await vet.get('/fr/autocomplete?q=x')).text).toBe('');
    const named = (one: typeof list) =>
      one.dom.querySelector('#suggestions')?.getAttribute('aria-label');
    // All suggestions except the link to all results.
    const count = list.dom.querySelectorAll('#suggestions li').length - 1;
    expect(named(list)).toBe(`${count} suggestions`);
    const none = await vet.get('/fr/autocomplete?q=%3Cscript%3Ezzz');
    expect([named(none), none.dom.querySelectorAll('#suggestions[hidden]').length]).toEqual([
      'Aucune suggestion',
      1,
    ]);
    expect(none.dom.querySelectorAll('a, li, [role], script')).toHaveLength(0);
  });

  it('SRCH-04 a suggestion shows code, stock and price; products come before departments', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.main);
    const list = await vet.get(`/fr/autocomplete?q=${encodeURIComponent(product.sku)}`);
    const row = list.dom
      .querySelectorAll('#suggestions li')
      .find((one) => one.text.includes(product.sku));
    expect(row?.text).toMatch(/En stock|Stock limité|En réassort|Rupture/);
    expect(row?.text).toMatch(/€/);
    const wide = await vet.get('/fr/autocomplete?q=anti');
    const links = wide.dom.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '');
    const lastProduct = links.findLastIndex((href) => href.includes('/p/'));
    const firstCategory = links.findIndex((href) => href.includes('/c/'));
    expect(lastProduct).toBeGreaterThanOrEqual(0);
    expect(firstCategory).toBeGreaterThan(lastProduct);
  });

  it('SRCH-04 suggestions have quantity fields for customers, and none for guests', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.main);
    const path = `/fr/autocomplete?q=${encodeURIComponent(product.sku)}`;
    const list = await vet.get(path);
    const token = list.dom.querySelector('input[name=tx]')?.getAttribute('value') ?? '';
    const quantity = list.dom.querySelector('input.qty');
    const action = list.dom.querySelector('button[formaction]')?.getAttribute('formaction') ?? '';
    expect(quantity?.getAttribute('name')).toBe(`q.${product.id}`);
    const done = await vet.post(action.replaceAll('&amp;', '&'), {
      tx: token,
      add: 'all',
      [`q.${product.id}`]: '2',
    });
    expect(done.url.searchParams.get('exact')).toBe('0');
    expect(done.dom.querySelectorAll('.incart').map((mark) => folded(mark.text))).toContain(
      'Au panier : 2',
    );
    expect((await shop.visitor().get(path)).dom.querySelector('input')).toBeNull();
  });

  it.each(['sku', 'barcode', 'cnk_code'] as const)(
    'SRCH-04 the beginning of a code (%s) suggests its product',
    async (kind) => {
      const product = sampleProduct(shop, (one) => isOrdinary(one) && (one[kind]?.length ?? 0) > 5);
      const code = product[kind] ?? '';
      const list = await vet.get(`/fr/autocomplete?q=${code.slice(0, -1)}`);
      expect(list.text).toContain(`/p/${product.url_key}`);
      // The complete code as an AZERTY scanner types it has no other suggestions.
      const azerty = Array.from(code, (digit) => 'à&é"\'(§è!ç'.charAt(Number(digit))).join('');
      const label = `01${code.padStart(14, '0')}17281231`;
      for (const scanned of kind === 'barcode' ? [`0${code}`, label, azerty] : []) {
        const whole = await vet.get(`/fr/autocomplete?q=${encodeURIComponent(scanned)}`);
        const rows = whole.dom.querySelectorAll('#suggestions a[href*="/p/"]');
        expect(rows.map((row) => row.getAttribute('href')).join(), scanned).toContain(
          `/p/${product.url_key}`,
        );
        expect(rows).toHaveLength(1);
      }
    },
  );

  it('SRCH-06 each product list is an order sheet, also in departments and promotions', async () => {
    const other = await shop.customer('clinique@demo.example');
    for (const path of [
      '/fr/search?q=gant',
      '/fr/c/medicaments',
      '/fr/promotions',
      '/fr/selection',
      '/fr/vetgroup',
      '/fr/account',
    ]) {
      const page = await other.get(path);
      const before = shop.sandbox.erp.control.requests().length;
      const sheet = page.dom.querySelector('form[data-sheet]:has(input.qty)');
      const names = (sheet?.querySelectorAll('input.qty') ?? [])
        .slice(0, 2)
        .map((input) => [input.getAttribute('name') ?? '', '1'] as const);
      const done = await page
        .form('form[data-sheet]:has(input.qty)')
        .fill(Object.fromEntries(names))
        .submit({ name: 'add', value: 'all' });
      expect(done.status, path).toBe(200);
      expect(done.words('.toasts'), path).toContain('panier');
      const calls = shop.sandbox.erp.control.requests().slice(before);
      const syncs = calls.filter((call) => call.method === 'POST' && /cart\/sync$/.test(call.path));
      expect(syncs.length, path).toBe(1);
    }
  });

  it('SRCH-06 one order sheet adds every entered row; an invalid row preserves the input', async () => {
    const page = await vet.get('/fr/search?sort=name_asc&order_mode=direct_sale');
    const [first, second, third] = page.dom
      .querySelectorAll('form.sheet input.qty')
      .map((input) => input.getAttribute('name') ?? '');
    const form = page.form('form.sheet').fill({ [first ?? '']: '2', [second ?? '']: '3' });
    const done = await form.submit({ name: 'add', value: 'all' });
    expect(done.status).toBe(200);
    expect(done.url.search).toContain('sort=name_asc');
    expect(done.dom.querySelectorAll('.incart').map((mark) => folded(mark.text))).toEqual(
      expect.arrayContaining(['Au panier : 2', 'Au panier : 3']),
    );
    const bad = await done
      .form('form.sheet')
      .fill({ [third ?? '']: '1,5' })
      .submit({ name: 'add', value: 'all' });
    expect(bad.status).toBe(422);
    const input = bad.dom.querySelector(`input[name="${third ?? ''}"]`);
    expect(input?.getAttribute('value')).toBe('1,5');
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    expect(bad.dom.querySelector('.row .error')).not.toBeNull();
  });

  it('SRCH-06 CART-12 without script, entered quantities are carried to another page, sort order or filter', async () => {
    const list = '/fr/search?sort=name_asc&order_mode=direct_sale';
    const page = await vet.get(list);
    const [first = '', second = '', third = ''] = page.dom
      .querySelectorAll('form.sheet input.qty')
      .map((input) => input.getAttribute('name') ?? '');
    const { name } = { name: page.dom.querySelector('form.sheet .row-name')?.text ?? '' };
    const typed = (shown: Page): (string | null)[] =>
      [first, second, third].map((one) => shown.form('form.sheet').fields.get(one));
    const next = await page
      .form('form.sheet')
      .fill({ [first]: '2', [second]: '2O' })
      .submit(buttonOf(page.dom.querySelector('.pages > :last-child')));
    expect(next.url.searchParams.get('page')).toBe('2');
    expect(next.status).toBe(200);
    // Rows of the previous page, with their names, are above those of this page; an empty field is not carried along.
    expect(typed(next)).toEqual(['2', '2O', null]);
    expect(folded(next.dom.querySelector('form.sheet .row')?.text ?? '')).toContain(folded(name));
    expect(next.words('form.sheet')).toContain('Saisi dans une autre page');
    const dearest = next.dom.querySelector('.drop [formaction*="sort=net_desc"]');
    const sorted = await next.form('form.sheet').submit(buttonOf(dearest));
    expect(typed(sorted)).toEqual(['2', '2O', null]);
    // Products that the page lists show the quantities in their own rows.
    const chip = sorted.dom.querySelector('.chips .chip');
    const wider = await sorted.form('form.sheet').submit(buttonOf(chip));
    expect(wider.url.searchParams.has('order_mode')).toBe(false);
    const home = await wider.form('form.sheet').submit({ name: 'to', value: '', action: list });
    expect(typed(home)).toEqual(['2', '2O', '']);
    expect(home.words('form.sheet')).not.toContain('Saisi dans une autre page');
    // The filter button, and Enter in a filter's search field, also carry quantities; ticked filters apply.
    const box = '#filters input[name=species]';
    const species = wider.dom.querySelector(box)?.getAttribute('value') ?? '';
    for (const pressed of [
      { name: 'apply', value: '' },
      { name: 'add', value: 'all' },
    ]) {
      const look = pressed.name === 'add' ? { 'find.brand': 'a' } : {};
      const narrow = await wider
        .form('form.sheet')
        .fill({ species, ...look })
        .submit(pressed);
      expect(typed(narrow).slice(0, 2)).toEqual(['2', '2O']);
      expect(narrow.url.searchParams.get('species')).toBe(species);
      expect(narrow.url.searchParams.get('sort')).toBe('net_desc');
      expect(narrow.dom.querySelector(`${box}[checked]`)?.getAttribute('value')).toBe(species);
    }
    // All carried rows can be added from any page; a rejected quantity stays.
    const bad = await sorted.form('form.sheet').submit({ name: 'add', value: 'all' });
    expect(bad.status).toBe(422);
    expect(typed(bad)).toEqual([null, '2O', null]);
    const row = bad.dom.querySelector(`input[name="${second}"]`)?.closest('.row');
    expect(row?.querySelector('.error')).not.toBeNull();
    const done = await bad
      .form('form.sheet')
      .fill({ [second]: '3' })
      .submit({ name: 'add', value: 'all' });
    expect(typed(done)).toEqual([null, null, null]);
    // Enter activates the first button of the form.
    const buttons = page.dom.querySelectorAll('main button:is([form=sheet], #sheet *)');
    expect(buttons[0]?.getAttribute('name')).toBe('add');
    // A guest's list has no quantities to carry.
    const visitor = await shop.visitor().get(list);
    expect(visitor.dom.querySelector('main [formaction]')).toBeNull();
    expect(visitor.dom.querySelector('.pages a[rel=next]')).not.toBeNull();
  });

  it('PRICE-02 guests see no price, but a sign-in link that returns to this page', async () => {
    const page = await shop.visitor().get('/fr/search?q=comprim%C3%A9&sort=net_asc');
    expect(page.text).not.toMatch(/class="net"|€/);
    expect(page.dom.querySelector('.row-act a')?.getAttribute('href')).toContain(
      encodeURIComponent('/fr/search?q='),
    );
    expect(page.dom.querySelector('.drop a[href*="net_asc"]')).toBeNull();
  });

  it('PROD-02 a customer who may not order sees prices, and why there is no button', async () => {
    const student = await shop.customer('etudiant@demo.example');
    const page = await student.get('/fr/search');
    expect(page.dom.querySelector('.row .net')).not.toBeNull();
    // Each page with product lists says once that this customer may not order, with a contact.
    for (const path of ['/fr/search', '/fr', '/fr/account', '/fr/promotions']) {
      const { dom } = await student.get(path);
      expect(dom.querySelectorAll('#may-not-order'), path).toHaveLength(1);
      expect(dom.querySelector('#may-not-order a')?.getAttribute('href'), path).toBe('/fr/contact');
      expect(dom.querySelector('main :is(input.qty, button[name="add"])'), path).toBeNull();
      expect(dom.querySelector('main')?.text, path).not.toContain('Commande non autorisée');
      expect(dom.querySelector('.sheet-head')?.text ?? '', path).not.toContain('Quantité');
    }
  });

  it('PROM-01 SHELL-07 each further page of promotions has its own title', async () => {
    const title = async (path: string) => (await vet.get(path)).dom.querySelector('title')?.text;
    expect(await title('/en/promotions')).toMatch(/^Promotions \S [^,]+$/);
    expect(await title('/en/promotions?page=2')).toMatch(/^Promotions, page 2 /);
  });

  it('I18N-01 results are in the language of the URL', async () => {
    const page = await vet.get('/nl/search?sort=name_asc');
    expect(page.words('.sheet-head')).toContain('Netto excl. btw');
    expect((await vet.get('/en/search')).words('.filters')).toContain('Apply the filters');
  });
});
