import { describe, expect, it } from 'vitest';
import { runAllSteps } from '~/base/kernel/steps';
import { parseCsv } from './csv/csv';
import { readOrderFile } from './csv/order-file';
import { otherReading, parsedOnce, parseLine, quantityOf, type TypedLine } from './lines';
import { isLongText } from './list-columns';
import { maxRowLength, pastedLines } from './pasted.server';

const [a, b, c] = ['ME650082', 'AL961662', 'MA659359'];
const isKnown = (code: string): boolean => /^[A-Z]{2}\d{6}$/.test(code);
/** Returns code and quantity of a line as they would be ordered; null: rejected. */
const read = (line: TypedLine): [string, number | null] => {
  const found = isKnown(line.code) ? line : (otherReading(line, isKnown) ?? line);
  return [found.code, quantityOf(found).quantity];
};
async function pasted(...rows: string[]) {
  const list = await pastedLines(rows.join('\n'));
  if (!list.ok) throw new Error('too many rows');
  return { lines: list.value.lines.map(read), notes: list.value.notes };
}
const inFile = (...rows: string[]) => {
  const file = parseCsv(rows.join('\n'));
  if (!file.ok) throw new Error(file.refusal.kind);
  const { lines, notes } = runAllSteps(readOrderFile(file.value));
  return { lines: lines.map(read), notes };
};
const three = [
  [a, 2],
  [b, 5],
  [c, 1],
];

