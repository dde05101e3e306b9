import { expect, it } from 'vitest';
import { ProductWire } from './product-wire.server';

it('PROD-01 P-44 a product document with an invalid recommended retail price is parsed without that price', () => {
  const read = (price: unknown) =>
    ProductWire.parse({ id: 1, name: 'Gants', sku: 'G', url_key: 'gants', indicated_price: price })
      .indicated_price;
  expect(read(12.5)).toBe(12.5);
  for (const price of [1e308, -1e308, 1e300, 1e10, Number.NaN, Infinity, '12', null, undefined])
    expect(read(price), String(price)).toBeNull();
});
