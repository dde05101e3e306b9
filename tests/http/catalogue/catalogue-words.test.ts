import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 600 });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
const search = (text: string, by = vet): Promise<Page> =>
  by.get(`/fr/search?q=${encodeURIComponent(text)}`);
const notice = (page: Page): string => folded(page.dom.querySelector('.notice')?.text ?? '');
const rowsOf = (page: Page) => page.dom.querySelectorAll('form.sheet li.row');

const Named = z.array(z.object({ name: z.string() }));
const Sized = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  main: z.boolean(),
  url_key: z.string(),
  model: z.object({ name: z.string() }),
  size_option_ids: Named,
});
const Made = z.object({
  sku: z.string(),
  is_meds: z.boolean(),
  presentation_option_ids: Named.min(1),
  administration_route_option_ids: Named.min(1),
  species_option_ids: Named.min(1),
});

const Gone = z.object({
  id: z.number(),
  sku: z.string(),
  is_mto: z.literal(false),
  stock: z.object({ global: z.object({ state: z.literal('out_of_stock') }) }),
  links: z.object({ substitute: z.array(z.object({ id: z.number() })).min(1) }),
});

const AtHand = z.object({
  id: z.number(),
  order_mode: z.literal('direct_sale'),
  is_mto: z.literal(false),
  not_sold_on_website: z.literal(false),
  stock: z.object({ global: z.object({ state: z.enum(['in_stock', 'in_limited_stock']) }) }),
});

describe('the vocabulary of search', () => {
  it('SRCH-07 a search widened with synonyms says so, and links to the literal search and back', async () => {
    const page = await search('vermifuge');
    // Names contain commas themselves: ‘Vermifuges, animaux de compagnie’.
    expect(notice(page)).toMatch(/« vermifuge » trouve aussi : [^.]+ · /);
    const literal = page.dom.querySelector('.notice a[href*="literal=1"]');
    if (!literal) throw new Error('no way to the words alone');
    const alone = await vet.get((literal.getAttribute('href') ?? '').replaceAll('&amp;', '&'));
    expect(notice(alone)).toContain('Seuls les produits qui portent ces mots');
    const back = alone.dom.querySelector('.notice a')?.getAttribute('href') ?? '';
    expect(back).not.toContain('literal');
    expect(notice(await vet.get(back.replaceAll('&amp;', '&')))).toBe(notice(page));
  });

  it('SRCH-07 an unknown search term is ignored and reported; a misspelt one is corrected and reported', async () => {
    const dropped = await search('vermifuge xyzzyq');
    expect(notice(dropped)).toContain('Mots inconnus, laissés de côté : xyzzyq');
    expect(rowsOf(dropped).length).toBeGreaterThan(0);
    const corrected = await search('vermifige');
    expect(notice(corrected)).toContain('« vermifige » a été lu « vermifuge »');
    expect(rowsOf(corrected).length).toBeGreaterThan(0);
  });

  it('SRCH-07 a colour in a search is reported as a needle size, and ignored if it contradicts the size', async () => {
    const green = await search('aiguille verte');
    expect(notice(green)).toContain('« verte » a été lu « 21G »');
    expect(rowsOf(green)[0]?.text).toContain('21G');
    expect(notice(await search('aiguille 20G verte'))).toContain('verte');
  });

  it('SRCH-07 a negated search term is excluded and reported, and the term itself is not searched', async () => {
    const page = await search('gouttes oreilles sans cortisone');
    expect(notice(page)).toContain('Non recherché : « sans cortisone ».');
    expect(notice(page)).not.toContain('« cortisone » trouve aussi');
    expect(rowsOf(page).length).toBeGreaterThan(0);
  });

  it('SRCH-07 when no product matches all words, the nearest are shown with what they lack', async () => {
    const page = await search('vermifuge 98765 mg');
    expect(notice(page)).toContain('Aucun produit ne répond à tous les mots');
    expect(notice(page)).toContain('Aucun d’eux n’a : 98765 mg.');
    expect(rowsOf(page).length).toBeGreaterThan(0);
  });

  it('SRCH-07 a search that names a species shows no products for another species', async () => {
    const animalsOf = async (text: string): Promise<string[]> => {
      const rows = [];
      for (let at = 1, more = true; more; at += 1) {
        const page = await vet.get(`/fr/search?q=${encodeURIComponent(text)}&page=${String(at)}`);
        rows.push(...rowsOf(page).map((row) => folded(row.text)));
        more =
          at < 3 && page.dom.querySelector(`.pages a[href*="page=${String(at + 1)}"]`) !== null;
      }
      return rows;
    };
    const wormers = await animalsOf('vermifuge cheval');
    expect(wormers.length).toBeGreaterThan(2);
    expect(wormers.filter((row) => !/cheval|chevaux/i.test(row))).toEqual([]);
    const dogs = await animalsOf('chien');
    expect(dogs.length).toBeGreaterThan(20);
    expect(dogs.filter((row) => !/chien/i.test(row))).toEqual([]);
  });

  it('SRCH-02 a medicine that is not stocked shows no similar names, spellings and sort menu', async () => {
    const page = await search('prednisone 5 mg');
    expect(rowsOf(page)).toEqual([]);
    const help = folded(page.dom.querySelector('.empty')?.text ?? '');
    expect(help).toContain('Aucun produit pour');
    expect(help).not.toContain('Noms proches');
    expect(help).not.toContain('Vouliez-vous dire');
    expect(page.dom.querySelector('.drop-menu a[href*="sort="]')).toBeNull();
    const list = await vet.get('/fr/autocomplete?q=prednisone+5+mg');
    expect(list.dom.querySelectorAll('a[href*="/fr/p/"]')).toEqual([]);
  });

  it('SRCH-02 when a search finds nothing, matching categories are offered', async () => {
    const page = await search('prednisone gants');
    expect(rowsOf(page)).toEqual([]);
    const offered = page.dom.querySelectorAll('.empty a[href^="/fr/c/"]');
    expect(offered.map((link) => folded(link.text)).join(' ')).toMatch(/Gants/);
    const [first] = offered;
    expect((await vet.get(first?.getAttribute('href') ?? '')).status).toBe(200);
  });

  it.each(['!!!', '.,;:', '<>', '---'])(
    'SRCH-02 the search "%s" does not return the whole catalogue',
    async (text) => {
      const page = await search(text);
      expect(page.status).toBe(200);
      expect(rowsOf(page)).toEqual([]);
    },
  );
});

