/**
 * Parses the pack data of a GS1 label (CART-11): scanned element strings (DataMatrix, GS1-128), element strings printed
 * with bracketed identifiers, and GS1 Digital Link addresses. Only a carton's count (37) may become an order quantity,
 * and only if a lost separator allows no other reading.
 */
import { typedDay, type Day } from '~/base/kernel/day';
import { isGtin } from './check-digit';
import { readCompressedLink } from './compressed-link';
import { hasOpenLength, identifiers, isValueOf, type Identifier } from './gs1-identifiers';
import {
  leadingProduct,
  mostProductsIn,
  productOf,
  readFieldsOf,
  separator,
  type Readings,
} from './gs1-readings';

/** Pack data that may be wrong: a separator is missing and the text can be parsed in more than one way. */
export type PackDoubt = 'lot' | 'expiry' | 'count';

/** Data of a label about the pack, without its product. */
export interface PackData {
  lot: string | null;
  /** Use-by date (identifier 17, else the day of 7003): `2027-04-30`. */
  expiry: Day | null;
  /** Best-before date (identifier 15). */
  bestBefore: Day | null;
  /** Sell-by date (identifier 16). */
  sellBy: Day | null;
  /** Packs in the labelled carton (identifier 37). Null unless the label can be parsed in exactly one way. */
  count: number | null;
  /** Units inside one pack (identifier 30); never a number of packs. */
  inside: number | null;
  doubts: readonly PackDoubt[];
}

export interface Gs1Data extends PackData {
  gtin: string;
}

export const noPack: PackData = {
  lot: null,
  expiry: null,
  bestBefore: null,
  sellBy: null,
  count: null,
  inside: null,
  doubts: [],
};

/** Returns only the pack data, without the other properties of a code. */
export const packIn = (known: PackData): PackData => {
  const { lot, expiry, bestBefore, sellBy, count, inside, doubts } = known;
  return { lot, expiry, bestBefore, sellBy, count, inside, doubts };
};

/** True when the label states a lot or a date: the shop displays them, and no call of the ERP has a field for them. */
export const hasLotOrDate = ({ lot, expiry, bestBefore, sellBy }: PackData): boolean =>
  [lot, expiry, bestBefore, sellBy].some((value) => value !== null);

/** True when the shop displays anything of the pack data beside the product. */
export const isPackShown = (pack: PackData): boolean =>
  hasLotOrDate(pack) || pack.inside !== null || pack.doubts.length > 0;

/**
 * Separator marks: characters outside GS1 character set 82, except the tab of a table. Scanners are configured to send
 * such a mark for FNC1.
 */
const marks = /[^!"%-?A-Z_a-z\t]+/g;

/**
 * Parses `270430` as 30 April 2027; day 00 is the last of its month. A year 51 or more ahead of this one belongs to the
 * previous century, a year 50 or more behind to the next (GS1 General Specifications, section 7.12).
 */
function dayIn(value: string, thisYear = new Date().getUTCFullYear()): Day | null {
  const [year = 0, month = 0, day = 0] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2)));
  const ahead = year - (thisYear % 100);
  const century = Math.floor(thisYear / 100) + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0);
  const full = century * 100 + year;
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (!/^\d{6}/.test(value) || month < 1 || month > 12 || day > last) return null;
  return typedDay(
    [full, month, day || last].map((part) => String(part).padStart(2, '0')).join('-'),
  );
}

/**
 * True when the count (37) counts items. For pieces of an item (8026) it does so only if the item is a single piece.
 */
const countsItems = (fields: Readings['fields']): boolean =>
  fields.has('01') || fields.has('02') || fields.get('8026')?.endsWith('01') === true;

/** The end of a lot that, in a row of a list, may be a cell with the quantity: `L1;6`. */
const endsInCell = /[;,]\d{1,4}(?:[;,]|$)/;

