import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitPrice } from '../../../sandbox/erp/sale/pricing';
import type { WorldCustomer, WorldVariant } from '../../../sandbox/world';
import { productsAreIndexed } from '../../support/catalogue-world';
import { startTestShop, type TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

let shop: TestShop;
const logins = ['vet@demo.example', 'pharmacie@demo.example'] as const;
let customers: { visitor: Visitor; persona: WorldCustomer }[];
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  await productsAreIndexed(shop, 'fr');
  customers = await Promise.all(
    logins.map(async (login) => {
      const persona = shop.sandbox.world.customers.find((one) => one.login === login);
      if (!persona) throw new Error(`no sample customer ${login}`);
      return { visitor: await shop.customer(login), persona };
    }),
  );
});
afterAll(() => shop.stop());

const inCents = (euros: number): number => Math.round(euros * 100);

/** All prices of a product from its own price lists, at any quantity, in cents. */
function ownFigures(variant: WorldVariant, persona: WorldCustomer): Set<number> {
  const quantities = [...variant.gross, ...variant.discounts].map((tier) => tier.minQuantity);
  const { today } = shop.sandbox.world;
  return new Set(
    [0, ...quantities].flatMap((quantity) => {
      const { gross, net } = unitPrice(variant, persona, quantity, today);
      return [inCents(gross), inCents(net)];
    }),
  );
}

/** Maps each product on a page to the numbers that its row shows. */
function figuresOf(page: Page): Map<number, number[]> {
  const rows = page.dom.querySelectorAll('.row').flatMap((row): [number, number[]][] => {
    const id = /q\.(\d+)/.exec(row.innerHTML)?.[1];
    // The ordered quantity is not a price.
    for (const hint of row.querySelectorAll('.hint')) hint.remove();
    const amounts = row.structuredText.match(/\d[\d.\s]*,\d{2}(?!\d)(?=\s*€)/g) ?? [];
    const cents = amounts.map((amount) => Number(amount.replace(/\D/g, '')));
    return id === undefined ? [] : [[Number(id), cents]];
  });
  return new Map(rows);
}

describe('prices of two customers who use the same instance', () => {
  it.each(['/fr/search?per_page=90', '/fr/promotions', '/fr/search?q=comprim%C3%A9&sort=net_asc'])(
    'PRICE-02 %s shows each customer’s own prices, even after the other customer has viewed the page',
    async (path) => {
      let different = 0;
      for (const { visitor, persona } of [...customers, ...customers]) {
        const figures = figuresOf(await visitor.get(path));
        expect(figures.size).toBeGreaterThan(5);
        for (const [id, shown] of figures) {
          const variant = shop.sandbox.world.variants.get(id);
          if (!variant) throw new Error(`no product ${id}`);
          const own = ownFigures(variant, persona);
          expect(shown.length, String(id)).toBeGreaterThan(0);
          for (const cents of shown) expect([...own], `${persona.login} ${id}`).toContain(cents);
          const others = customers.filter((one) => one.persona !== persona);
          if (
            others.some((one) =>
              shown.some((cents) => !ownFigures(variant, one.persona).has(cents)),
            )
          )
            different += 1;
        }
      }
      // The two customers pay different prices, so a mix-up would have been detected.
      expect(different).toBeGreaterThan(20);
    },
  );

  it('PRICE-01 the product page lists the quantity tiers in a table, each with its net price', async () => {
    const { world } = shop.sandbox;
    let tables = 0;
    for (const { visitor, persona } of customers) {
      const at = (variant: WorldVariant, quantity: number) =>
        inCents(unitPrice(variant, persona, quantity, world.today).net);
      const stepped = [...world.variants.values()].filter(
        (one) =>
          one.orderMode === 'direct_sale' &&
          !one.notSoldOnWebsite &&
          one.discounts.some(({ minQuantity }) => at(one, minQuantity) < at(one, 1)),
      );
      const documents = new Map(
        [...world.documents('products', 'fr')].map((one) => [one['id'], one['url_key']]),
      );
      for (const variant of stepped.slice(0, 4)) {
        const key = String(documents.get(variant.id));
        const page = await visitor.get(`/fr/p/${key}?sku=${variant.sku}`);
        const rows = page.dom.querySelectorAll('.buy .tiers tbody tr');
        expect(rows.length, `${persona.login} ${variant.sku}`).toBeGreaterThan(1);
        for (const row of rows) {
          const from = Number(/^dès (\d+)$/.exec(row.querySelector('th')?.text.trim() ?? '')?.[1]);
          const net = Number(row.querySelectorAll('td').at(-1)?.text.replace(/\D/g, ''));
          expect(net, `${variant.sku} from ${from}`).toBe(at(variant, from));
        }
        tables += 1;
      }
    }
    expect(tables).toBeGreaterThan(2);
  });

  it('PRICE-02 a cached product page still shows each customer their own price', async () => {
    const product = [...shop.sandbox.world.variants.values()].find((variant) => {
      const [first, second] = customers.map(
        ({ persona }) => unitPrice(variant, persona, 0, shop.sandbox.world.today).net,
      );
      return variant.orderMode === 'direct_sale' && !variant.notSoldOnWebsite && first !== second;
    });
    const found = [...shop.sandbox.world.documents('products', 'fr')].find(
      ({ id }) => id === product?.id,
    );
    const address = `/fr/p/${String(found?.['url_key'])}?sku=${product?.sku ?? ''}`;
    for (const { visitor, persona } of [...customers, ...customers]) {
      const page = await visitor.get(address);
      const net = page.dom.querySelector('.buy .net')?.text.replace(/\D/g, '');
      if (!product) throw new Error('both customers pay the same for everything');
      expect(Number(net), persona.login).toBe(
        inCents(unitPrice(product, persona, 0, shop.sandbox.world.today).net),
      );
    }
    const visitor = await shop.visitor().get(address);
    expect(visitor.status).toBe(200);
    expect(visitor.text).not.toMatch(/class="net"|€/);
    expect(visitor.headers.get('cache-control')).not.toContain('private');
  });
});

