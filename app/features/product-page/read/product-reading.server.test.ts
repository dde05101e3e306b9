import { expect, it } from 'vitest';
import { customerPricing } from '~/features/pricing/customer-pricing';
import { ProductWire } from '~/features/catalogue/wire/product-wire.server';
import type { Day } from '~/kernel/day';
import { productOf } from './product-reading.server';
import { textsOf } from './product-texts.server';

const rules = { origin: 'https://shop.example', linkHosts: [] };

it('PROD-01 pictures stand in their order; packs carry their barcode and whether they are sold as such', () => {
  const wire = ProductWire.parse({
    id: 1,
    name: 'Compresses',
    sku: 'C-1',
    url_key: 'compresses',
    packaging_ids: [
      { name: 'Pièce', qty: 1, barcode: '5400000000017', is_unit: true, can_be_sold: true },
      { name: 'Carton', qty: 12, barcode: 5400000000123, is_unit: false, can_be_sold: false },
      { name: 'Palette', qty: 480, barcode: false, is_unit: false, can_be_sold: true },
      { name: null, qty: 3, is_unit: false, can_be_sold: true },
    ],
    images: ['side', 'front'].map((alt, at) => ({
      large: { src: `https://media.example.test/${alt}.jpg`, alt, sequence: 1 - at },
    })),
  });
  const { packaging, gallery } = productOf(
    { wire, variants: [], texts: textsOf(wire, 'fr', rules) },
    {
      pricing: customerPricing({ kind: 'guest' }, false),
      customer: null,
      today: '2026-06-10' as Day,
      locale: 'fr',
      tag: 'fr-BE',
      words: { document: '', notice: '', video: '', info: '', otherAttributes: '' },
      programNames: new Map(),
      linkRules: rules,
    },
  );
  expect(gallery.map(({ alt }) => alt)).toEqual(['front', 'side']);
  expect(packaging).toEqual([
    { name: 'Carton', quantity: 12, barcode: '5400000000123', canBeSold: false },
    { name: 'Palette', quantity: 480, barcode: null, canBeSold: true },
  ]);
});
