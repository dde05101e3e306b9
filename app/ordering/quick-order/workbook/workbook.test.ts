import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { zipEntries } from '~/base/page/files/unzip.server';
import { cpuMsOf } from '../../../../tests/support/growth';
import { maxRows } from '../csv/csv';
import { readFile } from '../import/read-file.server';
import { quantityOf } from '../lines';
import { formatOf, general, numberText } from './number-text';
import { readSheet } from './sheet';
import { readWorkbook } from './workbook.server';

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (of: Readonly<Record<string, readonly [kind: string, target: string]>>): string =>
  `<Relationships>${Object.entries(of)
    .map(([id, [kind, to]]) => `<Relationship Id="${id}" Type="${types}/${kind}" Target="${to}"/>`)
    .join('')}</Relationships>`;

interface Book {
  /** Sheets in their order: the XML of the rows of each. */
  sheets: Readonly<Record<string, string>>;
  texts?: readonly string[];
  /** Number formats of the styles 0, 1, 2 … */
  formats?: readonly string[];
  hidden?: readonly string[];
  active?: number;
  more?: Readonly<Record<string, string>>;
}

/** A workbook as Excel writes it, with the given rows. */
function bookOf({ sheets, texts = [], formats = [], hidden = [], active = 0, more = {} }: Book) {
  const names = Object.keys(sheets);
  const files = {
    '_rels/.rels': relations({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="${types}"><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(
        names.map((_name, at) => [
          `s${at}`,
          ['worksheet', `worksheets/sheet${at + 1}.xml`] as const,
        ]),
      ),
      t: ['sharedStrings', 'sharedStrings.xml'],
      f: ['styles', '/xl/styles.xml'],
    }),
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map((_code, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}

const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowsOf = async (book: Book) => {
  const read = await readWorkbook(bookOf(book));
  return read.ok ? read.value.rows.map(({ line, cells }) => [line, ...cells]) : read.refusal;
};
const fileOf = async (bytes: Uint8Array, name = 'order.xlsx') => {
  const file = await readFile(new File([new Uint8Array(bytes)], name), 5);
  return file.ok
    ? {
        lines: file.value.lines.map(({ number, code, typed }) => [number, code, typed]),
        notes: file.value.notes,
      }
    : file.refusal;
};

const manyOf = (one: (at: number) => string): string =>
  Array.from({ length: 100_000 }, (_, at) => one(at)).join('');
/** A megabyte that deflate packs to half of it. */
const noise = (): string =>
  manyOf((at) => Math.imul(at, 2_654_435_761).toString(36).replace('-', 'x').padStart(10, 'y'));
describe('Excel workbooks', () => {
  it('ACC-01 readWorkbook reads texts, numbers, formulas and gaps of a sheet, with the row numbers of the sheet', async () => {
    const texts = ['<t>Code</t>', '<r><t>Qua</t></r><r><t>ntité</t></r><rPh><t>x</t></rPh>'];
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
      '<row r="2"/>',
      '<row r="4"><c r="A4"><v>5.474030205998E12</v></c><c r="C4"><f>1+1</f><v>2</v></c></row>',
      '<row r="5"><c r="A5" t="str"><v>a &amp; b</v></c><c r="B5" t="b"><v>1</v></c><c r="C5" t="e"><v>#REF!</v></c></row>',
      `<x:row>${inline('MA1')}<x:c/><x:c><x:v>2.5</x:v></x:c></x:row>`,
      '<row r="9"><c r="A9"><v>1</v></c><c r="B9"><f>A1*2</f></c></row>',
    ];
    expect(await rowsOf({ sheets: { Commande: rows.join('') }, texts })).toEqual([
      [1, 'Code', '', 'Quantité'],
      [4, '5474030205998', '', '2'],
      [5, 'a & b', 'TRUE', '#REF!'],
      [6, 'MA1', '', '2,5'],
      [9, '1', '=A1*2'],
    ]);
  });

  it('ACC-01 CART-12 a formula without a stored result orders nothing', async () => {
    const rowOf = (formula: string) => `<row><c><v>104382</v></c><c><f>${formula}</f></c></row>`;
    const rows = ['1+1', 'A1*2', '12*2', '2-1', '-(3)', 'B7', 'SUM(1,2)', '1000/2'].map(rowOf);
    const book = new Uint8Array(bookOf({ sheets: { A: rows.join('') } }));
    const file = await readFile(new File([book], 'order.xlsx'), 5);
    const quantities = file.ok ? file.value.lines.map((line) => quantityOf(line).quantity) : [];
    expect(quantities).toEqual(rows.map(() => null));
  });

  it.each([
    ['5.43E+12', 'General', '5430000000000'],
    ['5474030205998', '0.00E+00', '5474030205998'],
    ['5474030205998', '0.00', '5474030205998'],
    ['123456', '0000000', '0123456'],
    ['189999', '0000\\-000', '0189999'],
    ['12.5', '#,##0.00\\ "€"', '12,50 €'],
    ['25', '#,##0.00 [$€-80C]', '25,00 €'],
    ['25', '_-* #,##0 [$EUR]_-', '25 €'],
    ['2', '0.00', '2,00'],
    ['2.004', '0.00', '2,004'],
    ['2', '[$-409]0', '2'],
    ['0.05', '0%', '5%'],
    ['46352', 'dd/mm/yyyy', '26/11/2026'],
    ['46352.5', '[$-813]d mmm yy;@', '26/11/2026'],
    ['12.299999999999999', 'General', '12,3'],
    ['2', '0" pcs"', '2'],
    ['abc', '0.00', 'abc'],
  ])('CART-12 numberText writes %s with the format %s as %s', (value, code, text) => {
    expect(numberText(value, formatOf(164, new Map([[164, code]])))).toBe(text);
  });

  it('CART-12 numberText knows the formats that have only a number, and both calendars', () => {
    const none = new Map<number, string>();
    expect(numberText('12.5', formatOf(44, none))).toBe('12,50 €');
    expect(numberText('46352', formatOf(14, none))).toBe('26/11/2026');
    expect(numberText('44890', formatOf(14, none), true)).toBe('26/11/2026');
    expect(formatOf(0, none)).toBe(general);
  });

  it('ACC-01 readFile reads the lines of a workbook below its headings, without prices and dates as quantities', async () => {
    const formats = ['General', '#,##0.00\\ [$€-80C]', 'dd/mm/yyyy'];
    const priced = `<row><c><v>104382</v></c>${inline('Amoxi')}<c><v>12</v></c><c s="1"><v>25</v></c><c s="2"><v>46352</v></c></row>`;
    expect(await fileOf(bookOf({ sheets: { A: priced }, formats }))).toMatchObject({
      lines: [[1, '104382', '12']],
    });
    const headings = `<row>${['Prix', 'Qté', 'CNK'].map(inline).join('')}</row>`;
    const below = '<row><c s="1"><v>25</v></c><c><v>3</v></c><c><v>104382</v></c></row>';
    expect(await fileOf(bookOf({ sheets: { A: headings + below }, formats }))).toEqual({
      lines: [[2, '104382', '3']],
      notes: [],
    });
  });

  it('ACC-01 the sheet that was open is read, else the first with content; a note names the others with content', async () => {
    const line = (code: string): string => `<row><c><v>${code}</v></c></row>`;
    const sheets = {
      Tarif: line('111111'),
      Commande: line('104382'),
      Vide: '',
      Caché: line('222222'),
    };
    expect(await fileOf(bookOf({ sheets, hidden: ['Caché'], active: 1 }))).toEqual({
      lines: [[1, '104382', '']],
      notes: [{ kind: 'sheets', read: 'Commande', others: 'Tarif' }],
    });
    expect(await fileOf(bookOf({ sheets, hidden: ['Tarif', 'Caché'], active: 2 }))).toEqual({
      lines: [[1, '104382', '']],
      notes: [],
    });
    expect(await fileOf(bookOf({ sheets: { A: '' } }))).toEqual({ kind: 'empty' });
  });

  it('P-32 a workbook has the limits of a CSV file: rows, columns, and length of a cell', async () => {
    const row = `<row>${inline('a')}</row>`;
    expect(await rowsOf({ sheets: { A: row.repeat(maxRows) } })).toHaveLength(maxRows);
    expect(await rowsOf({ sheets: { A: row.repeat(maxRows + 2) } })).toEqual({
      kind: 'too-many-rows',
      rows: maxRows + 2,
    });
    const prefixed = `<x:row>${inline('a')}</x:row><x:row/>`;
    expect(await rowsOf({ sheets: { A: prefixed.repeat(maxRows + 3) } })).toEqual({
      kind: 'too-many-rows',
      rows: maxRows + 3,
    });
    const long = `${row}<row>${inline('a'.repeat(1_025))}</row>`;
    expect(await rowsOf({ sheets: { A: long } })).toEqual({ kind: 'long-line', line: 2 });
    const wide = '<row r="7"><c r="CW7"><v>1</v></c></row>';
    expect(await rowsOf({ sheets: { A: wide } })).toEqual({ kind: 'long-line', line: 7 });
  });

  it('P-32 a file is named by its content, whatever its extension', async () => {
    const book = bookOf({ sheets: { A: '' } });
    const macros = bookOf({ sheets: { A: '' }, more: { 'xl/vbaProject.bin': 'x' } });
    expect(await fileOf(book, 'order.csv')).toEqual({ kind: 'workbook' });
    for (const name of ['order.xlsx', 'order.xlsm'])
      expect(await fileOf(macros, name)).toEqual({ kind: 'xlsm' });
    const html = strToU8('<html><table><tr><td>104382</td></tr></table></html>');
    for (const name of ['a.xls', 'a.html', 'a.xlsx', 'a.csv'])
      expect(await fileOf(html, name)).toEqual({ kind: 'html' });
    expect(await fileOf(strToU8('104382;2'), 'a.xlsx')).toEqual({ kind: 'not-xlsx' });
    expect(await fileOf(strToU8('104382;2'), 'a.txt')).toEqual({ kind: 'not-csv' });
  });

  it('P-88 P-32 damaged workbooks, and small ones that unpack to many megabytes, are rejected', async () => {
    const book = bookOf({ sheets: { A: `<row>${inline('104382')}</row>` } });
    for (let cut = 1; cut < book.length; cut += 37)
      expect(await readWorkbook(book.slice(0, -cut))).toEqual({
        ok: false,
        refusal: { kind: 'workbook' },
      });
    for (let at = 0; at < book.length; at += 11) {
      const other = Uint8Array.from(book, (byte, place) => (place === at ? byte ^ 0xff : byte));
      expect(typeof (await readWorkbook(other)).ok).toBe('boolean');
    }
    const bomb = bookOf({ sheets: { A: `<row>${' '.repeat(20_000_000)}</row>` } });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await readWorkbook(bomb)).toEqual({ ok: false, refusal: { kind: 'workbook' } });
    const deep = bookOf({ sheets: { A: '<a>'.repeat(300_000) } });
    expect(await readWorkbook(deep)).toEqual({ ok: false, refusal: { kind: 'workbook' } });
    expect(zipEntries(strToU8('PK\u0003\u0004xl/'))).toBeNull();
  });

  it.each([
    ['an element with 100,000 attributes', `<row ${manyOf((at) => `a${at}="${at}" `)}/>`],
    ['an attribute of a megabyte', `<row a="${noise()}"/>`],
    ['a tag of a megabyte', `<${noise()}/>`],
    ['a comment of a megabyte', `<!--${noise()}-->`],
    ['a CDATA section of a megabyte', `<row><c><v><![CDATA[${noise()}]]></v></c></row>`],
  ])('P-88 P-32 a workbook with %s is rejected while it is parsed', async (_what, rows) => {
    const row = `<row>${inline('104382')}</row>`;
    expect(await rowsOf({ sheets: { A: rows + row } })).toEqual({ kind: 'workbook' });
    expect(await rowsOf({ sheets: { A: row } })).toEqual([[1, '104382']]);
  });

  it.each([
    ['a cell beyond the last column', '<row><c r="CW1"><v>1</v></c></row>'],
    ['a row beyond the last', '<row><c><v>1</v></c></row>'.repeat(maxRows + 1)],
  ])('P-88 P-32 a sheet is parsed no further than %s', (_what, start) => {
    const more = manyOf((at) => `<row r="${at + 9_000}"/>`);
    const stepsOf = (xml: string): number => {
      const steps = readSheet(strToU8(xml), { texts: [], formats: [], from1904: false });
      let count = 0;
      while (steps.next().done !== true) count += 1;
      return count;
    };
    expect(stepsOf(start + more)).toBeLessThan(stepsOf(start) + 3);
    expect(stepsOf(more)).toBeGreaterThan(50);
  });

  it('P-88 P-92 the time of reading a format code grows no faster than the code', () => {
    const codes = ['[', '"', '[$', '0.', 'd;'].map((piece) => piece.repeat(200_000));
    for (const code of codes)
      expect(cpuMsOf(() => formatOf(164, new Map([[164, code]])))).toBeLessThan(50);
  });
});