describe('fields that a list requests from the search engine', () => {
  it('SRCH-06 a list requests no prices for a guest who sees none, and requests them for a customer', async () => {
    const { world, search } = shop.sandbox;
    const department = [...world.documents('categories', 'fr')].find((one) => one['level'] === 0);
    const askedBy = async (visitor: Visitor): Promise<string> => {
      search.clearRequests();
      const page = await visitor.get(`/fr/c/${String(department?.['url_key'])}`);
      expect(page.status).toBe(200);
      return JSON.stringify(search.requests());
    };
    const guest = await askedBy(shop.visitor());
    expect(guest).toContain('"images.small"');
    for (const field of ['price_gross', 'price_by_pricelist', 'price_discount'])
      expect(guest, field).not.toContain(`"${field}"`);
    const [customer] = customers;
    if (!customer) throw new Error('no customer');
    expect(await askedBy(customer.visitor)).toContain('"price_gross"');
  });
});

describe('a shop with GUEST_PRICES', () => {
  let open: TestShop;
  beforeAll(async () => {
    open = await startTestShop({ settings: { GUEST_PRICES: 'true' } });
  });
  afterAll(() => open.stop());

  it.each(['fr', 'nl', 'en'] as const)(
    'PRICE-02 with GUEST_PRICES, guests see in %s the default role’s price only, without tiers, offers and quantity field',
    async (locale) => {
      const { world } = open.sandbox;
      const product = [...world.variants.values()].find(
        (one) =>
          one.orderMode === 'direct_sale' &&
          one.discounts.length > 0 &&
          one.supplierPromotions.length > 0 &&
          one.gross.every(({ price }) => price !== one.priceByRole['default']),
      );
      const found = [...world.documents('products', locale)].find(({ id }) => id === product?.id);
      const page = await open
        .visitor()
        .get(`/${locale}/p/${String(found?.['url_key'])}?sku=${product?.sku ?? ''}`);
      const net = page.dom.querySelectorAll('#buy .net').map(({ text }) => text.replace(/\D/g, ''));
      expect(net).toEqual([String(inCents(product?.priceByRole['default'] ?? 0))]);
      expect(page.words('#buy')).not.toContain('%');
      expect(page.dom.querySelectorAll('#buy form, #buy table')).toHaveLength(0);
      expect(page.words('#buy a[href*="/account/sign-in"]')).not.toBe('');
    },
  );
});
