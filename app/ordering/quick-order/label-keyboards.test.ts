import { describe, expect, it } from 'vitest';
import { elementStrings, notations, type ElementString } from '../../../tests/support/gs1-strings';
import { keyboards } from '../../../tests/support/keyboard-layouts';
import { isGtin } from '~/catalogue/products/codes/check-digit';
import { readProductCode } from '~/catalogue/products/codes/product-code';
import { parseLine, quantityOf, unbulleted } from './lines';

const labels = elementStrings(43, 60);
const grid = Object.keys(keyboards).flatMap((keyboard) =>
  Object.keys(notations).map((notation) => [keyboard, notation] as const),
);

/** True when the typed label loses its separators: the key for `~` on a US keyboard types nothing on a French one. */
const isLost = (keyboard: string, notation: string): boolean =>
  notation === 'lost' || (keyboard.startsWith('French') && notation.startsWith('~'));

/**
 * Minimum share of labels that must be parsed. With caps lock, a field for capital letters may contain letters that its
 * identifier does not allow.
 */
function fewestRead(keyboard: string, notation: string): number {
  if (isLost(keyboard, notation)) return 0.3;
  return keyboard.endsWith('caps lock') ? 0.9 : 0.995;
}

/** True for lots that the label's notation cannot contain, or that stay valid when caps lock changes them. */
const isAmbiguous = (lot: string, keyboard: string, notation: string): boolean =>
  (notation.startsWith('brackets') && /[()]/.test(lot)) ||
  (keyboard.endsWith('caps lock') && /[^\dA-Z]/.test(lot));

function checkLabel({ fields, gtin, count }: ElementString, text: string, hasLot: boolean) {
  const line = parseLine(unbulleted(text));
  const read = readProductCode(line?.code ?? '');
  const products = read.keys.filter(isGtin).map((key) => key.padStart(14, '0'));
  expect(
    [...new Set(products)].filter((key) => key !== gtin),
    text,
  ).toEqual([]);
  if (products.length === 0) return false;
  const quantity = line ? quantityOf(line, read.count).quantity : null;
  expect([1, ...(count === null ? [] : [count])], text).toContain(quantity ?? 1);
  // A line whose quantity is rejected orders nothing: the page displays it as it was entered.
  if (quantity === null) return true;
  const value = new Map(fields);
  if (hasLot && read.lot !== value.get('10')) expect(read.doubts, text).toContain('lot');
  const day = value.get('17')?.replace(/(..)(..)(..)/, '20$1-$2-$3') ?? read.expiry;
  if (read.expiry !== day) expect(read.doubts, text).toContain('expiry');
  return true;
}

describe('labels typed by various keyboards', () => {
  it.each(grid)(
    'CART-11 readProductCode finds the product of a typed label and returns no wrong lot as sure: %s, %s',
    (keyboard, notation) => {
      const type = keyboards[keyboard] ?? String;
      const write = notations[notation] ?? String;
      let [read, all] = [0, 0];
      for (const label of labels) {
        const given = write(label.fields);
        if (label.gtin === null || given.length > 200) continue;
        const lot = new Map(label.fields).get('10') ?? '';
        const hasLot = lot !== '' && !isAmbiguous(lot, keyboard, notation);
        all += 1;
        read += checkLabel(label, type(given), hasLot) ? 1 : 0;
      }
      expect(read / all).toBeGreaterThan(fewestRead(keyboard, notation));
    },
  );

  it.each([
    ['$c03428661', '3428661'],
    ['$c0,q133646', 'ma133646'],
    [';gs:0105412345678908;gs:10b7', '5412345678908'],
    ['$D2010541234567890810b7q214', '5412345678908'],
  ])(
    'CART-11 parseLine and readProductCode read a label typed on AZERTY with caps lock: %s',
    (text, key) => {
      const line = parseLine(text);
      expect(line?.typed).toBe('');
      expect(readProductCode(line?.code ?? '').keys[0]).toBe(key);
    },
  );

  it('CART-11 readProductCode marks a lot as unsure when caps lock may have changed its letters', () => {
    const read = (text: string) => readProductCode(text);
    expect(read('$D2010541234567890810b7q214')).toMatchObject({ lot: 'B7A214', doubts: ['lot'] });
    expect(read('010541234567890810b7q214')).toMatchObject({ lot: 'b7q214', doubts: ['lot'] });
    expect(read(']D2010541234567890810b7a214')).toMatchObject({ lot: 'B7A214', doubts: ['lot'] });
    for (const sure of [
      ']d2010541234567890810b7',
      ']C1010541234567890810B7',
      '010541234567890810B7',
    ])
      expect(read(sure).doubts, sure).toEqual([]);
  });

  it('CART-10 parseLine does not split an unparsable label at its bars', () => {
    const text = '1538032632304527331731091936912914178026651987580994320102|371|80100lh-4z';
    expect(parseLine(text)).toMatchObject({ code: text, typed: '' });
  });
});
