/**
 * What only a whole list tells: numbers in front of its rows that count them, a decimal comma in each of its quantities,
 * cells that a PDF has put each on a row of its own. Pure.
 */
import { z } from 'zod';
import { opensWithLabel } from '~/catalogue/products/codes/gs1';
import { mapSteps, type Steps } from '~/base/kernel/steps';
import {
  bareNumber,
  codeWords,
  hasCodeWord,
  otherReading,
  maxLineLength,
  maxQuickLines,
  parseLine,
  quantityOf,
  rowEnd,
  type TypedLine,
} from './lines';

/** How a column was read that one row alone would not tell; said above the lines. */
export const ListNote = z.discriminatedUnion('kind', [
  /** Asked: numbers in front that count the rows, and may be quantities, as there are no others. */
  z.object({ kind: z.enum(['numbered', 'asked']) }),
  /** `2,000` as it stands in the list, and what it was read as. */
  z.object({ kind: z.literal('decimals'), typed: z.string(), quantity: z.string() }),
  /** What counts as one, where no row of its own can say so. */
  z.object({ kind: z.literal('uncounted'), names: z.string() }),
]);
export type ListNote = z.output<typeof ListNote>;

/** Fewer may be quantities that happen to follow each other. */
const fewestCounted = 3;

/** Whether the last of the numbers follows those before it. */
type IsNext = (numbers: readonly number[]) => boolean;

const isFromOne: IsNext = (numbers) => numbers.at(-1) === numbers.length;

/** `4, 5, 6` and `10, 20, 30` count rows. */
const isCountOfRows: IsNext = (numbers) => {
  const [first = NaN, second = first + 1] = numbers;
  const step = second - first;
  return (
    (step === 1 || (step === 10 && first % 10 === 0)) &&
    numbers.at(-1) === first + (numbers.length - 1) * step
  );
};

/** A number, and a row that has a quantity of its own. */
function counted(row: string): { number: number; rest: string } | null {
  const [, number = '', rest = ''] =
    /^\s*(\d{1,5})[.)]?(?=[\s;,])\s*(?:[;,]\s*)?(\S.*)$/.exec(row) ?? [];
  const line = hasCodeWord(rest) ? parseLine(rest) : null;
  if (!line) return null;
  const read = otherReading(line) ?? line;
  return read.typed !== '' && quantityOf(read).quantity !== null
    ? { number: Number(number), rest }
    : null;
}

