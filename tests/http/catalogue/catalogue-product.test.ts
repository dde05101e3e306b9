import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isOrdinary, sampleProduct } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import { buttonOf, leadsTo, type Page, type Visitor } from '../../support/visitor';

let shop: TestShop;
let vet: Visitor;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  vet = await shop.customer('vet@demo.example');
});
afterAll(() => shop.stop());

const StructuredData = z.object({ '@type': z.literal('Product'), sku: z.string() }).loose();
const structured = (page: Page) =>
  StructuredData.parse(
    JSON.parse(page.dom.querySelector('script[type="application/ld+json"]')?.text ?? 'null'),
  );

/** Ignores no-break spaces and soft hyphens. */
const folded = (text: string): string => text.replace(/[\s\u00ad]+/g, ' ').trim();
const option = z.array(z.object({ name: z.string() }));
const flags = {
  is_pharmaceutical: 'Médicament autorisé',
  is_narcotic_vet: 'Stupéfiant :',
  is_psychotropic: 'Psychotrope :',
  is_human: 'Usage humain',
  is_mto: 'Commandé spécialement pour vous',
  veterinary_only: 'Réservé aux vétérinaires et aux pharmaciens',
  belgium_only: 'Belgique seule',
  sterile: 'Conditionné stérile',
  fabric: 'Article textile',
  promo_bag: 'Sac promotionnel',
  not_sold_on_website: 'Non vendu en ligne',
} as const;
const Fields = z.object({
  url_key: z.string(),
  sku: z.string(),
  name: z.string(),
  cnk_code: z.string().nullish(),
  barcode: z.string().nullish(),
  code_amm: z.string().nullish(),
  code_cti: z.string().nullish(),
  vendor_product_code: z.string().nullish(),
  dimensional_unit: z.string().nullish(),
  brand: z.object({ name: z.string() }),
  manufacturer: z.object({ name: z.string() }),
  supplier_name: z.string(),
  categories: option,
  best_before_date: z.string().nullish(),
  create_date: z.string(),
  stock: z.object({ global: z.object({ state: z.string() }) }),
  indicated_price: z.number().nullish(),
  unit_in_shrink_wrap: z.number().nullish(),
  storage_temperature: z.string().nullish(),
  class_amcra: z.string().nullish(),
  order_mode: z.string(),
  tax: z.object({ amount: z.number() }),
  species_option_ids: option,
  animal_size_option_ids: option,
  age_option_ids: option,
  food_range_option_ids: option,
  indication_option_ids: option,
  administration_route_option_ids: option,
  active_principle_option_ids: option,
  presentation_option_ids: option,
  color_option_ids: option,
  size_option_ids: option,
  packaging_ids: z.array(z.object({ name: z.string(), is_unit: z.boolean() })),
  veterinary_groups: option,
  medias: z.array(z.object({ name: z.string() })),
  structured_attributes: z.array(
    z.object({
      group_name: z.string(),
      fields: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
    }),
  ),
  variant_selector: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ name: z.string() })) }),
  ),
  images: z.array(z.unknown()),
  links: z.record(
    z.enum(['cross_selling', 'up_selling', 'related', 'substitute']),
    z.array(z.unknown()),
  ),
  ...Object.fromEntries(Object.keys(flags).map((flag) => [flag, z.boolean()])),
});
type Fields = z.infer<typeof Fields>;

const some = (value: string | null | undefined): string[] => (value ? [value] : []);
const names = (options: readonly { name: string }[]): string[] => options.map(({ name }) => name);
const dayIn = (value: string | null | undefined): string[] =>
  some(value).map((day) => day.slice(0, 10).split('-').reverse().join('/'));

