import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SaleWire, toCart } from './cart-wire.server';

/**
 * A cart as a real Odoo 16 with only the published modules sends it (contract/erp-observed.md 4), including lines that
 * are not goods.
 */
const released = {
  id: 25,
  state: 'pending',
  name: 'S00025',
  client_order_ref: null,
  date_order: '2026-11-20T22:17:17',
  lines: [
    { id: 50, product_id: 0, name: 'A section', qty: 0, type: 'section', amount: null },
    {
      id: 51,
      product_id: 51,
      name: '[SKU-1] Plain item',
      amount: {
        tax: 4.2,
        untaxed: 20.0,
        total: 24.200000000000003,
        discount_total: 0.0,
        price: 10.0,
      },
      qty: 2.0,
      type: 'product',
      is_reward_line: false,
    },
    {
      id: 96,
      product_id: 58,
      name: 'Standard',
      qty: 1.0,
      type: 'product',
      amount: { tax: 0.42, untaxed: 2.0, total: 2.42, discount_total: 0.0, price: 2.0 },
    },
  ],
  amount: {
    tax: 4.62,
    untaxed: 22.0,
    total: 26.62,
    discount_total: 0.0,
    total_without_discount: 26.62,
    untaxed_without_shipping: 20.0,
  },
  delivery: {
    address: { id: 58, name: 's01 depot', country_id: 20, is_dropoff_site: null },
    amount: { tax: 0.42, untaxed: 2.0, total: 2.42 },
    selected_carrier: { id: 5, name: 'Standard', code: null, description: null },
    pickings: [],
  },
  typology: 'cart',
  uuid: '50509968-b280-4817-a787-231fb890bcb9',
  promo_codes: [],
  reward_amount: 0.0,
};

