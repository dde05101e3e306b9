/**
 * What a code that is typed, pasted or scanned may mean (CART-10, CART-11): the keys to look for, the
 * likeliest first, and whether its check digit shows that it was misread. Pure; the catalogue is asked
 * elsewhere.
 */
import { halfWidth } from '~/base/kernel/half-width';
import { cnkCheckDigit, gtinCheckDigit, isCnk, isGtin, isGtinShaped } from './check-digit';
import { cutMark } from './cut-mark';
import {
  holdsWrongGtin,
  isWholeLabel,
  leadingLabel,
  nameLabel,
  noPack,
  readDigitalLink,
  readElements,
  type Gs1Data,
  type LabelName,
  type LeadingLabel,
  type PackData,
  type PackDoubt,
} from './gs1';
import { leadingProduct } from './gs1-readings';
import { fromAzerty, fromCapsLock, lettersSwapped, otherCase } from './keyboard';
import { schemeOf, type OtherScheme } from './other-schemes';

export interface ProductCode extends PackData {
  /** Keys as the index compares them, the likeliest first. */
  keys: readonly string[];
  /** As long as an EAN or a CNK, with a check digit that does not fit; or with a gap in it. */
  misread: boolean;
  /** EAN of the unit in the carton whose code this is (ITF-14, indicator 1 to 8). */
  unit: string | null;
  /** What it is, should no product have it. */
  scheme: OtherScheme | null;
  /** Of a GS1 label, should no product have it. */
  label: LabelName | null;
}

/** Codes as they were given, with what each may mean. */
export type ReadCodes = ReadonlyMap<string, ProductCode>;

/** A code as it is compared: letters and digits, lower case (the index's own normalizer, 1.2). */
export const squeezedCode = (code: string): string =>
  code.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** What scanners write for the separator that a keyboard does not have; `^]` is `&¨` on a Swiss one, `-$` on a French one with caps lock. */
const separators =
  /␝|\^\]|&¨(?!GS)|-\$|<GS>|\{GS\}|\[GS\]|\(GS\)|\{FNC1\}|<FNC1>|<F1>|<0x1d>|\\x1d|\\u001d|\\F|[|\x1c\x1e\x1f]/gi;
/** AIM's symbology identifier: `]C1`, `]d2`, `]E0`; of a Swiss keyboard `¨E0`, of AZERTY with caps lock `$e0`. */
const symbology = /^(?:[\]¨][A-Za-z][0-9A-Za-z]|[$£][A-Za-z]\d)/;

/** A spreadsheet or a program has made a decimal of a code: `5412345678908.0`. */
const decimal = /^(\d{7,14})[.,]0{1,2}$/;

