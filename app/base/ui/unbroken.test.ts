import { describe, expect, it } from 'vitest';
import { keepTogether } from './unbroken';

describe('keepTogether', () => {
  it.each([
    ['chien 2–8 kg, 3 pipettes', 'chien 2–\u20608\u00a0kg, 3 pipettes'],
    ['Au poisson, 12 × 85 g', 'Au poisson, 12\u00a0×\u00a085\u00a0g'],
    ['1,5–4 kg', '1,5–\u20604\u00a0kg'],
    ['hond, 50 mg/ml', 'hond, 50\u00a0mg/ml'],
    ['moins de 25 °C, NaCl 0,9 %', 'moins de 25\u00a0°C, NaCl 0,9\u00a0%'],
    ['vanaf 9 uur', 'vanaf 9\u00a0uur'],
  ])(
    'SHELL-10 keepTogether prevents a line break between a number and its unit, or in a range: %s',
    (text, shown) => {
      expect(keepTogether(text)).toBe(shown);
    },
  );

  it('SHELL-10 keepTogether leaves other texts unchanged', () => {
    for (const text of [
      '4 gélules',
      '2 plaquettes de 10',
      'CNK 4636-528',
      '6 mois – 2 ans',
      '5 Glucose',
    ])
      expect(keepTogether(text)).toBe(text);
  });
});
