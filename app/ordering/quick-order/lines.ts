/**
 * Lines of a quick order as they are typed, pasted or scanned: a code, then a quantity (CART-10). Pure; what
 * the codes mean is found out elsewhere.
 */
import { isCnk, isGtin } from '~/catalogue/products/codes/check-digit';
import { opensWithField, opensWithLabel } from '~/catalogue/products/codes/gs1';
import { fromAzerty } from '~/catalogue/products/codes/keyboard';
import {
  isCapsLockedLabel,
  isCutLabel,
  isLabelText,
  labelInFront,
} from '~/catalogue/products/codes/product-code';
import { halfWidth } from '~/base/kernel/half-width';
import { countsPacks, readQuantity, type ReadQuantity } from '~/base/kernel/quantity';
import { cellsIn } from './csv/csv';
import { hasMoney, isEach, isPrice, withoutPrices } from './prices';

/** More is not one sitting; a longer list goes on as an order file. */
export const maxQuickLines = 200;
/** As long as a Digital Link address may be. */
export const maxLineLength = 200;
/** A longer line is shortened with an ellipsis, and thereby refused: a quantity that was cut is another one. */
export const maxEntered = maxLineLength + 1;
export const shortened = (text: string): string =>
  text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
/** Some scanners send nothing but control characters for a code they could not read. */
export const isPrinted = (text: string): boolean => /[^\s\p{C}]/u.test(text);
/** Between the rows of a list, whatever sign for the end of a line its program writes. */
export const rowEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** With it programs part the thousands of a number, where other gaps of the row are plain. */
const thousandsGap = /(?<=[ \t;]\d{1,3})[\xa0\u2000-\u200a\u202f](?=\d{3}(?!\d))/g;

export interface TypedLine {
  /** As it was entered, white space folded but for the tabs between cells. */
  entered: string;
  code: string;
  /** Text of the quantity; empty when none was given, which means 1. */
  typed: string;
  /** The page already showed the line with a field of its own: when that is empty, nothing is ordered. */
  isShown?: boolean;
  /** Its quantity was typed beside the product that the page shows. */
  inField?: boolean;
  /** The customer has confirmed a quantity far above the usual. */
  isSure?: boolean;
  /** The browser's entry (`scan/scan-wire.ts`). */
  id?: string;
  /** In the cart already, only still shown. */
  added?: boolean;
}

/** A quantity that the customer has confirmed. */
export const confirmed = (quantity: number | string): string => `${quantity}!`;

/**
 * The line with what its own quantity field holds, maybe `confirmed`; null: it has none yet, and its code may say how
 * many.
 */
export const withField = (line: TypedLine, given: string | null): TypedLine => {
  if (given === null) return line;
  const typed = given.replace(/!$/, '');
  return { ...line, typed, isShown: true, inField: true, isSure: typed !== given };
};

/**
 * Code and quantity of one line, parted by a semicolon, a tab, a comma or white space, in either order:
 * `MA659359 5`, `5 MA659359`, `2x MA659359`, `MA659359 x 2`. Null for a line on which nothing can be seen.
 */
export function parseLine(text: string): TypedLine | null {
  if (!isPrinted(text)) return null;
  const whole = text.trim();
  if (whole.length > maxLineLength) return unread(shortened(whole));
  const signs = whole
    .replace(/^[\s\0\u0085]+|(?<![\s\0\u0085])[\s\0\u0085]+$/g, '')
    .replace(/[；，]/g, halfWidth)
    .replace(thousandsGap, '');
  // `(01) 05412345678908 (17) 290430` as it is printed.
  const bare = opensWithLabel(signs) ? signs.replace(/\s?(\(\d{2,4}\))\s?/g, '$1') : signs;
  // `2.` at the end of a row is 2; in front it counts the rows.
  const given = tabled(bare).replace(/(?<=[\s;]\d{1,4})[.,;]$/, '');
  if (rowEnd.test(given)) return unread(given);
  // The cells of a table stay apart: the page reads the line again when it comes back.
  const entered = given.replace(/\s+/g, (gap) => (gap.includes('\t') ? '\t' : ' '));
  if (entered === '') return null;
  // Of an AZERTY keyboard, quotes and commas are digits and letters of the code.
  if (
    fromAzerty(given).length > 0 ||
    isLabelText(given) ||
    opensWithField(given) ||
    isCapsLockedLabel(given)
  )
    return { entered, code: given, typed: '' };
  const label = labelInFront(given);
  // `(10) LOT 12` may be a lot, `(37) 10 2` a count, or a quantity behind either: not to be guessed.
  if (label && label.openValue !== null)
    return { entered, code: given, typed: `${label.openValue} / ${label.rest}` };
  if (label) return { entered, code: label.label, typed: behindLabel(label.rest) };
  const [first, second] = partsOf(given, entered);
  if (isCutLabel(given) && second !== '' && !isLabelText(first))
    return { entered, code: given, typed: '' };
  return { entered, code: unquoted(first.trim()), typed: bareNumber(unquoted(second.trim())) };
}

