/**
 * Parses lines of a quick order as typed, pasted or scanned: a code, then a quantity (CART-10). Pure: codes are looked
 * up elsewhere.
 */
import { isCnk, isGtin } from '~/catalogue/products/codes/check-digit';
import { opensWithField, opensWithLabel } from '~/catalogue/products/codes/gs1';
import { fromAzerty } from '~/catalogue/products/codes/keyboard';
import {
  areSeveralLabels,
  isCapsLockedLabel,
  isCutLabel,
  isLabelText,
  labelInFront,
} from '~/catalogue/products/codes/product-code';
import { halfWidth } from '~/base/kernel/half-width';
import { countsPacks, readQuantity, type ReadQuantity } from '~/base/kernel/quantity';
import { cellsIn } from './csv/csv';
import { hasMoney, isEach, isPrice, withoutPrices } from './prices';

/** Maximum number of lines on one page; a longer list becomes an order file. */
export const maxQuickLines = 200;
/** Maximum length of a line: that of a Digital Link address. */
export const maxLineLength = 200;
/**
 * Maximum length of an entered line as stored, including the ellipsis of a shortened line. The ellipsis makes the line
 * invalid, because a cut quantity would be a different one.
 */
export const maxEntered = maxLineLength + 1;
export const shortened = (text: string): string =>
  text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
/**
 * True when a text has visible characters. Some scanners send only control characters for a code that they could not
 * read.
 */
const isPrinted = (text: string): boolean => /[^\s\p{C}]/u.test(text);
/** Separator between the rows of a list: any line end that programs write. */
export const rowEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * A special space between digits, which programs use as thousands separator when the other gaps of the row are plain
 * spaces.
 */
const thousandsGap = /(?<=[ \t;][1-9]\d{0,2})[\xa0\u2000-\u200a\u202f](?=\d{3}(?!\d))/g;

export interface TypedLine {
  /** The entered text with runs of white space reduced to one space; tabs between cells remain. */
  entered: string;
  code: string;
  /** Text of the quantity; empty means that none was given, and 1 is ordered. */
  typed: string;
  /** Text behind a label, while it is unknown whether it belongs to the label or is the quantity. */
  behind?: string | undefined;
  /**
   * The page has already displayed the line with a quantity field: if the field is now empty, the line orders nothing.
   */
  isShown?: boolean;
  /** The quantity was entered in the field beside the displayed product. */
  inField?: boolean;
  /** Pieces of the product in the whole cart, up to which the customer confirmed the quantity. */
  sureUpTo?: number;
  /** The browser has displayed the question about this quantity: the line stays open until it is answered. */
  wasAsked?: boolean;
  /** A line of a list or file without a quantity: 1 is assumed. */
  uncounted?: boolean;
  /** Texts of the other labels of the line's row, newest first: their lots and dates are displayed. */
  labels?: readonly string[];
  /** Id under which the browser stores the line (`scan/scan-wire.ts`). */
  id?: string;
  /** The line is already in the cart, and the page only displays it. */
  added?: boolean;
}

/**
 * Maximum length of the field with the other labels of a row, about ten labels. A hundred rows then fit into the 64 kB
 * of one call (P-31).
 */
export const maxLabelsText = 600;
/** Maximum number of other labels of a row: each is looked up like a line, also when it has one letter. */
const maxLabels = 12;
/** The other labels of a row as one text. A line with a row end is never merged, so no label contains one. */
export const labelsText = (labels: readonly string[]): string =>
  labels
    .slice(0, maxLabels)
    .reduce(
      (text, label) => (text.length + label.length < maxLabelsText ? `${text}\n${label}` : text),
      '',
    );
export const labelsIn = (given: string): string[] =>
  given.slice(0, maxLabelsText).split(rowEnd).filter(Boolean).slice(0, maxLabels);

/**
 * Marks a quantity as confirmed by the customer, as long as the cart then holds at most `total` pieces of the product:
 * `900!1500`.
 */
