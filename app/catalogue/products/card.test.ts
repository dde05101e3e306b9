import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ownLists } from '../../../tests/support/search-fixture/own-lists';
import type { Day } from '~/base/kernel/day';
import type { Customer } from '../../../server/auth/session-view';
import { cardsOf, readCards, readCardWires, type Reader } from './card.server';
import { productOf, sharedProduct } from '~/storefront/product-page/read/product-reading.server';
import { CardWire } from './wire/card-wire.server';
import { ProductWire } from './wire/product-wire.server';

const silent = { log: pino({ level: 'silent' }) };
const hitOf = (source: unknown) => ({ _index: 'products_fr_be-1', _id: '7', _source: source });
const readCard = (source: unknown, by: Reader) => readCards([hitOf(source)], by, silent)[0] ?? null;

const today = '2026-07-28' as Day;
const customer: Customer = {
  owner: 'issuer|subject',
  ref: 'C1',
  login: 'vet',
  name: 'Practice',
  email: null,
  emailVerified: true,
  givenName: null,
  familyName: null,
  locale: null,
  role: 'default',
  roles: ['default'],
  canOrder: true,
  helpWithFee: false,
  supplierId: null,
  veterinaryGroups: [],
  pricesKnown: true,
  pricelistGross: '12',
  pricelistDiscounts: ['7'],
  supplierPromotion: 'vet',
};
const reader: Reader = {
  customer,
  today,
  pricing: ownLists,
};
const guest: Reader = { customer: null, today, pricing: { kind: 'hidden' } };
const words = { document: 'd', notice: 'n', video: 'v', info: 'i', otherAttributes: 'o' };
const linkRules = { origin: 'https://shop.example', linkHosts: [] };
const inFrench = {
  locale: 'fr' as const,
  tag: 'fr-BE',
  words,
  linkRules,
  programNames: new Map<number, string>(),
} as const;

/** Numbers that occur only in other customers' price lists, so no page may contain them. */
const foreign = { gross: 777.77, tier: 66.6, role: 555.55, supplier: 44.4, past: 33.3 };
const source = {
  id: 4711,
  name: 'Exemplamox (250 mg, 20 comprimés)',
  short_name: '250 mg, 20 comprimés',
  model: { name: 'Exemplamox' },
  url_key: 'exemplamox-comprimes',
  sku: 'EXM250-20',
  brand: { id: 12, name: 'Exemplavet' },
  images: { small: { src: 'https://media.example.test/exm-60.jpg', alt: 'Exemplamox' } },
  stock: { global: { qty: 3 } },
  class_amcra: 'geel',
  storage_temperature: '2-8',
  price_by_pricelist: {
    default: { value: 42.1, tax_included: false, original_value: 42.1, discount: 0 },
    '99': { value: foreign.role, tax_included: false, original_value: foreign.role, discount: 0 },
  },
  price_gross: [
    { pricelist: '12', min_quantity: 0, price: 42.1, date_start: null, date_end: null },
    { pricelist: '99', min_quantity: 0, price: foreign.gross, date_start: null, date_end: null },
  ],
  price_discount: [
    { pricelist: '7', discount: 10, min_quantity: 0, exclusive: false },
    { pricelist: '99', discount: foreign.tier, min_quantity: 0, exclusive: false },
  ],
  supplier_discount: [{ discount_sale: foreign.supplier, date_end: '2026-01-31' }],
  supplier_discount_vet: [
    { discount_sale: 5 },
    { discount_sale: foreign.past, date_end: '2026-01-01' },
  ],
  net_prices: [{ gross: '99', discount: '', offers: true, value: foreign.gross }],
};

/** Everything that a value contains, private or not, as text. */
const serialised = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map ? [...one] : one instanceof Set ? [...one] : one,
  );
const canaries = Object.values(foreign).flatMap((figure) => [
  String(figure),
  String(Math.round(figure * 100)),
  String(Math.round(figure * 10_000)),
]);

