import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facetKeys } from '~/storefront/search/facets/facet-list';
import { productsAreIndexed } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import { leadsTo, type Page, type Visitor } from '../../support/visitor';
import { countAt } from '../../support/facets';

let shop: TestShop;
let vet: Visitor;
let all: Page;
beforeAll(async () => {
  shop = await startTestShop({ products: 400 });
  await productsAreIndexed(shop, 'fr');
  vet = await shop.customer('vet@demo.example');
  // A filter that needs the ERP appears on the next page when its ERP call was too late for this one.
  for (let tries = 0; tries < 10; tries += 1) {
    all = await vet.get('/fr/search');
    if (offered(all, 'ordered').length > 0 && offered(all, 'on_list').length > 0) return;
  }
});
afterAll(() => shop.stop());

const plain = (address: string | undefined): string => (address ?? '').replaceAll('&amp;', '&');
const total = (page: Page) => Number(/(\d[\d\s]*) produit/.exec(page.words('.head p'))?.[1] ?? -1);

/** Options of one filter on the page: the value of each checkbox, and its count. */
function offered(page: Page, key: string): { value: string; count: number }[] {
  return page.dom.querySelectorAll(`.facet input[name=${key}]`).map((box) => ({
    value: box.getAttribute('value') ?? '',
    count: countAt(box),
  }));
}

describe('every filter of the shop', () => {
  it.each(facetKeys)(
    'SRCH-01 the filter %s is offered; its count matches the result, its own counts stay, and it can be removed',
    async (key) => {
      const before = offered(all, key);
      const [first] = before;
      if (!first) throw new Error(`${key} is not offered`);
      const chosen = await vet.get(`/fr/search?${key}=${first.value}`);
      expect(total(chosen)).toBe(first.count);
      expect(total(chosen)).toBeGreaterThan(0);
      // The counts of a filter ignore the selection in the same filter, so after a selection it shows more values than
      // before.
      expect(offered(chosen, key)).toEqual(expect.arrayContaining(before));
      const box = chosen.dom.querySelector(`.facet input[name=${key}][value="${first.value}"]`);
      expect(box?.hasAttribute('checked')).toBe(true);
      const chips = chosen.dom.querySelectorAll('.chips .chip');
      expect(chips).toHaveLength(1);
      expect(chips[0]?.text.trim()).not.toMatch(/^\d/);
      const back = await vet.get(leadsTo(chips[0]));
      expect(back.url.search).toBe('');
      expect(total(back)).toBe(total(all));
    },
  );

  it('SRCH-01 the displayed sort order is the one in effect: relevance, the page’s default, or name', async () => {
    const said = async (path: string) => (await vet.get(path)).words('.head .drop-menu summary');
    expect(await said('/fr/search?q=gants')).toContain('Pertinence');
    expect(await said('/fr/search')).toContain('Nom, A à Z');
    expect(await said('/fr/promotions')).toContain('Nom, A à Z');
    expect(await said('/fr/promotions?show=specials')).toContain('Notre sélection');
    const menu = (await vet.get('/fr/search')).words('.head .drop-menu .drop');
    expect(menu).not.toContain('Pertinence');
  });

  it('SRCH-01 filters of two kinds narrow each other, and each adjusts the counts of the other', async () => {
    const [species] = offered(all, 'species');
    const narrowed = await vet.get(`/fr/search?species=${species?.value ?? ''}`);
    const [brand] = offered(narrowed, 'brand');
    const both = await vet.get(
      `/fr/search?species=${species?.value ?? ''}&brand=${brand?.value ?? ''}`,
    );
    expect(total(both)).toBe(brand?.count);
    expect(both.dom.querySelectorAll('.chips .chip')).toHaveLength(2);
    const clear = leadsTo(both.dom.querySelector('.chips .more'));
    expect(total(await vet.get(clear))).toBe(total(all));
  });

  it('SRCH-01 the next page and another sort order reuse the filter counts, and fetch no names again', async () => {
    const { search } = shop.sandbox;
    search.clearRequests();
    const pages = [];
    for (const rest of ['', '&page=2', '&sort=name_desc']) {
      pages.push(await vet.get(`/fr/search?q=chien${rest}`));
    }
    const asked = search.requests().map(({ path, body }) => ({ path, text: JSON.stringify(body) }));
    expect(asked.filter(({ text }) => text.includes('"total":{"filter"'))).toHaveLength(1);
    expect(asked.filter(({ text }) => text.includes('"label"'))).toHaveLength(0);
    // Products are requested each time, but the engine may cache their search.
    const lists = asked.filter(({ path }) => path === '/_msearch');
    expect(lists).toHaveLength(3);
    for (const { text } of lists) expect(text).toContain('"request_cache":true');
    const [first, ...others] = pages.map((page) => offered(page, 'species'));
    expect(first?.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
  });

  it('SRCH-05 veterinary groups and loyalty rules are offered to their own customers only, and have no effect for others', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get('/fr/search');
    for (const key of ['vet_group', 'loyalty_rule', 'rebates', 'ordered', 'on_list']) {
      expect(offered(page, key), key).toEqual([]);
      const [mine] = offered(all, key);
      const tried = await visitor.get(`/fr/search?${key}=${mine?.value ?? '1'}`);
      expect(total(tried), key).toBe(total(page));
    }
  });

  it('SRCH-05 a URL with another customer’s filters applies none of them, and an unknown value shows no bare number', async () => {
    const guest = shop.visitor();
    const [group] = offered(all, 'vet_group');
    const shared = await guest.get(
      `/fr/search?vet_group=${group?.value ?? ''}&rebates=1&ordered=1`,
    );
    expect(shared.dom.querySelectorAll('.chips .chip')).toHaveLength(0);
    expect(total(shared)).toBe(total(await guest.get('/fr/search')));
    const unknown = await guest.get('/fr/search?brand=99999999');
    expect(unknown.words('.chips .chip')).toContain('Marque : valeur inconnue');
    expect(unknown.words('main')).not.toContain('99999999');
  });

  it('SRCH-01 a filter with very many values can be searched and shown completely by plain links and forms', async () => {
    const link = all.dom.querySelector('#f-active_principle .more:is(a, button)');
    const whole = await vet.get(leadsTo(link));
    const values = offered(whole, 'active_principle');
    expect(values.length).toBeGreaterThan(offered(all, 'active_principle').length);
    expect(values.length).toBeGreaterThan(100);
    const found = await all
      .form('form.sheet')
      .fill({ 'find.active_principle': 'AMOX' })
      .submit({ name: 'apply', value: '' });
    const named = found.dom
      .querySelectorAll('.facet input[name=active_principle]')
      .map((box) => box.parentNode?.text ?? '');
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(name).toMatch(/amox/i);
    // The entered text stays in its field.
    expect(found.dom.querySelector('[name="find.active_principle"]')?.getAttribute('value')).toBe(
      'AMOX',
    );
  });

  it('SRCH-01 on a phone, a button opens the filters without script', () => {
    const opener = all.dom.querySelector('button[popovertarget=filters]');
    expect(opener?.classList.contains('only-phone')).toBe(true);
    expect(all.dom.querySelector('form#filters')?.hasAttribute('popover')).toBe(true);
    expect(all.dom.querySelector('form#filters button[popovertargetaction=hide]')).not.toBeNull();
  });
});

