import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAllSteps } from '~/base/kernel/steps';
import { formatCsv, maxCellLength, maxRows, original, parseCsv } from './csv';
import { decodeCsv, kindOfContent } from './decode';
import { parseLine, quantityOf } from '../lines';
import { pastedLines } from '../pasted.server';
import { readerBelow, readOrderFile } from './order-file';

const cells = (text: string) => {
  const rows = parseCsv(text);
  return rows.ok ? rows.value.map((row) => [...row.cells]) : rows.refusal;
};
const read = (text: string) => {
  const rows = parseCsv(text);
  if (!rows.ok) throw new Error(rows.refusal.kind);
  return runAllSteps(readOrderFile(rows.value));
};
const codes = (text: string) =>
  read(text).lines.map(({ number, code, typed }) => [number, code, typed]);
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe('parseCsv and decodeCsv', () => {
  it.each([
    [
      'a;1\r\nb;2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a,1\nb,2\n',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a\t1\rb\t2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['sep=,\na,1', [['a', '1']]],
    ['"a;b";"c""d";"e\r\nf"\n\n;;\ng', [['a;b', 'c"d', 'e\r\nf'], ['g']]],
    ['12" naald;3', [['12" naald', '3']]],
    ['"a;b",1', [['a;b', '1']]],
    [
      'Code|Quantité\r\n104382|12\r\n',
      [
        ['Code', 'Quantité'],
        ['104382', '12'],
      ],
    ],
    ['104382|Gants, M|2', [['104382', 'Gants, M', '2']]],
    ['MA659359,Gants | M,2', [['MA659359', 'Gants | M', '2']]],
    ['MA659359;Gants | M;2', [['MA659359', 'Gants | M', '2']]],
    [
      '| Code | Qté |\n|---|:-:|\n| 104382 | 12 |',
      [
        [' Code ', ' Qté '],
        [' 104382 ', ' 12 '],
      ],
    ],
    ['Commande, mai\nCode|Qté\n104382|1', [['Commande, mai'], ['Code', 'Qté'], ['104382', '1']]],
    // The bars of a label stand between its fields.
    ['010547403020599810B7|17290101', [['010547403020599810B7|17290101']]],
  ])('ACC-01 parseCsv splits %j into rows and cells', (text, rows) => {
    expect(cells(text)).toEqual(rows);
  });

  it('P-32 parseCsv reports too many rows, long cells and open quotes with their line', () => {
    const rows = Array.from({ length: maxRows }, (_, i) => `${i};1`).join('\n');
    expect(parseCsv(rows)).toMatchObject({ ok: true });
    expect(cells(`${rows}\n1;1`)).toEqual({ kind: 'too-many-rows', rows: maxRows + 1 });
    expect(cells(`${rows}\r\n1;1\r\n\r\n2;1\n\n3;1`)).toEqual({
      kind: 'too-many-rows',
      rows: maxRows + 3,
    });
    // Rows beyond the limit are counted but not parsed, so their faults are not reported.
    expect(cells(`${rows}\n1;1\n"open`)).toMatchObject({ kind: 'too-many-rows' });
    expect(cells(`a;1\n${'x'.repeat(maxCellLength)};1`)).toHaveLength(2);
    expect(cells(`a;1\n${'x'.repeat(maxCellLength + 1)};1`)).toEqual({
      kind: 'long-line',
      line: 2,
    });
    expect(cells(`a${';'.repeat(200)}`)).toEqual({ kind: 'long-line', line: 1 });
    expect(cells('a;1\n"b;2\nc;3')).toEqual({ kind: 'open-quote', line: 2 });
  });

  it('P-24 P-32 parseCsv stops reading a cell of only quotes at the maximum cell length', () => {
    const costOf = (quotes: number): number => {
      const text = '"'.repeat(quotes);
      const start = process.cpuUsage();
      for (let time = 0; time < 5; time += 1)
        expect(cells(text)).toEqual({ kind: 'long-line', line: 1 });
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    costOf(40_000);
    // The file is a hundred times as long; without the limit, parsing would take a hundred times as long too.
    expect(costOf(4_000_000)).toBeLessThan(20 * Math.max(1_000, costOf(40_000)));
  });

  it('P-32 decodeCsv reads the encodings of Excel and recognises other file types', () => {
    expect(decodeCsv(bytes('\uFEFFé;1'))).toEqual({ ok: true, value: 'é;1' });
    expect(decodeCsv(bytes([0xe9, 0x3b, 0x31, 0x20, 0x80]))).toEqual({ ok: true, value: 'é;1 €' });
    // The bytes of the text in Mac Roman.
    expect(decodeCsv(bytes('R', [0x8e], 'f;Qt', [0x8e]))).toEqual({ ok: true, value: 'Réf;Qté' });
    expect(decodeCsv(bytes('l', [0x92], 'eau;1'))).toEqual({ ok: true, value: 'l’eau;1' });
    const wide = Buffer.from('\uFEFFé\t1', 'utf16le');
    expect(decodeCsv(wide)).toEqual({ ok: true, value: 'é\t1' });
    expect(decodeCsv(Buffer.from(wide).swap16())).toEqual({ ok: true, value: 'é\t1' });
    // Some programs write UTF-16 without a byte-order mark.
    const unmarked = Buffer.from('Réf;Qté\r\na;1', 'utf16le');
    for (const file of [unmarked, Buffer.from(unmarked).swap16()])
      expect(decodeCsv(file)).toEqual({ ok: true, value: 'Réf;Qté\r\na;1' });
    for (const [kind, file] of [
      ['not-text', bytes('a;1\0')],
      ['not-text', bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
      ['workbook', bytes('PK', [3, 4], 'xl/workbook.xml')],
      ['workbook', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
      ['xls', Buffer.concat([bytes([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('Workbook', 'utf16le')])],
      ['xlsm', bytes('PK', [3, 4], 'xl/workbook.xml', [0], 'xl/vbaProject.bin')],
      ['not-text', bytes('PK', [3, 4], 'word/document.xml')],
      ['sylk', bytes('ID;PSCALC3\nC;X1;Y1;K"EAN"\nC;X1;Y2;K5474030205998\nE\n')],
      ['dif', bytes('TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,3\r\n""\r\n')],
      ['ods', bytes('PK', [3, 4], 'mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK')],
      [
        'ods',
        bytes(
          '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
        ),
      ],
      ['rtf', bytes('{\\rtf1\\ansi EAN;2}')],
      ['html', bytes('<!DOCTYPE html>\n<html><table><tr><td>104382</td></tr></table>')],
      ['html', bytes('\n<table border=1><tr><td>104382</td><td>2</td></tr></table>')],
      ['empty', bytes(' \r\n\r\n')],
    ] as const) {
      expect(decodeCsv(file)).toEqual({ ok: false, refusal: { kind } });
      // The content names a file with any extension, but not text of no known kind.
      if (kind !== 'empty' && kind !== 'not-text') expect(kindOfContent(file)).toBe(kind);
    }
    expect(kindOfContent(bytes('104382;12'))).toBeNull();
  });
});

describe('readOrderFile', () => {
  it.each([
    [
      '104382;12\n530212;3',
      [
        [1, '104382', '12'],
        [2, '530212', '3'],
      ],
    ],
    ['Code;Quantité\n104382;12', [[2, '104382', '12']]],
    ['Omschrijving,Aantal,Artikelcode\nAmoxi,12,104382', [[2, '104382', '12']]],
    ['104382;12;Amoxi 500;3,50', [[1, '104382', '12']]],
    ['104382;12;;', [[1, '104382', '12']]],
    [
      '104382;\n530212',
      [
        [1, '104382', ''],
        [2, '530212', ''],
      ],
    ],
    ['"=""0123456""";2', [[1, '0123456', '2']]],
    ["'-12;2", [[1, '-12', '2']]],
    ['104382;twaalf', [[1, '104382', 'twaalf']]],
    ['SKU;Voorraad;Te bestellen\n104382;50;3', [[2, '104382', '3']]],
    ['SKU;Stock;À commander\n104382;50;', [[2, '104382', '']]],
    ['Code;Aantal per doos;Aantal\n104382;12;3', [[2, '104382', '3']]],
    ['Code;Stock\n104382;50', [[2, '104382', '']]],
    ['Qté;Réf. fournisseur;Réf. article\n3;X-99;104382', [[2, '104382', '3']]],
    [
      'sep=,\nPurchase order 4711,,\nDate,26/11/2026,\nItem no.,Description,Qty\n104382,Amoxi,12',
      [[5, '104382', '12']],
    ],
    [
      '530212;2\nCode;Naam;Aantal\n104382;Amoxi;12',
      [
        [1, '530212', '2'],
        [3, '104382', '12'],
      ],
    ],
    ['104382 12', [[1, '104382', '12']]],
    ['Item code,Unit price,Qty ordered\n104382,1.50,12', [[2, '104382', '12']]],
    ['Code;Qté;Prix par pièce;Qté\n104382;2;9;2', [[2, '104382', '2']]],
    ['Code;Aantal;Aantal\n104382;2;3', [[2, '104382', '2 / 3']]],
    ['Code;Stuks;Aantal\n104382;20;3', [[2, '104382', '3']]],
    [
      'ME650082;Gants, M;2;12,50\n104382;Amoxi;3;1,00',
      [
        [1, 'ME650082', '2'],
        [2, '104382', '3'],
      ],
    ],
    ['Code;Kwantum\n104382;6', [[2, '104382', 'Kwantum: 6']]],
    [
      'Quantité|Code\n12|104382\n|530212',
      [
        [2, '104382', '12'],
        [3, '530212', ''],
      ],
    ],
    ['SKU|Stock|Aantal\n104382|50|3', [[2, '104382', '3']]],
    ['| SKU | Naam | Aantal |\n| --- | --- | --- |\n| 104382 | Amoxi | 3 |', [[3, '104382', '3']]],
  ])('ACC-01 readOrderFile reads the lines of %j', (text, lines) => {
    expect(codes(text)).toEqual(lines);
  });

  it.each([
    'Prix',
    'Prix unitaire',
    'Total',
    'PU HT',
    'TTC',
    'TVA',
    'Montant',
    'Remise',
    'Désignation',
    'Lot',
    'Prijs',
    'Stukprijs',
    'Bedrag',
    'Btw',
    'Omschrijving',
    'Korting',
    'Vervaldatum',
    'Aantalkorting',
    'Price',
    'Unit price',
    'Amount',
    'VAT',
    'Description',
    'Discount',
    'Date',
    'Batch',
    'Expiry',
    'Péremption',
    'N° de ligne',
    'Unité',
    'Conditionnement',
    'Leverancier',
    'Stock',
    'Colis',
  ])('ACC-01 CART-12 readOrderFile never uses a column headed %s as the quantity', (heading) => {
    for (const code of ['Code', 'Artikel', 'Item', 'Référence'])
      for (const cell of ['6', '23,50'])
        expect(codes(`${code};${heading}\n104382;${cell}`)).toEqual([[2, '104382', '']]);
    const below = readerBelow(`Code;${heading}`);
    const line = below?.('104382;6');
    expect(line && quantityOf(line).refusal).toBe('zero');
    expect(codes(`Code;${heading};Qté\n104382;6;2`)).toEqual([[2, '104382', '2']]);
  });

  it.each([
    ['"Code (SKU, CNK of EAN)";Aantal;"Product (optioneel)";"Nettoprijs excl. btw (€)"', true],
    ['Code (CNK, EAN ou SKU);Quantité;Produit', true],
    ['SKU\tQuantity\tProduct', true],
    ['Produit\tQté', true],
    ['Qté|Code', true],
    ['gants\tMA982898\tstuks', false],
    ['stuks MA982898', false],
    ['MA982898;4;"Plâtre, code blanc";"5,63"', false],
    ['code MA982898 4', false],
    ['', false],
  ])('CART-10 readerBelow recognises %s as the heading of a pasted table: %s', (row, expected) => {
    expect(readerBelow(row) !== null).toBe(expected);
  });

  it('CART-10 CART-12 readerBelow reads the columns that a heading names, and an empty quantity orders nothing', () => {
    const below = readerBelow('Code\tDésignation\tPrix\tQté');
    const read = (row: string) => {
      const line = below?.(row) ?? null;
      return line && [line.code, line.typed, quantityOf(line).quantity];
    };
    expect(read('MA982898\tGants; M\t12,50\t5')).toEqual(['MA982898', '5', 5]);
    expect(read('MA982898\tGants\t12,50\t5 pcs')).toEqual(['MA982898', '5', 5]);
    expect(read('MA982898\tGants\t12,50\t')).toEqual(['MA982898', '', null]);
    expect(read('MA982898\t"12"" naald"\t12,50\tvijf')).toEqual(['MA982898', 'vijf', null]);
    expect(read('MA982898 3')).toEqual(['MA982898', '3', 3]);
    expect(read('\t\t\t')).toBeNull();
    const [listed] = runAllSteps(
      readOrderFile([
        { line: 1, cells: ['Code', 'Quantité'] },
        { line: 2, cells: ['MA982898', ''] },
      ]),
    ).lines;
    expect(listed && quantityOf(listed)).toEqual({ quantity: null, refusal: 'zero' });
  });

  it('CART-10 pasted rows between bars are read below headings and without, with the quantity on either side', async () => {
    const read = async (text: string) => {
      const list = await pastedLines(text);
      return list.ok && list.value.lines.map(({ code, typed }) => [code, typed]);
    };
    const line = [['104382', '12']];
    for (const text of ['104382|12', '12|104382', 'Code|Qté\n104382|12', 'Qté|Code\n12|104382'])
      expect(await read(text), text).toEqual(line);
    expect(await read('| Qté | Code |\n| 12 | 104382 |')).toEqual(line);
  });

  it.each([
    ['brackets', '(01)05474030205998(17)290101(10)L1;5'],
    ['plain digits', '01054740302059981729010110L1;5'],
    ['a Digital Link', 'https://id.gs1.org/01/05474030205998/10/L1;5'],
    ['a heading', 'Code;Quantité;Note\n(01)05474030205998(10)L1;5;a b'],
  ])(
    'CART-12 the text of a file row with a label in %s gives the same code and quantity again',
    (_, text) => {
      const [line] = read(text).lines;
      expect(line?.typed).toBe('5');
      expect(line?.code).toMatch(/L1$/);
      expect(parseLine(line?.entered ?? '')).toMatchObject({ code: line?.code, typed: '5' });
    },
  );

  it('ACC-01 readOrderFile parses the ERP’s first row as order data and not as a line', () => {
    const file = read('sn12;4711;vet@demo.example;Livrer le matin\n104382;12');
    expect(file.head).toEqual({
      suiteName: 'sn12',
      reference: '4711',
      email: 'vet@demo.example',
      note: 'Livrer le matin',
    });
    expect(file.lines).toHaveLength(1);
    expect(codes(';;;\n104382;12')).toEqual([[2, '104382', '12']]);
    expect(read('Code;Quantité;Produit;Prix\n104382;12;a;1').head).toBeNull();
  });
});

describe('formatCsv', () => {
  it.each([
    '=1+1',
    '+32 2 123',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '=HYPERLINK("http://x";"y")',
    "=cmd|' /C calc'!A0",
    "'=already",
    '＝1',
  ])('P-35 formatCsv neutralises %j as a formula, and original restores it', (value) => {
    const text = formatCsv([[value, 'b']]);
    expect(text).toMatch(/^\uFEFF"?'/);
    const [row] = cells(text.slice(1)) as string[][];
    expect(row?.map(original)).toEqual([value, 'b']);
  });

  it('P-35 original restores any text that formatCsv has neutralised', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .filter((one) => !one.includes('\0'));
    const table = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(table, (rows) => {
        const filled = rows.map((row) => ['x', ...row]);
        const back = cells(formatCsv(filled).slice(1)) as string[][];
        expect(back.map((row) => row.map(original))).toEqual(filled);
      }),
    );
  });
});
