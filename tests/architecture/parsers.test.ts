/**
 * Every function that parses client input takes at most linear time (P-92), and yields to other requests (P-88). The
 * test finds these functions in the source and runs them on worst-case texts. A new parser that it cannot run fails the
 * test until the table `run` says how.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { growthOf, leastMs } from '../support/growth';
import { findShopFunctions, type ShopFunction } from '../support/outside-text';
import { keepingAddress } from '~/account/save-product/save-product';
import { closeOne } from '~/content/articles/announcements';
import { identifierAt } from '~/catalogue/products/codes/gs1-identifiers';
import { readDefinition } from '~/content/forms/model/definition';
import { rowsShown } from '~/content/forms/model/grid-rows';
import { readMasked } from '~/content/forms/model/input-mask';
import { readRedirectForm } from '~/ordering/payment/redirect-form.server';
import { csvSteps, parseCsv, type CsvRow } from '~/ordering/quick-order/csv/csv';
import { decodeSteps } from '~/ordering/quick-order/csv/decode';
import { readOrderFile } from '~/ordering/quick-order/csv/order-file';
import { readFile } from '~/ordering/quick-order/import/read-file.server';
import { joinedRows, withoutNumbers } from '~/ordering/quick-order/list-columns';
import { withField, withPack } from '~/ordering/quick-order/lines';
import { pastedLines } from '~/ordering/quick-order/pasted.server';
import {
  readFormats,
  readRelations,
  readSharedTexts,
  readSheet,
  readSheetNames,
} from '~/ordering/quick-order/workbook/sheet';
import { xmlSteps } from '~/ordering/quick-order/workbook/xml-steps';
import { isPhone } from '~/base/kernel/phone';
import { zipIn } from '~/base/kernel/postal-code';
import { runAllSteps, type Steps } from '~/base/kernel/steps';
import { readVat } from '~/base/kernel/vat';
import { formUuid } from '~/base/page/forms/form-uuid.server';
import { parseForm } from '~/base/page/forms/parse-form.server';
import { repopulateForm } from '~/base/page/forms/repopulate.server';
import { localeAsked } from '../../server/auth/locale';
import { isSignInAddress, signInPath } from '../../server/auth/paths';
import { addressOf } from '../../server/http/address/canonical';
import { boundaryOf } from '../../server/http/forms/body-kind';
import { arePlainParts } from '../../server/http/forms/multipart-parts';
import { readClientNetwork } from '../../server/http/limits/network';
import { incomingTrace } from '../../server/observe/tracing';

type Work = (text: string) => unknown;

/** Parameter names for client input. */
const inputName =
  /^(?:text|typed|given|raw|rows?|cells?|scanned|form|params|bytes|coding|cookie|disposition|json|html)$/;
const inputType =
  /^(?:readonly )?(?:string|Buffer|Uint8Array|URLSearchParams|FormData|FormDataEntryValue|CsvRow|ListRow)\b/;
const parserName = /^(?:parse|read|decode)[A-Z]/;

interface Parser {
  file: string;
  name: string;
  /** Type of the only parameter; null if the function has others. */
  only: string | null;
}

