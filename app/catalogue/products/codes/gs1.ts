/**
 * What a GS1 label says of the pack in hand (CART-11): element strings as scanned (DataMatrix, GS1-128) or as printed with
 * their identifiers in brackets, and GS1 Digital Link addresses. Nothing in it is an order quantity but the count of a
 * carton (37), and that only where no lost separator leaves another reading.
 */
import { typedDay, type Day } from '~/base/kernel/day';
import { isGtin } from './check-digit';
import { readCompressedLink } from './compressed-link';
import { hasOpenLength, identifiers, isValueOf, type Identifier } from './gs1-identifiers';
import { leadingProduct, productOf, readFieldsOf, separator, type Readings } from './gs1-readings';

/** What may not be what the label says: a separator is missing and the text can be read in another way. */
export type PackDoubt = 'lot' | 'expiry' | 'count';

/** What a label says of a pack, beside its product. */
export interface PackData {
  lot: string | null;
  /** Use by (17, else the day of 7003): `2027-04-30`. */
  expiry: Day | null;
  /** Best before (15). */
  bestBefore: Day | null;
  /** Sell by (16). */
  sellBy: Day | null;
  /** Packs in the carton whose label this is (37); null unless the code can be read in no other way. */
  count: number | null;
  /** What is inside of one pack (30); never a number of packs. */
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

/** What is said of the pack, without what else is known of a code. */
export const packIn = (known: PackData): PackData => {
  const { lot, expiry, bestBefore, sellBy, count, inside, doubts } = known;
  return { lot, expiry, bestBefore, sellBy, count, inside, doubts };
};

/** Outside the characters of GS1 (character set 82) and no tab of a table: scanners are set to write one for FNC1. */
const marks = /[^!"%-?A-Z_a-z\t]+/g;

/**
 * `270430` is 30 April 2027; day 00 is the last of its month. Years from 51 ahead of this one are of the century before,
 * those 50 or more behind it of the next (GS1 General Specifications, section 7.12).
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

/** Of the pieces of an item (8026) the count is one of items only where each is a single piece. */
const countsItems = (fields: Readings['fields']): boolean =>
  fields.has('01') || fields.has('02') || fields.get('8026')?.endsWith('01') === true;

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
      ...(unsure.has('10') ? ['lot' as const] : []),
      ...(['15', '16', '17', '7003'].some((ai) => unsure.has(ai)) ? ['expiry' as const] : []),
      ...(hasCount && !isCountSure ? ['count' as const] : []),
    ],
  };
}

/** AIM's identifier, whatever the keyboard has made of its bracket, or the letter of a scanner's own setting. */
const prefixes = /^[^\p{L}\p{N}]?[A-Za-z]\d{0,2}$/u;

/** Where an element string may begin: behind what scanners are set to write before it, `]d2`, `w`, `P00`, or FNC1. */
function* beginsOf(scanned: string): Generator<string> {
  yield scanned;
  for (const length of [1, 2, 3, 4])
    if (prefixes.test(scanned.slice(0, length))) yield scanned.slice(length);
}

const sound = (scanned: string): string =>
  scanned.replace(marks, separator).replace(/^\x1d+|(?<!\x1d)\x1d+$/g, '');

interface Printed {
  fields: ReadonlyMap<string, string>;
  /** Fields that come twice, with two values. */
  unsure: ReadonlySet<string>;
  /** What stands behind the label. */
  rest: string;
}

interface PartlyPrinted extends Printed {
  /** From the first field on that is none; empty where all are. */
  unreadable: string;
}

/** `(17) 290331 (10) B7`: each identifier that the dictionary has, in brackets, and its value up to the next. */
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
  const printed = printedFields(text);
  return printed?.unreadable === '' && printed.fields.size > 0 ? printed : null;
}

/** The longest beginning in whole words that is a value, without its spaces, and what stands behind it. */
function splitValue(
  given: string,
  identifier: Identifier | undefined,
): { value: string; behind: string } {
  const words = given.split(/(?<=\S)\s+/);
  // A tab ends a cell, and with it the label. Of a value whose length is open, a second word may be something else.
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

/** `01 05474030205998 17 290331 10 B7`: printed without brackets, each identifier and each value a word. */
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
  /** Null: the label of a logistic unit (00), and of no product. */
  gtin: string | null;
  /** The identifier and value at its end; null where only the product in front could be read. */
  last: Field | null;
  /** What stands behind the label, which is no part of it: a quantity, or nothing. */
  rest: string;
}

type Field = readonly [ai: string, value: string];

const lastOf = (fields: ReadonlyMap<string, string>): Field | null => [...fields].at(-1) ?? null;

/** A lot or a count may go on behind a space, `(10) LOT 12`; a date or a GTIN ends where it ends. */
const mayGoOn = ([ai]: Field): boolean => {
  const identifier = identifiers.get(ai);
  return identifier !== undefined && hasOpenLength(identifier);
};