const unwrapped = (text: string): string =>
  halfWidth(text)
    .replace(separators, '\x1d')
    // Start and stop characters of a scanner's setting or of Code 39; the separator is kept.
    .replace(/[\x00-\x1c\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^\*(.*)\*$/, '$1')
    .replace(symbology, '')
    .replace(/^\x1d+|(?<!\x1d)\x1d+$/g, '')
    .replace(decimal, '$1');

/** Whether the whole of a text is one GS1 label, in whatever notation: nothing in it is an order quantity. */
export const isLabelText = (text: string): boolean =>
  !text.trim().includes('\t') && isWholeLabel(unwrapped(text));

/** What a label begins with where caps lock has exchanged its letters: `]D2`, `$c1`, `HTTPS`, `(` of AZERTY. */
const capsLocked =
  /^(?:[^\p{L}\p{N}\s](?:D2|c1|E0(?=\d{15})|[qaA]3|j1)|HTTPS?m|HTTPS?:\/\/[^/]*\/[^A-Z]*$|ç\d{2,4}à)|;gs:/u;
const notCapsLocked = /^(?:[^\p{L}\p{N}\s](?:d2|C1|e0|Q3|J1)\d|https?:)/u;
const isCapsLocked = (given: string): boolean => capsLocked.test(given) && /[a-zç]/.test(given);
/** Lots are of capital letters, but for few. */
const mayBeCapsLocked = (given: string): boolean =>
  isCapsLocked(given) || (/[a-z]/.test(given) && !/[A-Z]/.test(given));

/** Whether a text is one label whose letters and signs a keyboard with caps lock has exchanged. */
export const isCapsLockedLabel = (text: string): boolean =>
  mayBeCapsLocked(text.trim()) && fromCapsLock(unwrapped(text)).some(isLabelText);

/** The label in front of a text, and what stands behind it and a space. */
export const labelInFront = (text: string): LeadingLabel | null =>
  /[\t;]/.test(text) ? null : leadingLabel(unwrapped(text));

/** A label of which only the product in front can be read: a number behind it may be one of its fields. */
export const isCutLabel = (text: string): boolean =>
  !text.includes('\t') && leadingProduct(unwrapped(text)) !== null;

/** A GTIN in each length in which a product may carry it. */
function gtinKeys(gtin: string): string[] {
  const bare = gtin.replace(/^0+/, '');
  const lengths = [13, 14, 12, 8].filter((length) => length >= bare.length);
  return lengths.map((length) => bare.padStart(length, '0'));
}

/** Digits alone: a GTIN, or a CNK with or without its check digit. */
function digitKeys(digits: string): string[] {
  if (isGtin(digits)) return gtinKeys(digits);
  if (/^\d{6}$/.test(digits)) {
    const padded = `0${digits}`;
    return [digits, `${digits}${cnkCheckDigit(digits)}`, ...(isCnk(padded) ? [padded] : [])];
  }
  return [digits];
}

/** A setting of the scanner may put letters before or signs around a GTIN. */
function wrappedGtin(key: string): string[] {
  const [, digits = ''] =
    /^[a-z]{1,3}(\d{8,14})$/.exec(key) ?? /^(\d{8,14})[a-z]{1,2}$/.exec(key) ?? [];
  return isGtin(digits) ? gtinKeys(digits) : [];
}

/** With the word that stands before a code on pages and papers: `CNK 1470-350`. */
function labelled(key: string): string[] {
  const [, code = ''] =
    /^(?:sku|cnk|ean(?:13(?=\d{13}$)|8(?=\d{8}$))?|gtin|art|r[eé]f|amm|vhb|cti)(?=.*\d)(.{4,})$/.exec(
      key,
    ) ?? [];
  if (code === '') return [];
  return /^\d+$/.test(code) ? digitKeys(code) : [code];
}

function keysOf(text: string, gs1: Gs1Data | null): string[] {
  if (gs1) return gtinKeys(gs1.gtin);
  const key = squeezedCode(text);
  return /^\d+$/.test(key)
    ? digitKeys(key)
    : [key, ...wrappedGtin(key), ...labelled(key), ...lettersSwapped(key)];
}

/** Two codes of thirteen digits in one: the scanner sent no Enter between them. */
const isGlued = (key: string): boolean =>
  /^\d{26}$/.test(key) && isGtin(key.slice(0, 13)) && isGtin(key.slice(13));

const isMisread = (key: string): boolean =>
  (isGtinShaped(key) && !isGtin(key)) || (/^\d{7}$/.test(key) && !isCnk(key)) || isGlued(key);

/** The digit in front says how many are packed together, nothing says what that number is. */
function unitIn(keys: readonly string[]): string | null {
  const carton = keys.find((key) => /^[1-8]\d{13}$/.test(key) && isGtin(key));
  const body = carton?.slice(1, 13);
  return body === undefined ? null : `${body}${gtinCheckDigit(body)}`;
}

const noGs1: PackData & { gtin?: string } = noPack;

function readPlain(text: string): ProductCode {
  const gs1 = isGlued(text) ? null : (readDigitalLink(text) ?? readElements(text));
  const keys = [...new Set(keysOf(text, gs1))].filter(Boolean);
  const { gtin = null, ...pack } = gs1 ?? noGs1;
  return {
    ...pack,
    keys,
    misread: (keys.length === 1 && isMisread(keys[0] ?? '')) || (!gs1 && holdsWrongGtin(text)),
    unit: unitIn(keys),
    scheme: schemeOf(text, gtin?.replace(/^0+/, '') ?? null),
    label: nameLabel(text, gtin),
  };
}

interface Turned extends ProductCode {
  likelihood: number;
  isGs1: boolean;
}

/** A GS1 code first; then the layout that loses no character on the way; then a check digit that fits. */
function turnedBack(keys: string): Turned {
  const text = unwrapped(keys);
  const read = readPlain(text);
  const [key = ''] = read.keys;
  const isGs1 = text.length > 14 && isGtin(key);
  const likelihood =
    (isGs1 ? 4 : 0) + (squeezedCode(text).length === text.length ? 2 : 0) + (isGtin(key) ? 1 : 0);
  return { ...read, likelihood, isGs1 };
}

const readTurned = (texts: readonly string[]): Turned[] =>
  texts.map(turnedBack).sort((a, b) => b.likelihood - a.likelihood);

const withDoubts = <Read extends PackData>(
  read: Read,
  doubts: readonly (PackDoubt | false)[],
): Read => ({
  ...read,
  doubts: [...new Set([...read.doubts, ...doubts.filter((doubt) => doubt !== false)])],
});

/** What another keyboard reads in another way is not sure. */
function withRivals(best: Turned, turned: readonly Turned[]): Turned {
  const rivals = turned.filter(({ isGs1, keys }) => isGs1 && keys[0] === best.keys[0]);
  const differ = (part: 'lot' | 'expiry' | 'count'): boolean =>
    rivals.some((rival) => rival[part] !== best[part]);
  const read = withDoubts(best, [
    differ('lot') && 'lot',
    differ('expiry') && 'expiry',
    differ('count') && 'count',
  ]);
  return differ('count') ? { ...read, count: null } : read;
}

/** A label as its text stands, or as caps lock has changed it: then its lot is not sure. */
function readWithCapsLock(typed: string, text: string): ProductCode {
  const plain = turnedBack(text);
  const given = typed.trim();
  // The compressed form of a link has letters of both cases.
  const isBare = plain.lot === null && plain.expiry === null && given.startsWith('HTTP');
  if (plain.isGs1 && !isCapsLocked(given) && !isBare) {
    const isDoubtful = /[a-z]/.test(plain.lot ?? '') && !notCapsLocked.test(given);
    return withDoubts(plain, [isDoubtful && 'lot']);
  }
  // A bracket is one of a US keyboard.
  const texts = given.startsWith(']') ? [otherCase(text)] : fromCapsLock(text);
  const [best] = readTurned(texts);
  const { keys, label, ...read } = best?.isGs1 === true ? best : plain;
  const isDoubtful = /[a-z]/i.test(read.lot ?? '');
  return withDoubts({ ...read, keys, label }, [isDoubtful && 'lot']);
}

/** Of a text that is none. */
export const noCode: ProductCode = {
  ...noPack,
  keys: [],
  misread: false,
  unit: null,
  scheme: null,
  label: null,
};

export function readProductCode(typed: string): ProductCode {
  if (typed.includes(cutMark)) return { ...noCode, misread: true };
  const text = unwrapped(typed);
  const turned = readTurned(fromAzerty(text));
  const [best] = turned;
  if (!best) return readWithCapsLock(typed, text);
  const keys = [...turned.flatMap((read) => read.keys), squeezedCode(text)];
  return { ...withRivals(best, turned), keys: [...new Set(keys)].filter(Boolean) };
}