/** What a function does that looks into a text. */
const scan =
  /\.(?:split|exec|match|matchAll|replace|replaceAll|test|search|charCodeAt|codePointAt|indexOf|lastIndexOf|slice)\(/;
const textType = /\b(?:string|Buffer|Uint8Array|FormData|URLSearchParams)\b/;

/**
 * Functions that scan text of a client, functions with one input of such a name, functions named as parsers, and step
 * generators.
 */
function parserOf({ file, name, parameters, isSteps, body, outside }: ShopFunction): Parser[] {
  const typeOf = ({ type }: ts.ParameterDeclaration): string => type?.getText() ?? '';
  const isNeeded = ({ initializer, questionToken }: ts.ParameterDeclaration): boolean =>
    !initializer && !questionToken;
  const inputs = parameters.filter((one) => inputType.test(typeOf(one)));
  const [first] = inputs;
  const isAlone = first === parameters[0] && parameters.filter(isNeeded).length <= 1;
  const only = first && isAlone ? typeOf(first) : null;
  const isGiven = parameters.some((one, at) => outside.has(at) && textType.test(typeOf(one)));
  const isNamed = first && isAlone && inputName.test(first.name.getText());
  const isParser = first && (isSteps || parserName.test(name));
  return isNamed || isParser || (isGiven && scan.test(body.getText()))
    ? [{ file, name, only }]
    : [];
}

const parsers = findShopFunctions(['app', 'server'])
  .filter(({ isExported }) => isExported)
  .flatMap(parserOf);

const uuid = '6f0b7c1e-4d7c-4a8e-9b1a-0d6a3f2f6f10';
/** Names of fields and parameters, each with the whole text as value. */
const fieldNames = ['q', 'no', 'page', 'size', 'from', 'to', 'type', 'channel', 'key', 'add', 'tx'];

/** A parser may reject a text by throwing, but a stack overflow is a fault. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
  }
}

/** Runs a parser with the text as form body, and with the text as value of each field. */
const withForms =
  (read: (form: URLSearchParams) => unknown): Work =>
  (text) => {
    attempt(() => read(new URLSearchParams(`tx=${uuid}&${text}`)));
    attempt(() => read(new URLSearchParams(fieldNames.map((name) => [name, text]))));
  };

const rowsOf = (text: string) => text.split('\n').map((row, at) => ({ row, number: at + 1 }));

/** Rows as in a file, without the limits of a file. */
function csvRowsOf(text: string): readonly CsvRow[] {
  const rows = parseCsv(text);
  if (rows.ok) return rows.value;
  return text.split('\n').map((row, at) => ({ line: at + 1, cells: row.split(/[;\t]/) }));
}

/** Runs a parser of XML with the text as XML, as one cell, and as one shared text. */
const xmlWork =
  (parse: (xml: Uint8Array) => Steps<unknown>): Work =>
  (text) => {
    for (const xml of [text, `<row><c t="inlineStr"><is><t>${text}`, `<sst><si><t>${text}`])
      runAllSteps(parse(Buffer.from(xml)));
  };

/** Parsers that need more than a text, or the text in another form: how the test calls each. */
const run: Readonly<Record<string, Work>> = {
  addressOf: (text) => [addressOf(`/fr/${text}`, []), addressOf(text, [])],
  arePlainParts: (text) => arePlainParts(Buffer.from(text), 'x', 1_000),
  boundaryOf: (text) => boundaryOf(`multipart/form-data; ${text}`),
  closeOne: (text) => closeOne(text, 1),
  csvSteps: (text) => runAllSteps(csvSteps(text)),
  decodeSteps: (text) => runAllSteps(decodeSteps(Buffer.from(text))),
  formUuid: (text) => formUuid(text, text),
  identifierAt: (text) => identifierAt(text, 0),
  incomingTrace: (text) => incomingTrace(text, text),
  isPhone: (text) => [isPhone(text, 'BE'), isPhone(text, null)],
  isSignInAddress: (text) => isSignInAddress(text, '/account/callback'),
  joinedRows: (text) => runAllSteps(joinedRows(rowsOf(text))),
  keepingAddress: withForms((form) => keepingAddress('fr', form)),
  localeAsked: (text) => [localeAsked('/', text), localeAsked(text, undefined)],
  parseForm: withForms((form) =>
    parseForm(form, { schema: z.object({ q: z.string() }), t: String }),
  ),
  readClientNetwork: (text) =>
    readClientNetwork({ socket: {}, headers: { 'x-forwarded-for': text } }, 1),
  readDefinition: (text) => readDefinition({ form: text, formOptions: text }, 'fr'),
  readMasked: (text) => [
    readMasked('99/99', text),
    readMasked('9'.repeat(text.length), text),
    readMasked('*'.repeat(text.length), text),
  ],
  readFormats: xmlWork(readFormats),
  readOrderFile: (text) => runAllSteps(readOrderFile(csvRowsOf(text))),
  readRelations: xmlWork(readRelations),
  readSharedTexts: xmlWork(readSharedTexts),
  readSheet: xmlWork((xml) => readSheet(xml, { texts: [], formats: [], from1904: false })),
  readSheetNames: xmlWork(readSheetNames),
  readRedirectForm: (text) => readRedirectForm(text, []),
  readVat: (text) => [readVat(text, 'BE'), readVat(text, 'FR')],
  repopulateForm: (text) =>
    repopulateForm('<form action="/fr"><input name="q"></form>', '/fr', {
      action: '/fr',
      fields: [['q', text]],
    }),
  rowsShown: (text) => rowsShown({ key: 'a', rows: 5 }, text),
  signInPath: (text) => signInPath('fr', text),
  withField: (text) => withField({ entered: '', code: '', typed: '' }, text),
  withPack: (text) => [withPack('2', text.split(';')), withPack(text, ['doos'])],
  withoutNumbers: (text) => runAllSteps(withoutNumbers(text.split('\n'))),
  zipIn: (text) => [zipIn(text, 'BE'), zipIn(text, 'FR')],
  xmlSteps: xmlWork((xml) => xmlSteps(xml, {})),
};

/** List parsers that yield to other requests by themselves, so the time of one turn is measured. */
const inTurns: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  pastedLines,
  readFile: (text) => readFile(new File([text], 'order.csv'), 5),
};

