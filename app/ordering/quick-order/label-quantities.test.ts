import { describe, expect, it } from 'vitest';
import { elementStrings, notations } from '../../../tests/support/gs1-strings';
import { isGtin } from '~/catalogue/products/codes/check-digit';
import type { PackDoubt } from '~/catalogue/products/codes/gs1';
import { areSeveralLabels, readProductCode } from '~/catalogue/products/codes/product-code';
import { otherReading, parseLine, parseScan, quantityOf, unbulleted, withField } from './lines';

const labels = elementStrings(37, 5_000);

/** Notations that differ in kind. The others are variants of them, so fewer labels are enough. */
const kinds = [
  'GS',
  ']d2 and GS',
  ']C1 and GS',
  ']Q3 and ^',
  '^ in front too',
  '~',
  '|',
  '<GS>',
  'space',
  'lost',
  'brackets',
  'Digital Link',
];
const countOf = (name: string): number => (kinds.includes(name) ? labels.length : 500);

/**
 * Minimum share of labels that must be parsed. Without separators, a product behind a field of variable length may be
 * part of that field.
 */
const fewestRead = (name: string): number => (name === 'lost' ? 0.3 : 0.995);

interface Tally {
  product: number;
  lot: number;
  expiry: number;
  count: number;
}

/** Parses a label as an order line: its code, its quantity, and the GTINs among its keys. */
function readLabel(text: string, parse = parseLine) {
  const line = parse(unbulleted(text));
  const code = readProductCode(line?.code ?? '');
  const quantity = line ? quantityOf(line, code.count).quantity : null;
  return { ...code, quantity, products: code.keys.filter((key) => isGtin(key)) };
}