export const confirmed = (quantity: number | string, total: number): string =>
  `${quantity}!${total}`;

/**
 * Returns the line with the text of its quantity field, which may be marked as `confirmed`. Null means that the line
 * has no field yet, and its code may imply a quantity.
 */
export const withField = (line: TypedLine, given: string | null): TypedLine => {
  if (given === null) return line;
  const mark = /!\d{0,5}$/.exec(given);
  const typed = mark ? given.slice(0, mark.index) : given;
  const behind = typed === line.typed ? line.behind : undefined;
  const sureUpTo = Number(mark?.[0].slice(1) ?? 0);
  return { ...line, typed, behind, isShown: true, inField: true, sureUpTo };
};

/**
 * A code and a quantity as most rows of a list have them. All rules of `parseLine` return these two parts unchanged: a
 * label needs more digits or a bracket, and a number before the code needs a letter behind it.
 */
const plainLine = /^([A-Z]{1,2}\d{5,10}|\d{6,13})(?:[ ;\t](\d{1,4}))?$/i;

/**
 * Parses code and quantity of one line, in either order, separated by a semicolon, tab, comma or white space: `MA659359
 * 5`, `5 MA659359`, `2x MA659359`, `MA659359 x 2`. Returns null for a line without visible characters.
 */
export function parseLine(text: string): TypedLine | null {
  const [plain, plainCode, plainCount = ''] = plainLine.exec(text) ?? [];
  if (plain !== undefined && plainCode !== undefined)
    return { entered: plain, code: plainCode, typed: plainCount };
  if (!isPrinted(text)) return null;
  const whole = text.trim();
  if (whole.length > maxLineLength) return unread(shortened(whole));
  const signs = whole
    .replace(/^[\s\0\u0085]+|(?<![\s\0\u0085])[\s\0\u0085]+$/g, '')
    .replace(/[；，]/g, halfWidth)
    .replace(thousandsGap, '');
  // A label as printed: `(01) 05412345678908 (17) 290430`.
  const bare = opensWithLabel(signs) ? signs.replace(/\s?(\(\d{2,4}\))\s?/g, '$1') : signs;
  // `2.` at the end of a row is a quantity; at its start it is a row number.
  const given = tabled(bare).replace(/(?<=[\s;]\d{1,4})[.,;]$/, '');
  if (rowEnd.test(given)) return unread(given);
  // Preserve the tabs between table cells: the server parses the line again when the form returns it.
  const entered = given.replace(/\s+/g, (gap) => (gap.includes('\t') ? '\t' : ' '));
  if (entered === '') return null;
  if (areSeveralLabels(given)) return { entered, code: given, typed: '' };
  const number = /;\d{1,4}$/.exec(given)?.[0] ?? '';
  const front = given.slice(0, -number.length);
  // An AZERTY keyboard types signs for the digits of a scanner, so a plain number behind them is entered by hand.
  if (number !== '' && fromAzerty(front).some(isLabelText))
    return { entered, code: front, ...unclear(number) };
  const cell = cellBehindLabel(given);
  if (cell) return { entered, code: given, ...unclear(cell) };
  // Leave text that an AZERTY keyboard may have typed for a code: its quotes and commas stand for digits and letters.
  if (
    fromAzerty(given).length > 0 ||
    isLabelText(given) ||
    opensWithField(given) ||
    isCapsLockedLabel(given)
  )
    return { entered, code: given, typed: '' };
  const label = labelInFront(given);
  // `(10) LOT 12` may be a lot, or a lot and a quantity; `(37) 10 2` likewise a count. The shop must not guess.
  if (label && label.open !== null)
    return {
      entered,
      code: label.open === '10' ? given : label.label,
      ...unclear(` ${label.rest}`),
    };
  if (label) return { entered, code: label.label, ...behindLabel(label.rest) };
  const [first, second] = partsOf(given, entered);
  if (isCutLabel(given) && second !== '' && !isLabelText(first))
    return { entered, code: given, typed: '' };
  return { entered, code: unquoted(first.trim()), typed: bareNumber(unquoted(second.trim())) };
}