function packOf({ fields, unsure }: Omit<Readings, 'gtin'>): PackData {
  const valueOf = (ai: string): string => fields.get(ai) ?? '';
  const expiry = dayIn(valueOf('17')) ?? dayIn(valueOf('7003'));
  const [hasCount, isCounted] = [fields.has('37') || unsure.has('37'), countsItems(fields)];
  const isCountSure = !unsure.has('37') && isCounted;
  return {
    lot: fields.get('10') ?? null,
    expiry,
    bestBefore: dayIn(valueOf('15')),
    sellBy: dayIn(valueOf('16')),
    count: isCountSure ? Number(valueOf('37')) || null : null,
    inside: unsure.has('30') ? null : Number(valueOf('30')) || null,
    doubts: [
      ...(unsure.has('10') || endsInCell.test(valueOf('10')) ? ['lot' as const] : []),
      ...(['15', '16', '17', '7003'].some((ai) => unsure.has(ai)) ? ['expiry' as const] : []),
      ...(hasCount && !isCountSure ? ['count' as const] : []),
    ],
  };
}

/**
 * AIM's symbology identifier, even if the keyboard changed its bracket, or the letter that a scanner's configuration
 * adds.
 */
const prefixes = /^[^\p{L}\p{N}]?[A-Za-z]\d{0,2}$/u;

/**
 * Yields the possible starts of an element string: the text itself, and the text without a scanner prefix (`]d2`, `w`,
 * `P00`) or FNC1.
 */
function* beginsOf(scanned: string): Generator<string> {
  yield scanned;
  for (const length of [1, 2, 3, 4])
    if (prefixes.test(scanned.slice(0, length))) yield scanned.slice(length);
}

const sound = (scanned: string): string =>
  scanned.replace(marks, separator).replace(/^\x1d+|(?<!\x1d)\x1d+$/g, '');

interface Printed {
  fields: ReadonlyMap<string, string>;
  /** Identifiers that occur twice with different values. */
  unsure: ReadonlySet<string>;
  /** Text behind the label, which may be a quantity. */
  rest: string;
}

interface PartlyPrinted extends Printed {
  /** The text from the first unparsable field on; empty when all fields are valid. */
  unreadable: string;
}

/** Parses `(17) 290331 (10) B7`: each known identifier in brackets, followed by its value up to the next identifier. */
function printedFields(text: string): PartlyPrinted | null {
  const opens = [...text.matchAll(/\((\d{2,4})\)/g)].filter(({ 1: ai = '' }) =>
    identifiers.has(ai),
  );
  const fields = new Map<string, string>();
  const unsure = new Set<string>();
  let rest = '';
  if (text.slice(0, opens[0]?.index ?? 1).trim() !== '') return null;
  for (const [at, { 0: open, 1: ai = '', index }] of opens.entries()) {
    const given = text.slice(index + open.length, opens[at + 1]?.index).trim();
    const identifier = identifiers.get(ai);
    const { value, behind } = splitValue(given, identifier);
    if (value === '' || (behind !== '' && at < opens.length - 1))
      return { fields, unsure, rest, unreadable: text.slice(index) };
    if ((fields.get(ai) ?? value) !== value) unsure.add(ai);
    fields.set(ai, value);
    rest = behind;
  }
  return { fields, unsure, rest, unreadable: '' };
}

function bracketedIn(text: string): Printed | null {
  if (!text.includes('(')) return null;
  const printed = printedFields(text);
  return printed?.unreadable === '' && printed.fields.size > 0 ? printed : null;
}

/** Returns the longest run of leading words that is a valid value, without spaces, and the text behind it. */
function splitValue(
  given: string,
  identifier: Identifier | undefined,
): { value: string; behind: string } {
  const words = given.split(/(?<=\S)\s+/);
  // A tab ends a cell and with it the label. After a value of variable length, a second word may not belong to it.
  const cell = given.split('\t', 1).join('').split(/\s+/).length;
  const most = identifier && hasOpenLength(identifier) ? 1 : Math.min(words.length, cell);
  for (let count = most; count > 0; count -= 1) {
    const value = words.slice(0, count).join('');
    const isValue = identifier !== undefined && isValueOf(identifier, value);
    if (isValue && (count === 1 || /^\d+$/.test(value)))
      return { value, behind: words.slice(count).join(' ') };
  }
  return { value: '', behind: given };
}