describe('quantities beside labels', () => {
  const gtin = '05412345678908';
  it.each([
    [`01${gtin}422056 3012`, 1, null],
    [`01${gtin}240REF1 2001`, 1, null],
    [`(10) B7 (01) ${gtin} (30) 12`, 1, 'B7'],
    [`(17) 290331 (01) ${gtin} (10) 12`, 1, '12'],
    [`(17) 290331 (01) ${gtin} (10) B7 (422) 056`, 1, 'B7'],
    [`(01) ${gtin} (17) 290331 (10) X17`, 1, 'X17'],
    [`01 ${gtin} 17 290331 10 12`, 1, '12'],
    [`(01)${gtin}(10)LOT(2)`, 1, 'LOT(2)'],
    [`00354123450000000120${'02'}${gtin}3724`, 24, null],
    [`00354123450000000120${'02'}${gtin}372410B7\x1d422056`, 24, 'B7'],
    // Text behind the label, separated by a tab, is not part of the label.
    [`(01) ${gtin} (17) 290331 (10) B7\t3`, 3, 'B7'],
    [`01${gtin}17290331\t12`, 12, null],
    [`01${gtin}10B717290331 3`, 3, 'B7'],
    [`(01) ${gtin} (10) B7 (17) 290331 3 pcs`, 3, 'B7'],
    [`https://id.gs1.org/01/${gtin} 12`, 12, null],
    [`(02)${gtin}(37)10\t2`, 2, null],
  ])('CART-10 parseLine reads label and quantity from %j', (text, quantity, lot) => {
    expect(readLabel(text)).toMatchObject({ quantity, lot });
  });

  it.each([
    [`01${gtin}1729010110A,5`, 'A,5', '5'],
    [`(01)${gtin}(17)290101(10)A;3`, 'A;3', '3'],
    [`(01)${gtin}(17)290101(10)A；3`, 'A;3', '3'],
    [`(01)${gtin}(10)A;3;Gants`, 'A;3;Gants', '3;Gants'],
    [`https://id.gs1.org/01/${gtin}/10/A,5`, 'A,5', '5'],
    [`https://id.gs1.org/01/${gtin}/10/A;12,50`, 'A;12,50', '12,50'],
    [`01${gtin}10A|2112`, 'A', '2112'],
  ])(
    'CART-10 a label whose end may be a cell with a quantity is one piece in a scan and open in a list: %j',
    (text, lot, behind) => {
      expect(readLabel(text, parseScan)).toMatchObject({ quantity: 1, lot });
      expect(readLabel(text).quantity).toBeNull();
      const line = parseLine(text);
      expect(line?.behind).toBe(behind);
      // Shown again with an unchanged field it stays open; an entered quantity settles it.
      expect(line && withField(line, line.typed).behind).toBe(behind);
      expect(line && withField(line, '5')).toMatchObject({ typed: '5', behind: undefined });
      if (lot !== 'A') expect(readLabel(text).doubts).toContain('lot');
    },
  );

  it.each([
    [`01${gtin}17290331;6`, 6],
    [`(01)${gtin};12`, 12],
    [`(01) ${gtin} (17) 290331;12`, 12],
    [`(02)${gtin}(37)10;2`, 2],
    [`01${gtin}10AB;C`, 1],
    [`01${gtin}10L1|21123456`, 1],
  ])('CART-10 parseLine reads a label that ends in one way only: %j', (text, quantity) => {
    expect(readLabel(text).quantity).toBe(quantity);
  });

  it.each([
    `01${gtin}10LOT 4`,
    `02${gtin}3712 3`,
    `(01)${gtin}(17)290331 EXP 12`,
    `01${gtin}17290331|6`,
  ])('CART-10 parseLine names the text behind a label: %j', (text) => {
    expect(parseLine(text)?.behind).toBe(/[ |](.*)/.exec(text)?.[1]);
  });

  it('CART-10 CART-11 a number behind a label in AZERTY signs needs a quantity in a list and in a scan', () => {
    const label = `à&à('&é"'(§è!çà!&àQ`;
    for (const parse of [parseLine, parseScan]) {
      const read = readLabel(`${label};6`, parse);
      expect(read).toMatchObject({ quantity: null, lot: 'A' });
      expect(read.products).toContain(gtin.slice(1));
      expect(parse(`${label};6`)?.behind).toBe('6');
    }
  });

  it('CART-11 readProductCode knows the lot and the count before a text behind the count', () => {
    expect(readLabel(`02${gtin}10B7\x1d3712 3`)).toMatchObject({
      lot: 'B7',
      count: 12,
      doubts: [],
    });
  });

  it.each([
    '(10) LOT 12',
    '(10)LOT 12',
    '(10) LOT;12',
    '(10)LOT;3',
    '(21) X17 5',
    '(17) 290331 12',
    '(37) 12',
    '(240) REF 12',
    '(99)A 7',
    `(01)${gtin.slice(0, -1)}0;3`,
  ])(
    'CART-10 parseLine reads no quantity from inside a printed field, with or without a product: %j',
    (text) => {
      const line = parseLine(unbulleted(text));
      expect(line?.typed).toBe('');
      const other = line && otherReading(line, () => true);
      expect(other ? quantityOf(other).quantity : null).toBeNull();
    },
  );

  it.each([
    `(02)${gtin}(37)10 2`,
    `02${gtin}3710 2`,
    `(01) ${gtin} (10) LOT 12`,
    `01${gtin} 10LOT 12`,
    `01${gtin}1729033110B7 3`,
    `https://id.gs1.org/01/${gtin}/10/LOT 12`,
    `(01)${gtin}(21)AB 500`,
    `01${gtin}91XY 77`,
    `(01)${gtin} EXP 12/27 LOT 40`,
    `(01)${gtin}(10)AB-12 - 40`,
  ])('CART-10 quantityOf rejects text behind a label that may belong to it: %j', (text) => {
    const { quantity, products, lot, doubts } = readLabel(text);
    expect(quantity).toBeNull();
    expect(products).toContain(gtin.slice(1));
    // A lot that may be incomplete must be marked as unsure.
    expect(lot === null || lot.endsWith('12') || doubts.includes('lot')).toBe(true);
  });

  it.each([
    [`(02)${gtin}(37)10;2`, { gtin, unreadable: '(37)10;2' }],
    [`(00)354123450000000120(02)A(37)10`, { gtin: null, unreadable: '(02)A(37)10' }],
    [`(00)354123450000000120(02)${gtin}(37)10`, { gtin, unreadable: '' }],
    [`01${gtin}17290331`, { gtin, unreadable: '' }],
    ['(17)290331(10)B7;2', null],
    ['MA659359', null],
  ])(
    'CART-11 readProductCode describes the label when it matches no product: %j',
    (text, label) => {
      expect(readProductCode(text).label).toEqual(label);
    },
  );

  const next = '05480130821211';
  it.each([
    `(01)${gtin} (01)${next}`,
    `(01)${gtin}(01)${next}`,
    `(01)${gtin}(17)290331(10)A (01)${next}(17)290331(10)B`,
    `(01)${gtin}(10)A (01)${gtin}(10)B`,
    `(01)${gtin}(37)3 (01)${gtin}(37)3`,
    `(01)${gtin} (02)${next} 3`,
    `01${gtin} 01${next}`,
    `01 ${gtin} 01 ${next}`,
    `01 ${gtin} 17 290331 01 ${next}`,
    `01${gtin}\x1d01${next}`,
    `01${gtin}|01${gtin}`,
    `01${gtin}01${next}`,
    `01${gtin}1729033101${next}10B`,
    `01${gtin}10A\x1d1729033101${next}`,
    `]d201${gtin}17290331]d201${next}10B`,
    `w01${gtin}w01${next}`,
    `01${gtin}\t01${gtin}`,
    `01${gtin};01${next}`,
    `https://id.gs1.org/01/${gtin}?01=${next}`,
    `https://id.gs1.org/01/${gtin}/01/${next}`,
    `https://id.gs1.org/01/${gtin}https://id.gs1.org/01/${next}`,
    `https://id.gs1.org/01/${gtin}/10/Ahttps://id.gs1.org/01/${next}`,
    'https://id.gs1.org/AQnlhDd-lghttps://id.gs1.org/AQnlhDd-lg',
    // A value of variable length may have taken in the next label, and an EAN has no identifier.
    `01${gtin}10LOT01${next}`,
    `01${gtin}21S01${next}`,
    `(01)${gtin}(10)LOT01${next}`,
    `01${gtin}1729033110A\x1d5480130821211`,
    `01${gtin}5480130821211`,
    `(01)${gtin};(01)${gtin};3`,
    `(01)${gtin}\t(01)${gtin}\t3`,
    `à&à('&é"'(§è!çà!à&à('&é"'(§è!çà!`,
  ])(
    'CART-10 CART-11 parseLine and readProductCode find no product in several labels: %j',
    (text) => {
      const { products, lot } = readLabel(text);
      const line = parseLine(text);
      expect([areSeveralLabels(line?.code ?? ''), products, lot]).toEqual([true, [], null]);
      expect(line && otherReading(line, () => true)).toBeNull();
    },
  );

  it.each([
    ['GS', '\x1d'],
    ['space', ' '],
    [']d2 and GS', '\x1d'],
    ['brackets', ''],
    ['brackets and spaces', ' '],
    ['Digital Link', ''],
    ['lost', ''],
  ])('CART-10 CART-11 two labels in one text order nothing: %s joined by %j', (name, between) => {
    const write = notations[name] ?? notations['GS'];
    const products = labels.filter(({ fields }) =>
      fields.some(([ai]) => ai === '01' || (ai === '02' && name !== 'Digital Link')),
    );
    const accepted = products.flatMap(({ fields }, at) => {
      const [second = { fields }] = products.slice((at + 1) % products.length);
      const text = [fields, second.fields].map((one) => write?.(one) ?? '').join(between);
      const read = readLabel(text, parseScan);
      return read.products.length > 0 && read.quantity !== null ? [text] : [];
    });
    expect(accepted).toEqual([]);
  });

  it('CART-11 readProductCode reads a compressed Digital Link written by GS1’s own toolkit', () => {
    expect(readLabel('https://id.gs1.org/AQnlhDd-lg').products).toContain('5440685195083');
    // 01, 10, 17 and 21 as one sequence, in the toolkit's order, which differs from the standard.
    expect(readLabel('https://id.gs1.org/GgnYUeIYeI1vRCiNw2xr69g')).toMatchObject({
      products: [gtin.slice(1), gtin],
      lot: 'B7A214',
      expiry: '2029-03-31',
      quantity: 1,
      doubts: [],
    });
    for (const part of [
      'GgnYUeIYeI1vRCiNw2xr6',
      'index',
      'aWb',
      'ZmY',
      'products-12',
      `01/${gtin}/about`,
    ])
      expect(readLabel(`https://id.gs1.org/${part}`)).toMatchObject({ lot: null, expiry: null });
  });

  it('CART-10 readProductCode returns no count when a label has two different counts', () => {
    expect(readLabel(`(02)${gtin}(37)5(37)7`)).toMatchObject({ quantity: 1, count: null });
    expect(readLabel(`(02)${gtin}(37)5(37)7`).doubts).toContain('count');
    expect(readLabel(`(02)${gtin}(37)5(37)5`)).toMatchObject({ quantity: 5, count: 5 });
  });

  it('CART-10 otherReading finds a product behind a printed field and leaves its quantity open', () => {
    for (const text of ['(10) MA659359 2', '(240) MA659359', '(12) MA659359', '(37)24 MA659359']) {
      const line = parseLine(unbulleted(text));
      const read = line && (otherReading(line, (code) => code === 'MA659359') ?? line);
      expect(read && [read.code, quantityOf(read).quantity]).toEqual(['MA659359', null]);
    }
    // A bracketed number that is no GS1 identifier is a row number.
    expect(parseLine(unbulleted('(3) MA659359 2'))).toMatchObject({ code: 'MA659359', typed: '2' });
  });

  it.each([
    [`01${gtin}21S18040490154203237518`, 'count'],
    [`0035412345000000012002${gtin}10599337123302001234`, 'count'],
    [`01${gtin}10B7A21421XYZ99`, 'lot'],
  ] as const)(
    'CART-10 readProductCode marks the result of a lost separator as unsure in %j: %s',
    (text, doubt) => {
      expect(readLabel(text)).toMatchObject({ quantity: 1, count: null });
      expect(readLabel(text).doubts).toContain(doubt);
    },
  );

  it.each(Object.entries(notations))(
    'CART-10 labels from the GS1 dictionary yield no wrong quantity and no wrong product: %s',
    (name, write) => {
      const read: Tally = { product: 0, lot: 0, expiry: 0, count: 0 };
      const has: Tally = { product: 0, lot: 0, expiry: 0, count: 0 };
      const wrong: string[] = [];
      for (const { fields, gtin, count } of labels.slice(0, countOf(name))) {
        const text = write(fields);
        if (text.length > 200) continue;
        const value = new Map(fields);
        const found = readLabel(text, parseScan);
        const { products, quantity, lot, expiry, doubts } = found;
        if (products.some((key) => key.padStart(14, '0') !== gtin))
          wrong.push(`product of ${text}`);
        // A label without a product orders nothing, whatever number is beside it.
        if (products.length === 0) {
          has.product += gtin === null ? 0 : 1;
          continue;
        }
        if (quantity !== null && quantity !== 1 && quantity !== count)
          wrong.push(`${quantity} of ${text}`);
        // The page displays a rejected line as it was entered, and does not order it.
        if (gtin === null || quantity === null) continue;
        has.product += 1;
        read.product += 1;
        const tally = (part: keyof Tally & PackDoubt, isRight: boolean): void => {
          has[part] += 1;
          read[part] += isRight ? 1 : 0;
          if (!isRight && !doubts.includes(part)) wrong.push(`${part} of ${text}`);
        };
        const written = value.get('10');
        if (written !== undefined && !/[()]/.test(written)) tally('lot', lot === written);
        const [, year, month, day] = /^(..)(..)(..)$/.exec(value.get('17') ?? '') ?? [];
        if (year !== undefined) tally('expiry', expiry === `20${year}-${month}-${day}`);
        if (count !== null) tally('count', found.count === count);
      }
      expect(wrong).toEqual([]);
      process.stdout.write(`${name}: ${JSON.stringify(read)} of ${JSON.stringify(has)}\n`);
      if (has.product > 0)
        expect(read.product / has.product, name).toBeGreaterThan(fewestRead(name));
    },
  );
});
