import { describe, expect, it } from 'vitest';
import { axesOf } from './variant-axes';

const collate = new Intl.Collator('fr-BE', { numeric: true }).compare;
const variant = (sku: string, dosage: string, pack: string) => ({
  sku,
  attributes: new Map([
    ['dosage', dosage],
    ['conditionnement', pack],
  ]),
});
const variants = [
  variant('A', '50 mg', '2 x 10'),
  variant('B', '250 mg', '2 x 10'),
  variant('C', '250 mg', '10 x 10'),
  variant('D', '500 mg', '25 x 10'),
];

describe('the choices between variants', () => {
  it('PROD-01 values are in numeric order, and each axis is limited by the axes before it', () => {
    const current = variants[2] ?? variant('', '', '');
    const [dosage, pack] = axesOf(current, variants, ['Dosage', 'Conditionnement'], collate);
    expect(dosage?.label).toBe('Dosage');
    expect(dosage?.values).toEqual([
      { value: '50 mg', current: false, exists: true, sku: 'A' },
      { value: '250 mg', current: true, exists: true, sku: 'C' },
      { value: '500 mg', current: false, exists: true, sku: 'D' },
    ]);
    expect(pack?.values).toEqual([
      { value: '2 x 10', current: false, exists: true, sku: 'B' },
      { value: '10 x 10', current: true, exists: true, sku: 'C' },
      // No variant has 10 together with 250 mg: the value is crossed out and links to the nearest variant that has it.
      { value: '25 x 10', current: false, exists: false, sku: 'D' },
    ]);
  });

  it('PROD-01 variants that no attribute distinguishes are chosen by code', () => {
    const twin = variant('E', '250 mg', '10 x 10');
    const bare = { sku: 'F', attributes: new Map([['dosage', '250 mg']]) };
    const all = [...variants, twin, bare];
    const codes = (current: (typeof all)[number]) =>
      axesOf(current, all, [], collate)
        .find(({ label }) => label === null)
        ?.values.map(({ sku }) => sku);
    expect(codes(twin)).toEqual(['C', 'E', 'F']);
    // From the variant without attribute values, links lead to all variants that no axis distinguishes.
    expect(codes(bare)).toEqual(['B', 'C', 'E', 'F']);
  });

  it('PROD-01 an axis with one value or an invalid key is left out, and codes remain', () => {
    const only = {
      sku: 'A',
      attributes: new Map([
        ['dosage', '1'],
        ['a.b', 'x'],
      ]),
    };
    const other = {
      sku: 'B',
      attributes: new Map([
        ['dosage', '1'],
        ['a.b', 'y'],
      ]),
    };
    const codes = [
      { value: 'A', current: true, exists: true, sku: 'A' },
      { value: 'B', current: false, exists: true, sku: 'B' },
    ];
    expect(axesOf(only, [only], [], collate)).toEqual([]);
    expect(axesOf(only, [only, other], [], collate)).toEqual([
      { key: 'sku', label: null, values: codes },
    ]);
  });
});