/** A label of whatever notation; null when a text is none. */
function readLabel(given: string): Label | null {
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

/** With words behind it, a value that may go on is not sure. */
function withDoubt({ fields, unsure, rest }: Printed): Omit<Readings, 'gtin'> {
  const last = lastOf(fields);
  const isCut = rest !== '' && last !== null && mayGoOn(last);
  return { fields, unsure: new Set([...unsure, ...(isCut ? [last[0]] : [])]) };
}

/** The field at the end of a text of which the whole is one label; null where it is none. */
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
 * Whether the whole of a text is one label, so that nothing in it is an order quantity: its lot may hold a comma or a
 * semicolon, and a scanner may be set to a space for the separator.
 */
export const isWholeLabel = (text: string): boolean => endOfLabel(text.trim()) !== null;

export interface LeadingLabel {
  /** The label alone. */
  label: string;
  /** What stands behind it and a space. */
  rest: string;
  /** The value at its end, where what stands behind may belong to it. */
  openValue: string | null;
}

/**
 * The label at the start of a text that goes on behind a space; null where there is none. Three places are tried, so
 * that the work grows with the length of the text alone: the end of a printed label, the first gap, and the last one.
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
    const [, value] = end;
    return { label, rest: words.slice(count).join(' '), openValue: mayGoOn(end) ? value : null };
  }
  return null;
}

/** Whether a row opens with a printed label: its `(01)` counts no rows. */
export function opensWithLabel(row: string): boolean {
  const printed = bracketedIn(row.trim());
  return printed !== null && (productOf(printed.fields) !== null || isUnit(printed.fields));
}

/** Whether a row opens with a printed field, `(10) LOT 12`, of a label that names no product: none of it counts. */
export const opensWithField = (row: string): boolean =>
  identifiers.has(/^\s*\((\d{2,4})\) ?(?=[^\s(])/.exec(row)?.[1] ?? '') && !opensWithLabel(row);

/** An element string, as scanned or with its identifiers in brackets; null when it is none. */
export function readElements(given: string): Gs1Data | null {
  const label = readLabel(given);
  if (!label?.gtin) return null;
  return { ...packIn(label), gtin: label.gtin };
}

/** A label that names no product of the catalogue. */
export interface LabelName {
  /** Null: of a logistic unit, whose product cannot be read. */
  gtin: string | null;
  /** Printed fields that cannot be read; empty where all can. */
  unreadable: string;
}

/** What to call a text that is a label, whole or in part; null when it is none. `gtin`: what it was read as. */
export function nameLabel(text: string, gtin: string | null): LabelName | null {
  if (gtin !== null) return { gtin, unreadable: '' };
  const printed = printedFields(text.trim());
  if (!printed?.unreadable) return null;
  const named = productOf(printed.fields);
  const { unreadable } = printed;
  return named !== null || isUnit(printed.fields) ? { gtin: named, unreadable } : null;
}

/** An element string or address whose GTIN has a check digit that does not fit. */
export function holdsWrongGtin(scanned: string): boolean {
  const shape = /^(?:\(01\)|01(?=\d{14})|https?:\/\/[^?#]*\/(?:01|gtin)\/)(\d{8,14})/i;
  const [, gtin] = shape.exec(scanned) ?? [];
  return gtin !== undefined && !isGtin(gtin);
}

/** What a keyboard that is not the scanner's makes of `://`: `ö--`, `m++`. Its other signs are not known. */
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

/** The fields of path and query; null for a text that is no address. */
function linkFields(address: string): Omit<Readings, 'gtin'> | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { pathname, searchParams } = new URL(address);
  const parts = pathname.split('/').filter(Boolean).map(decoded);
  const { fields, unsure } = pathFields(parts);
  for (const [name, value] of searchParams) {
    const ai = nameOf(name);
    if (identifiers.has(ai) && !fields.has(ai)) fields.set(ai, value);
  }
  return { fields, unsure };
}

/** Words that the first version of the standard had for identifiers. */
const linkWords: Readonly<Record<string, string>> = {
  ...{ gtin: '01', lot: '10', ser: '21', cpv: '22', exp: '17', sscc: '00', itip: '8006' },
};
const nameOf = (part: string): string => linkWords[part.toLowerCase()] ?? part;

/**
 * Primary key and qualifiers: pairs of identifier and value at the end of a path, whatever the host has before them. What
 * stands behind the last pair, or alone, may be their compressed form.
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
  // Behind the product any word of a website might be the bits of a count.
  const unsure = new Set(productOf(pairs) === null ? [] : ['37']);
  const packed = readCompressedLink(rest) ?? new Map<string, string>();
  for (const [ai, value] of packed) if (!pairs.has(ai)) pairs.set(ai, value);
  return { fields: pairs, unsure: packed.has('37') ? unsure : new Set() };
}

const linkKeys = ['00', '01', '8006'];
/** A GTIN may stand there in each of its lengths. */
const fullGtin = (ai: string, value: string): string =>
  ai === '01' && isGtin(value) ? value.padStart(14, '0') : value;
const isLinkValue = (ai: string, value: string): boolean => {
  const identifier = identifiers.get(ai);
  return identifier !== undefined && isValueOf(identifier, fullGtin(ai, value));
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