describe('whole lists: row numbers, decimals and joined cells', () => {
  it.each([
    [[`1;${a};2`, `2;${b};5`, `3;${c};1`]],
    [[`10\t${a}\tGants\t2`, `20\t${b}\tCroquettes\t5`, `30\t${c}\tSeringue 10 ml\t1`]],
    [[`1 ${a} Gants 2 12.50 25.00`, `2 ${b} Croq 5 1.00 5.00`, `3 ${c} Ser 1 2.00 2.00`]],
    [[`1. ${a} 2`, `2. ${b} 5`, `3. ${c} 1`]],
    [[`1,${a},2`, `2,${b},5`, `3,${c},1`]],
  ])(
    'CART-10 pastedLines and readOrderFile remove numbers that count the rows: %s',
    async (rows) => {
      for (const list of [await pasted(...rows), inFile(...rows.map((row) => row))])
        expect(list).toEqual({ lines: three, notes: [{ kind: 'numbered' }] });
    },
  );

  it.each([
    [[`1. ${a}`, `2. ${b}`, `3. ${c}`]],
    [[`1) ${a}`, `2) ${b}`, `3) ${c}`]],
    [[`(1) ${a}`, `(2) ${b}`, `(3) ${c}`]],
    [[`1.${a}`, `2.${b}`, `3.${c}`]],
    [[`1 - ${a}`, `2 - ${b}`, `3 - ${c}`]],
    [[`#1 ${a}`, `#2 ${b}`, `#3 ${c}`]],
    [[`a) ${a}`, `b) ${b}`, `c) ${c}`]],
  ])(
    'CART-10 pastedLines reads one piece per line from a list numbered by signs: %s',
    async (rows) => {
      expect(await pasted(...rows)).toEqual({
        lines: [a, b, c].map((code) => [code, 1]),
        notes: [{ kind: 'numbered' }],
      });
    },
  );

  it('CART-10 pastedLines reads one piece from a row without a quantity in a numbered list', async () => {
    const { lines } = await pasted(`1. ${a} 2`, `2. ${b}`, `3. ${c} 5`);
    expect(lines).toEqual([
      [a, 2],
      [b, 1],
      [c, 5],
    ]);
  });

  it.each([
    [[`1 ${a}`, `2 ${b}`, `3 ${c}`]],
    [[`1;${a}`, `2;${b}`, `3;${c}`]],
    [[`1\t${a}`, `2\t${b}`, `3\t${c}`]],
  ])(
    'CART-12 pastedLines rejects bare numbers that may be row numbers or quantities: %s',
    async (rows) => {
      const { lines, notes } = await pasted(...rows);
      expect(lines).toEqual([a, b, c].map((code) => [code, null]));
      expect(notes).toEqual([{ kind: 'asked' }]);
      // Without headings, the first column of a file is the code.
      const file = inFile(...rows);
      expect(file.lines.map(([, quantity]) => quantity)).toEqual([null, null, null]);
      expect(file.notes).toEqual(notes);
    },
  );

  it.each([
    [
      [`3 ${a}`, `4 ${b}`, `5 ${c}`],
      [3, 4, 5],
    ],
    [
      [`1 ${a}`, `2 ${b}`],
      [1, 2],
    ],
    [
      [`${a} 1`, `${b} 2`, `${c} 3`],
      [1, 2, 3],
    ],
  ])(
    'CART-10 pastedLines reads numbers that do not count rows as quantities: %s',
    async (rows, quantities) => {
      const { lines, notes } = await pasted(...rows);
      expect(lines.map(([, quantity]) => quantity)).toEqual(quantities);
      expect(notes).toEqual([]);
    },
  );

  it.each([
    [[`1;${a};2`, `2;${b};5`]],
    [[`1,${a},2`, `2,${b},5`]],
    [[`2;${a};12`, `4;${b};7`, `9;${c};3`]],
  ])(
    'CART-12 pastedLines rejects numbers in a short list, or numbers that are not consecutive: %s',
    async (rows) => {
      const { lines, notes } = await pasted(...rows);
      expect(lines.map(([, quantity]) => quantity)).toEqual(rows.map(() => null));
      expect(notes).toEqual([]);
    },
  );

  it('CART-10 pastedLines reads three decimals in every quantity as decimals when that is certain', async () => {
    const decimals = [{ kind: 'decimals', typed: '2,000', quantity: '2' }];
    // Belgian spreadsheets also separate thousands like this, so each row is rejected.
    for (const mark of ['.', ',']) {
      const every = [`${a};2${mark}000`, `${b};5${mark}000`, `${c};1${mark}000`];
      const refused = [a, b, c].map((code) => [code, null]);
      for (const list of [await pasted(...every), inFile('EAN;Quantité', ...every)])
        expect(list).toEqual({ lines: refused, notes: [] });
    }
    const headed = ['Code;Qté', `${a};2,000`, `${b};0,500`];
    for (const list of [await pasted(...headed), inFile(...headed)])
      expect(list).toEqual({
        lines: [
          [a, 2],
          [b, null],
        ],
        notes: decimals,
      });
    const few = await pasted(`${a} 2,000`, `${b} 5,000`);
    const mixed = await pasted(`${a} 2,000`, `${b} 5,000`, `${c} 12`);
    expect([few, mixed].map(({ lines }) => lines[0])).toEqual([
      [a, null],
      [a, null],
    ]);
  });

  it.each([
    '1.000.000',
    '0.001.000',
    '001.000',
    '0.001,000',
    '1,000,000',
    '1 000 000',
    '1\u202f000\u202f000',
    "1'000'000",
    '0 050',
    "0'050",
    '0\xa0050',
  ])('CART-10 pastedLines and readOrderFile reject the grouped thousands %j', async (typed) => {
    const refused = { lines: [[a, null]], notes: [] };
    for (const sign of [' ', ';', '\t'])
      expect(await pasted(`${a}${sign}${typed}`), sign).toEqual(refused);
    expect(inFile('Code;Qté', `${a};${typed}`)).toEqual(refused);
  });

  it('CART-10 CART-12 pastedLines joins cells on separate rows, or orders no code without a quantity', async () => {
    const sure = [a, '2', b, '5', c, '1'];
    expect((await pasted(...sure)).lines).toEqual(three);
    expect((await pasted('2', a, '5', b, '1', c)).lines).toEqual(three);
    const named = [a, 'Gants', '2', b, 'Croquettes', '5', c, 'Seringue', '1'];
    expect((await pasted('Code', 'Nom', 'Qté', ...named)).lines.slice(-3)).toEqual(three);
    const { lines } = await pasted('2', a, '5', b, c);
    expect(lines.filter(([code]) => isKnown(code)).map(([, quantity]) => quantity)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    `${a} 2, ${b} 5, ${c} 1`,
    `${a} 2; ${b} 5; ${c} 1`,
    `${a} x2 / 5x ${b} / ${c} 1`,
    `2 ${a} et 5 ${b} et 1 ${c}`,
  ])('CART-10 pastedLines reads several products with quantities from one row: %s', async (row) => {
    expect((await pasted(row)).lines).toEqual(three);
  });

  it.each([
    ['|Code|Quantité|Nom|', `| ${a} | 2 | Gants |`, `|${b}|5|Croq|`, `| ${c} | 1 | Ser |`],
    [`${a} | 2`, `${b}|5|Croq`, `| ${c} | 1 |`],
    ['Artikelnr.;Bezeichnung;Menge', `${a};Gants;2`, `${b};Croq;5`, `${c};Ser;1`],
    ['Pos\tArt.-Nr.\tAnzahl\tBestand', `1\t${a}\t2\t40`, `2\t${b}\t5\t0`, `3\t${c}\t1\t7`],
    ['sep=;', `${a};2`, `${b}；５`, `${c};1.`],
    [`${a};5412345678908;2`, `“${b}”;“5”`, `${c} 1,`],
    [`☐ ${a} 2`, `[x] 5 unités ${b}`, `[09:12, 26/11/2026] Anne: ${c} 1 pce`],
  ])(
    'CART-10 pastedLines reads tables with bars, German headings and other signs: %s',
    async (...rows) => {
      const { lines } = await pasted(...rows);
      expect(lines).toEqual(three);
    },
  );

  it('CART-10 pastedLines and readOrderFile find a known code outside the headed column and preserve the whole row', async () => {
    const other = ['Notre réf;Votre code;Qté', `1234;${a};3`];
    for (const list of [await pasted(...other), inFile(...other)])
      expect(list.lines).toEqual([[a, 3]]);
    for (const heads of ['Produit;Ref', 'suite;ref;mail;note']) {
      // The number's column has no quantity heading, so the line is rejected.
      expect(inFile(heads, `${a};3`).lines).toEqual([[a, null]]);
      const file = parseCsv(`${heads}\n${a};3`);
      expect(file.ok && runAllSteps(readOrderFile(file.value)).lines[0]?.entered).toBe(`${a};3`);
    }
  });

  it('CART-12 pastedLines rejects a quantity with a pack unit in the next cell', async () => {
    const rows = [`${a};2;bte`, `${b};2;carton`, `${c};2;pce`];
    for (const head of [[], ['Code;Qté;Unité']])
      expect((await pasted(...head, ...rows)).lines.map(([, quantity]) => quantity)).toEqual([
        null,
        null,
        2,
      ]);
  });
});

describe('limits of a pasted list', () => {
  const refusalOf = async (text: string) => {
    const list = await pastedLines(text);
    return list.ok ? null : list.refusal;
  };

  it('P-32 P-92 pastedLines rejects a row that is too long, whatever its content', async () => {
    const long = { kind: 'long-row', line: 2, max: maxRowLength };
    for (const row of [`1${'\t'.repeat(5_000_000)}${a} x`, 'MA659359 2, '.repeat(400_000)])
      expect(await refusalOf(`${b} 2\n${row}`)).toEqual(long);
    // Trailing white space does not count.
    expect(await refusalOf(`${b} 2${' '.repeat(maxRowLength)}\n${c} 1`)).toBeNull();
  });

  it('P-32 P-88 pastedLines limits the number of lines, not of rows', async () => {
    const row = 'MA659359 2, '.repeat(330);
    const fits = await pastedLines(`${row}\n`.repeat(15));
    expect(fits.ok && fits.value.lines.length).toBe(4_950);
    expect(await refusalOf(`${row}\n`.repeat(16))).toEqual({ kind: 'too-many-rows', rows: 5_280 });
    expect(await refusalOf(`${row}\n`.repeat(1_200))).toMatchObject({ kind: 'too-many-rows' });
    expect(await refusalOf('1\n\n'.repeat(5_001))).toEqual({ kind: 'too-many-rows', rows: 5_001 });
  });

  it('P-61 isLongText counts a list as an upload by its number of lines, even if they are on few rows', () => {
    for (const end of ['\n', '\r\n', ', ', '; ', ' et ']) {
      expect(isLongText(Array(200).fill(`${a} 2`).join(end))).toBe(false);
      expect(isLongText(Array(201).fill(`${a} 2`).join(end))).toBe(true);
    }
    expect(isLongText('x'.repeat(40_001))).toBe(true);
  });

  it.each([
    ['1\t\t', ''],
    ['1 ; ', ''],
    ['1, ', ''],
    ['1;', ';'],
    ['1 \t', ','],
  ])(
    'CART-10 withoutNumbers accepts one separator between row number and code: %j',
    async (before, more) => {
      const rows = [a, b, c].map(
        (code, at) => `${before.replace('1', String(at + 1))}${more}${code}\t2`,
      );
      const { notes } = await pasted(...rows);
      expect(notes).toEqual([{ kind: 'numbered' }]);
    },
  );
});

it('P-88 P-92 a pasted list parses each row once, however many rules look at it', async () => {
  let parsed = 0;
  const parse = parsedOnce((text) => {
    parsed += 1;
    return parseLine(text);
  });
  const rows = Array.from({ length: 500 }, (_, at) => `MA${600_000 + at} ${at + 2}`);
  const read = await pastedLines(rows.join('\n'), parse);
  expect(read.ok && read.value.lines.map(({ code, typed }) => `${code} ${typed}`)).toEqual(rows);
  expect(parsed).toBe(rows.length);
});