/** For each field of the specification (1-shop.md 3), the text that a French page must show. */
const fieldsShown: Record<string, (one: Fields) => string[]> = {
  name: ({ name }) => [name],
  sku: ({ sku }) => [sku],
  cnk_code: (one) => some(one.cnk_code),
  barcode: (one) => some(one.barcode),
  code_amm: (one) => some(one.code_amm),
  code_cti: (one) => some(one.code_cti),
  vendor_product_code: (one) => some(one.vendor_product_code),
  dimensional_unit: (one) => some(one.dimensional_unit),
  brand: ({ brand }) => [brand.name],
  manufacturer: ({ manufacturer }) => [manufacturer.name],
  supplier_name: (one) => [one.supplier_name],
  categories: ({ categories }) => names(categories),
  // An out-of-stock product has no expiry date.
  best_before_date: (one) =>
    one.stock.global.state.startsWith('in_') ? dayIn(one.best_before_date) : [],
  create_date: (one) => dayIn(one.create_date),
  indicated_price: ({ indicated_price: pvi }) =>
    pvi ? [`Prix indicatif ${pvi.toFixed(2).replace('.', ',')} €`] : [],
  unit_in_shrink_wrap: ({ unit_in_shrink_wrap: count }) => (count ? [`${count} unités`] : []),
  storage_temperature: ({ storage_temperature: range }) =>
    range === '2-8' ? ['Conservation', '2–8 °C'] : [],
  class_amcra: (one) => some(one.class_amcra).map((colour) => `AMCRA ${colour}`),
  order_mode: (one) => (one.order_mode === 'quotation' ? ['Se commande sur devis uniquement'] : []),
  tax: ({ tax }) => [`TVA ${tax.amount} %`],
  species: (one) => names(one.species_option_ids),
  animal_size: (one) => names(one.animal_size_option_ids),
  age: (one) => names(one.age_option_ids),
  food_range: (one) => names(one.food_range_option_ids),
  indication: (one) => names(one.indication_option_ids),
  administration_route: (one) => names(one.administration_route_option_ids),
  active_principle: (one) => names(one.active_principle_option_ids),
  presentation: (one) => names(one.presentation_option_ids),
  color: (one) => names(one.color_option_ids),
  size: (one) => names(one.size_option_ids),
  packaging: ({ packaging_ids: packs }) => names(packs.filter(({ is_unit }) => !is_unit)),
  veterinary_groups: (one) => names(one.veterinary_groups).filter((name) => !name.includes('RFA')),
  medias: ({ medias }) => names(medias),
  structured_attributes: ({ structured_attributes: groups }) =>
    groups.flatMap(({ group_name, fields }) => [
      group_name,
      ...fields.flatMap(({ name, type, value }) => [
        name,
        ...(type === 'char' ? [String(value)] : []),
        ...(Array.isArray(value) ? [value.join(', ')] : []),
      ]),
    ]),
  variant_selector: ({ variant_selector: axes }) =>
    axes.flatMap(({ name, values }) => (values.length > 1 ? [name, ...names(values)] : [])),
  ...Object.fromEntries(
    Object.entries(flags).map(([flag, words]) => [
      flag,
      (one: Fields) => (Reflect.get(one, flag) === true ? [words] : []),
    ]),
  ),
};

