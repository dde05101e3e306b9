import { describe, expect, it } from 'vitest';
import { noPack } from '~/catalogue/products/codes/gs1';
import { runAllSteps } from '~/base/kernel/steps';
import { splitIgnoredRows } from './passed-rows';
import { labelsIn, labelsText, otherReading, parseLine, quantityOf, unbulleted } from './lines';

/**
 * Returns the code and the quantity of a text (null: rejected). If the parsed code does not look like a SKU, it uses
 * the alternative of `otherReading`.
 */
function read(text: string): [string, number | null] | null {
  const line = parseLine(unbulleted(text));
  if (!line) return null;
  const { code } = line;
  const found = /^[A-Z]{2}\d{6}$/.test(code) ? line : (otherReading(line) ?? line);
  return [found.code, quantityOf(found).quantity];
}

describe('parsing the lines of a list', () => {
  it.each([
    ['ME650082 Gants nitrile M qté : 2', 2],
    ['ME650082 pcs 2', 2],
    ['ME650082 stuks 2', 2],
    ['ME650082 x 2', 2],
    ['ME650082 Gants nitrile M 2 12,50 25,00 €', 2],
    ['2 ME650082 Gants 30 cm', 2],
    ['ME650082;Gants nitrile M;2;12,50', 2],
    ['ME650082\tGants\t12,50\t4', 4],
    ['"ME650082","Gants, M","2"', 2],
    ['[26/11/2026, 09:12:33] Anne V.: ME650082 2', 2],
    ['26/11/2026 09:12 - Anne V.: 2 x ME650082', 2],
    ['ME650082 (3)', 3],
    ['ME650082 12 flacons', 12],
    ['ME650082 2 € 12,50', 2],
    ['ME650082 2 €12,50', 2],
    ['ME650082 Gants 2 € 12,50 € 25,00', 2],
    ['2 ME650082 € 12,50', 2],
    ['x3 ME650082 €5,00', 3],
    ['ME650082 2 12 €', 2],
    ['ME650082 2 st à 12,50 €', 2],
    ['ME650082 2 EUR 12,50', 2],
    ['ME650082 2 12,50', 2],
    ['ME650082 2 x 12,00', 2],
    ['ME650082 12,50 € 2', 2],
    ['ME650082 3 € 1.250,00', 3],
    ['ME650082;2;€ 12,50', 2],
    ['ME650082;3;3', 3],
    ['ME650082;2;12;24', 2],
    ['ME650082;€ 12,00;2', 2],
    ['ME650082, 2, € 12,50', 2],
    ['ME650082 1 000,00', 1000],
    ['ME650082 2\u202f500', 2500],
    ['ME650082\t2\xa0500', 2500],
  ])('CART-10 parseLine reads code and quantity from %s', (text, quantity) => {
    expect(read(text)).toEqual(['ME650082', quantity]);
  });

  it.each(['104382 2 € 12', '104382 2 12,00', '1043-822 € 12', 'ME650082 € 12'])(
    'CART-12 CART-10 parseLine separates the price in %s from the code',
    (text) => {
      const line = parseLine(text);
      expect(line?.code.replace(/\D/g, '')).toMatch(/^(?:104382|1043822|650082|104382.{5,})$/);
      expect(line && quantityOf(line).quantity).not.toBe(12);
    },
  );

  it.each(['1/2 doos', '½', '1 1/2', '0,5 boîte', 'une demi-boîte', 'een halve doos'])(
    'CART-12 quantityOf rejects %s as a fraction',
    (typed) => {
      const line = parseLine(`ME650082;${typed}`);
      expect(line && quantityOf(line)).toEqual({ quantity: null, refusal: 'fraction' });
    },
  );

  it.each([
    'ME650082 colis 3',
    'ME650082 cartons 3',
    'ME650082 caisses 3',
    'ME650082 palette 3',
    'ME650082 3 kratten',
  ])('CART-12 quantityOf rejects the quantity in %s and reports its unit of packs', (text) => {
    const line = parseLine(text);
    const read = line && (otherReading(line) ?? line);
    expect(read && quantityOf(read)).toEqual({ quantity: null, refusal: 'packs' });
  });

  it.each([
    'ME650082 2 500',
    'ME650082 2 500,00',
    'ME650082\xa02\xa0500',
    'ME650082 Lame 23',
    'ME650082 Rimadyl 100',
    'ME650082 Gants nitrile M 2',
    'ME650082 Gants M, 2',
    'ME650082 Rimadyl x100',
    'ME650082 Lame 23 12,50',
    'ME650082 Lame 23 0,00 0,00',
    'ME650082 Gants boîte 100',
    'ME650082 Gants 2 100',
    'ME650082 Seringue 10 ml',
    'ME650082 Gants 12,50 6',
    'ME650082;Gants;12,50;21',
    'ME650082;Gants;2;100',
    'ME650082 30 tabletten',
    'ME650082 1 ctn',
    '1 ME650082 2',
    'ME650082 € 12',
    'ME650082 € 12,00',
    'ME650082 12,00 €',
    'ME650082 @ 12',
    'ME650082 2 € 12',
    'ME650082 2 250,00 €',
    'ME650082;12,00;4',
    'ME650082;12;3',
    'ME650082|12|3',
    'ME650082\t12\tGants\t3',
    'ME650082;€ 12',
  ])('CART-12 quantityOf rejects the ambiguous quantity in %s', (text) => {
    expect(read(text)?.[1]).toBeNull();
  });

  it.each(['eur5898,2', 'MA659359 € | ^]', '104382,="0123"eur12345, Bonjour,'])(
    'CART-10 parseLine returns a line for %s, whose currency sign has no amount',
    (text) => {
      expect(parseLine(text)).not.toBeNull();
    },
  );

  it.each(['MA659359', '2065027', '5412345678908', 'x12345', 'WM123456'])(
    'CART-10 parseLine parses plain rows with code %s as any other row',
    (code) => {
      for (const rest of ['', ' 2', ';12', '\t999', ' 0', ';1000']) {
        const row = `${code}${rest}`;
        expect(parseLine(row)).toEqual(parseLine(`${row} `));
      }
    },
  );

  it('CART-10 CART-12 splitIgnoredRows does not mistake a code with a leading zero and a quantity for a phone number', () => {
    const isKept = (text: string): boolean => {
      const { entered, code, typed } = parseLine(text) ?? { entered: '', code: '', typed: '' };
      const none = { ...noPack, card: null, quantity: null, before: 0, amount: null };
      const line = { ...none, entered, code, typed };
      return (
        runAllSteps(splitIgnoredRows([{ ...line, fault: { kind: 'misread' } }])).kept.length > 0
      );
    };
    const lines = ['02065027\t12', '02065027 12', '02065027;3', '0475123456', '09 222 33 44'];
    expect(lines.map(isKept)).toEqual([true, true, true, false, false]);
  });
});

it('P-92 a row returns at most twelve other labels, the newest ones, however short they are', () => {
  const labels = Array.from({ length: 300 }, (_, at) => String.fromCharCode(97 + (at % 26)));
  const newest = [...'abcdefghijkl'];
  expect(labelsIn(labels.join('\n'))).toEqual(newest);
  expect(labelsIn(labelsText(labels))).toEqual(newest);
});