const byOne = 'reads some fields by name with the parsers that are run';
const withUpstream =
  'sends the text to the ERP or the store, and scans it with the parsers that are run';
const ofTheBuild = 'reads files of the build or of the operator';
/** Reasons why a parser is not run here. */
const excused: Readonly<Record<string, string>> = {
  addToListOrQuotation: withUpstream,
  findAnswer: withUpstream,
  findByReference: withUpstream,
  findSimilarReferences: 'answers the support page, which only the operator can reach',
  freeReference: withUpstream,
  keepTyped: withUpstream,
  restoreLine: withUpstream,
  severalResult: byOne,
  valueEnds: 'is run by identifierAt and readElements',
  withdrawLines: withUpstream,
  parseFields: 'is bounded by hostile-bodies.test.ts over HTTP',
  parseKeepingSources: 'reads answers of the search engine',
  readAd: byOne,
  readAnswers: byOne,
  readBrand: ofTheBuild,
  readBuiltIn: ofTheBuild,
  readCodes: 'is readProductCode of each code, in turns',
  readDraft: byOne,
  readEdit: byOne,
  readFormWithDocument: 'is bounded by hostile-bodies.test.ts over HTTP',
  readGroup: 'is bounded by metered-reader.test.ts',
  readJson: ofTheBuild,
  readLedger: 'reads the store',
  readLineByCode: byOne,
  readSeveral: byOne,
  readSpellings: 'reads answers of the search engine',
  readStartConfig: ofTheBuild,
  parseWordFile: ofTheBuild,
  swapCart: 'runs in a browser',
  textsFrom: ofTheBuild,
};

/** How to make an input of this type from a text. */
function workFor(type: string, parse: (input: unknown) => unknown): Work | null {
  if (/^(?:URLSearchParams|FormData)/.test(type)) return withForms(parse);
  if (/^(?:Buffer|Uint8Array)$/.test(type)) return (text) => parse(Buffer.from(text));
  if (/^readonly string\[\]$/.test(type)) return (text) => parse(text.split(/[\n;]/));
  return /^string(?: \| (?:null|undefined))*$/.test(type) ? parse : null;
}

/** All parsers found in the source; those listed in `run` are called as listed there. */
async function worksFound(): Promise<{ works: Map<string, Work>; unknown: string[] }> {
  const works = new Map<string, Work>();
  const unknown: string[] = [];
  for (const { file, name, only } of parsers) {
    if (name in excused || name in inTurns || file.startsWith('server/startup/')) continue;
    const module = (await import(join(process.cwd(), file))) as Record<string, unknown>;
    const parse = module[name];
    const isFunction = typeof parse === 'function';
    const own =
      isFunction && only ? workFor(only, (input) => Reflect.apply(parse, null, [input])) : null;
    const work = run[name] ?? own;
    if (work) works.set(`${name} of ${file.split('/').at(-1) ?? file}`, work);
    else unknown.push(`${file} ${name}`);
  }
  return { works, unknown };
}