describe('the card of a product document for one customer', () => {
  it('PRICE-02 a page receives no price of another customer’s price list', () => {
    const card = readCard(source, reader);
    expect(card?.price).toMatchObject({ net: 3600, gross: 4210 });
    const wire = ProductWire.parse({
      ...source,
      description: '<p>Texte</p>',
      links: { substitute: [{ id: 1 }] },
    });
    const product = productOf(
      { wire, shared: sharedProduct(wire, [], inFrench) },
      { ...reader, programNames: new Map() },
    );
    for (const output of [serialised(card), serialised(product)]) {
      for (const figure of canaries) expect(output).not.toContain(figure);
    }
    expect(serialised(readCard(source, guest))).not.toMatch(/42\.1|4210|3600/);
  });

  it('PROD-02 a supplier sees only its own products, everyone else all products', () => {
    const wires = readCardWires(
      [501, 502, null].map((supplier_id, at) => ({
        ...hitOf({ ...source, id: at + 1, supplier_id }),
        _id: String(at),
      })),
      silent,
    );
    const seenBy = (change: Partial<Customer>) =>
      cardsOf(wires, { ...reader, customer: { ...customer, ...change } }).map(({ id }) => id);
    expect(seenBy({ role: 'supplier', supplierId: 502 })).toEqual([2]);
    expect(seenBy({ roles: ['default', 'supplier'], supplierId: 9 })).toEqual([]);
    expect(seenBy({ supplierId: 502 })).toEqual([1, 2, 3]);
    expect(cardsOf(wires, guest)).toHaveLength(3);
  });

  it('PROD-01 card fields that are missing, null, false or of a wrong type are absent', () => {
    expect(readCard({ id: 7 }, reader)).toMatchObject({
      id: 7,
      name: '7',
      price: null,
      urlKey: null,
      variantCount: 1,
      substitutes: [],
      orderable: { ok: false, reason: 'on-request' },
    });
    expect(readCard({ name: 'no id' }, reader)).toBeNull();
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(source)), fc.jsonValue()), (odd) => {
        expect(readCard({ ...source, ...odd, id: 1 }, reader)?.id).toBe(1);
        const wire = ProductWire.parse({ ...odd, id: 1 });
        expect(
          productOf(
            { wire, shared: sharedProduct(wire, [], inFrench) },
            { ...reader, programNames: new Map() },
          ).card.id,
        ).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it('CAT-01 a product document is validated once while the client returns the same object', () => {
    const read = (document: unknown) => readCardWires([hitOf(document)], silent)[0];
    const first = read(source);
    expect(read(source)).toBe(first);
    const turned = Object.fromEntries(Object.entries(structuredClone(source)).reverse());
    expect(read(turned)).toEqual(first);
    const document = fc.dictionary(fc.constantFrom(...Object.keys(source)), fc.jsonValue());
    fc.assert(
      fc.property(document, document, (one, other) => {
        for (const odd of [one, other, {}])
          expect(read({ ...source, ...odd })).toEqual(
            CardWire.safeParse({ ...source, ...odd }).data,
          );
      }),
      { numRuns: 300 },
    );
    for (const name of Object.keys(source)) {
      const fewer = Object.fromEntries(Object.entries(source).filter(([one]) => one !== name));
      read(source);
      expect(read(fewer)).toEqual(CardWire.safeParse(fewer).data);
    }
  });

  it('SRCH-09 a row shows form, route and species unless the name contains them', () => {
    const options = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }));
    const described = {
      ...source,
      presentation_option_ids: options('Comprimé'),
      administration_route_option_ids: options('Orale'),
      species_option_ids: options('Chien', 'Chat', 'Furet', 'Lapin', 'Cobaye'),
    };
    expect(readCard(described, reader)?.presentation).toBe(
      '250\u00a0mg, 20 comprimés · Orale · Chien, Chat, Furet, +2 · Exemplavet',
    );
    // The full name contains the form, but the row shows the title only; no species matches inside another word.
    const named = {
      ...described,
      name: 'Préparation, solution buvable (1 mg/ml)',
      short_name: '1 mg/ml',
      model: { name: 'Préparation' },
      presentation_option_ids: options('Solution buvable'),
      species_option_ids: options('Rat'),
    };
    expect(readCard(named, reader)?.presentation).toBe(
      '1\u00a0mg/ml · Solution buvable · Orale · Rat · Exemplavet',
    );
    // In a row that shows the full name, the traits omit the form, because the name contains it.
    expect(readCard(named, reader)?.traits).toBe('Orale\u00a0· Rat');
    // A longer word with the same start does not count as the trait; a plural does.
    const begun = {
      ...named,
      name: 'Dogugard Oralade, chiens',
      model: { name: 'Dogugard Oralade, chiens' },
      presentation_option_ids: [],
      administration_route_option_ids: options('Oral'),
      species_option_ids: options('Dog', 'Chien'),
    };
    expect(readCard(begun, reader)?.traits).toBe('Oral\u00a0· Dog');
    // A route that the form already names is not repeated, whatever its explanation.
    const twice = {
      ...described,
      presentation_option_ids: options('Solution pour spot-on'),
      administration_route_option_ids: options('Spot-on (application ponctuelle)', 'Cutanée'),
      species_option_ids: options('Chien'),
    };
    expect(readCard(twice, reader)?.traits).toBe(
      'Solution pour spot-on\u00a0· Cutanée\u00a0· Chien',
    );
  });

  it('SRCH-09 a made-to-order product is never displayed as in stock, whatever the ERP counts', () => {
    const state = (name: string) =>
      readCard({ ...source, is_mto: true, stock: { global: { state: name } } }, reader)?.stock;
    expect(state('in_stock')).toBeNull();
    expect(state('in_limited_stock')).toBeNull();
    expect(state('supplier_out_of_stock')).toBe('supplier_out_of_stock');
    expect(readCard({ ...source, order_mode: 'bought_sold' }, reader)?.stock).toBeNull();
  });

  it('PROD-01 a card contains the document’s title, stock state, cold chain and AMCRA colour', () => {
    expect(readCard(source, reader)).toMatchObject({
      title: 'Exemplamox',
      presentation: '250\u00a0mg, 20 comprimés · Exemplavet',
      stock: 'in_stock',
      amcra: 'jaune',
      flags: ['cold'],
      picture: { src: 'https://media.example.test/exm-60.jpg', alt: 'Exemplamox' },
    });
    const state = (stock: object) => readCard({ ...source, stock }, reader)?.stock;
    expect(state({ global: { state: 'soon_available' } })).toEqual({ other: 'soon_available' });
    expect(state({ global: { qty: 0 } })).toBe('out_of_stock');
    expect(state({})).toBeNull();
  });

  it('PROD-02 a card states why its product cannot be ordered', () => {
    const reason = (change: object, by: Reader = reader) => {
      const orderable = readCard({ ...source, ...change }, by)?.orderable;
      return orderable?.ok ? null : orderable?.reason;
    };
    expect(reason({})).toBeNull();
    expect(reason({ order_mode: 'bought_sold' })).toBeNull();
    expect(reason({ not_sold_on_website: true })).toBe('not-sold');
    expect(reason({ order_mode: 'quotation' })).toBe('on-quotation');
    expect(reason({}, guest)).toBe('sign-in');
    expect(reason({}, { ...reader, customer: { ...customer, canOrder: false } })).toBe(
      'may-not-order',
    );
    const pharmacist = { ...reader, customer: { ...customer, roles: ['pharmacist'] } };
    expect(reason({ allowed_partner_types: ['veterinary'] }, pharmacist)).toBe('other-profession');
    expect(reason({ allowed_partner_types: ['veterinary'] })).toBeNull();
  });

  it('PROD-01 a row shows the picture with the lowest sequence, in any order of the pictures', () => {
    const picture = (name: string, sequence: number | null) => ({
      small: { src: `https://media.example.test/${name}.jpg`, alt: name, sequence },
    });
    const images = [picture('side', 2), picture('front', 0), picture('back', 1)];
    expect(readCard({ ...source, images }, reader)?.picture?.alt).toBe('front');
    const without = [picture('first', null), picture('second', null)];
    expect(readCard({ ...source, images: without }, reader)?.picture?.alt).toBe('first');
  });

  it('P-30 a product card accepts pictures from web addresses or this site only', () => {
    for (const src of ['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.test/x', 'x.jpg']) {
      expect(readCard({ ...source, images: [{ small: { src } }] }, reader)?.picture).toBeNull();
    }
  });
});
