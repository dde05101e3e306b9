import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareValues } from './value-order';

const collate = new Intl.Collator('fr-BE', { numeric: true }).compare;
const sorted = (values: string[]) => [...values].sort((a, b) => compareValues(a, b, collate));

it('PROD-01 sizes are sorted by size in three languages, and packs by their content', () => {
  expect(sorted(['XL', 'L', 'M', 'XS', 'S', 'XXL'])).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
  expect(sorted(['grand', 'moyen', 'poulain'])).toEqual(['poulain', 'moyen', 'grand']);
  expect(sorted(['Groot', 'Klein', 'Middel'])).toEqual(['Klein', 'Middel', 'Groot']);
  expect(sorted(['1 l', '250 ml', '2,5 l', '500 ml'])).toEqual([
    '250 ml',
    '500 ml',
    '1 l',
    '2,5 l',
  ]);
  expect(sorted(['2 kg', '100 g', '500 mg'])).toEqual(['500 mg', '100 g', '2 kg']);
  expect(sorted(['vert', 'bleu', '100 tabl.', '20 tabl.'])).toEqual([
    '20 tabl.',
    '100 tabl.',
    'bleu',
    'vert',
  ]);
});

it('PROD-01 values of one kind have the same order, whatever their input order', () => {
  const amount = fc
    .tuple(fc.integer({ min: 1, max: 5000 }), fc.constantFrom('ml', 'cl', 'l'))
    .map(([count, unit]) => `${count} ${unit}`);
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 8 }), (values) => {
      const litres = sorted(values).map((value) => {
        const [count = '', unit = ''] = value.split(' ');
        return Number(count) * (unit === 'ml' ? 0.001 : unit === 'cl' ? 0.01 : 1);
      });
      expect(litres).toEqual([...litres].sort((a, b) => a - b));
    }),
  );
});
