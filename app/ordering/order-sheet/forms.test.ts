import { describe, expect, it } from 'vitest';
import { formUuid } from '~/base/page/forms/form-uuid.server';
import { editsOf, readCartForm } from '~/ordering/cart/page/cart-form.server';
import { otherReading, parseLine, quantityOf, unbulleted } from '~/ordering/quick-order/lines';
import { pastedLines } from '~/ordering/quick-order/pasted.server';
import { readQuantity } from '~/base/kernel/quantity';
import { readSheet } from './posted-sheet.server';

const token = '6f1d9c1e-8d0a-4a53-9d5e-6a1d8d2c1b11';
const form = (fields: Record<string, string>) => new URLSearchParams({ tx: token, ...fields });

describe('entered quantities', () => {
  it.each([
    ['1', 1],
    [' 12 ', 12],
    ['9999', 9999],
    ['2,0', 2],
    ['+3', 3],
    ['1\u00a0000', 1000],
    ['1\u202f000,00', 1000],
    ['2\u202f500', 2500],
    ['1 050', 1050],
    ['1.000,00', 1000],
    ['1,000.00', 1000],
    // Invisible characters, as in text copied from messages or right-to-left scripts.
    ['\u202b2\u202c', 2],
    ['\u200f3\u200f\ufeff', 3],
  ])('SRCH-06 the quantity “%s” is accepted', (typed, quantity) => {
    expect(readQuantity(typed)).toEqual({ quantity, refusal: null });
  });

  it.each([
    ['0', 'zero'],
    ['-2', 'negative'],
    ['−1', 'negative'],
    ['–1', 'negative'],
    ['1.5', 'fraction'],
    ['10000', 'too-many'],
    ['999999', 'too-many'],
    // Codes from a scanner in the quantity field, cut to its eight digits or not; also of a GTIN-14 with leading zeros.
    ['54123456', 'code'],
    ['00000096', 'code'],
    ['99999999999', 'code'],
    ['1000000', 'too-many'],
    ['2O', 'not-a-number'],
    ['1.000', 'thousands'],
    ['1,000', 'thousands'],
    ['12.000', 'thousands'],
    ['1.000,50', 'thousands'],
    ['001.000', 'thousands'],
    ['0.001.000', 'thousands'],
    ['0.001,000', 'thousands'],
    ['0 050', 'not-a-number'],
    ['1,000.50', 'thousands'],
    // Two copied cells; a browser turns the line break between them into a space.
    ['2 500', 'thousands'],
    ['1\t200', 'thousands'],
    ['1\n200', 'thousands'],
    ['1\r\n000', 'thousands'],
    ['2 500,00', 'thousands'],
    ['0.500', 'fraction'],
    ['3 dozen', 'packs'],
    ['3 douzaines', 'packs'],
    ['3 dozijn', 'packs'],
    ['2 boîtes', 'packs'],
    ['5²', 'not-a-number'],
    ['½', 'fraction'],
    ['99999999999999999999', 'code'],
    ['1e3', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['', 'not-a-number'],
  ])('SRCH-06 the quantity “%s” is rejected: %s', (typed, refusal) => {
    expect(readQuantity(typed)).toEqual({ quantity: null, refusal });
  });
});

describe('form of an order sheet', () => {
  it('CART-12 a confirmation adds the products that it names, returns invalid rows, and preserves the others’ input', () => {
    const rows = { 'q.1': '1200', 'q.2': '2.000', 'q.3': '5', 'q.4': '5412345678908' };
    const { lines, kept, pressed } = readSheet(form({ ...rows, sure: '1 9' }));
    expect(lines.map(({ productId }) => productId)).toEqual([1, 2]);
    expect(kept.map(({ productId }) => productId)).toEqual([3, 4]);
    expect(pressed).toBeNull();
  });

  it('SRCH-06 Enter adds every filled line; a row’s own button adds only its row, with 1 for an empty field', () => {
    const fields = { 'q.1': '2', 'q.2': '', 'q.3': 'x' };
    expect(readSheet(form(fields)).lines).toEqual([
      { productId: 1, typed: '2' },
      { productId: 3, typed: 'x' },
    ]);
    const own = readSheet(form({ ...fields, add: '2' }));
    expect(own.lines).toEqual([{ productId: 2, typed: '1' }]);
    expect(own.kept.map(({ productId }) => productId)).toEqual([1, 3]);
  });

  it('PROD-01 a blank field is no quantity when the page requires the customer to enter one', () => {
    const fields = { 'q.2': ' ', 'f.2': '', add: '2' };
    expect(readSheet(form(fields)).lines).toMatchObject([{ productId: 2, typed: '' }]);
  });

  it('SRCH-06 PROD-02 a blank field means 1 with the row’s own button, even if the page had prefilled it', () => {
    for (const filled of [{}, { 'f.2': '3' }]) {
      const fields = { 'q.2': ' ', ...filled };
      expect(readSheet(form({ ...fields, add: '2' })).lines).toMatchObject([
        { productId: 2, typed: '1' },
      ]);
      for (const add of ['all', 'typed'])
        expect(readSheet(form({ ...fields, add })).lines).toEqual([]);
    }
  });

  it('SRCH-06 CART-12 a 0 among other quantities is skipped; with the row’s own button it is an error', () => {
    const fields = { 'q.1': '2', 'q.2': '0', 'f.2': '3', 'q.3': '0,0' };
    for (const add of ['all', 'typed'])
      expect(readSheet(form({ ...fields, add })).lines).toEqual([{ productId: 1, typed: '2' }]);
    expect(readSheet(form({ 'q.2': '0' })).lines).toEqual([]);
    const own = readSheet(form({ ...fields, add: '2' }));
    expect(own.lines).toEqual([{ productId: 2, typed: '0', proposed: '3' }]);
    expect(own.kept).toEqual([{ productId: 1, typed: '2' }]);
  });

  it('SRCH-06 HOME-02 in a form with several lists, Enter adds entered quantities, not proposed ones', () => {
    const rows = 'q.1=4&f.1=4&q.2=5&f.2=3&q.1=4&q.3=';
    const read = (add: string) => readSheet(new URLSearchParams(`tx=${token}&${rows}&add=${add}`));
    const typed = [
      { productId: 2, typed: '5', proposed: '3' },
      { productId: 1, typed: '4' },
    ];
    expect(read('typed').lines).toEqual(typed);
    expect(read('typed').kept).toEqual([{ productId: 1, typed: '4', proposed: '4' }]);
    expect(read('all').lines).toHaveLength(3);
    expect(read('1').lines).toEqual([typed[1]]);
    expect(read('3').lines).toMatchObject([{ productId: 3, typed: '1' }]);
    const proposed = readSheet(form({ 'q.1': '4', 'f.1': '4', add: 'typed' }));
    expect(proposed.lines).toEqual([{ productId: 1, typed: '4', proposed: '4' }]);
  });

  it('CART-01 a form without its idempotency key is rejected', () => {
    expect(() => readSheet(new URLSearchParams({ 'q.1': '2' }))).toThrow();
    expect(() => readSheet(form({ tx: 'x', 'q.1': '2' }))).toThrow();
  });

  it('P-56 the same form and line give the same uuid, of version 5', () => {
    expect(formUuid(token, '1')).toBe(formUuid(token, '1'));
    expect(formUuid(token, '1')).not.toBe(formUuid(token, '2'));
    expect(formUuid(token, '1')).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    // RFC 9562, appendix A.4: the DNS name space and www.example.com.
    expect(formUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });
});

describe('form of the cart page', () => {
  const made = (fields: Record<string, string>, current: [string, number][]) => {
    return editsOf(readCartForm(form(fields)))
      .edits(new Map(current), null)
      .map(({ productId, quantity }) => [productId, quantity]);
  };

  it('CART-01 a quantity entered on the cart page is a target, whatever the cart contains now', () => {
    expect(made({ 'b.1': '2', 'q.1': '5', 'b.2': '1', 'q.2': '1' }, [['1', 4]])).toEqual([[1, 1]]);
  });

  it('CART-01 the buttons plus, minus and remove change the current quantity of their line', () => {
    const rest = { 'b.1': '2', 'q.1': '2' };
    expect(made({ ...rest, more: '1' }, [['1', 2]])).toEqual([[1, 1]]);
    expect(made({ ...rest, less: '1' }, [['1', 2]])).toEqual([[1, -1]]);
    expect(made({ ...rest, drop: '1' }, [['1', 7]])).toEqual([[1, -7]]);
    expect(made({ ...rest, less: '1' }, [])).toEqual([]);
  });

  it('CART-01 CART-12 plus and minus start from the quantity entered in their line', () => {
    const entered = (quantity: string, press: object) =>
      made({ 'b.1': '5', 'q.1': quantity, ...press }, [['1', 5]]);
    expect(entered('2900', { more: '1' })).toEqual([[1, 2_896]]);
    expect(entered('2900', { less: '1' })).toEqual([[1, 2_894]]);
    expect(entered('6', { less: '1' })).toEqual([]);
    expect(entered('0', { less: '1' })).toEqual([[1, -5]]);
    expect(entered('x', { more: '1' })).toEqual([]);
    expect(entered('7', { more: '2' })).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('CART-07 edits of a cart that is no longer open are computed from its displayed quantities', () => {
    const shown = { cart: 'old', 'b.1': '2', 'q.1': '7', 'b.2': '3', 'q.2': '3', drop: '2' };
    const { edits } = editsOf(readCartForm(form(shown)));
    const current = new Map([['1', 4]]);
    const change = { productId: 1, cart: 'old' };
    for (const open of ['new', null])
      expect(edits(current, open)).toMatchObject([
        { ...change, quantity: 5 },
        { productId: 2, cart: 'old', quantity: -3 },
      ]);
    expect(edits(current, 'old')).toMatchObject([{ ...change, quantity: 3 }, { quantity: -0 }]);
  });

  it('CART-03 an edit of a line with options applies to that line', () => {
    const key = '3|{"engraving":"A"}';
    const read = readCartForm(form({ [`b.${key}`]: '1', [`q.${key}`]: '0' }));
    expect(editsOf(read).edits(new Map([[key, 1]]), null)).toMatchObject([
      { productId: 3, quantity: -1, options: { engraving: 'A' } },
    ]);
  });

  it.each([
    ['twelve levels and one', `3|{"a":${'['.repeat(12)}${']'.repeat(12)}}`],
    ['a name of 65 letters', `3|{"${'n'.repeat(65)}":1}`],
    ['more than 2,000 letters', `3|{"a":"${'x'.repeat(2_000)}"}`],
    ['a product beyond four bytes', '2147483648'],
  ])('CART-03 P-88 editsOf adds no line with %s to the cart', (_, key) => {
    const made = (own: string) =>
      editsOf(readCartForm(form({ [`q.${own}`]: '2' }))).edits(new Map(), null);
    expect(made(key)).toEqual([]);
    expect(made(`3|{"a":${'['.repeat(11)}${']'.repeat(11)}}`)).toHaveLength(1);
  });

  it('CART-01 an invalid quantity is rejected, and the other lines are changed', () => {
    const read = readCartForm(form({ 'b.1': '1', 'q.1': 'x', 'b.2': '1', 'q.2': '3' }));
    const { edits, refusals } = editsOf(read);
    expect([...refusals]).toEqual([['1', { typed: 'x', refusal: 'not-a-number' }]]);
    expect(edits(new Map([['2', 1]]), null)).toMatchObject([{ productId: 2, quantity: 2 }]);
  });
});

describe('quick order lines', () => {
  it.each([
    ['104382 12', '104382', '12'],
    ['4183-207;4', '4183-207', '4'],
    ['5412345512005\t10', '5412345512005', '10'],
    ['530212', '530212', ''],
    ['208114 2O', '208114', '2O'],
    ['"302077","12"', '302077', '12'],
    ['302077 x12', '302077', '12'],
    ['  301277   6  ', '301277', '6'],
    ['301277 2,5', '301277', '2,5'],
    ['301277;2,5', '301277', '2,5'],
    ['301277,2,5', '301277', '2,5'],
    ['301277,12,Amoxi', '301277', '12'],
    ['301277, 6', '301277', '6'],
    ['5 MA659359', 'MA659359', '5'],
    ['2x MA659359', 'MA659359', '2'],
    ['2 x MA659359', 'MA659359', '2'],
    ['x2 MA659359', 'MA659359', '2'],
    ['MA659359 x 2', 'MA659359', '2'],
    ['MA659359|2', 'MA659359', '2'],
    ['5412345678908 | 12', '5412345678908', '12'],
    ['MA659359 × 2', 'MA659359', '2'],
    ['MA659359 2x', 'MA659359', '2'],
    ['MA659359 *2', 'MA659359', '2'],
    ['1,5 MA659359', 'MA659359', '1,5'],
    ['MA659359 1.000', 'MA659359', '1.000'],
    ['MA659359 1 000', 'MA659359', '1 000'],
    ['12 5412345678908', '5412345678908', '12'],
    ['5 412345 678908', '5 412345 678908', ''],
    ['5412345678908 3', '5412345678908', '3'],
    ['3204 252', '3204 252', ''],
    ['3204252 4', '3204252', '4'],
    ['-2 MA659359', 'MA659359', '-2'],
    ['AL733294 abc', 'AL733294', 'abc'],
    ['"é&àé', '"é&àé', ''],
    ['\t104382\t', '104382', ''],
    [']d201054123456789081010 2', ']d201054123456789081010 2', '… 2'],
    ['ma 659359', 'ma 659359', ''],
    ['ma 659359 5', 'ma 659359', '5'],
    ['99999 MA659359', 'MA659359', '99999'],
    ['MA659359 99999', 'MA659359', '99999'],
    ['１２ MA659359', 'MA659359', '１２'],
    ['MA659359 １２', 'MA659359', '１２'],
    // Rows of a table: quantity first, a name in between or in front, an empty column.
    ['5\tMA659359', 'MA659359', '5'],
    ['5,MA659359', 'MA659359', '5'],
    ['MA659359\tGants, 30 cm\t5', 'MA659359', '5'],
    ['Gants 30 cm\tMA659359\t5', 'MA659359', '5'],
    ['MA659359\t\t5', 'MA659359', '5'],
    ['MA659359\t\t5\t12,50', 'MA659359', '5'],
    ['MA659359;;Gants;5;12,50', 'MA659359', '5'],
    ['MA659359\tGants\t12,50\t5', 'MA659359', '5'],
    ['MA659359\tGants\t12.00', 'MA659359', 'Gants'],
    ['1\tMA659359\t12', 'MA659359', '1 / 12'],
    ['7;MA659359;Gants;12', 'MA659359', '7 / 12'],
    ['12\tMA659359\t3,50', 'MA659359', '12'],
    ['12\tMA659359\t5412345678908', 'MA659359', '12'],
    ['MA659359\t1\u202f000', 'MA659359', '1000'],
    ['MA659359 1.000,00', 'MA659359', '1.000,00'],
    ['MA659359 1 000,00', 'MA659359', '1 000,00'],
    ['MA659359 5 pcs', 'MA659359', '5'],
    ['MA659359\t5 stuks', 'MA659359', '5'],
    ['MA659359\tdeux', 'MA659359', 'deux'],
    ['MA659359 5 boxes', 'MA659359 5', 'boxes'],
    ['5,41235E+12', '5,41235E+12', ''],
    ['5,41235E+12 3', '5,41235E+12', '3'],
    ['5 pcs MA659359', 'MA659359', '5'],
    ['3 st. MA659359', 'MA659359', '3'],
    ['="MA659359";="3"', 'MA659359', '3'],
    // A scanner may be configured to send a space as the separator of a label: the text behind the space is the label's
    // next field.
    ['010541234567890810ABC 2112', '010541234567890810ABC 2112', ''],
    [']C1010541234567890810ABC 17281231', ']C1010541234567890810ABC 17281231', ''],
    ['010541234567890810ABC 12', '010541234567890810ABC 12', '… 12'],
    [',q659359', ',q659359', ''],
  ])(
    'CART-10 parseLine parses “%s” again with the same result when the page posts it back',
    (text, code, typed) => {
      const line = parseLine(text);
      expect(line).toMatchObject({ code, typed });
      const again = parseLine(line?.entered ?? '');
      expect(again).toMatchObject({ code, entered: line?.entered });
      expect(again && quantityOf(again)).toEqual(line && quantityOf(line));
    },
  );

  it.each([
    // The text around the code is accepted as a quantity as a whole, or rejected as a whole.
    ['MA659359 2 x', 'MA659359', 2],
    ['MA659359 2 *', 'MA659359', 2],
    ['MA659359x3', 'MA659359', 3],
    ['3xMA659359', 'MA659359', 3],
    ['MA659359:3', 'MA659359', 3],
    ['MA659359=3', 'MA659359', 3],
    ['1 MA659359 3', 'MA659359', '1 / 3'],
    ['1. MA659359 3', 'MA659359', '1. / 3'],
    ['MA659359 3 urgent', 'MA659359', '3 urgent'],
    ['3 MA659359 urgent', 'MA659359', 3],
    ['CNK 4223-665 qté 2', '4223-665', 2],
    ['réf. : MA659359 aantal: 3', 'MA659359', 3],
    ['5 CNK 4223665', '4223665', 5],
    ['Codex 4223-665 2', '4223-665', 'Codex / 2'],
    ['MA659359 3 boîtes', 'MA659359', '3 boîtes'],
    ['MA659359 ½ boîte', 'MA659359', '½ boîte'],
    ['MA659359 2 12,50', 'MA659359', 2],
    ['MA659359 12,50 2', 'MA659359', '12,50 2'],
    ['abc MA659359', 'MA659359', 'abc'],
    ['12abc MA659359', 'MA659359', '12abc'],
    // The row of an invoice, whose amounts have as many digits as a code.
    [
      'ME781427    Helmicol chat 2,5–5 kg   12,000   10,48  0,00  1.125,76',
      'ME781427',
      'Helmicol chat 2,5–5 kg 12,000 10,48 0,00 1.125,76',
    ],
  ])(
    'CART-10 CART-12 otherReading parses “%s”, which is no code, as code %s with quantity %s',
    (text, code, wanted) => {
      const line = parseLine(text);
      const other = line && otherReading(line);
      expect(other?.code).toBe(code);
      const { quantity } = other ? quantityOf(other) : { quantity: null };
      expect(quantity ?? other?.typed).toBe(wanted);
    },
  );

  it.each([
    ['- 3 MA659359', '3 MA659359'],
    ['•\tMA659359\t3', 'MA659359\t3'],
    ['•MA659359 3', 'MA659359 3'],
    ['> * MA659359 3', 'MA659359 3'],
    ['1) MA659359 3', 'MA659359 3'],
    ['12. MA659359 3 bte', 'MA659359 3 bte'],
    // The sign at the start is not a bullet: it belongs to a quantity, or may belong to one.
    ['-3 MA659359', '-3 MA659359'],
    ['*3 MA659359', '*3 MA659359'],
    ['2. MA659359', '2. MA659359'],
  ])('CART-10 unbulleted reduces “%s” of a message to “%s”', (row, bare) => {
    expect(unbulleted(row)).toBe(bare);
  });

  it.each(['MA659359 3 bte', '3 bte MA659359', '3 boîtes de MA659359', 'MA659359 3 ds.'])(
    'CART-10 CART-12 quantityOf rejects “%s” as a number of boxes',
    (text) => {
      const line = parseLine(text);
      const other = line && otherReading(line);
      expect(other?.code).toBe('MA659359');
      expect(other && quantityOf(other).refusal).toBe('packs');
    },
  );

  it('CART-10 otherReading returns null for a line with one code and its quantity, with two codes, or that is too long', () => {
    const cut = `MA659359 2${' '.repeat(200)}0`;
    for (const text of ['MA659359', 'MA659359 3', '1470 350 3', 'MA659359 MA784309 2', cut])
      expect(
        otherReading(parseLine(text) ?? { entered: '', code: '', typed: '' }),
        text,
      ).toBeNull();
  });

  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'CART-10 pastedLines splits rows at %j; parseLine rejects that separator within a code',
    async (end) => {
      const text = `MA659359;5${end}MA784309;3`;
      const list = await pastedLines(text);
      expect(list.ok && list.value.lines).toMatchObject([
        { code: 'MA659359', typed: '5', number: 1 },
        { code: 'MA784309', typed: '3', number: 2 },
      ]);
      const glued = parseLine(text);
      expect(glued).toMatchObject({ code: text, typed: '' });
      expect(parseLine(glued?.entered ?? '')).toEqual(glued);
    },
  );

  it('CART-11 a scan of invisible characters only is ignored', () => {
    for (const nothing of ['\u001d', '\u001d\u001d \u0004', '\u200e', ''])
      expect(parseLine(nothing)).toBeNull();
    expect(parseLine('\u001dMA659359')?.code).toContain('MA659359');
  });

  it('CART-10 an overlong line never becomes a line with a shorter quantity, even when parsed again', () => {
    const long = parseLine(`MA659359;${' '.repeat(10)}${'n'.repeat(179)};120`);
    expect(long).toMatchObject({ code: long?.entered, typed: '' });
    expect(parseLine(long?.entered ?? '')).toEqual(long);
  });
});