/** The quantity behind a label; words that are none, `EXP 12/27 LOT 40`, are refused as a whole. */
function behindLabel(rest: string): string {
  const typed = bareNumber(rest);
  return readQuantity(typed).quantity === null ? rest : typed;
}

/** The cells of `| MA659359 | 2 |` and `MA659359|2|Gants` as those of a table; of a label a bar stands between its parts. */
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

/** Too long, or several rows in one: no product has such a code, so the line stays to be corrected. */
const unread = (entered: string): TypedLine => ({ entered, code: entered, typed: '' });

/** Signs of a list in a message, and of a message that is quoted; `*12` and `-2` stand for quantities. */
const bullet = /^\s*(?:(?:[•·‣◦▪▫●○►➢✓✔☐☑☒→>]|[-–—*](?=\s)|\[[ xX]?\](?=\s))\s*)+/u;
/** `1)`, `2.`, `(3)`, `4/`, `a)` count the lines only where a quantity stands beside the code too. */
const ordinal = /^\s*(?:\d{1,3}[.)/-]|\(\d{1,3}\)|[a-z]\))\s+/i;

/** `[26/11 09:12] Name: MA659359 2` and `26/11/2026 09:12 - Name: MA659359 2` of messages that were copied. */
const sender =
  /^[\s\p{Cf}]*(?:\[[^\]]{1,30}:\d\d[^\]]{0,30}\]|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)? [-–])\s[^:]{1,60}:\s/iu;

/** A row of a list without the sign, the number or the sender that a program has put before it. */
export function unbulleted(row: string): string {
  const bare = row.replace(sender, '').replace(bullet, '');
  if (opensWithLabel(bare) || opensWithField(bare)) return bare;
  const counted = bare.replace(ordinal, '');
  return counted !== bare && parseLine(counted)?.typed ? counted : bare;
}

/** Units of a single piece in the three languages; a box or a dozen is another number, and is refused by that name. */
const pieces =
  '(?:pcs?|pces?|pi[eè]ces?|pieces?|st|stuks?|st(?:ü|ue)cke?|stk|unit(?:[eé]s?|s)?|un?|eenhe(?:id|den)|ea(?:ch)?|ex(?:emplaires?)?|fl|flacons?|flesjes?|bottles?|vials?)\\.?';
const timesAround = /^[x×*:=]\s*(?=\d)|(?<=\d)\s*[x×*]$/gi;
const piecesBehind = new RegExp(`(?<=\\d)\\s*${pieces}$`, 'i');
const piecesApart = new RegExp(
  `(?<=\\s\\d{1,4})\\s+${pieces}$|(?<=^\\d{1,4})\\s+${pieces}(?:\\s(?:de|van|of))?(?=\\s)`,
  'i',
);

/** `x12`, `12x`, `× 12`, `*12`, `(12)`, `qté=12`, `12 pcs`, `12 stuks` are 12; a word is kept as it was typed. */
export const bareNumber = (typed: string): string =>
  // Every sign stands beside a number.
  /^\d*$/.test(typed) || !/\d/.test(typed) ? typed : withoutSigns(typed);
const withoutSigns = (typed: string): string =>
  typed
    .replace(/^\((\d{1,4})\)$/, '$1')
    .replace(/^(?:qt[eéy]|quantit[eéy]|aantal)\s?[.:=]?\s?(?=\d)/i, '')
    .replace(timesAround, '')
    .replace(piecesBehind, '');

/** `MA659359|2`; of a label a bar stands for the sign between its parts, and the first is longer. */
const barred = /^([^|]{5,13}?)\s*\|\s*(\d{1,4})$/;