/** Parses `01 05474030205998 17 290331 10 B7`: printed without brackets, each identifier and each value a word. */
function wordsIn(text: string): ReadonlyMap<string, string> | null {
  const words = text.trim().split(/ +/);
  const fields = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const identifier = identifiers.get(words[at] ?? '');
    const value = words[at + 1] ?? '';
    if (!identifier || !isValueOf(identifier, value)) return null;
    fields.set(identifier.ai, value);
  }
  return fields.size > 1 ? fields : null;
}

const isUnit = (fields: ReadonlyMap<string, string>): boolean => fields.has('00');

interface Label extends PackData {
  /** Null for the label of a logistic unit (00), which has no product. */
  gtin: string | null;
  /** The last field of the label; null when only the leading product could be parsed. */
  last: Field | null;
  /** Text behind the label: a quantity, or empty. */
  rest: string;
}

type Field = readonly [ai: string, value: string];

const lastOf = (fields: ReadonlyMap<string, string>): Field | null => [...fields].at(-1) ?? null;

/** True when a value may continue after a space, as a lot does: `(10) LOT 12`. Dates and GTINs have a fixed length. */
const mayGoOn = ([ai]: Field): boolean => {
  const identifier = identifiers.get(ai);
  return identifier !== undefined && hasOpenLength(identifier);
};