/**
 * Parses the text of a code field, where a scanner sends one code: a label's lot may end like a cell with a quantity.
 */
export function parseScan(text: string): TypedLine | null {
  const line = parseLine(text);
  return line?.behind !== undefined && /^…[;,|]/.test(line.typed) && line.code.endsWith(line.behind)
    ? { ...line, typed: '', behind: undefined }
    : line;
}

export type ParseLine = (text: string) => TypedLine | null;

/**
 * Returns a parser that parses each text once, for one list: several rules of the list look at the same row. It is
 * short-lived, because it retains every text.
 */
export function parsedOnce(parse: ParseLine = parseLine): ParseLine {
  const lines = new Map<string, TypedLine | null>();
  return (text) => {
    const known = lines.get(text);
    if (known !== undefined) return known;
    const line = parse(text);
    lines.set(text, line);
    return line;
  };
}

type Behind = Pick<TypedLine, 'typed' | 'behind'>;

/** The quantity text for a text behind a label that is rejected; it begins with its separator. */
const unclear = (text: string): Behind => ({ typed: `…${text}`, behind: text.slice(1) });

/** Returns the quantity behind a label. Text that is not a quantity, `EXP 12/27 LOT 40`, is rejected as a whole. */
function behindLabel(rest: string): Behind {
  const typed = bareNumber(rest);
  return readQuantity(typed).quantity === null ? { typed: rest, behind: rest } : { typed };
}

/**
 * Returns the end of a text that is one label, or a label and a cell with a number: `(01)…(10)L1;6`. A file has the
 * number in a cell of its own. The result begins with the separator.
 */
function cellBehindLabel(given: string): string | null {
  if (!/[;,|]\d/.test(given)) return null;
  // A bar is never part of a lot.
  const isBarred = given.includes('|') && isCutLabel(given);
  const separators = isLabelText(given) ? [';', ',', '|'] : isBarred ? ['|'] : [];
  for (const separator of separators) {
    const [label = '', ...cells] = given.split(separator);
    // Between bars, three digits may be a field of the label.
    const count = cells.length > 1 ? /^\d{1,2}$/ : /^\d{1,4}$/;
    const isCount = (text: string): boolean =>
      separator === '|' ? count.test(text) : isNumber(readCell(text.trim()));
    if (cells.some(isCount) && isLabelText(label)) return given.slice(label.length);
  }
  return null;
}

/**
 * Turns `| MA659359 | 2 |` and `MA659359|2|Gants` into tab-separated cells. In a label, a bar is a separator between
 * fields and stays.
 */
export const tabled = (given: string): string =>
  /\|.*\|/.test(given) &&
  !isLabelText(given) &&
  !isLabelText(/^[^\s|]+(?=\|\S)/.exec(given)?.[0] ?? '')
    ? given
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim())
        .join('\t')
    : given;

/**
 * The result for a line that is too long or contains several rows. No product has such a code, so the page displays the
 * line for correction.
 */
const unread = (entered: string): TypedLine => ({ entered, code: entered, typed: '' });

/** Bullets of lists in messages, and marks of quoted messages. `*12` and `-2` are quantities, not bullets. */
const bullet = /^\s*(?:(?:[•·‣◦▪▫●○►➢✓✔☐☑☒→>]|[-–—*](?=\s)|\[[ xX]?\](?=\s))\s*)+/u;
/** Row numbers `1)`, `2.`, `(3)`, `4/`, `a)`. They count as row numbers only when the line also has a quantity. */
const ordinal = /^\s*(?:\d{1,3}[.)/-]|\(\d{1,3}\)|[a-z]\))\s+/i;

/** Sender of a copied message: `[26/11 09:12] Name: MA659359 2` and `26/11/2026 09:12 - Name: MA659359 2`. */
const sender =
  /^[\s\p{Cf}]*(?:\[[^\]]{1,30}:\d\d[^\]]{0,30}\]|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)? [-–])\s[^:]{1,60}:\s/iu;