describe('converting a cart of the ERP', () => {
  it('CART-04 a cart of an ERP with only published modules contains goods only, without its unmarked delivery line', () => {
    const cart = toCart(SaleWire.parse(released));
    expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([[51, 2]]);
    expect(cart.goods.untaxed).toBe(20_00);
    expect(cart.amount).toMatchObject({ untaxed: 22_00, tax: 4_62, total: 26_62 });
    expect(cart.delivery).toMatchObject({ method: { id: 5, name: 'Standard' }, fees: 2_00 });
    expect(cart.delivery.address).toMatchObject({ countryId: 20, isDropoffSite: false });
  });

  it('CART-04 ORD-01 the unmarked delivery line is found in another language and next to goods of the same price', () => {
    const [section, item, fee] = released.lines;
    const { delivery } = released;
    const inFrench = {
      ...delivery,
      selected_carrier: { ...delivery.selected_carrier, name: 'Tournée' },
    };
    const read = (lines: readonly unknown[], amount: object = released.amount): number[] =>
      toCart(SaleWire.parse({ ...released, lines, amount, delivery: inFrench })).lines.map(
        ({ productId }) => productId,
      );
    expect(read([section, item, fee])).toEqual([51]);
    const alike = { ...fee, id: 40, product_id: 40, name: '[SKU-2] One piece of 2.00' };
    const more = { ...released.amount, untaxed: 24, untaxed_without_shipping: 22 };
    expect(read([alike, item, fee], more)).toEqual([40, 51]);
    expect(read([item, fee, alike], more)).toEqual([51, 40]);
    // The total includes the fee but the lines do not, so none of the lines is the fee.
    expect(read([item, alike], more)).toEqual([51, 40]);
  });

  describe('CART-04 ORD-01 the unmarked line of a delivery without charge', () => {
    const [, item, fee] = released.lines;
    const zero = { tax: 0, untaxed: 0, total: 0, discount_total: 0, price: 0 };
    const read = (lines: readonly unknown[], change: object = {}): number[] => {
      const amount = { ...released.amount, untaxed: 20, untaxed_without_shipping: 20 };
      const delivery = { ...released.delivery, amount: zero, ...change };
      const sale = SaleWire.parse({ ...released, lines, amount, delivery });
      return toCart(sale).lines.map(({ productId }) => productId);
    };
    const line = (name: string, more: object = {}) => ({ ...fee, amount: zero, name, ...more });

    it.each([
      'Standard',
      'Standard\nFree Shipping',
      'Standard: within two days',
      'Standard (Estimated Cost: € 4.00)',
      'Tournée du dépôt',
      'Leverronde van het depot\nGratis verzending',
    ])('the unmarked delivery line is not shown as a product when it is named “%s”', (name) => {
      expect(read([item, line(name)])).toEqual([51]);
      expect(read([item, line(name)], { amount: null })).toEqual([51]);
    });

    it('only the free line without an article code is the delivery line, at any position', () => {
      const gift = line('[SKU-9] Leaflet', { id: 99, product_id: 99 });
      expect(read([item, line('Tournée'), gift])).toEqual([51, 99]);
      expect(read([gift, item, line('Tournée')])).toEqual([99, 51]);
      // Only one line is the delivery: the newest, because a change of the goods removes older ones.
      const plain = line('Leaflet', { id: 40, product_id: 40 });
      expect(read([plain, item, line('Tournée')])).toEqual([40, 51]);
      expect(read([line('Standard'), item, plain])).toEqual([51, 40]);
    });

    it('without a chosen carrier no line is the delivery line; goods that a discount or promotion makes free stay in the cart', () => {
      expect(read([item, line('Leaflet')], { selected_carrier: null })).toEqual([51, 58]);
      const reduced = { ...zero, discount_total: 2, price: 2 };
      expect(read([item, line('Leaflet', { amount: reduced })])).toEqual([51, 58]);
      expect(read([item, line('Leaflet', { is_reward_line: true })])).toEqual([51, 58]);
      expect(read([item, line('Leaflet', { qty: 2 })])).toEqual([51, 58]);
    });
  });

  it('CART-04 toCart prefers the field names of the specification to those of other ERP versions', () => {
    const sale = SaleWire.parse({
      ...released,
      lines: [
        {
          id: 1,
          product_id: 4711,
          name: 'long text',
          qty: 3,
          options: {},
          product: { name: 'Sample item', sku: 'SKU-4711' },
          unit_price: { untaxed: 10, untaxed_with_discount: 9 },
          discount: { rate: 10, value: 3.63 },
        },
        { id: 2, product_id: 7, name: 'Fee', qty: 1, is_delivery: true },
      ],
      delivery: {
        method: { id: 6, name: 'Express', code: 'X', description: null },
        selected_carrier: { id: 5, name: 'Standard' },
        fees: { untaxed: 5, tax: 1.05, total: 6.05 },
      },
    });
    const cart = toCart(sale);
    expect(cart.lines).toMatchObject([
      {
        key: '4711',
        name: 'Sample item',
        sku: 'SKU-4711',
        options: null,
        unitPrice: 10_00,
        netUnitPrice: 9_00,
      },
    ]);
    expect(cart.delivery).toMatchObject({ method: { id: 6 }, fees: 5_00 });
  });

  it('P-36 a cart with an id is parsed whatever else it contains, and parsing its JSON again gives the same', () => {
    const shape = fc.record(
      {
        id: fc.integer(),
        uuid: fc.anything(),
        lines: fc.oneof(fc.anything(), fc.array(fc.anything())),
        amount: fc.anything(),
        delivery: fc.anything(),
        invoicing: fc.anything(),
        promo_codes: fc.anything(),
        year_end_rebate: fc.anything(),
      },
      { requiredKeys: ['id'] },
    );
    fc.assert(
      fc.property(shape, (given) => {
        const json: unknown = JSON.parse(JSON.stringify(given));
        const sale = SaleWire.parse(json);
        expect(SaleWire.parse(JSON.parse(JSON.stringify(sale)))).toEqual(sale);
        expect(toCart(sale).lines.every(({ productId }) => productId > 0)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
