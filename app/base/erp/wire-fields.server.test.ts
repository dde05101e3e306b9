import { describe, expect, it } from 'vitest';
import { count, euros, number, pieces } from './wire-fields.server';

describe('numeric wire fields', () => {
  const read = (field: typeof pieces | typeof number, value: unknown) =>
    field.safeParse(value).data;

  it('P-36 P-96 numeric wire fields reject implausibly large numbers and parse almost-zero numbers as zero', () => {
    for (const absurd of [1e308, -1e308, 1e21, Number.POSITIVE_INFINITY, Number.NaN]) {
      expect(read(number, absurd) ?? null).toBeNull();
      expect(pieces.safeParse(absurd).success).toBe(false);
      expect(euros.safeParse(absurd).success).toBe(false);
    }
    for (const field of [number, pieces]) {
      expect([read(field, 1e-320), read(field, -1e-9)]).toEqual([0, 0]);
      expect([read(field, 12.5), read(field, -3), read(field, 999_999_999)]).toEqual([
        12.5, -3, 999_999_999,
      ]);
    }
    for (const no of [1e20, -1, 2.5, '3']) expect(count.safeParse(no).success).toBe(false);
    expect(count.parse(19)).toBe(19);
  });
});