/** Removes the sign, number or sender that a program has put before a row. */
export function unbulleted(row: string, parse: ParseLine = parseLine): string {
  const bare = row.replace(sender, '').replace(bullet, '');
  if (opensWithLabel(bare) || opensWithField(bare)) return bare;
  const counted = bare.replace(ordinal, '');
  return counted !== bare && parse(counted)?.typed ? counted : bare;
}

/**
 * Words for a single piece, in the three languages. With any other unit, such as a box or a dozen, the line is rejected
 * and the error names the unit.
 */
const pieces =
  '(?:pcs?|pces?|pi[eè]ces?|pieces?|st|stuks?|st(?:ü|ue)cke?|stk|unit(?:[eé]s?|s)?|un?|eenhe(?:id|den)|ea(?:ch)?|ex(?:emplaires?)?|fl|flacons?|flesjes?|bottles?|vials?)\\.?';
const timesAround = /^[x×*:=]\s*(?=\d)|(?<=\d)\s*[x×*]$/gi;
const piecesBehind = new RegExp(`(?<=\\d)\\s*${pieces}$`, 'i');
const piecesApart = new RegExp(
  `(?<=\\s\\d{1,4})\\s+${pieces}$|(?<=^\\d{1,4})\\s+${pieces}(?:\\s(?:de|van|of))?(?=\\s)`,
  'i',
);

/**
 * Removes signs and units: `x12`, `12x`, `× 12`, `*12`, `(12)`, `qté=12`, `12 pcs`, `12 stuks` become 12. Other words
 * remain.
 */
export const bareNumber = (typed: string): string =>
  // All signs stand beside a number, so plain digits and text without digits are returned unchanged.
  /^\d*$/.test(typed) || !/\d/.test(typed) ? typed : withoutSigns(typed);
const withoutSigns = (typed: string): string =>
  typed
    .replace(/^\((\d{1,4})\)$/, '$1')
    .replace(/^(?:qt[eéy]|quantit[eéy]|aantal)\s?[.:=]?\s?(?=\d)/i, '')
    .replace(timesAround, '')
    .replace(piecesBehind, '');

/** Code and quantity around a bar: `MA659359|2`. In a label a bar separates fields, and its first part is longer. */
const barred = /^([^|]{5,13}?)\s*\|\s*(\d{1,4})$/;
/** The same with the quantity first: `2|MA659359`. */
const barredBehind = /^(\d{1,4})\s*\|\s*(\S{5,13})$/;

function partsOf(given: string, entered: string): [string, string] {
  const [, left, right] = barred.exec(given) ?? [];
  if (left !== undefined && right !== undefined) return [left, right];
  const [, count, behind = ''] = barredBehind.exec(given) ?? [];
  if (count !== undefined && isCodeLike(behind)) return [behind, count];
  const isQuoted = /^"[^"]*",|,"[^"]*"$/.test(given) && !/[;\t]/.test(given);
  const cells = isQuoted ? cellsIn(given, ',') : given.split(/[;\t]/);
  if (cells.length > 1) return partsOfRow(cells.map((cell) => unquoted(cell.trim())));
  if (hasMoney(entered)) return besidePrices(entered);
  // `104382 2,5` and `104382,2,5` mean two and a half, not five of `104382 2`.
  const text = entered.replace(piecesApart, '');
  // `5,41235E+12` is a code that a spreadsheet has rounded; it stays whole, so that the error can explain this.
  if (!text.includes(',') || /^\d,\d+E\+/i.test(text) || /\s[+-]?[\d.]+,\d+$/.test(text))
    return splitAtSpace(text);
  if (/^[+-]?\d{1,4},\d+\s/.test(text)) return splitAtSpace(text);
  const words = text.split(',').map((word) => word.trim());
  const [first = '', second = '', third = '', ...more] = words;
  const decimal = more.length === 0 && /^\d+$/.test(second) && /^\d+$/.test(third);
  if (canBeQuantity(first) && isCodeLike(second))
    return third === '' ? [second, first] : partsOfRow(words);
  return [first, decimal ? `${second},${third}` : second];
}