function partsOf(given: string, entered: string): [string, string] {
  const [, left, right] = barred.exec(given) ?? [];
  if (left !== undefined && right !== undefined) return [left, right];
  const isQuoted = /^"[^"]*",|,"[^"]*"$/.test(given) && !/[;\t]/.test(given);
  const cells = isQuoted ? cellsIn(given, ',') : given.split(/[;\t]/);
  if (cells.length > 1) return partsOfRow(cells.map((cell) => unquoted(cell.trim())));
  if (hasMoney(entered)) return besidePrices(entered);
  // `104382 2,5` is two and a half of it, not five of `104382 2`; so is `104382,2,5`.
  const text = entered.replace(piecesApart, '');
  // `5,41235E+12` is a code that a spreadsheet has shortened, and refused by that name.
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

/** Of a row with prices what stands beside them; without a quantity they are refused in its place. */
function besidePrices(text: string): [string, string] {
  const read = withoutPrices(text);
  const [only = '', ...more] = codeWords(text).map((word) => word.replace(/[,;:]$/, ''));
  if (read === null)
    return more.length > 0 || only === '' ? [text, ''] : [only, text.replace(only, ' ').trim()];
  const [code, typed] = partsOf(read.rest, read.rest);
  return [code, typed || read.prices];
}

/** Behind a price they may be those of the VAT. */
const rates = ['0', '6', '12', '21'];

/** Of a row copied from a table: beside code and quantity it may hold a name and what else the table had. */
export function partsOfRow(texts: readonly string[]): [string, string] {
  const [first = ''] = texts;
  const codeAt = digitsIn(first) >= fewestDigits ? 0 : Math.max(texts.findIndex(isCodeLike), 0);
  const code = texts[codeAt] ?? '';
  const cells = texts.map(readCell);
  // A count of the rows in front of a quantity, or a quantity in front of a price: not to be guessed.
  const [before, after] = [cells.slice(0, codeAt), cells.slice(codeAt + 1)].map((side) =>
    side.find(({ read }) => read.quantity !== null),
  );
  if (before && after) return [code, `${before.text} / ${after.text}`];
  const beside = cells.filter(({ text }, at) => at !== codeAt && text !== '');
  // `MA659359;5412345678908;2`: the other code of a product is no quantity while there is one.
  const numbers = beside.filter(({ text }) => !isSoundCode(text));
  const others = numbers.some(isNumber) ? numbers : beside;
  const [next = readCell('')] = others;
  const counts = others.filter(
    ({ text, bare }, at) =>
      /^\d{1,4}$/.test(bare) && !(rates.includes(text) && isPrice(others[at - 1]?.text ?? '')),
  );
  // `12,00;4` may be a price and how many, or how many and what a pack has.
  const [only = readCell('')] = counts;
  const isEither =
    counts.length === 1 && isPrice(next.text) && !others.some(({ text }) => hasMoney(text));
  if (isEither) return [code, `${next.text} / ${only.text}`];
  const [count = next] =
    (isNumber(next) && !isPrice(next.text)) || counts.length !== 1 ? [] : counts;
  const typed = withPack(
    count.text,
    others.map(({ text }) => text),
  );
  return [code, typed];
}

/** `2` beside a cell `doos` is `2 doos`, and refused by that name. */
export function withPack(count: string, cells: readonly string[]): string {
  const bare = bareNumber(count);
  // A count or a cell without letters names no pack.
  const named = hasLetter.test(bare) ? cells : cells.filter((cell) => hasLetter.test(cell));
  const packs = named.map((cell) => `${bare} ${cell}`);
  return packs.find(countsPacks) ?? count;
}
const hasLetter = /\p{L}/u;

/** `="0123"`, with which programs keep Excel from dropping zeros, is 0123. */
export const unquoted = (text: string): string =>
  (quoteInFront.test(text) ? text.replace(/^=?["“”„‘’'](.*)["“”‘’']$/, '$1') : text).trim();
const quoteInFront = /^=?["“”„‘’']/;

/** One to four digits, a decimal, a sign, with a times sign at either end. */
const quantityShape = /^[x×*]?[+-]?\d{1,4}(?:[.,]\d{1,6})?[x×*]?$/i;
const canBeQuantity = (word: string): boolean => quantityShape.test(halfWidth(word));
/** A code has at least this many digits; fewer in front of another word are a quantity. */
const fewestDigits = 5;
function digitsIn(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 47 && code < 58) digits += 1;
  }
  return digits;
}
/** `12,000` and `1.234,56` of an invoice have as many digits, and are none. */
const isAmount = (word: string): boolean =>
  canBeQuantity(word) || /^\d{1,3}(?:[.,]\d{3})+[.,]\d\d$/.test(word);
const isCodeLike = (word: string): boolean =>
  word.length >= fewestDigits &&
  digitsIn(word) >= fewestDigits &&
  /^\S+$/.test(word) &&
  !isAmount(word);
/** The words of a text that look like codes. */
export const codeWords = (text: string): string[] => text.split(/\s+/).filter(isCodeLike);
/** Whether it has one, of words between cells or white space; none behind the first is read. */
export const hasCodeWord = (text: string): boolean => text.split(/[\s;,|]+/).some(isCodeLike);
/** Beyond doubt: with letters, or a check digit that fits. */
const isSoundCode = (cell: string): boolean =>
  (/[a-z]/i.test(cell) || hasCheckDigit(/\D/.test(cell) ? cell.replace(/\D/g, '') : cell)) &&
  isCodeLike(cell);
const hasCheckDigit = (digits: string): boolean => isGtin(digits) || isCnk(digits);
/** A cell of a row, read once: a table has hundreds of thousands of them. */
interface Cell {
  text: string;
  bare: string;
  read: ReadQuantity;
}
function readCell(text: string): Cell {
  const bare = bareNumber(text);
  return { text, bare, read: readQuantity(bare) };
}
/** Read or refused by name; a word or an empty cell is none. */
const isNumber = ({ read }: Cell): boolean => read.refusal !== 'not-a-number';

/** A GTIN or CNK printed in groups (`5 412345 678908`), which is no quantity and a code. */
const isGrouped = (text: string): boolean => {
  const digits = text.replace(/ /g, '');
  return /^\d{1,5}(?: \d{2,6}){1,4}$/.test(text) && (isGtin(digits) || isCnk(digits));
};

/** The first or the last word is the quantity when it can be one; a code may hold spaces itself. */
function splitAtSpace(text: string): [string, string] {
  const words = text.split(' ');
  if (words.length === 1 || isGrouped(text)) return [text, ''];
  const times = words.findIndex((word) => /^[x×*]$/i.test(word));
  if (times > 0) return ordered(words.slice(0, times), words.slice(times + 1));
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  // `104382 2 12,50` ends with a price, and `1 250,00` is one number.
  const isPriced = /^\d{1,4}$/.test(words.at(-2) ?? '') && isPrice(last) && !/^\d{3}\D/.test(last);
  if (isPriced && digitsIn(words.slice(0, -2).join('')) >= fewestDigits) return [text, ''];
  const isFirst = canBeQuantity(first) && digitsIn(words.slice(1).join('')) >= fewestDigits;
  if (isFirst && (!canBeQuantity(last) || digitsIn(text.slice(0, -last.length)) < fewestDigits))
    return [words.slice(1).join(' '), first];
  if (!canBeQuantity(last) && digitsIn(last) >= fewestDigits) {
    // `ma 659359` is one code in two words, `99999 MA659359` a quantity that is refused as too large.
    if (digitsIn(text.slice(0, -last.length)) < fewestDigits) return [text, ''];
    if (/^\d+$/.test(first) && /[a-z]/i.test(last)) return [words.slice(1).join(' '), first];
  }
  // `MA659359 1 000` is a thousand, `1.000` and `2 500` are refused by name.
  const thousands = /^(.*\S) (\d{1,3}(?: \d{3})+(?:,0+)?)$/.exec(text);
  if (thousands && digitsIn(thousands[1] ?? '') >= fewestDigits)
    return [thousands[1] ?? '', thousands[2] ?? ''];
  return [words.slice(0, -1).join(' '), last];
}

/** On either side of a times sign, the side with fewer digits counts. */
function ordered(left: readonly string[], right: readonly string[]): [string, string] {
  const [a, b] = [left.join(' '), right.join(' ')];
  return digitsIn(a) < fewestDigits && digitsIn(b) >= fewestDigits ? [b, a] : [a, b];
}

/** Words that say what stands behind them, `CNK 4223-665 qté 2`: neither a code nor a quantity. */
const labels =
  /(?<![^\s])(?:cnk|ean|gtin|code|art(?:ikel|icle)?|r[eé]f|qt[eéy]|quantit[eéy]|aantal|hoeveelheid)(?:\s?[.:=])*(?![^\s\d])/giu;

/** `3xMA659359`, `MA659359:3`: where the sign stands is a gap. */
const glued = /(?<=^\d{1,4}[x×*])(?=\S)|(?<=\d)(?=(?:[x×*:=]\d{1,4}|\(\d{1,4}\))$)/i;

/** Behind a number they make it a size. */
const unit =
  /^(?:(?:m?[lg]|[mkµu]g|mcg|[cm]m|cc|[iu]\.?[ue]\.?|%|m)(?:\/(?:m?l|k?g|mg))?|ga?|fr|ch|ampoules?|x)$/i;
/** Between a code and its quantity they are no name: `MA659359 stuks 2`. */
const countWord = /^(?:pcs?|pi[eè]ces?|stuks?|unit(?:[eé]s?|s)?|eenhe(?:id|den))?\.?[:=]?$/i;
/** What stands behind it is a quantity, whatever is before. */
const quantityWord = /^(?:qt[eéy]|quantit[eéy]|aantal|hoeveelheid)\.?[:=]?$/i;

/** `2 12,50 25,00`: so many at the one price come to the other. */
function areProduct(count: string, prices: readonly string[]): boolean {
  const amounts = prices.filter((word) => /\d/.test(word) && !word.includes('%'));
  const [each = 0, all, ...more] = amounts.map((word) => {
    const digits = Number(word.replace(/\D/g, ''));
    return /[.,]\d\d\D*$/.test(word) ? digits : digits * 100;
  });
  return more.length === 0 && each > 0 && Number(count) * each === all;
}

/**
 * Of a line with a name, the only number that is sure to be a quantity: at its start, `2 ME650082 Gants 30 cm`, right behind
 * the code or its word, or where the prices behind it say so. Any other may be a size or a strength, `MA149093 Lame 23`.
 * Null: there is none, or another beside it.
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
  // `1 250,00` is one price.
  const isApart = last > 0 || (behind.length > 0 && !/^\d{3}(?!\d)/.test(behind[0] ?? ''));
  const isSaid =
    back.slice(0, last).every((word) => countWord.test(word)) ||
    quantityWord.test(back[last - 1] ?? '') ||
    areProduct(count, behind);
  const isLast = isCount(back, last) && isApart && isSaid;
  const isFirst = front.length === 1 && isCount(front, 0) && back.length + behind.length > 0;
  return counts.length === 1 && (isLast || isFirst) ? count : null;
}

/** A row's words that look like codes, whatever stands between them: at most so many are looked up. */
const mostCodes = 4;
const wordsOf = (text: string): string[] =>
  codeWords(text.replace(/[;,\t|/"'“”«»()[\]]+/g, ' ')).slice(0, mostCodes);

/** Codes of the line beside its own: where one is of another product, the line names two. */
export const codesBeside = ({ code, entered }: TypedLine): string[] =>
  // As fields of a label they are no words.
  code === entered || fromAzerty(entered).length > 0 || isLabelText(entered)
    ? []
    : wordsOf(entered.replace(code, ' '));

/**
 * Should the code be none: the one word of it that looks like a code, and what else the line has as its quantity, which
 * is read or refused as a whole: `abc MA404258`, `MA404258 2 x`, `MA404258 3 urgent`, `1 MA404258 3`. Of several such
 * words the first that is known, without the others that are. Null where there is no such word, or nothing beside it in
 * the code.
 */
export function otherReading(
  line: TypedLine,
  isKnown: (code: string) => boolean = () => false,
): TypedLine | null {
  // What `unread` has left stays as it is.
  if (line.code.length > maxLineLength || rowEnd.test(line.code)) return null;
  const words = line.code.replace(glued, ' ');
  const found = codeWords(words);
  // A heading may have named another column for the code.
  const known = found.length === 1 ? found : wordsOf(line.entered).filter(isKnown);
  const [code = '', ...others] = known;
  if (code === '' || code === words) return null;
  const text = others.reduce((left, other) => left.replace(other, ' '), line.entered);
  const parts = text.split(code);
  const [before = '', after = ''] = parts;
  const isText = parts.length === 2 && !/[;\t|]/.test(line.entered);
  const around = parts.map((part) => part.replace(labels, ' ').trim());
  const beside = around.filter(Boolean).join(' / ');
  // `(240) MA659359`: the number in brackets says what stands behind it.
  const typed = opensWithField(line.entered)
    ? beside
    : ((isText ? countBeside(before, after) : null) ?? bareNumber(beside));
  return { ...line, code, typed: line.isShown ? line.typed : typed };
}

/** The field beside a code comes with a 1 in it: as it came, the code itself may say how many. */
export const besideCode = (field: string): string => (field.trim() === '1' ? '' : field);

/** `counted`: pieces that the code itself stands for. */
export const quantityOf = ({ typed, isShown = false }: TypedLine, counted: number | null = null) =>
  readQuantity(typed.trim() === '' ? (isShown ? '0' : String(counted ?? 1)) : typed);

/** Nothing says how many: it is one. `count` is what its label stands for. */
export const isUncounted = (line: TypedLine & { count?: number | null }): boolean =>
  line.typed.trim() === '' && !line.isShown && !line.count;