const pieces = [
  ' ',
  '\t',
  '\n',
  '0',
  'a',
  'é',
  '"',
  ',',
  ';',
  '.',
  '-',
  '|',
  '@',
  ':',
  '%41',
  '&',
  '=',
  '(',
  '\u001d',
  '[',
  '{',
  '(01)',
  '0105412345678908',
  '{"a":',
  '<a ',
  '--x\r\n',
  'a:b\r\n',
  'a.',
  '1;',
  '"a"\n',
  'a\n',
  '12345\n',
  '99999x\n',
  'MA659359 2, ',
  'MA659359\t2\n',
  'fr,',
  '12 ',
  '1;2\t3,4 5|6\n',
  'q.1=1&',
  'f.a:b=1&',
  'b.1=1&q.1=2&',
];
/**
 * Where the test text is placed: alone, or after another beginning and before an end that few parsers accept, in one
 * row and in three.
 */
const frames: readonly (readonly [beginning: string, end: string, rows: number])[] = [
  ['', '', 1],
  ['1', '99999 x', 1],
];
const threeRows = ['1', '99999 x\n', 3] as const;

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length));

/** Fields and cells that all have different names, and the quoted cells of one row. */
const counted: Readonly<Record<string, (at: number) => string>> = {
  'fields of a cart': (at) => `q.${at}=1&b.${at}=2&n.${at}=x&`,
  'fields of other names': (at) => `a${at}=1&`,
  'rows of codes': (at) => `MA${100_000 + at};2;Gants\n`,
  'cells of one row': (at) => `c${at};`,
};

type Family = readonly [name: string, textOf: (length: number) => string];

const familyOf = (piece: string, [beginning, end, rows]: (typeof frames)[number]): Family => [
  `${JSON.stringify(`${beginning}${piece}…${end}`)}${rows > 1 ? ` on ${rows} rows` : ''}`,
  (length) => `${beginning}${filled(piece, length / rows)}${end}`.repeat(rows),
];

/** Lists with one huge row or cell, with many tiny ones, with quotes, and with mixed separators. */
const listFamilies: readonly Family[] = [
  ...['\n', '\t', ';', ', ', '"', '12345\n', 'a\n', 'MA659359 2, ', 'MA659359\t2\n'].map((piece) =>
    familyOf(piece, ['', '', 1]),
  ),
  ...[' ', '\t', ',', '0', 'a '].map((piece) => familyOf(piece, threeRows)),
  familyOf('a\n', ['', '99999x\n3', 1]),
  familyOf('1;2\t3,4 5|6\n', ['', '', 1]),
  // One cell of a file: the text ends with a line break.
  ...[' ', '\t', ';'].map((piece): Family => [
    JSON.stringify(`1;"${piece}…";"99999\nx"`),
    (length) => `1;"${filled(piece, length)}";"99999\nx"\n`,
  ]),
  ...Object.entries(counted).map(([name, one]): Family => [
    name,
    (length) =>
      Array.from({ length: Math.ceil(length / one(0).length) }, (_, at) => one(at)).join(''),
  ]),
];

const families: readonly Family[] = [
  ...pieces.flatMap((piece) => frames.map((frame) => familyOf(piece, frame))),
  ...listFamilies,
];

/** Processor time of the longest turn of this work, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const watched = (async () => {
    await work();
    isDone = true;
  })();
  while (!isDone) {
    const before = process.cpuUsage();
    await nextTurn();
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await watched;
  return longest;
}

/** In milliseconds. A turn shorter than this is always accepted, for a list of some hundred kB. */
const longTurnMs = 20;

const runOn =
  (work: Work, textOf: (length: number) => string) =>
  (length: number): (() => void) => {
    const text = textOf(length);
    return () => {
      attempt(() => work(text));
    };
  };

