/**
 * Interprets what a single row of a list cannot show: row numbers, a decimal comma in every quantity, and cells that a
 * PDF put on separate rows. Pure.
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
  parsedOnce,
  parseLine,
  quantityOf,
  type ParseLine,
  rowEnd,
  type TypedLine,
} from './lines';

/** Note on how a whole column was parsed, because a single row would not show it; displayed above the lines. */
export const ListNote = z.discriminatedUnion('kind', [
  /**
   * `numbered`: the numbers at the start of the rows count the rows. `asked`: they may count the rows or be the
   * quantities, as there are no other numbers.
   */
  z.object({ kind: z.enum(['numbered', 'asked']) }),
  /** A quantity such as `2,000` as in the list, and the quantity that it was parsed to. */
  z.object({ kind: z.literal('decimals'), typed: z.string(), quantity: z.string() }),
  /** The sheet of a workbook that was read, and the names of the others with content. */
  z.object({ kind: z.literal('sheets'), read: z.string(), others: z.string() }),
  /** Names of the products for which 1 is assumed, when no row of their own can show it. */
  z.object({ kind: z.literal('uncounted'), names: z.string() }),
]);
export type ListNote = z.output<typeof ListNote>;

/** Minimum number of rows to recognise row numbers; two numbers may be consecutive by chance. */
const fewestCounted = 3;

/** True when the last number continues the sequence. */
type IsNext = (numbers: readonly number[]) => boolean;

const isFromOne: IsNext = (numbers) => numbers.at(-1) === numbers.length;

/** True for numbers that count rows, such as `4, 5, 6` and `10, 20, 30`. */
const isCountOfRows: IsNext = (numbers) => {
  const [first = NaN, second = first + 1] = numbers;
  const step = second - first;
  return (
    (step === 1 || (step === 10 && first % 10 === 0)) &&
    numbers.at(-1) === first + (numbers.length - 1) * step
  );
};

/** Splits a row into a leading number and a rest that has its own quantity. */
function counted(row: string, parse: ParseLine): { number: number; rest: string } | null {
  const [, number = '', rest = ''] =
    /^\s*(\d{1,5})[.)]?(?=[\s;,])\s*(?:[;,]\s*)?(\S.*)$/.exec(row) ?? [];
  const line = hasCodeWord(rest) ? parse(rest) : null;
  if (!line) return null;
  const read = otherReading(line) ?? line;
  return read.typed !== '' && quantityOf(read).quantity !== null
    ? { number: Number(number), rest }
    : null;
}

