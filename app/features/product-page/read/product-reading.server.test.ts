import { expect, it } from 'vitest';
import { ProductWire } from '~/features/catalogue/wire/product-wire.server';
import { sharedProduct } from './product-reading.server';

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
  const { packaging, gallery } = sharedProduct(wire, [], {
    locale: 'fr',
    tag: 'fr-BE',
    words: { document: '', notice: '', video: '', info: '', otherAttributes: '' },
    linkRules: { origin: 'https://shop.example', linkHosts: [] },
  });
  expect(gallery.map(({ alt }) => alt)).toEqual(['front', 'side']);
  expect(packaging).toEqual([
    { name: 'Carton', quantity: 12, barcode: '5400000000123', canBeSold: false },
    { name: 'Palette', quantity: 480, barcode: null, canBeSold: true },
  ]);
});