describe('product rows show what distinguishes similar products', () => {
  it('SRCH-09 a search for a size shows the variant of that size, and adds it to the cart', async () => {
    const variants = [...shop.sandbox.world.documents('products', 'fr')].flatMap((document) => {
      const read = Sized.safeParse(document).data;
      return read && read.size_option_ids.length === 1 ? [read] : [];
    });
    const wanted = variants.filter(
      ({ main, url_key: key, model, size_option_ids: [size] }) =>
        !main &&
        variants.filter((one) => one.model.name === model.name && one.url_key !== key).length ===
          0 &&
        /^[SML]$/.test(size?.name ?? ''),
    );
    expect(wanted.length).toBeGreaterThan(0);
    for (const one of wanted.slice(0, 3)) {
      const size = one.size_option_ids[0]?.name ?? '';
      const page = await search(`${one.model.name} ${size}`);
      const row = rowsOf(page).find((item) =>
        item.querySelector('.row-name a')?.getAttribute('href')?.includes(`/${one.url_key}`),
      );
      const shown = variants.find(({ sku }) =>
        row?.querySelector('.row-name a')?.getAttribute('href')?.includes(`sku=${sku}`),
      );
      expect(shown?.size_option_ids[0]?.name, `${one.model.name} ${size}`).toBe(size);
      const quantity = row?.querySelector('input.qty')?.getAttribute('name');
      if (quantity) expect(quantity).toBe(`q.${shown?.id ?? ''}`);
    }
  });

  /** The first out-of-stock product that has a substitute in stock. */
  function outOfStock(): z.output<typeof Gone> {
    const documents = [...shop.sandbox.world.documents('products', 'fr')];
    const atHand = new Set(
      documents.flatMap((document) => AtHand.safeParse(document).data?.id ?? []),
    );
    const found = documents
      .flatMap((document) => Gone.safeParse(document).data ?? [])
      .find(({ links }) => links.substitute.some(({ id }) => atHand.has(id)));
    if (!found) throw new Error('the sample world has no such product');
    return found;
  }
  const wayOf = (page: Page): string =>
    (page.dom.querySelector('form.sheet .row-stock a')?.getAttribute('href') ?? '').replaceAll(
      '&amp;',
      '&',
    );

  it('SRCH-09 a substitute for an out-of-stock product can be ordered below its row', async () => {
    const { id, sku } = outOfStock();
    const list = await vet.get(`/fr/search?exact=0&q=${sku}`);
    expect(list.dom.querySelector('details.row-more')).toBeNull();
    const way = wayOf(list);
    expect(way).toMatch(new RegExp(`[?&]alt=${id}#alt-${id}$`));
    const shown = await vet.get(way.replace(/#.*/, ''));
    const fold = shown.dom.querySelector(`form.sheet #alt-${id}`);
    expect(folded(fold?.querySelector('summary')?.text ?? '')).toMatch(/^\d substituts? en stock/);
    const rows = fold?.querySelectorAll('.row') ?? [];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row.querySelector('.stock')?.getAttribute('data-state')).toMatch(
        /^in_(limited_)?stock$/,
      );
    const field = rows[0]?.querySelector('input.qty')?.getAttribute('name') ?? '';
    const typed = (text: string): Promise<Page> =>
      shown
        .form('form.sheet')
        .fill({ [field]: text })
        .submit({ name: 'add', value: 'all' });
    expect((await typed('1,5')).words(`#alt-${id} .error`)).not.toBe('');
    await typed('2');
    expect((await vet.get('/fr/cart')).form('#cart').fields.get(field)).toBe('2');
  });

  it('SRCH-09 a guest’s link to a substitute leads to the page of the out-of-stock product; products in stock have no such link', async () => {
    const asked = await vet.get(`/fr/search?q=gants&alt=${outOfStock().id}`);
    expect(asked.dom.querySelector('details.row-more')).toBeNull();
    const visitor = await shop.visitor().get(`/fr/search?exact=0&q=${outOfStock().sku}`);
    expect(wayOf(visitor)).toMatch(/#substitutes$/);
    expect(
      rowsOf(await search('gants'))
        .filter((row) => row.querySelector('[data-state=in_stock]'))
        .flatMap((row) => row.querySelectorAll('.row-stock a')),
    ).toEqual([]);
  });

  it('SRCH-09 a product row shows form, route and species', async () => {
    const made = [...shop.sandbox.world.documents('products', 'fr')]
      .map((document) => Made.safeParse(document).data)
      .find((one) => one?.is_meds);
    if (!made) throw new Error('the sample world has no medicine with form, route and species');
    const page = await vet.get(`/fr/search?exact=0&q=${made.sku}`);
    const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const row = plain(folded(rowsOf(page)[0]?.querySelector('.row-main')?.text ?? ''));
    const said = [
      made.presentation_option_ids[0]?.name,
      made.administration_route_option_ids[0]?.name,
      made.species_option_ids[0]?.name,
    ];
    for (const name of said) expect(row).toContain(plain(name ?? ''));
  });

  it('SRCH-09 a made-to-order product is never shown as in stock', async () => {
    const product = sampleProduct(shop, (one) => one.is_mto && !one.not_sold_on_website);
    const page = await vet.get(`/fr/search?exact=0&q=${product.sku}`);
    const [row] = rowsOf(page);
    expect(folded(row?.querySelector('.row-codes')?.text ?? '')).toContain('Sur commande');
    expect(folded(row?.querySelector('.row-stock')?.text ?? '')).not.toMatch(/stock/i);
  });

  it('SRCH-01 a guest who sees no prices cannot sort by price, and no such order is displayed', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get('/fr/search?q=comprim%C3%A9&sort=net_asc');
    const usual = await visitor.get('/fr/search?q=comprim%C3%A9');
    expect(page.words('.drop-menu summary')).toBe(usual.words('.drop-menu summary'));
    const keys = (one: Page) =>
      one.dom.querySelectorAll('.row-name a').map((link) => link.getAttribute('href'));
    expect(keys(page)).toEqual(keys(usual));
  });

  it('SRCH-04 a trade term suggests products of that kind, not those that only mention it', async () => {
    const list = await vet.get('/fr/autocomplete?q=gants');
    const [first = ''] = list.dom.querySelectorAll('a[href*="/fr/p/"]').map(({ text }) => text);
    // The description of a cytostatic mentions gloves.
    expect(folded(first)).toMatch(/^Gant d'examen/);
  });

  it('SRCH-02 SRCH-04 a misspelt name is suggested and found, with the correction shown', async () => {
    const said = '« meloxcam » a été lu « meloxicam »';
    const suggested = await vet.get('/fr/autocomplete?q=meloxcam');
    expect(folded(suggested.dom.text)).toContain(said);
    expect(suggested.dom.querySelectorAll('a[href^="/fr/p/"]').length).toBeGreaterThan(0);
    const found = await search('meloxcam');
    expect(notice(found)).toContain(said);
    expect(rowsOf(found).length).toBeGreaterThan(0);
  });

  it('SRCH-02 an age in a search is ignored and reported; an unknown brand finds nothing', async () => {
    expect(notice(await search('vermifuge chaton 8 semaines'))).toContain('8 semaines');
    expect(rowsOf(await search('xyzzacam chien'))).toEqual([]);
  });

  it('SRCH-04 a suggestion shows form, route and species, and links to its own variant', async () => {
    const product = sampleProduct(shop, (one) => one.variant_count > 1 && one.main);
    const list = await vet.get(`/fr/autocomplete?q=${encodeURIComponent(product.sku)}`);
    const link = list.dom.querySelector('a[href*="/fr/p/"]');
    expect(link?.getAttribute('href')).toContain(`sku=${product.sku}`);
    // The suggestion shows the facts that distinguish the product, and its code with the price.
    expect(link?.querySelectorAll('small')).toHaveLength(2);
  });
});