/** Signs of a row number: `1.`, `2)`, `(3)`, `#4`, `5 -` and `a)`. */
const ordinal =
  /^\s*(?:(?:#\s?|n[°ºr]\.?\s?)(\d{1,3})[.):]?\s+|\(?(\d{1,3}|[a-z])\s?(?:[.)](?=[\s\p{L}])|[°:](?=\s)|[-–/](?=\s))\s*)(\S.*)$/iu;

/** Splits a row into its row number or letter and the rest. */
function ordinalOf(row: string): { number: number; rest: string } | null {
  const [, first, second = '', rest = ''] = ordinal.exec(row) ?? [];
  if (!hasCodeWord(rest) || opensWithLabel(row)) return null;
  const sign = first ?? second;
  const number = /\d/.test(sign) ? Number(sign) : sign.toLowerCase().charCodeAt(0) - 96;
  return { number, rest };
}

/** Returns the number of a row that consists of a number and a code, else NaN. */
const barely = (row: string): number => {
  const [, number = '', rest = ''] =
    /^\s*(\d{1,4})(?=[\s;,])\s*(?:[;,]\s*)?(\S+)\s*$/.exec(row) ?? [];
  return hasCodeWord(rest) ? Number(number) : NaN;
};

type ReadNumber = (row: string) => { number: number; rest: string } | null;

/** True when each row has a number that continues the sequence. Stops at the first row without one. */
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

interface Numbered<Row> {
  rows: readonly Row[];
  note: Extract<ListNote, { kind: 'numbered' | 'asked' }> | null;
}

/**
 * Removes the numbers at the start of the rows when each row with a code has one and they count the rows. Three or more
 * such numbers beside codes without a quantity may be quantities: then the note is `asked`.
 */
export function* withoutNumbers(
  rows: readonly string[],
  parse: ParseLine = parsedOnce(),
): Steps<Numbered<string>> {
  const isCoded = yield* mapSteps(rows, hasCodeWord);
  const coded = rows.filter((_, at) => isCoded[at]);
  const areEnough = coded.length >= fewestCounted;
  function* without(read: ReadNumber): Steps<Numbered<string>> {
    const bare = yield* mapSteps(rows, (row, at) => (isCoded[at] ? read(row)?.rest : null) ?? row);
    return { rows: bare, note: { kind: 'numbered' } };
  }
  const number = (read: ReadNumber) => (row: string) => read(row)?.number;
  if (yield* areNumbered(coded, number(ordinalOf), isFromOne)) return yield* without(ordinalOf);
  const countedRow: ReadNumber = (row) => counted(row, parse);
  if (areEnough && (yield* areNumbered(coded, number(countedRow), isCountOfRows)))
    return yield* without(countedRow);
  const isAsked = areEnough && (yield* areNumbered(coded, barely, isFromOne));
  return { rows, note: isAsked ? { kind: 'asked' } : null };
}

/** Removes row numbers from rows that are split into cells. */
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

/** Three digits behind a separator: thousands or decimals. A point that groups thousands is no decimal sign. */
const three = /^(0|[1-9]\d{0,2}(?:(?: \d{3})*|(?:\.\d{3})+(?=,)))([.,])(\d{3})$/;

/**
 * Parses `2,000` as two with three decimals, if one quantity of the list has no other reading (`0,500`, `1.250,000`).
 * If all may be thousands, as a spreadsheet groups them, the lines stay as they are and are rejected.
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

/** Returns the lines after whole columns were interpreted, and notes on how they were parsed. */
export function readAsWhole<Line extends TypedLine>(
  lines: readonly Line[],
  numbers: Numbered<unknown>['note'],
): { lines: readonly Line[]; notes: readonly ListNote[] } {
  // Numbers at the start that may count the rows are not used as quantities.
  const sure =
    numbers?.kind === 'asked'
      ? lines.map((line) => ({ ...line, typed: '', isShown: true }))
      : lines;
  const { lines: read, note } = withDecimals(sure);
  return { lines: read, notes: [numbers, note].flatMap((one) => one ?? []) };
}

type Kind = 'code' | 'count' | 'other';

function kindOf(row: string, parse: ParseLine): Kind {
  if (/^\d{1,4}$/.test(bareNumber(row.trim()))) return 'count';
  const line = hasCodeWord(row) ? parse(row) : null;
  return line?.typed === '' ? 'code' : 'other';
}

export interface ListRow {
  row: string;
  /** Row number, counted from 1. */
  number: number;
  /** A row nearby contains a number that may be this row's quantity, so the shop assumes no quantity. */
  isUnsure?: boolean;
}

/** Maximum number of cells per table row, when each cell is on a row of its own. */
const mostCells = 8;

/**
 * For each row distance `size`: index of the last row whose kind differs from that of the row `size` above it. Behind
 * it the kinds repeat with that period.
 */
const lastChanges = (kinds: readonly Kind[]): readonly number[] =>
  Array.from({ length: mostCells + 1 }, (_, size) =>
    kinds.findLastIndex((kind, at) => at >= size && kind !== kinds[at - size]),
  );

/**
 * Finds a table whose cells stand on separate rows. `above`: rows before it; `size`: cells per table row, with exactly
 * one code and one count each. Returns null when there is none.
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

/**
 * Joins cells on separate rows into one row per table row. If they form no clear table, the shop assumes no quantity
 * for codes near a number.
 */
export function* joinedRows(
  rows: readonly ListRow[],
  parse: ParseLine = parseLine,
): Steps<readonly ListRow[]> {
  const kinds = yield* mapSteps(rows, ({ row }) => kindOf(row, parse));
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

/** Separators between several products of one row, each with code and quantity. */
const between = /[,;/+&]\s|\s(?:et|en|and)\s/i;

/** Splits `MA659359 2, AL733294 3` into two lines; returns any other row unchanged. */
export function rowsIn(row: string, parse: ParseLine = parseLine): readonly string[] {
  const parts = row
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);
  const areLines = parts.every((part) => {
    const line = codeWords(part).length === 1 ? parse(part) : null;
    return line !== null && line.typed !== '' && quantityOf(line).quantity !== null;
  });
  return areLines && parts.length > 1 ? parts : [row];
}

/**
 * True when a text is as much work as an upload: more lines than one page edits, or more text than those lines may
 * have.
 */
export function isLongText(text: string): boolean {
  if (text.length > maxQuickLines * maxLineLength) return true;
  const ends = new RegExp(`${rowEnd.source}|${between.source}`, 'gi');
  let lines = 1;
  while (lines <= maxQuickLines && ends.test(text)) lines += 1;
  return lines > maxQuickLines;
}
