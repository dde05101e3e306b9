/**
 * GS1 element strings (DataMatrix, GS1-128) and GS1 Digital Link addresses: the GTIN, and lot and expiry to
 * show beside it (CART-11). Scanners often drop the FNC1 that ends a field of variable length; the fields are
 * then split wherever the whole rest can be read, and what two readings disagree on is left out.
 */
import { typedDay, type Day } from '~/kernel/day';
import { isGtin } from './check-digit';

export interface Gs1Data {
  gtin: string;
  lot: string | null;
  /** `2027-04-30`. */
  expiry: Day | null;
  /**
   * Packs in the case whose label this is (37); null unless the code can be read in no other way.
   */
  count: number | null;
  /** What is inside of one pack (30), where every reading says so. */
  inside: number | null;
}

interface Field {
  /** Fixed length of the value, or the longest when `ends` by a separator. */
  length: number;
  variable: boolean;
  value: RegExp;
}

const digitValue = /^\d+$/;
const fixed = (length: number): Field => ({ length, variable: false, value: digitValue });
const date: Field = {
  length: 6,
  variable: false,
  value: /^\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/,
};
const text = (length: number): Field => ({ length, variable: true, value: /^[!-z]+$/ });
const digits = (length: number): Field => ({ length, variable: true, value: digitValue });

/** Application identifiers that stand on packs of the trade (GS1 General Specifications, section 3). */
const fields = new Map<string, Field>([
  ...['00'].map((ai): [string, Field] => [ai, fixed(18)]),
  ...['01', '02'].map((ai): [string, Field] => [ai, fixed(14)]),
  ...['11', '12', '13', '15', '16', '17'].map((ai): [string, Field] => [ai, date]),
  ['20', fixed(2)],
  ...['10', '21', '22', '235', '243'].map((ai): [string, Field] => [ai, text(20)]),
  ...['240', '241', '250', '251', '400'].map((ai): [string, Field] => [ai, text(30)]),
  ...['710', '711', '712', '713', '714', '715', '716', '717'].map((ai): [string, Field] => [
    ai,
    text(20),
  ]),
  ...['30', '37'].map((ai): [string, Field] => [ai, digits(8)]),
]);

type Elements = ReadonlyMap<string, string>;

/** Enough to see whether two readings disagree. */
const mostReadings = 24;
/** A text made to be split in a great many ways is given up: an order file may hold thousands of them (P-88). */
const mostSteps = 250;
const separator = '\x1d';
/** Outside the characters of GS1 (character set 82): scanners are set to write one of these for the FNC1. */
const marks = /[^!"%-?A-Z_a-z]+/g;

/** A field that may begin at a place of the text, and where it may end, the furthest first. */
interface Begin {
  ai: string;
  ends: readonly number[];
}

/** For each place how many characters from there on a value of this kind may hold. */
function runsOf(text: string, isHeld: (character: string) => boolean): readonly number[] {
  const runs: number[] = [];
  for (let at = text.length - 1; at >= 0; at -= 1)
    runs[at] = isHeld(text.charAt(at)) ? (runs[at + 1] ?? 0) + 1 : 0;
  return runs;
}

/** For each place of the text the fields from which the rest can be read to its end, without asking what came before. */
function beginsOf(text: string): readonly (readonly Begin[])[] {
  const begins: (readonly Begin[])[] = [];
  const isWayOn: boolean[] = [];
  const digitRuns = runsOf(text, (character) => character >= '0' && character <= '9');
  const textRuns = runsOf(text, (character) => character >= '!' && character <= 'z');
  function endsOf(at: number, { length, variable, value }: Field): number[] {
    const run = (value === digitValue ? digitRuns : textRuns)[at] ?? 0;
    const ends: number[] = [];
    for (let end = at + Math.min(run, length); end > at && variable; end -= 1)
      if (isWayOn[end]) ends.push(end);
    if (!variable && isWayOn[at + length] && value.test(text.slice(at, at + length)))
      ends.push(at + length);
    return ends;
  }
  isWayOn[text.length] = true;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const found: Begin[] = [];
    for (const size of [2, 3]) {
      const ai = text.slice(at, at + size);
      const field = fields.get(ai);
      const ends = field ? endsOf(at + size, field) : [];
      if (ends.length > 0) found.push({ ai, ends });
    }
    begins[at] = found;
    isWayOn[at] = text[at] === separator ? isWayOn[at + 1] === true : found.length > 0;
  }
  return begins;
}

/** Any digits that may be the GTIN; without them the text is no element string. */
const holdsGtin = (elements: string): boolean =>
  [...elements.matchAll(/(?=0[12](\d{14}))/g)].some(([, gtin = '']) => isGtin(gtin));

interface Readings {
  found: readonly Elements[];
  /** There is no other way to read it. */
  areAll: boolean;
}