const cents = (text: string): number => Number(text.replace(/[^\d,]/g, '').replace(',', ''));

describe('sort orders of a list', () => {
  it.each(['vet@demo.example', 'pharmacie@demo.example'])(
    'PRICE-02 %s sees the list sorted by their own net prices',
    async (login) => {
      const customer = await shop.customer(login);
      for (const [sort, direction] of [
        ['net_asc', 1],
        ['net_desc', -1],
      ] as const) {
        const page = await customer.get(`/fr/search?sort=${sort}&per_page=90`);
        const shown = page.dom.querySelectorAll('.row .net').map((price) => cents(price.text));
        expect(shown.length).toBeGreaterThan(30);
        expect(shown).toEqual([...shown].sort((a, b) => direction * (a - b)));
      }
    },
  );

  it('SRCH-01 a list sorts names from A to Z and back, and indicative prices up and down', async () => {
    const keys = async (sort: string) =>
      (await vet.get(`/fr/search?sort=${sort}&per_page=90`)).dom
        .querySelectorAll('.row-name a')
        .map((link) => link.getAttribute('href') ?? '');
    for (const [up, down] of [
      ['name_asc', 'name_desc'],
      ['pvi_asc', 'pvi_desc'],
    ] as const) {
      const rising = await keys(up);
      const falling = await keys(down);
      expect(rising).toHaveLength(90);
      expect(falling).toHaveLength(90);
      expect(rising.filter((key) => falling.includes(key))).toEqual([]);
    }
    // The rows show the price by which they are sorted.
    const dearest = await vet.get('/fr/search?sort=pvi_desc');
    const prices = dearest.dom
      .querySelectorAll('.row')
      .map(({ text }) => /Prix indicatif\s([\d\s]+,\d\d)/.exec(text)?.[1] ?? '')
      .map((price) => Number(price.replace(/\s/g, '').replace(',', '.')));
    expect(prices).toHaveLength(30);
    expect(prices.every((price) => price > 0)).toBe(true);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    const none = await vet.get('/fr/search?sort=pvi_asc&q=gants');
    expect(none.words()).toContain('Sans prix indicatif');
  });
});

describe('limits of a search request', () => {
  it.each(['fr', 'nl', 'en'])(
    'P-38 /%s answers an overlong text with a helpful 400 page, without a call to the search engine',
    async (locale) => {
      const text = 'amoxicilline 250 mg '.repeat(11);
      const known = shop.logs.length;
      const page = await vet.get(`/${locale}/search?q=${encodeURIComponent(text)}`);
      expect(page.status).toBe(400);
      expect(page.dom.querySelector('header.top')).not.toBeNull();
      expect(page.words()).toContain('200');
      const shorter = plain(page.dom.querySelector('.empty a.btn')?.getAttribute('href'));
      const asked = shop.logs.slice(known).filter((line) => line['event'] === 'search.called');
      expect(asked.map((line) => line['path'])).not.toContainEqual(
        expect.stringContaining('listing'),
      );
      expect(shorter).toContain(`/${locale}/search?q=amoxicilline`);
    },
  );

  it('P-38 page sizes, pages, sort orders and filters that the shop does not offer are ignored', async () => {
    const odd = await vet.get(
      '/fr/search?per_page=5000&page=99999999&sort=_script&brand=x&species=1%3B2&order_mode=all&in_stock=2&foo[$ne]=1',
    );
    expect(odd.status).toBe(200);
    expect(odd.dom.querySelectorAll('.row')).toHaveLength(30);
    expect(total(odd)).toBe(total(all));
  });
});