/** `1.`, `2)`, `(3)`, `#4`, `5 -` and `a)` say that they count the rows. */
const ordinal =
  /^\s*(?:(?:#\s?|n[°ºr]\.?\s?)(\d{1,3})[.):]?\s+|\(?(\d{1,3}|[a-z])\s?(?:[.)](?=[\s\p{L}])|[°:](?=\s)|[-–/](?=\s))\s*)(\S.*)$/iu;

/** A number or a letter that counts rows, and what stands behind it. */
function ordinalOf(row: string): { number: number; rest: string } | null {
  const [, first, second = '', rest = ''] = ordinal.exec(row) ?? [];
  if (!hasCodeWord(rest) || opensWithLabel(row)) return null;
  const sign = first ?? second;
  const number = /\d/.test(sign) ? Number(sign) : sign.toLowerCase().charCodeAt(0) - 96;
  return { number, rest };
}

/** A number in front of a code, and nothing else. */
const barely = (row: string): number => {
  const [, number = '', rest = ''] =
    /^\s*(\d{1,4})(?=[\s;,])\s*(?:[;,]\s*)?(\S+)\s*$/.exec(row) ?? [];
  return hasCodeWord(rest) ? Number(number) : NaN;
};

type ReadNumber = (row: string) => { number: number; rest: string } | null;

/** Whether each row has a number that follows those above; no row is read behind the first that has none. */
function* areNumbered(
  rows: readonly string[],
  numberOf: (row: string) => number | undefined,
  isNext: IsNext,
): Steps<boolean> {
  const numbers: number[] = [];
  for (const row of rows) {
    numbers.push(numberOf(row) ?? NaN);
    if (!isNext(numbers)) return false;
    yield;
  }
  return rows.length > 0;
}

export interface Numbered<Row> {
  rows: readonly Row[];
  note: Extract<ListNote, { kind: 'numbered' | 'asked' }> | null;
}

/**
 * Rows without the numbers in front of them, where each row with a code has one and they count; three or more that are
 * all that stands beside a code are asked about.
 */
export function* withoutNumbers(rows: readonly string[]): Steps<Numbered<string>> {
  const isCoded = yield* mapSteps(rows, hasCodeWord);
  const coded = rows.filter((_, at) => isCoded[at]);
  const areEnough = coded.length >= fewestCounted;
  function* without(read: ReadNumber): Steps<Numbered<string>> {
    const bare = yield* mapSteps(rows, (row, at) => (isCoded[at] ? read(row)?.rest : null) ?? row);
    return { rows: bare, note: { kind: 'numbered' } };
  }
  const number = (read: ReadNumber) => (row: string) => read(row)?.number;
  if (yield* areNumbered(coded, number(ordinalOf), isFromOne)) return yield* without(ordinalOf);
  if (areEnough && (yield* areNumbered(coded, number(counted), isCountOfRows)))
    return yield* without(counted);
  const isAsked = areEnough && (yield* areNumbered(coded, barely, isFromOne));
  return { rows, note: isAsked ? { kind: 'asked' } : null };
}

/** The same of rows that are in cells. */
export function* withoutNumberCells<Row extends { cells: readonly string[] }>(
  rows: readonly Row[],
): Steps<Numbered<Row>> {
  const texts = yield* mapSteps(rows, ({ cells }) => cells.join('\t'));
  const { rows: bare, note } = yield* withoutNumbers(texts);
  const without = (row: Row, at: number): Row => {
    const text = bare[at] ?? '';
    if (text === texts[at]) return row;
    return { ...row, cells: row.cells.length > 1 ? row.cells.slice(1) : [text] };
  };
  return { rows: yield* mapSteps(rows, without), note };
}

/** Three digits behind a mark, as they are of thousands or of decimals. */
const three = /^(\d{1,3}|\d{1,3}(?:[. ]\d{3})+)([.,])(\d{3})$/;

/**
 * `2,000` in every row is two with three decimals where one of them can be nothing else (`0,500`, `1.250,000`). Where each
 * may be thousands, as a spreadsheet groups them, the row is asked about.
 */
function withDecimals<Line extends TypedLine>(
  lines: readonly Line[],
): { lines: readonly Line[]; note: ListNote | null } {
  const asked = lines.filter(({ typed }) => typed !== '');
  const read = asked.map(({ typed }): readonly string[] => three.exec(typed) ?? []);
  const marks = new Set(read.map(([, , mark]) => mark));
  const isPlain = read.some(([, whole = '']) => whole === '0' || /\D/.test(whole));
  const [first] = asked;
  if (marks.size !== 1 || marks.has(undefined) || !first || !isPlain) return { lines, note: null };
  const plain = (typed: string): string => {
    const [, whole = '', , rest = ''] = three.exec(typed) ?? [];
    const decimals = Number(rest) === 0 ? '' : `,${String(Number(`0.${rest}`)).slice(2)}`;
    return whole.replace(/\D/g, '') + decimals;
  };
  return {
    lines: lines.map((line) => ({ ...line, typed: line.typed && plain(line.typed) })),
    note: { kind: 'decimals', typed: first.typed, quantity: plain(first.typed) },
  };
}

/** The lines of a list by what its columns say as a whole, and how they were read. */
export function readAsWhole<Line extends TypedLine>(
  lines: readonly Line[],
  numbers: Numbered<unknown>['note'],
): { lines: readonly Line[]; notes: readonly ListNote[] } {
  // A number in front that may count the rows is taken for none.
  const sure =
    numbers?.kind === 'asked'
      ? lines.map((line) => ({ ...line, typed: '', isShown: true }))
      : lines;
  const { lines: read, note } = withDecimals(sure);
  return { lines: read, notes: [numbers, note].flatMap((one) => one ?? []) };
}

type Kind = 'code' | 'count' | 'other';

function kindOf(row: string): Kind {
  if (/^\d{1,4}$/.test(bareNumber(row.trim()))) return 'count';
  const line = hasCodeWord(row) ? parseLine(row) : null;
  return line?.typed === '' ? 'code' : 'other';
}

export interface ListRow {
  row: string;
  /** From 1. */
  number: number;
  /** A number stands on a row beside it, and it is not sure that it is the quantity: the row has none of its own. */
  isUnsure?: boolean;
}

/** Most cells of a row of a table that come below each other. */
const mostCells = 8;

/**
 * Where the last row stands that differs from the one so many rows above it, by that number of rows: behind it the
 * kinds repeat themselves.
 */
const lastChanges = (kinds: readonly Kind[]): readonly number[] =>
  Array.from({ length: mostCells + 1 }, (_, size) =>
    kinds.findLastIndex((kind, at) => at >= size && kind !== kinds[at - size]),
  );

/**
 * Rows that stand above a table of cells, and how many of its rows make one: each of those has one code and one count
 * at the same place. Null: there is none.
 */
function tableIn(kinds: readonly Kind[]): { above: number; size: number } | null {
  const changes = lastChanges(kinds);
  const mostAbove = kinds.findIndex((kind) => kind !== 'other');
  for (let above = 0; above <= mostAbove; above += 1)
    for (let size = 2; size <= mostCells; size += 1) {
      const first = kinds.slice(above, above + size);
      const isOne = (kind: Kind): boolean => first.filter((one) => one === kind).length === 1;
      const isRepeated = (changes[size] ?? 0) < above + size;
      if (isRepeated && (kinds.length - above) % size === 0 && isOne('code') && isOne('count'))
        return { above, size };
    }
  return null;
}

/** Cells of a table that stand below each other become one row; where that is not sure, no code goes without a quantity. */
export function* joinedRows(rows: readonly ListRow[]): Steps<readonly ListRow[]> {
  const kinds = yield* mapSteps(rows, ({ row }) => kindOf(row));
  if (!kinds.includes('count') || !kinds.includes('code')) return rows;
  const table = tableIn(kinds);
  if (table) {
    const { above, size } = table;
    const below = rows.slice(above);
    const joined = below.flatMap((one, at) => {
      if (at % size !== 0) return [];
      const cells = below.slice(at, at + size).map(({ row }) => row.trim());
      return { ...one, row: cells.join('\t') };
    });
    return [...rows.slice(0, above), ...joined];
  }
  const isNear = (at: number): boolean =>
    kinds.slice(Math.max(at - 2, 0), at + 3).includes('count');
  return rows.map((one, at) =>
    kinds[at] === 'code' && isNear(at) ? { ...one, isUnsure: true } : one,
  );
}

/** Between them stand products of one row, each with its code and its quantity. */
const between = /[,;/+&]\s|\s(?:et|en|and)\s/i;

/** `MA659359 2, AL733294 3` is two lines; any other row is one. */
export function rowsIn(row: string): readonly string[] {
  const parts = row
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);
  const areLines = parts.every((part) => {
    const line = codeWords(part).length === 1 ? parseLine(part) : null;
    return line !== null && line.typed !== '' && quantityOf(line).quantity !== null;
  });
  return areLines && parts.length > 1 ? parts : [row];
}

/** As much work as an upload: more lines than one page edits, on however few rows, or as much text as those may have. */
export function isLongText(text: string): boolean {
  if (text.length > maxQuickLines * maxLineLength) return true;
  const ends = new RegExp(`${rowEnd.source}|${between.source}`, 'gi');
  let lines = 1;
  while (lines <= maxQuickLines && ends.test(text)) lines += 1;
  return lines > maxQuickLines;
}