describe('a product page', () => {
  it('PROD-01 an unknown variant in the URL is reported, and no quantity of another variant is proposed', async () => {
    const variant = sampleProduct(shop, (one) => isOrdinary(one) && !one.main);
    const [key, sku] = [variant.url_key, variant.sku];
    const quantity = (page: Page) =>
      page.dom.querySelector('#quantity')?.getAttribute('value') ?? null;
    // The bracket and the dot behind the link were copied with it.
    const own = await vet.get(`/fr/p/${key}?sku=${sku.toLowerCase()}).`);
    expect(own.url.search).toBe(`?sku=${sku}`);
    expect(quantity(own)).toBe('1');
    expect(own.dom.querySelector('.row-codes')?.text).toContain(sku);
    expect(own.text).not.toContain('n’existe pas ou plus');
    const other = await vet.get(`/fr/p/${key}?sku=ME000000`);
    expect(other.status).toBe(200);
    expect(other.dom.querySelector('.notice.warn[role=status]')?.text).toMatch(/«\sME000000\s»/);
    expect(quantity(other)).toBeNull();
    // Submitting the form unchanged adds nothing.
    const added = await other
      .form('#order')
      .submit(buttonOf(other.dom.querySelector('#order button[name=add]')));
    expect(added.dom.querySelector('#quantity-error')?.text).toBeTruthy();
    // Without a variant in the URL, the product itself is shown, with quantity 1.
    expect(quantity(await vet.get(`/fr/p/${key}`))).toBe('1');
  });

  it('PROD-01 a product page shows name, codes, stock, description and characteristics', async () => {
    const product = sampleProduct(shop, (one) => isOrdinary(one) && one.cnk_code !== null);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.status).toBe(200);
    expect(page.words('h1')).toBe(product.name.replace(/\s+/g, ' '));
    expect(page.words('.row-codes')).toContain(product.sku);
    expect(page.words('.row-codes')).toContain(product.cnk_code ?? '');
    expect(page.dom.querySelector('.buy .stock')).not.toBeNull();
    expect(page.dom.querySelector('.buy .net')).not.toBeNull();
    expect(page.words('#attributes')).toContain('Vente directe');
  });

  it('PROD-01 a product page names the family: medicine, food or equipment', async () => {
    const named = [
      ['is_meds', 'Médicaments'],
      ['is_food', 'Alimentation'],
      ['is_equipment', 'Matériel'],
    ] as const;
    for (const [flag, words] of named) {
      const product = sampleProduct(shop, (one) => isOrdinary(one) && one[flag]);
      const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
      const label = page.dom
        .querySelectorAll('#attributes dt')
        .find((one) => one.text === 'Famille');
      expect(label?.nextElementSibling?.text, flag).toBe(words);
    }
  });

  it('PROD-01 on the page of a product without a picture the text uses the space', async () => {
    const documents = [...shop.sandbox.world.documents('products', 'fr')].flatMap(
      (document) => Fields.safeParse(document).data ?? [],
    );
    for (const hasPicture of [true, false]) {
      const one = documents.find(({ images }) => images.length > 0 === hasPicture);
      const { dom } = await vet.get(`/fr/p/${one?.url_key}?sku=${one?.sku}`);
      const parts = dom.querySelectorAll('main .grid:has(#buy) > *').length;
      expect([dom.querySelector('.gallery') !== null, parts]).toEqual(
        hasPicture ? [true, 4] : [false, 3],
      );
    }
  });

  it.each([true, false])(
    'PROD-01 a product page states whether a pack is sold as a whole: %s',
    async (sold) => {
      const Packs = z.object({
        packaging_ids: z.array(
          z.object({ name: z.string(), is_unit: z.boolean(), can_be_sold: z.boolean() }),
        ),
      });
      const packOf = (product: unknown) =>
        Packs.safeParse(product).data?.packaging_ids.find(({ is_unit }) => !is_unit);
      const documents = shop.sandbox.world.documents('products', 'fr');
      const key = [...documents].flatMap((document) => {
        const address = z.object({ url_key: z.string(), sku: z.string() }).safeParse(document).data;
        return address && packOf(document)?.can_be_sold === sold ? [{ address, document }] : [];
      })[0];
      const name = packOf(key?.document)?.name ?? 'no such product';
      const page = await vet.get(`/fr/p/${key?.address.url_key}?sku=${key?.address.sku}`);
      expect(page.words()).toContain(name);
      const isPriced = page.dom.querySelector('.buy .net') !== null;
      expect(page.words().includes('prix par unité commandée')).toBe(isPriced);
      const note = '(non vendu par emballage)';
      // "Box of 50" is not followed by "50 pieces".
      const [count = 'none'] = /\d+/.exec(name) ?? [];
      expect(page.words()).not.toContain(`${name} : ${count} unités`);
      if (sold) expect(page.words()).not.toContain(note);
      else expect(page.words()).toContain(note);
    },
  );

  it('PROD-01 a product page shows every field that has a value, checked on the first product with that field', async () => {
    const documents = [...shop.sandbox.world.documents('products', 'fr')].flatMap(
      (document) => Fields.safeParse(document).data ?? [],
    );
    expect(documents.length).toBeGreaterThan(500);
    const pages = new Map<string, string>();
    const wordsOf = async ({ url_key, sku }: Fields): Promise<string> => {
      const path = `/fr/p/${url_key}?sku=${sku}`;
      const words = pages.get(path) ?? folded((await vet.get(path)).words());
      pages.set(path, words);
      return words;
    };
    const missing: string[] = [];
    for (const [field, wordsIn] of Object.entries(fieldsShown)) {
      const known = documents.filter((one) => wordsIn(one).length > 0);
      // Load as few pages as possible: a page that is already loaded may show the field.
      const one =
        known.find(({ url_key, sku }) => pages.has(`/fr/p/${url_key}?sku=${sku}`)) ?? known[0];
      if (!one) throw new Error(`no product has ${field}`);
      const shown = await wordsOf(one);
      // A fact that two groups of the index contain is shown once, in the spelling of one of them.
      for (const wanted of wordsIn(one).map(folded))
        if (!shown.toLowerCase().includes(wanted.toLowerCase()))
          missing.push(`${field} of ${one.sku}: ${wanted}`);
    }
    expect(missing).toEqual([]);
  });

  it('PROD-01 a product page has pictures in several sizes, order sheets of related products, and the customer’s consumption', async () => {
    const documents = [...shop.sandbox.world.documents('products', 'fr')].flatMap(
      (document) => Fields.safeParse(document).data ?? [],
    );
    const pageOf = (holds: (one: Fields) => boolean) => {
      const one = documents.find(holds);
      return vet.get(`/fr/p/${one?.url_key}?sku=${one?.sku}`);
    };
    const several = await pageOf(({ images }) => images.length > 1);
    const shot = several.dom.querySelector('.gallery .shot img');
    expect(shot?.getAttribute('srcset')).toMatch(/ 300w, .* 550w, .* 1200w$/);
    expect(shot?.getAttribute('sizes')).toContain('vw');
    const thumbs = several.dom.querySelectorAll('.gallery .thumbs img');
    expect(thumbs.length).toBeGreaterThan(1);
    for (const thumb of thumbs) expect(thumb.getAttribute('loading')).toBe('lazy');
    for (const [kind, id] of [
      ['cross_selling', 'cross-selling'],
      ['up_selling', 'up-selling'],
      ['related', 'related'],
    ] as const) {
      const page = await pageOf(({ links, url_key }) => links[kind].length > 0 && url_key !== '');
      expect(page.dom.querySelectorAll(`#${id} .row`).length, kind).toBeGreaterThan(0);
      expect(page.dom.querySelector(`#${id} input[name=tx]`), kind).not.toBeNull();
      const similar = page.dom.querySelectorAll('#similar .row-name a');
      expect(similar.length).toBeGreaterThan(0);
      for (const link of similar)
        expect(link.getAttribute('href')).not.toContain(`${page.url.pathname}?`);
    }
    const most = await vet.get('/fr/account');
    const ordered = most.dom.querySelector('#most-ordered .row-name a')?.getAttribute('href') ?? '';
    const used = await vet.get(ordered);
    expect(used.words('section.usage')).toMatch(/Votre consommation .*par mois en moyenne/);
    const guest = await shop.visitor().get(ordered);
    expect(guest.dom.querySelector('section.usage')).toBeNull();
  });

  it('PROD-01 a product page has meta data and structured data for search engines, without a price', async () => {
    const product = sampleProduct(shop, isOrdinary);
    const page = await shop.visitor().get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(
      page.dom.querySelector('meta[name=description]')?.getAttribute('content')?.length,
    ).toBeLessThanOrEqual(255);
    const data = structured(page);
    expect(data.sku).toBe(product.sku);
    expect(data).not.toHaveProperty('offers');
  });

  it('PROD-01 a product page links each value of each variant axis to its variant', async () => {
    const product = sampleProduct(
      shop,
      (one) => isOrdinary(one) && one.main && one.variant_count > 2,
    );
    const page = await vet.get(`/fr/p/${product.url_key}`);
    const others = page.dom.querySelectorAll('.axis-set a.opt:not([aria-current])');
    expect(others.length).toBeGreaterThan(0);
    const other = others[0];
    const next = await vet.get((other?.getAttribute('href') ?? '').replaceAll('&amp;', '&'));
    expect(next.status).toBe(200);
    expect(
      next.dom.querySelectorAll('.axis-set a[aria-current]').map((value) => value.text.trim()),
    ).toContain(other?.text.trim());
    expect(next.words('h1')).not.toBe(page.words('h1'));
  });

  it.each(['fr', 'nl', 'en'] as const)(
    'PROD-01 I18N-03 packaging and variant axis of a product have different labels (%s)',
    async (locale) => {
      const packed = [...shop.sandbox.world.documents('products', locale)].filter(
        (one) => Array.isArray(one['packaging_ids']) && one['packaging_ids'].length > 0,
      );
      let compared = 0;
      for (const { url_key: key } of packed.slice(0, 60)) {
        const { dom } = await vet.get(`/${locale}/p/${String(key)}`);
        const words = (selector: string): string[] =>
          dom.querySelectorAll(selector).map(({ text }) => folded(text).toLowerCase());
        const axes = words('.axis-set > :first-child');
        compared += axes.length;
        const facts = words('.about dt');
        expect(
          axes.filter((axis) => facts.includes(axis)),
          String(key),
        ).toEqual([]);
      }
      expect(compared).toBeGreaterThan(5);
    },
  );

  it('PROD-01 an old product key redirects with 301 to the current one, a trailing slash with 308', async () => {
    const product = sampleProduct(shop, (one) => one.redirect_url_key.length > 0);
    const old = await vet.get(`/fr/p/${product.redirect_url_key[0] ?? ''}?sku=x`, {
      follow: false,
    });
    expect(old.status).toBe(301);
    expect(old.headers.get('location')).toBe(`/fr/p/${product.url_key}?sku=x`);
    const slash = await vet.get(`/fr/p/${product.url_key}/`, { follow: false });
    expect(slash.status).toBe(308);
    expect(slash.headers.get('location')).toBe(`/fr/p/${product.url_key}`);
  });

  it('PROD-02 a product on quotation only has no cart button, but an explanation', async () => {
    const product = sampleProduct(shop, (one) => one.order_mode === 'quotation');
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.dom.querySelector('.buy input[name^="q."]')).toBeNull();
    expect(page.words('.buy')).toContain('ne se commande que sur devis');
  });

  it('PROD-02 a made-to-order product can be ordered, with the warning that it cannot be returned', async () => {
    const product = sampleProduct(
      shop,
      (one) => one.order_mode === 'bought_sold' && !one.not_sold_on_website,
    );
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.words('.buy')).toContain('Ni annulation, ni retour, ni échange');
    expect(page.dom.querySelector('.buy input[name^="q."]')).not.toBeNull();
  });

  it('PROD-02 a product not sold on the website is shown, but cannot be ordered', async () => {
    const product = sampleProduct(shop, (one) => one.not_sold_on_website);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.status).toBe(200);
    expect(page.dom.querySelector('.buy input[name^="q."]')).toBeNull();
    expect(page.words('.buy')).toContain('ne se commande pas en ligne');
  });

  it('PROD-02 row and page of a product without a price link to a contact form that names the product', async () => {
    const pharmacist = await shop.customer('pharmacie@demo.example');
    const row = (await pharmacist.get('/fr/search?q=kattenhof+malt')).dom
      .querySelectorAll('.row')
      .find(({ text }) => text.includes('Demander le prix'));
    const page = await pharmacist.get(leadsTo(row?.querySelector('.row-name a')));
    expect(page.words('.buy')).toContain('Aucun prix n’est encore fixé');
    const asks = page.dom.querySelector('.buy .acts a');
    expect(asks?.text).toBe('Demander le prix');
    const letter = await pharmacist.get(leadsTo(asks));
    expect(letter.words('textarea')).toContain(page.words('h1'));
  });

  it('PROD-02 a customer who may not order sees the reason instead of the button', async () => {
    const student = await shop.customer('etudiant@demo.example');
    const product = sampleProduct(shop, isOrdinary);
    const page = await student.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.dom.querySelector('.buy input[name^="q."]')).toBeNull();
    expect(page.words('.buy')).toContain('permet de consulter le catalogue, pas de commander');
  });

  it('PROD-03 the entered quantity is added to the cart, or rejected at its field; the page shows how many are in the cart', async () => {
    const product = sampleProduct(shop, isOrdinary);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    const refused = await page
      .form('.buy form')
      .fill({ [`q.${product.id}`]: '2O' })
      .submit({ name: 'add', value: String(product.id) });
    const field = refused.dom.querySelector('#quantity');
    expect([field?.getAttribute('value'), field?.hasAttribute('autofocus')]).toEqual(['2O', true]);
    expect(field?.getAttribute('aria-describedby')).toBe('quantity-error');
    expect(refused.words('#quantity-error')).not.toBe('');
    const done = await refused
      .form('.buy form')
      .fill({ [`q.${product.id}`]: '4' })
      .submit({ name: 'add', value: String(product.id) });
    expect(done.url.pathname).toBe(`/fr/p/${product.url_key}`);
    expect(done.words('.buy .incart')).toBe('4 déjà au panier');
  });

  it('PROD-01 an out-of-stock product says what happens to an order, and shows no expiry date', async () => {
    const away = sampleProduct(shop, (one) => {
      const variant = shop.sandbox.world.variants.get(one.id);
      return isOrdinary(one) && variant?.stockState === 'out_of_stock';
    });
    const page = await vet.get(`/fr/p/${away.url_key}?sku=${away.sku}`);
    expect(page.words('.buy')).toMatch(/reste en reliquat .*aucune date n’est connue/);
    expect(page.words()).not.toContain('Péremption la plus proche');
    const there = sampleProduct(shop, (one) => {
      const variant = shop.sandbox.world.variants.get(one.id);
      return isOrdinary(one) && variant?.stockState === 'in_stock';
    });
    const stocked = await vet.get(`/fr/p/${there.url_key}?sku=${there.sku}`);
    expect(stocked.words('.buy')).not.toContain('reliquat');
  });

  it('PROD-01 substitutes are an order sheet below the product', async () => {
    const product = sampleProduct(shop, (one) => one.links.substitute.length > 0);
    const page = await vet.get(`/fr/p/${product.url_key}?sku=${product.sku}`);
    expect(page.dom.querySelectorAll('#substitutes .row').length).toBeGreaterThan(0);
    expect(page.dom.querySelector('#substitutes input[name=tx]')).not.toBeNull();
  });

  it('I18N-02 hreflang links use the product’s key in each language', async () => {
    const product = sampleProduct(shop, (one) => one.url_key_locales['nl_BE'] !== undefined);
    const page = await shop.visitor().get(`/fr/p/${product.url_key}`);
    const dutch = page.dom.querySelector('link[rel=alternate][hreflang=nl]')?.getAttribute('href');
    expect(dutch).toBe(`${shop.url}/nl/p/${product.url_key_locales['nl_BE'] ?? ''}`);
    const bare = await vet.get(`/nl/${product.url_key_locales['nl_BE'] ?? ''}`);
    expect(bare.url.pathname).toBe(`/nl/p/${product.url_key_locales['nl_BE'] ?? ''}`);
    expect(bare.status).toBe(200);
  });

  it('SHELL-02 an unknown product is a 404', async () => {
    expect((await vet.get('/fr/p/no-such-product')).status).toBe(404);
  });
});