/**
 * Parses a row that contains prices, without these prices. If no quantity is left, the prices take its place, so that
 * the line is rejected.
 */
function besidePrices(text: string): [string, string] {
  const read = withoutPrices(text);
  const [only = '', ...more] = codeWords(text).map((word) => word.replace(/[,;:]$/, ''));
  // In `eur5898,2` the currency sign has no amount, so no price can be removed.
  if (read === null || read.rest === text)
    return more.length > 0 || only === '' ? [text, ''] : [only, text.replace(only, ' ').trim()];
  const [code, typed] = partsOf(read.rest, read.rest);
  return [code, typed || read.prices];
}

/** VAT rates in percent: such a number behind a price may be the rate and not a quantity. */
const rates = ['0', '6', '12', '21'];

/** Returns code and quantity of a table row, which may also hold a name and other cells. */
export function partsOfRow(texts: readonly string[]): [string, string] {
  const [first = ''] = texts;
  const codeAt = digitsIn(first) >= fewestDigits ? 0 : Math.max(texts.findIndex(isCodeLike), 0);
  const code = texts[codeAt] ?? '';
  const cells = texts.map(readCell);
  // A row number with a quantity, or a quantity with a price: the shop cannot tell which number is the quantity, so the
  // line is rejected.
  const [before, after] = [cells.slice(0, codeAt), cells.slice(codeAt + 1)].map((side) =>
    side.find(({ read }) => read.quantity !== null),
  );
  if (before && after) return [code, `${before.text} / ${after.text}`];
  const beside = cells.filter(({ text }, at) => at !== codeAt && text !== '');
  // In `MA659359;5412345678908;2` the second code is not the quantity, because another number follows.
  const numbers = beside.filter(({ text }) => !isSoundCode(text));
  const others = numbers.some(isNumber) ? numbers : beside;
  const [next = readCell('')] = others;
  const counts = others.filter(
    ({ text, bare }, at) =>
      /^\d{1,4}$/.test(bare) && !(rates.includes(text) && isPrice(others[at - 1]?.text ?? '')),
  );
  // In `12,00;4` the numbers may be a price and a quantity, or a quantity and the content of a pack: the line is
  // rejected.
  const [only = readCell('')] = counts;
  const isEither =
    counts.length === 1 && isPrice(next.text) && !others.some(({ text }) => hasMoney(text));
  if (isEither) return [code, `${next.text} / ${only.text}`];
  // In `5474030205998;12;3` either number may be the quantity, unless quantity times price equals the total.
  const rest = counts.flatMap(({ bare }) => (bare === only.bare ? [] : [bare]));
  if (rest.length > 0 && !areProduct(only.bare, rest))
    return [code, counts.map(({ text }) => text).join(' / ')];
  const [count = next] =
    (isNumber(next) && !isPrice(next.text)) || counts.length !== 1 ? [] : counts;
  const typed = withPack(
    count.text,
    others.map(({ text }) => text),
  );
  return [code, typed];
}

/**
 * Appends the unit in another cell to the quantity if it is a pack: `2` beside `doos` becomes `2 doos`, which is
 * rejected with the unit named.
 */
export function withPack(count: string, cells: readonly string[]): string {
  const bare = bareNumber(count);
  // A count or cell without letters cannot name a pack.
  const named = hasLetter.test(bare) ? cells : cells.filter((cell) => hasLetter.test(cell));
  const packs = named.map((cell) => `${bare} ${cell}`);
  return packs.find(countsPacks) ?? count;
}
const hasLetter = /\p{L}/u;