/** The ways to read the whole of a text, as far as the steps go. */
function readingsOf(elements: string): Readings {
  const found: Elements[] = [];
  if (!holdsGtin(elements)) return { found, areAll: true };
  const begins = beginsOf(elements);
  const read = new Map<string, string>();
  let steps = mostSteps;
  function readFrom(at: number): void {
    steps -= 1;
    if (at === elements.length) {
      if (isGtin(read.get('01') ?? read.get('02') ?? '')) found.push(new Map(read));
      return;
    }
    if (elements[at] === separator) readFrom(at + 1);
    for (const { ai, ends } of begins[at] ?? []) {
      if (read.has(ai)) continue;
      for (const end of ends) {
        if (steps <= 0 || found.length === mostReadings) return;
        read.set(ai, elements.slice(at + ai.length, end));
        readFrom(end);
        read.delete(ai);
      }
    }
  }
  readFrom(0);
  return { found, areAll: steps > 0 && found.length < mostReadings };
}

/** A value that all readings share. */
function agreed(found: readonly Elements[], ai: string): string | null {
  const values = new Set(found.map((reading) => reading.get(ai) ?? null));
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/**
 * A lost FNC1 makes 2,107 pieces of two and a lot `7`: without a separator every reading has to say the same count.
 */
function countOf(ai: '30' | '37', { found, areAll }: Readings, elements: string): number | null {
  const sure = elements.includes(separator) ? plainest(found) : areAll ? found : [];
  return Number(agreed(sure, ai)) || null;
}

/** `270430` is 30 April 2027; day 00 is the last of its month. */
function expiryOf(value: string | null): Day | null {
  if (value === null || !date.value.test(value)) return null;
  const [year, month, day] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2)));
  const last = new Date(Date.UTC(2000 + (year ?? 0), month ?? 1, 0)).getUTCDate();
  if ((day ?? 0) > last) return null;
  return typedDay(
    `20${value.slice(0, 2)}-${value.slice(2, 4)}-${String(day || last).padStart(2, '0')}`,
  );
}

/** The readings that split least: a lot that happens to hold `21` is likelier than a serial number of one. */
function plainest(found: readonly Elements[]): Elements[] {
  const dated = found.filter((reading) => reading.has('17'));
  const kept = dated.length > 0 ? dated : found;
  const fewest = Math.min(...kept.map(({ size }) => size));
  return kept.filter(({ size }) => size === fewest);
}

/** AIM's identifier, whatever the keyboard has made of its bracket, or the letter of a scanner's own setting. */
const prefixes = /^[^\p{L}\p{N}]?[A-Za-z]\d{0,2}$/u;

/** An element string without what scanners are set to write before it: `]d2`, `w`, `P00`. */
function withoutPrefix(scanned: string): string {
  const found = [1, 2, 3, 4].find(
    (length) =>
      prefixes.test(scanned.slice(0, length)) &&
      /^0[12]/.test(scanned.slice(length)) &&
      isGtin(scanned.slice(length + 2, length + 16)),
  );
  return scanned.slice(found ?? 0);
}

/**
 * Whether the words of a text are the fields of one label: a scanner may be set to a space for the separator. What is no
 * field, as `3` behind a label, is a quantity.
 */
export const isSpacedLabel = (text: string): boolean =>
  / /.test(text) && readingsOf(withoutPrefix(text).replace(marks, separator)).found.length > 0;

const bracketed = /\((\d{2,4})\)([^(]*)/g;

/** An element string, as scanned or with its identifiers in brackets; null when it is none. */
export function readElements(given: string): Gs1Data | null {
  const scanned = withoutPrefix(given);
  const printed = [...scanned.matchAll(bracketed)];
  const elements = scanned.replace(marks, separator);
  const read: Readings =
    printed.length > 0
      ? {
          found: [new Map(printed.map(([, ai = '', value = '']) => [ai, value.trim()] as const))],
          areAll: true,
        }
      : readingsOf(elements);
  const found = plainest(read.found);
  const gtin = agreed(found, '01') ?? agreed(found, '02') ?? leading(scanned);
  if (!gtin || !isGtin(gtin)) return null;
  return {
    gtin,
    lot: agreed(found, '10'),
    expiry: expiryOf(agreed(found, '17')),
    count: countOf('37', read, elements),
    inside: countOf('30', read, elements),
  };
}

/** What follows may be unknown to the table: the GTIN stands first on nearly every pack. */
function leading(scanned: string): string | null {
  const [, gtin = ''] = /^01(\d{14})/.exec(scanned) ?? [];
  return isGtin(gtin) ? gtin : null;
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
    return read && { ...read, lot: null, expiry: null, count: null, inside: null };
  }
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { pathname, searchParams } = new URL(address);
  const parts = pathname.split('/').filter(Boolean);
  const start = parts.findIndex(
    (part, at) => ['01', 'gtin'].includes(part.toLowerCase()) && isGtin(parts[at + 1] ?? ''),
  );
  if (start < 0) return null;
  const named = (ai: string, word: string): string | null => {
    const at = parts.findIndex((part, place) => place > start && [ai, word].includes(part));
    const inPath = at < 0 || (at - start) % 2 === 1 ? undefined : parts[at + 1];
    return inPath === undefined ? searchParams.get(ai) : decoded(inPath);
  };
  const gtin = (parts[start + 1] ?? '').padStart(14, '0');
  return {
    gtin,
    lot: named('10', 'lot'),
    expiry: expiryOf(named('17', 'exp')),
    count: Number(named('37', '37')) || null,
    inside: Number(named('30', '30')) || null,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
