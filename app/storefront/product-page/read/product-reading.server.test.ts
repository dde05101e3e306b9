import { expect, it } from 'vitest';
import { ProductWire } from '~/catalogue/products/wire/product-wire.server';
import { sharedProduct } from './product-reading.server';

const inFrench = {
  ...({ locale: 'fr', tag: 'fr-BE' } as const),
  words: { document: '', notice: '', video: '', info: '', otherAttributes: '' },
  linkRules: { origin: 'https://shop.example', linkHosts: [] },
};

it('PROD-01 the page does not repeat options that an attribute group of the ERP lists under another name', () => {
  const options = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }));
  const wire = ProductWire.parse({
    id: 1,
    name: 'Exemplamox',
    url_key: 'exemplamox',
    species_option_ids: options('Chien', 'Chat'),
    administration_route_option_ids: options('Orale'),
    indication_option_ids: options('Pyodermite', 'Otite'),
    structured_attributes: [
      {
        group_name: 'Pharmacologie',
        fields: [
          { name: 'Espèces cibles', type: 'list', value: ['chat', 'Chien'] },
          { name: 'Indications', type: 'char', value: 'Otite' },
        ],
      },
    ],
  });
  const { options: left, attributes } = sharedProduct(wire, [], inFrench);
  expect(left.map(({ key }) => key)).toEqual(['indication', 'administrationRoute']);
  expect(attributes[0]?.fields).toHaveLength(2);
});

it('PROD-01 pictures follow their sequence number, and packs state their barcode and whether they can be sold', () => {
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
  const { packaging, gallery } = sharedProduct(wire, [], inFrench);
  expect(gallery.map(({ alt }) => alt)).toEqual(['front', 'side']);
  expect(packaging).toEqual([
    { name: 'Carton', quantity: 12, barcode: '5400000000123', canBeSold: false },
    { name: 'Palette', quantity: 480, barcode: null, canBeSold: true },
  ]);
});