describe('parsers of client input', () => {
  it('P-92 each parser of client input is run by this test, or listed as an exception with a reason', async () => {
    expect(parsers.length).toBeGreaterThan(100);
    const { unknown } = await worksFound();
    expect(unknown).toEqual([]);
    const named = [...Object.keys(run), ...Object.keys(inTurns), ...Object.keys(excused)];
    const found = new Set(parsers.map(({ name }) => name));
    expect(named.filter((name) => !found.has(name))).toEqual([]);
  });

  it('P-92 a new function that scans a header, a field or a path is found where a request is read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parsers-'));
    writeFileSync(
      join(folder, 'odd.ts'),
      `export const oddWords = (value: string, most: number) => value.split(',').slice(0, most);
       export const oddSize = (given: string, most: number) => given.length > most;
       export const oddBuild = (value: string, most: number) => value.split(',').slice(0, most);`,
    );
    const reads = [
      "oddWords(request.headers.get('x-odd') ?? '', 3)",
      "[...form.getAll('odd')].map((one) => oddWords(String(one).trim(), 3))",
      'later(new URL(request.url).pathname)',
    ];
    for (const read of reads) {
      writeFileSync(
        join(folder, 'loader.ts'),
        `import { oddBuild, oddSize, oddWords } from './odd';
         const later = (path: string) => oddWords(path, 2);
         const size = (path: string) => oddSize(path, 2);
         export async function loader({ request }: { request: Request }, form: FormData) {
           size(request.url);
           oddBuild('a,b', 2);
           return ${read};
         }`,
      );
      const found = findShopFunctions([folder]).flatMap(parserOf);
      expect(found.map(({ name, only }) => [name, only])).toEqual([['oddWords', null]]);
    }
    rmSync(folder, { recursive: true });
  });

  it('P-92 the linear-time test detects a parser of quadratic time', () => {
    const bad: readonly Work[] = [
      (text) => /\s+x/.test(text),
      (text) => /^\s*(\d{1,4})(?:\s*[;,\t]\s*|\s+)(\S+)\s*$/.test(text),
    ];
    for (const work of bad)
      expect(families.some(([, textOf]) => growthOf(runOn(work, textOf)).isSteep)).toBe(true);
  });

  it('P-92 P-88 parsers of client input take at most four times as long for four times the text', async () => {
    const { works } = await worksFound();
    const table: [ms: number, line: string][] = [];
    const slow: string[] = [];
    for (const [name, work] of works) {
      let worst = { ms: 0, family: '', runOf: runOn(work, () => '') };
      for (const [family, textOf] of families) {
        const runOf = runOn(work, textOf);
        const { isSteep, ms } = growthOf(runOf);
        if (isSteep) {
          slow.push(`${name} on ${family}`);
          break;
        }
        if (ms > worst.ms) worst = { ms, family, runOf };
      }
      const ms = [16_000, 32_000, 64_000].map((length) => leastMs(worst.runOf(length)));
      const figures = ms.map((one) => one.toFixed(1)).join(' | ');
      table.push([Math.max(...ms), `${figures} | ${name} | ${worst.family}`]);
    }
    const shown = table.filter(([ms]) => ms >= 1).sort(([one], [other]) => other - one);
    process.stdout.write(
      `ms at 16 kB | 32 kB | 64 kB | parser | worst text\n${shown.map(([, line]) => line).join('\n')}\n` +
        `${table.length - shown.length} parsers need less than 1 ms\n`,
    );
    expect(slow).toEqual([]);
  });

  it('P-88 P-63 the longest turn of parsing a pasted list takes no more time for a longer list', async () => {
    const table: string[] = [];
    const long: string[] = [];
    for (const [name, read] of Object.entries(inTurns)) {
      let worst = { family: '', ms: 0 };
      for (const [family, textOf] of listFamilies) {
        const atLength = async (length: number): Promise<number> => {
          const text = textOf(length);
          return Math.min(await longestTurn(() => read(text)), await longestTurn(() => read(text)));
        };
        const ms = await atLength(100_000);
        if (ms > worst.ms) worst = { family, ms };
        // Most lists are parsed in short turns; for the others, compare the longest turn with that of a quarter of the
        // list.
        let grows = 0;
        for (let ended = ms < longTurnMs / 4; grows < 3 && !ended;) {
          const most = await atLength(400_000);
          ended = most < longTurnMs || most < 2.5 * (await atLength(100_000));
          if (!ended) grows += 1;
        }
        if (grows === 3) long.push(`${name} on ${family}`);
      }
      table.push(`${worst.ms.toFixed(1)} | ${name} | ${worst.family}`);
    }
    process.stdout.write(`ms of the longest turn of 100 kB | reader | text\n${table.join('\n')}\n`);
    expect(long).toEqual([]);
  });
});