/** Removes quotes, and the `="0123"` with which programs stop Excel from dropping leading zeros. */
export const unquoted = (text: string): string =>
  (quoteInFront.test(text) ? text.replace(/^=?["“”„‘’'](.*)["“”‘’']$/, '$1') : text).trim();
const quoteInFront = /^=?["“”„‘’']/;

/** One to four digits, optionally with decimals, a sign, or a times sign at either end. */
const quantityShape = /^[x×*]?[+-]?\d{1,4}(?:[.,]\d{1,6})?[x×*]?$/i;
const canBeQuantity = (word: string): boolean => quantityShape.test(halfWidth(word));
/** Minimum number of digits in a code; a word with fewer in front of another word is a quantity. */
const fewestDigits = 5;
function digitsIn(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 47 && code < 58) digits += 1;
  }
  return digits;
}
/** True for quantities and for amounts such as `12,000` and `1.234,56`, which have as many digits as a code. */
const isAmount = (word: string): boolean =>
  canBeQuantity(word) || /^\d{1,3}(?:[.,]\d{3})+[.,]\d\d$/.test(word);
const isCodeLike = (word: string): boolean =>
  word.length >= fewestDigits &&
  digitsIn(word) >= fewestDigits &&
  /^\S+$/.test(word) &&
  !isAmount(word);
/** Returns the words of a text that look like codes. */
export const codeWords = (text: string): string[] => text.split(/\s+/).filter(isCodeLike);
/** True when any word or cell of the text looks like a code. Stops at the first one. */
export function hasCodeWord(text: string): boolean {
  for (const [word] of text.matchAll(/[^\s;,|]+/g)) if (isCodeLike(word)) return true;
  return false;
}
/** True for a cell that is certainly a code: it has letters or a valid check digit. */
const isSoundCode = (cell: string): boolean =>
  cell.length >= fewestDigits &&
  (/[a-z]/i.test(cell) || hasCheckDigit(/\D/.test(cell) ? cell.replace(/\D/g, '') : cell)) &&
  isCodeLike(cell);
const hasCheckDigit = (digits: string): boolean => isGtin(digits) || isCnk(digits);
/** A parsed cell of a row. Tables have hundreds of thousands of cells, so each is parsed once. */
interface Cell {
  text: string;
  bare: string;
  read: ReadQuantity;
}
function readCell(text: string): Cell {
  const bare = bareNumber(text);
  return { text, bare, read: readQuantity(bare) };
}
/** True when the cell is a quantity, or a number that is rejected as a quantity; false for a word or an empty cell. */
const isNumber = ({ read }: Cell): boolean => read.refusal !== 'not-a-number';

/** True for a GTIN or CNK printed in groups (`5 412345 678908`): a code, not a quantity. */
const isGrouped = (text: string): boolean => {
  const digits = text.replace(/ /g, '');
  return /^\d{1,5}(?: \d{2,6}){1,4}$/.test(text) && (isGtin(digits) || isCnk(digits));
};

/** Uses the first or the last word as the quantity when it can be one; the code itself may contain spaces. */
function splitAtSpace(text: string): [string, string] {
  const words = text.split(' ');
  if (words.length === 1 || isGrouped(text)) return [text, ''];
  const times = words.findIndex((word) => /^[x×*]$/i.test(word));
  if (times > 0) return ordered(words.slice(0, times), words.slice(times + 1));
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  // `104382 2 12,50` ends with a price; `1 250,00` is one number.
  const isPriced = /^\d{1,4}$/.test(words.at(-2) ?? '') && isPrice(last) && !/^\d{3}\D/.test(last);
  if (isPriced && digitsIn(words.slice(0, -2).join('')) >= fewestDigits) return [text, ''];
  const isFirst = canBeQuantity(first) && digitsIn(words.slice(1).join('')) >= fewestDigits;
  if (isFirst && (!canBeQuantity(last) || digitsIn(text.slice(0, -last.length)) < fewestDigits))
    return [words.slice(1).join(' '), first];
  if (!canBeQuantity(last) && digitsIn(last) >= fewestDigits) {
    // `ma 659359` is one code in two words. In `99999 MA659359` the number is a quantity and is rejected as too large.
    if (digitsIn(text.slice(0, -last.length)) < fewestDigits) return [text, ''];
    if (/^\d+$/.test(first) && /[a-z]/i.test(last)) return [words.slice(1).join(' '), first];
  }
  // `MA659359 1 000` means a thousand pieces; `1.000` and `2 500` may be something else, so they are rejected with an
  // error about thousands.
  const thousands = /^(.*\S) (\d{1,3}(?: \d{3})+(?:,0+)?)$/.exec(text);
  if (thousands && digitsIn(thousands[1] ?? '') >= fewestDigits)
    return [thousands[1] ?? '', thousands[2] ?? ''];
  return [words.slice(0, -1).join(' '), last];
}

/** Around a times sign, the side with fewer digits is the quantity. Returns code and quantity. */
function ordered(left: readonly string[], right: readonly string[]): [string, string] {
  const [a, b] = [left.join(' '), right.join(' ')];
  return digitsIn(a) < fewestDigits && digitsIn(b) >= fewestDigits ? [b, a] : [a, b];
}

/** Labels of a code or quantity, as in `CNK 4223-665 qté 2`; they are neither. */
const labels =
  /(?<![^\s])(?:cnk|ean|gtin|code|art(?:ikel|icle)?|r[eé]f|qt[eéy]|quantit[eéy]|aantal|hoeveelheid)(?:\s?[.:=])*(?![^\s\d])/giu;

/** Positions where code and quantity are joined by a times, colon or equals sign: `3xMA659359`, `MA659359:3`. */
const glued = /(?<=^\d{1,4}[x×*])(?=\S)|(?<=\d)(?=(?:[x×*:=]\d{1,4}|\(\d{1,4}\))$)/i;

/** Units of measurement: the number before one is a size. */
const unit =
  /^(?:(?:m?[lg]|[mkµu]g|mcg|[cm]m|cc|[iu]\.?[ue]\.?|%|m)(?:\/(?:m?l|k?g|mg))?|ga?|fr|ch|ampoules?|x)$/i;
/** Count words between a code and its quantity are not part of a name: `MA659359 stuks 2`. */
const countWord = /^(?:pcs?|pi[eè]ces?|stuks?|unit(?:[eé]s?|s)?|eenhe(?:id|den))?\.?[:=]?$/i;
/** The number behind such a word is the quantity, whatever text precedes the word. */
const quantityWord = /^(?:qt[eéy]|quantit[eéy]|aantal|hoeveelheid)\.?[:=]?$/i;

/** True when quantity times unit price equals the total: `2 12,50 25,00`. */
function areProduct(count: string, prices: readonly string[]): boolean {
  const amounts = prices.filter((word) => /\d/.test(word) && !word.includes('%'));
  const [each = 0, all, ...more] = amounts.map((word) => {
    const digits = Number(word.replace(/\D/g, ''));
    return /[.,]\d\d\D*$/.test(word) ? digits : digits * 100;
  });
  return more.length === 0 && each > 0 && Number(count) * each === all;
}

/**
 * Returns the only number of a line with a name that is certainly a quantity. It stands at the start (`2 ME650082 Gants
 * 30 cm`), directly behind the code or a quantity word, or the prices behind it confirm it. Another number may be a
 * size or strength, `MA149093 Lame 23`. Returns null when there is no such number, or another count beside it.
 */
function countBeside(before: string, after: string): string | null {
  const [front, back] = [before, after].map((part) =>
    part.split(' ').flatMap((word) => word.replace(/[,;:]$/, '') || []),
  );
  if (!front || !back) return null;
  const behind: string[] = [];
  const isBehind = (word = ''): boolean => isPrice(word) || (behind.length > 0 && isEach(word));
  while (isBehind(back.at(-1))) behind.unshift(back.pop() ?? '');
  if (isEach(front.at(-1) ?? '')) front.pop();
  const isCount = (words: readonly string[], at: number): boolean =>
    /^\d{1,4}$/.test(bareNumber(words[at] ?? '')) && !unit.test(words[at + 1] ?? '');
  const counts = [front, back].flatMap((words) => words.filter((_, at) => isCount(words, at)));
  const last = back.length - 1;
  const count = bareNumber(counts[0] ?? '');
  // In `1 250,00` the `1` is part of the price and no quantity.
  const isApart = last > 0 || (behind.length > 0 && !/^\d{3}(?!\d)/.test(behind[0] ?? ''));
  const isSaid =
    back.slice(0, last).every((word) => countWord.test(word)) ||
    quantityWord.test(back[last - 1] ?? '') ||
    areProduct(count, behind);
  const isLast = isCount(back, last) && isApart && isSaid;
  const isFirst = front.length === 1 && isCount(front, 0) && back.length + behind.length > 0;
  return counts.length === 1 && (isLast || isFirst) ? count : null;
}

/** Maximum number of words per row that look like codes and are looked up. */
const mostCodes = 4;
const wordsOf = (text: string): string[] =>
  codeWords(text.replace(/[;,\t|/"'“”«»()[\]]+/g, ' ')).slice(0, mostCodes);

/** Returns the other codes of a line. If one belongs to another product, the line names two products. */
export function codesBeside({ code, entered }: Pick<TypedLine, 'code' | 'entered'>): string[] {
  const words = code === entered ? [] : wordsOf(entered.replace(code, ' '));
  // Fields of a label are not separate codes.
  return words.length > 0 && (fromAzerty(entered).length > 0 || isLabelText(entered)) ? [] : words;
}

/**
 * Alternative for a line whose code matches no product. Takes the one word of it that looks like a code; the rest is
 * the quantity, accepted or rejected as a whole: `abc MA404258`, `MA404258 2 x`, `MA404258 3 urgent`, `1 MA404258 3`.
 * Of several such words it takes the first one that matches a product, and drops the others that do. Returns null
 * without such a word, or when the whole code is that word.
 */
export function otherReading(
  line: TypedLine,
  isKnown: (code: string) => boolean = () => false,
): TypedLine | null {
  // Leave the text unchanged when `unread` returned it.
  if (line.code.length > maxLineLength || rowEnd.test(line.code)) return null;
  if (areSeveralLabels(line.code)) return null;
  const words = line.code.replace(glued, ' ');
  const found = codeWords(words);
  // A heading may have assigned the code to another column.
  const known = found.length === 1 ? found : wordsOf(line.entered).filter(isKnown);
  const [code = '', ...others] = known;
  if (code === '' || code === words) return null;
  const text = others.reduce((left, other) => left.replace(other, ' '), line.entered);
  const parts = text.split(code);
  const [before = '', after = ''] = parts;
  const isText = parts.length === 2 && !/[;\t|]/.test(line.entered);
  const around = parts.map((part) => part.replace(labels, ' ').trim());
  const beside = around.filter(Boolean).join(' / ');
  // In `(240) MA659359` the bracketed number is the identifier of the text behind it.
  const typed = opensWithField(line.entered)
    ? beside
    : ((isText ? countBeside(before, after) : null) ?? bareNumber(beside));
  return { ...line, code, typed: line.isShown ? line.typed : typed };
}

/**
 * Quantity text from the field beside the code field, which is prefilled with 1. An unchanged 1 counts as empty,
 * because the code itself may imply a quantity.
 */
export const besideCode = (field: string): string => (field.trim() === '1' ? '' : field);

/** The quantity that a line orders. `counted`: pieces that the code itself implies, or null. */
export const quantityOf = ({ typed, isShown = false }: TypedLine, counted: number | null = null) =>
  readQuantity(typed.trim() === '' ? (isShown ? '0' : String(counted ?? 1)) : typed);

/** True when no quantity was given, so that 1 is assumed. `count`: quantity that the label implies. */
export const isUncounted = (line: TypedLine & { count?: number | null }): boolean =>
  line.typed.trim() === '' && !line.isShown && !line.count;