/** What every element string has: a bracket, an identifier as a word, or a GTIN with 14 digits. */
const labelSign = /\(|\d\d |\d{14}/;

/** Parses a label in any notation. Returns null when the text is not a label. */
function readLabel(given: string): Label | null {
  if (!labelSign.test(given)) return null;
  for (const begin of beginsOf(given)) {
    const worded = wordsIn(begin);
    const printed: Printed | null =
      bracketedIn(begin) ?? (worded && { fields: worded, unsure: new Set(), rest: '' });
    const gtin = printed && productOf(printed.fields);
    if (printed && (gtin !== null || isUnit(printed.fields)))
      return {
        ...packOf(withDoubt(printed)),
        gtin,
        last: lastOf(printed.fields),
        rest: printed.rest,
      };
    const read = begin.includes('\t') ? null : readFieldsOf(sound(begin));
    if (read && (read.gtin !== null || isUnit(read.fields)))
      return { ...packOf(read), gtin: read.gtin, last: lastOf(read.fields), rest: '' };
  }
  for (const begin of beginsOf(given)) {
    const gtin = leadingProduct(sound(begin));
    if (gtin) return { ...noPack, doubts: ['lot', 'expiry'], gtin, last: null, rest: '' };
  }
  return null;
}

/** Marks the last field as unsure when text follows the label and the value may continue into it. */
function withDoubt({ fields, unsure, rest }: Printed): Omit<Readings, 'gtin'> {
  const last = lastOf(fields);
  const isCut = rest !== '' && last !== null && mayGoOn(last);
  return { fields, unsure: new Set([...unsure, ...(isCut ? [last[0]] : [])]) };
}

/** Returns the last field of a text that is exactly one label, else null. */
function endOfLabel(text: string): Field | null {
  if (/^https?:\/\/\S+$/i.test(text)) {
    const fields = linkFields(text)?.fields;
    return fields && productOf(fields) !== null ? lastOf(fields) : null;
  }
  if (!/\d{14}/.test(text) && !text.startsWith('(') && !/^\d\d /.test(text)) return null;
  const label = readLabel(text);
  return label?.rest === '' ? label.last : null;
}

/**
 * True when the whole text is one label, so that no part of it is an order quantity. Its lot may hold a comma or a
 * semicolon, and the scanner may send a space as separator.
 */
export const isWholeLabel = (text: string): boolean => endOfLabel(text.trim()) !== null;

export interface LeadingLabel {
  /** The label, without the text behind it. */
  label: string;
  /** Text behind the label and the space that follows it. */
  rest: string;
  /** Identifier of the label's last value, if it has variable length, so that `rest` may belong to it; else null. */
  open: string | null;
}

/**
 * Returns the label at the start of a text that continues after a space; null without one. It tries only three split
 * points, so that the time stays linear: the end of a printed label, the first space, and the last space.
 */
export function leadingLabel(text: string): LeadingLabel | null {
  const words = text.trim().split(/ +/);
  const printedRest = bracketedIn(text.trim())?.rest ?? '';
  const behindPrinted = printedRest === '' ? 0 : words.length - printedRest.split(' ').length;
  for (const count of new Set([behindPrinted, 1, words.length - 1])) {
    if (count < 1 || count >= words.length) continue;
    const label = words.slice(0, count).join(' ');
    const end = endOfLabel(label);
    if (!end) continue;
    const [ai] = end;
    return { label, rest: words.slice(count).join(' '), open: mayGoOn(end) ? ai : null };
  }
  return null;
}

/** True when a row, or its first cell, begins with a printed label: its `(01)` is then not a row number. */
export const opensWithLabel = (row: string): boolean =>
  [row, ...row.split(';', 1)].some((text) => {
    const printed = bracketedIn(text.trim());
    return printed !== null && (productOf(printed.fields) !== null || isUnit(printed.fields));
  });

/**
 * True when a row begins with a printed field, `(10) LOT 12`, of a label without a product: none of its numbers is a
 * quantity.
 */
export const opensWithField = (row: string): boolean =>
  identifiers.has(/^\s*\((\d{2,4})\) ?(?=[^\s(])/.exec(row)?.[1] ?? '') && !opensWithLabel(row);

/** Parses an element string, scanned or with bracketed identifiers. Returns null when the text is not one. */
export function readElements(given: string): Gs1Data | null {
  const label = readLabel(given);
  if (!label?.gtin) return null;
  return { ...packIn(label), gtin: label.gtin };
}

/** Description of a label that matches no product of the catalogue. */
export interface LabelName {
  /** Null for a logistic unit, or when no product can be parsed. */
  gtin: string | null;
  /** The printed fields that cannot be parsed; empty when all can. */
  unreadable: string;
}

/** Describes a text that is a label, whole or in part; null when it is not a label. `gtin` is its parsed GTIN. */
export function nameLabel(text: string, gtin: string | null): LabelName | null {
  if (gtin !== null) return { gtin, unreadable: '' };
  const printed = printedFields(text.trim());
  if (!printed?.unreadable) return null;
  const named = productOf(printed.fields);
  const { unreadable } = printed;
  return named !== null || isUnit(printed.fields) ? { gtin: named, unreadable } : null;
}

/** Product fields that certainly stand apart: `(01)` in brackets, `/01/` or `?01=` in an address, and each address. */
const apart = [/\(0[12]\)/g, /[/?&](?:01|gtin)[/=](?=\d)/gi, /https?:/gi];
/** Text that may be a product: 01 or 02 and a GTIN in any notation. */
const product = /0[12]\D{0,2}(?=(\d{14}))/g;
const productsIn = (text: string): number =>
  [...text.matchAll(product)].filter(([, gtin = '']) => isGtin(gtin)).length;

/**
 * True when a text holds, or may hold, more than one label or code: a scanner that sends no line end joins them, even
 * two packs of one product.
 */
export function holdsSeveral(text: string): boolean {
  if (apart.some((sign) => (text.match(sign)?.length ?? 0) > 1)) return true;
  const [front, ean] = [text.slice(0, -13), text.slice(-13)];
  const isEanBehind = isGtin(ean) && /[^)=/]\s?$/.test(front) && productsIn(front) > 0;
  if (productsIn(text) < 2 && !isEanBehind) return false;
  // Neighbouring fields can look like a product, so the readings from the first product on, or from before it, decide.
  const first = text.length - text.search(product);
  const begins = [...beginsOf(text)].filter((begin) => begin.length >= first);
  return begins.every((begin) => mostProductsIn(sound(begin)) !== 1);
}

/** True for an element string or address whose GTIN has a wrong check digit. */
export function holdsWrongGtin(scanned: string): boolean {
  const shape = /^(?:\(01\)|01(?=\d{14})|https?:\/\/[^?#]*\/(?:01|gtin)\/)(\d{8,14})/i;
  const [, gtin] = shape.exec(scanned) ?? [];
  return gtin !== undefined && !isGtin(gtin);
}

/**
 * `://` as a keyboard with another layout than the scanner's types it: `ö--`, `m++`. Its other characters are unknown.
 */
const otherKeys = /^(https?)[^:]([^\p{L}\p{N}/])\2/iu;

/** `https://id.gs1.org/01/05412345678908/10/B7A214?17=270430`, on any host and with any path before it. */
export function readDigitalLink(address: string): Gs1Data | null {
  const [, scheme = '', slash = '/'] = otherKeys.exec(address) ?? [];
  if (scheme !== '') {
    const rest = address.slice(scheme.length + 1).replaceAll(slash, '/');
    const read = readDigitalLink(`${scheme}:${rest}`);
    return read && { ...noPack, gtin: read.gtin };
  }
  const read = linkFields(address);
  const gtin = read && productOf(read.fields);
  return read && gtin !== null ? { ...packOf(read), gtin } : null;
}

/** Returns the fields of the path and the query; null when the text is not an address. */
function linkFields(address: string): Omit<Readings, 'gtin'> | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { pathname, searchParams } = new URL(address);
  const parts = pathname.split('/').filter(Boolean).map(decodePart);
  const { fields, unsure } = pathFields(parts);
  for (const [name, value] of searchParams) {
    const ai = nameOf(name);
    if (identifiers.has(ai) && !fields.has(ai)) fields.set(ai, value);
  }
  return { fields, unsure };
}

/** Keywords of GS1 Digital Link 1.0 (`gtin`, `lot`) for what later versions write as numbers (`01`, `10`). */
const linkWords: Readonly<Record<string, string>> = {
  gtin: '01',
  lot: '10',
  ser: '21',
  cpv: '22',
  exp: '17',
  sscc: '00',
  itip: '8006',
};
const nameOf = (part: string): string => linkWords[part.toLowerCase()] ?? part;

/**
 * Parses the primary key and qualifiers: pairs of identifier and value at the end of a path, behind any path of the
 * host. A segment behind the last pair, or a lone segment, may be the compressed form.
 */
function pathFields(parts: readonly string[]): {
  fields: Map<string, string>;
  unsure: ReadonlySet<string>;
} {
  const isKey = (start: number): boolean => {
    const ai = nameOf(parts[start] ?? '');
    return linkKeys.includes(ai) && isLinkValue(ai, parts[start + 1] ?? '');
  };
  const start = parts.findIndex((_, at) => isKey(at));
  const pairs = new Map<string, string>();
  const rest = start < 0 || (parts.length - start) % 2 === 1 ? (parts.at(-1) ?? '') : '';
  for (let at = start; start >= 0 && at < parts.length - 1; at += 2) {
    const name = nameOf(parts[at] ?? '');
    if (!pairs.has(name)) pairs.set(name, fullGtin(name, parts[at + 1] ?? ''));
  }
  // A segment behind the product may be an ordinary word of the website that happens to decode to a count (37), so that
  // count is unsure.
  const unsure = new Set(productOf(pairs) === null ? [] : ['37']);
  const packed = readCompressedLink(rest) ?? new Map<string, string>();
  for (const [ai, value] of packed) if (!pairs.has(ai)) pairs.set(ai, value);
  return { fields: pairs, unsure: packed.has('37') ? unsure : new Set() };
}

const linkKeys = ['00', '01', '8006'];
/** Pads a GTIN to 14 digits: an address may hold it in any of its lengths. */
const fullGtin = (ai: string, value: string): string =>
  ai === '01' && isGtin(value) ? value.padStart(14, '0') : value;
const isLinkValue = (ai: string, value: string): boolean => {
  const identifier = identifiers.get(ai);
  return identifier !== undefined && isValueOf(identifier, fullGtin(ai, value));
};

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
