/**
 * Writes the number of a cell as a spreadsheet displays it with the cell's format (ECMA-376, 18.8.31). So a price keeps
 * its cents and its currency sign, a code its leading zeros, and a date is no code. Long whole numbers are always
 * written out: a spreadsheet would shorten an EAN to `5,43E+12`.
 */
export interface NumberFormat {
  kind: 'number' | 'date' | 'percent';
  /** Number of decimals; null if the format does not fix it. */
  decimals: number | null;
  /** Minimum number of digits, filled with leading zeros. */
  digits: number;
  currency: string;
}

export const general: NumberFormat = { kind: 'number', decimals: null, digits: 1, currency: '' };
const date: NumberFormat = { ...general, kind: 'date' };
const decimals = (count: number, currency = ''): NumberFormat => ({
  ...general,
  decimals: count,
  currency,
});

/** Formats with a number of their own; `€` stands for the currency of the program that wrote the file. */
const builtIn = new Map<number, NumberFormat>([
  ...[2, 4, 39, 40, 43].map((id) => [id, decimals(2)] as const),
  ...[7, 8, 44].map((id) => [id, decimals(2, '€')] as const),
  ...[5, 6, 42].map((id) => [id, decimals(0, '€')] as const),
  ...[9, 10].map((id) => [id, { ...general, kind: 'percent' }] as const),
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22].map((id) => [id, date] as const),
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47].map((id) => [id, date] as const),
  ...[50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, date] as const),
]);

/** Maximum length of a format code in Excel. */
const longestCode = 255;

/** Reads a format code, such as `#,##0.00 €` or `0000000`. */
function formatOfCode(code: string): NumberFormat {
  const given = code.slice(0, longestCode);
  const [section = ''] = given.replace(/"[^"]*"|\\.|_.|\*./g, ' ').split(';');
  const bare = section.replace(/\[[^[\]]*\]/g, '');
  if (/[dmyhs]/i.test(bare) && !/general/i.test(bare)) return date;
  if (bare.includes('%')) return { ...general, kind: 'percent' };
  // A sign of currency may stand in quotes or as `[$€-80C]`; `[$-409]` names only a language.
  const [currency = ''] = /€|£|\beur\b/i.exec(given) ?? (bare.includes('$') ? ['$'] : []);
  const [, fixed] = /\.(0+)/.exec(bare) ?? [];
  const zeros = /[.,#?e]/i.test(bare) ? '' : bare.replace(/[^0]/g, '');
  return {
    kind: 'number',
    decimals: fixed?.length ?? (currency === '' ? null : 0),
    digits: Math.max(zeros.length, 1),
    currency: /eur/i.test(currency) ? '€' : currency,
  };
}

/** The format with this number. `codes`: the format codes that the workbook defines. */
export function formatOf(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  const code = codes.get(id);
  return code === undefined ? (builtIn.get(id) ?? general) : formatOfCode(code);
}

const dayMs = 86_400_000;
/** The number of 1 January 1970. */
const epochDay = 25_569;
/** Days between the two calendars of Excel. */
const between1900And1904 = 1_462;
const lastDay = 2_958_465;

function dateText(value: number, from1904: boolean): string | null {
  const day = Math.floor(value) + (from1904 ? between1900And1904 : 0);
  if (day < 1 || day > lastDay) return null;
  const [year, month, date] = new Date((day - epochDay) * dayMs)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${date ?? ''}/${month ?? ''}/${year ?? ''}`;
}

/** Digits that a spreadsheet displays: later ones are errors of the binary number. */
const significant = 15;
const longest = 1e21;
/** Whole numbers from this one on are codes, which have no decimals. */
const firstCode = 1e6;

function plainText(value: number): string {
  const rounded = Number(value.toPrecision(significant));
  const text =
    Number.isInteger(rounded) && Math.abs(rounded) < longest ? rounded.toFixed(0) : String(rounded);
  return text.replace('.', ',');
}

function decimalText(value: number, count: number): string {
  const text = value.toFixed(Math.min(count, significant));
  // `2,004` pieces are not two pieces.
  const isOther = Number.isInteger(Number(text)) && plainText(value) !== Number(text).toFixed(0);
  return isOther ? plainText(value) : text.replace('.', ',');
}

/** `given`: the number as the file writes it. */
export function numberText(given: string, format: NumberFormat, from1904 = false): string {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value)) return given.trim();
  if (format.kind === 'percent') return `${plainText(value * 100)}%`;
  if (format.kind === 'date') return dateText(value, from1904) ?? plainText(value);
  const isCode = format.currency === '' && Number.isInteger(value) && Math.abs(value) >= firstCode;
  const text =
    format.decimals === null || isCode ? plainText(value) : decimalText(value, format.decimals);
  const filled = /^\d+$/.test(text)
    ? text.padStart(Math.min(format.digits, significant), '0')
    : text;
  return format.currency === '' ? filled : `${filled} ${format.currency}`;
}
