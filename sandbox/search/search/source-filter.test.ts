import { describe, expect, it } from 'vitest';
import { compileSource } from './source-filter';

const SOURCE = {
  id: 1,
  name: 'Exemplamox',
  brand: { id: 12, name: 'Exemplavet' },
  links: { related: [{ id: 2, url: 'x' }], up_selling: [] },
  characteristics_vector: [1],
};

function filtered(json: unknown): unknown {
  return compileSource(json)?.apply(SOURCE);
}

describe('source filter', () => {
  it('SRCH-01 source filter true returns all fields, false returns none', () => {
    expect(filtered(undefined)).toEqual(SOURCE);
    expect(filtered(true)).toEqual(SOURCE);
    expect(compileSource(false)).toBeNull();
  });

  it('SRCH-01 source filter returns the included fields at any depth', () => {
    expect(filtered(['id', 'links.related.id', 'brand.nothing'])).toEqual({
      id: 1,
      links: { related: [{ id: 2 }] },
    });
    expect(filtered('brand')).toEqual({ brand: SOURCE.brand });
  });

  it('SRCH-01 source filter omits excluded fields, also by pattern', () => {
    expect(
      filtered({ includes: ['brand', '*_vector'], excludes: ['brand.id', '*vector'] }),
    ).toEqual({
      brand: { name: 'Exemplavet' },
    });
    expect(filtered({ excludes: ['links.*', 'characteristics_vector', 'name'] })).toEqual({
      id: 1,
      brand: SOURCE.brand,
      links: {},
    });
  });
});
