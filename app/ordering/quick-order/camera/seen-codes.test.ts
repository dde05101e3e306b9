import { describe, expect, it } from 'vitest';
import type { FoundCode } from './reader/found-code';
import { SeenCodes } from './seen-codes';

const matrix = (text: string): FoundCode => ({ text, linear: false, gtin: null, hasMore: false });
const gtin = '05474030205998';
const ean: FoundCode = { text: '5474030205998', linear: true, gtin, hasMore: false };
const label: FoundCode = { text: `]d201${gtin}10B7`, linear: false, gtin, hasMore: true };
const otherLot: FoundCode = { ...label, text: `]d201${gtin}10C8` };

/** Texts of the codes that count as new, picture by picture. */
const counted = (pictures: readonly (readonly FoundCode[])[], everyMs = 120): string[][] => {
  const seen = new SeenCodes();
  return pictures.map((codes, at) => seen.fresh(codes, at * everyMs).map(({ text }) => text));
};

describe('SeenCodes', () => {
  it('CART-11 SeenCodes counts a code once while it stays in the picture, however long', () => {
    const pictures = Array.from({ length: 100 }, () => [matrix('A')]);
    expect(counted(pictures).flat()).toEqual(['A']);
  });

  it('CART-11 SeenCodes does not count a code again after one unreadable picture', () => {
    expect(counted([[matrix('A')], [], [matrix('A')], [matrix('A')]], 900).flat()).toEqual(['A']);
  });

  it('CART-11 SeenCodes counts the same code again after two seconds out of the picture', () => {
    expect(counted([[matrix('A')], [], [matrix('A')]], 1_000)).toEqual([['A'], [], ['A']]);
  });

  it('CART-11 SeenCodes counts several codes of one picture once each', () => {
    const [a, b, c] = [matrix('A'), matrix('B'), matrix('C')];
    expect(
      counted([
        [a, b, a],
        [b, c],
      ]),
    ).toEqual([['A', 'B'], ['C']]);
  });

  it('CART-11 SeenCodes counts a one-dimensional code when a second picture within a second agrees', () => {
    const other = { ...ean, text: '0012000004629', gtin: '00012000004629' };
    expect(counted([[ean], [other], [], [ean], [ean]])).toEqual([[], [], [], [ean.text], []]);
    expect(counted([[ean], [ean], [ean]], 1_000)).toEqual([[], [], []]);
  });

  it('CART-11 SeenCodes counts the code with the lot instead of the EAN beside it', () => {
    expect(counted([[ean, label], [ean, label], [ean]])).toEqual([[label.text], [], []]);
  });

  it('CART-11 SeenCodes replaces the EAN when the lot becomes readable later, and once only', () => {
    const seen = new SeenCodes();
    for (const at of [0, 120]) seen.fresh([ean], at);
    expect(seen.fresh([ean, label], 240)).toEqual([{ text: label.text, replaces: ean.text }]);
    expect(seen.fresh([ean, otherLot], 360)).toEqual([{ text: otherLot.text, replaces: null }]);
  });

  it('CART-11 SeenCodes counts a lot once while the EAN of its pack stays in the picture', () => {
    const pictures = [[ean, label], ...Array.from({ length: 30 }, () => [ean]), [ean, label]];
    expect(counted(pictures).flat()).toEqual([label.text]);
  });
});
