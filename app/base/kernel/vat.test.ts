import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVat } from './vat';

const vatOf = (typed: string, country = 'BE'): string => {
  const read = readVat(typed, country);
  return read.ok ? read.vat : read.fault;
};
const belgian = (body: number): string =>
  String(body).padStart(8, '0') + String(97 - (body % 97)).padStart(2, '0');

describe('a Belgian VAT number', () => {
  it('REG-01 a Belgian VAT number is accepted as written on documents and normalized to one form', () => {
    for (const typed of [
      'BE0477472701',
      'be 0477.472.701',
      '0477.472.701',
      'BE 477 472 701',
      'BE-0477-472-701',
      'BE 0477–472–701',
      'BE\u200b0477\u202f472\u202f701',
      'ＢＥ０４７７４７２７０１',
      '0477,472,701',
      'TVA BE 0477.472.701',
      'N° TVA : BE 0477.472.701',
      'BTW-nr. BE 0477.472.701',
      'VAT number: 0477 472 701',
      'KBO 0477.472.701',
    ])
      expect(vatOf(typed), typed).toBe('BE0477472701');
    // Numbers that begin with 1 have been issued since 2023.
    expect(vatOf(`BE${belgian(10_000_001)}`)).toBe(`BE${belgian(10_000_001)}`);
  });

  it('REG-01 readVat distinguishes a wrong check digit from a wrong form', () => {
    expect(vatOf('BE0477472702')).toBe('digits');
    expect(vatOf('BE0000000000')).toBe('digits');
    expect(vatOf('BE047747270')).toBe('form');
    expect(vatOf('BE2477472701')).toBe('form');
    expect(vatOf('BE04774727011')).toBe('form');
    expect(vatOf('FR40303265045')).toBe('country');
    expect(vatOf('XX40303265045')).toBe('form');
    for (const typed of ['none', 'BE', 'TVA', '-', 'BE0477472701 RPM'])
      expect(vatOf(typed), typed).toBe('form');
  });

  it('REG-01 a Belgian VAT number is rejected when any one digit is changed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 19_999_999 }),
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (body, position, by) => {
          const right = belgian(body);
          const digit = (Number(right[position]) + by) % 10;
          const wrong = right.slice(0, position) + String(digit) + right.slice(position + 1);
          expect(readVat(`BE${right}`, 'BE').ok).toBe(true);
          expect(readVat(`BE${wrong}`, 'BE').ok).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a VAT number of another country', () => {
  it('REG-01 a foreign VAT number is validated against the form of its country, with or without prefix', () => {
    expect(vatOf('FR40303265045', 'FR')).toBe('FR40303265045');
    expect(vatOf('40303265045', 'FR')).toBe('FR40303265045');
    expect(vatOf('LU 264 888 12', 'LU')).toBe('LU26488812');
    expect(vatOf('094259216', 'GR')).toBe('EL094259216');
    expect(vatOf('BE0477472701', 'NL')).toBe('country');
    expect(vatOf('NL123456789B01', 'FR')).toBe('country');
    expect(vatOf('NL123456789B01', 'NL')).toBe('NL123456789B01');
    expect(vatOf('DE 136 695 976', 'DE')).toBe('DE136695976');
    for (const [typed, country] of [
      ['NL?', 'NL'],
      ['NL12345678B01', 'NL'],
      ['0477472701', 'FR'],
      ['FR4030326504', 'FR'],
      ['0477.472.701', 'LU'],
      ['136695976', 'LU'],
      ['DE13669597', 'DE'],
    ] as const)
      expect(vatOf(typed, country), typed).toBe('foreign');
  });
});
