/**
 * Parses a typed, pasted or scanned code (CART-10, CART-11). Returns the keys to look up, the most likely first, and
 * whether a wrong check digit shows a misread. Pure: the catalogue lookup happens elsewhere.
 */
import { halfWidth } from '~/base/kernel/half-width';
import { cnkCheckDigit, gtinCheckDigit, isCnk, isGtin, isGtinShaped } from './check-digit';
import { cutMark } from './cut-mark';
import {
  holdsSeveral,
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
  /** Keys to look up, normalised as in the index, the most likely first. */
  keys: readonly string[];
  /**
   * True for a code with the length of an EAN or CNK and a wrong check digit, and for a code with missing characters.
   */
  misread: boolean;
  /** EAN of the unit in the carton, when the code is that of a carton (ITF-14, indicator 1 to 8). */
  unit: string | null;
  /** Scheme of the code (for example a German PZN), displayed when no product matches. */
  scheme: OtherScheme | null;
  /** Description of the GS1 label, displayed when no product matches. */
  label: LabelName | null;
}

/** The parsed codes, by the text that was entered. */
export type ReadCodes = ReadonlyMap<string, ProductCode>;

/** Normalises a code for comparison: letters and digits, lower case (the index's own normalizer, 1.2). */
export const squeezedCode = (code: string): string =>
  code.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/**
 * What scanners send for the separator, which keyboards lack. `^]` becomes `&¨` on a Swiss keyboard, and `-$` on a
 * French one with caps lock.
 */
const separators =
  /␝|\^\]|&¨(?!GS)|-\$|<GS>|\{GS\}|\[GS\]|\(GS\)|\{FNC1\}|<FNC1>|<F1>|<0x1d>|\\x1d|\\u001d|\\F|[|\x1c\x1e\x1f]/gi;
/** AIM's symbology identifier: `]C1`, `]d2`, `]E0`. A Swiss keyboard types `¨E0`, AZERTY with caps lock `$e0`. */
const symbology = /^(?:[\]¨][A-Za-z][0-9A-Za-z]|[$£][A-Za-z]\d)/;

/** A code that a spreadsheet or a program turned into a decimal: `5412345678908.0`. */
const decimal = /^(\d{7,14})[.,]0{1,2}$/;

/** Letters, digits and single signs that `unwrapCode` leaves as they are: most codes of a list. */
const bare = /^[\dA-Za-z](?:[\dA-Za-z ;/]*[\dA-Za-z])?$/;

const unwrapCode = (text: string): string => (bare.test(text) ? text : unwrapped(text));
const unwrapped = (text: string): string =>
  halfWidth(text)
    .replace(separators, '\x1d')
    // Start and stop characters of a scanner's configuration or of Code 39; the separator remains.
    .replace(/[\x00-\x1c\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .replace(/^\*(.*)\*$/, '$1')
    .replace(symbology, '')
    .replace(/^\x1d+|(?<!\x1d)\x1d+$/g, '')
    .replace(decimal, '$1');

/** Length of the shortest label: identifier 01 and a GTIN of 14 digits. */
const shortestLabel = 16;

/** True when the whole text is one GS1 label in any notation: no part of it is an order quantity. */
export const isLabelText = (text: string): boolean =>
  // Tables have hundreds of thousands of cells that are too short.
  text.length >= shortestLabel && !text.trim().includes('\t') && isWholeLabel(unwrapCode(text));

/** The start of a label whose letters caps lock has swapped: `]D2`, `$c1`, `HTTPS`, `(` of AZERTY. */
const capsLocked =
  /^(?:[^\p{L}\p{N}\s](?:D2|c1|E0(?=\d{15})|[qaA]3|j1)|HTTPS?m|HTTPS?:\/\/[^/]*\/[^A-Z]*$|ç\d{2,4}à)|;gs:/u;
const notCapsLocked = /^(?:[^\p{L}\p{N}\s](?:d2|C1|e0|Q3|J1)\d|https?:)/u;
const isCapsLocked = (given: string): boolean => capsLocked.test(given) && /[a-zç]/.test(given);
/** Most lots are in capital letters, so text with small letters only may result from caps lock. */
const mayBeCapsLocked = (given: string): boolean =>
  isCapsLocked(given) || (/[a-z]/.test(given) && !/[A-Z]/.test(given));

/** True when a text is one label whose letters and signs a keyboard with caps lock has changed. */
export const isCapsLockedLabel = (text: string): boolean =>
  mayBeCapsLocked(text.trim()) && fromCapsLock(unwrapCode(text)).some(isLabelText);

/** Length of the shortest label and an EAN behind it. */
const shortestPair = shortestLabel + 13;

/** True when a text may hold several labels, as typed or on an AZERTY keyboard: no product of it may be chosen. */
export const areSeveralLabels = (text: string): boolean =>
  text.length >= shortestPair &&
  // A tab ends a label as a separator does.
  [text.replaceAll('\t', '\x1d'), ...fromAzerty(text)].some((one) => holdsSeveral(unwrapCode(one)));

/** Returns the label at the start of a text, and the text that follows it after a space. */
export const labelInFront = (text: string): LeadingLabel | null =>
  /[\t;]/.test(text) ? null : leadingLabel(unwrapCode(text));

/**
 * True for a label of which only the leading product can be parsed: a number behind it may belong to one of its fields.
 */
export const isCutLabel = (text: string): boolean =>
  !text.includes('\t') && leadingProduct(unwrapCode(text)) !== null;

/** Returns a GTIN in each length in which the catalogue may store it. */
function gtinKeys(gtin: string): string[] {
  const bare = gtin.replace(/^0+/, '');
  const lengths = [13, 14, 12, 8].filter((length) => length >= bare.length);
  return lengths.map((length) => bare.padStart(length, '0'));
}

/** Keys of a digit string: a GTIN, or a CNK with or without its check digit. */
function digitKeys(digits: string): string[] {
  if (isGtin(digits)) return gtinKeys(digits);
  if (/^\d{6}$/.test(digits)) {
    const padded = `0${digits}`;
    return [digits, `${digits}${cnkCheckDigit(digits)}`, ...(isCnk(padded) ? [padded] : [])];
  }
  return [digits];
}

/** Keys of a GTIN with extra letters: a scanner may be configured to send letters before or after it. */
function wrappedGtin(key: string): string[] {
  const [, digits = ''] =
    /^[a-z]{1,3}(\d{8,14})$/.exec(key) ?? /^(\d{8,14})[a-z]{1,2}$/.exec(key) ?? [];
  return isGtin(digits) ? gtinKeys(digits) : [];
}

/** With the word that stands before a code on pages and papers: `CNK 1470-350`. */
function readLabelledCode(key: string): string[] {
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
    : [key, ...wrappedGtin(key), ...readLabelledCode(key), ...lettersSwapped(key)];
}

/** True for two 13-digit codes in a row: the scanner sent no Enter between them. */
const isGlued = (key: string): boolean =>
  /^\d{26}$/.test(key) && isGtin(key.slice(0, 13)) && isGtin(key.slice(13));

const isMisread = (key: string): boolean =>
  (isGtinShaped(key) && !isGtin(key)) || (/^\d{7}$/.test(key) && !isCnk(key)) || isGlued(key);

/**
 * Returns the GTIN of the unit in a carton: the carton's leading digit is its packaging level, and no digit encodes how
 * many units it holds.
 */
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

/** Rates one reading: a GS1 code counts most, then a layout that loses no character, then a valid check digit. */
function turnedBack(keys: string): Turned {
  const text = unwrapCode(keys);
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

/** Marks lot, expiry or count as unsure if it differs when the same label is parsed with another keyboard layout. */
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

/** Parses a label as typed, or with caps lock reversed. If caps lock was reversed, the label's lot is unsure. */
function readWithCapsLock(typed: string, text: string): ProductCode {
  const plain = turnedBack(text);
  const given = typed.trim();
  // The compressed form of a link contains letters of both cases.
  const isBare = plain.lot === null && plain.expiry === null && given.startsWith('HTTP');
  if (plain.isGs1 && !isCapsLocked(given) && !isBare) {
    const isDoubtful = /[a-z]/.test(plain.lot ?? '') && !notCapsLocked.test(given);
    return withDoubts(plain, [isDoubtful && 'lot']);
  }
  // A leading bracket means a US keyboard.
  const texts = given.startsWith(']') ? [otherCase(text)] : fromCapsLock(text);
  const [best] = readTurned(texts);
  const { keys, label, ...read } = best?.isGs1 === true ? best : plain;
  const isDoubtful = /[a-z]/i.test(read.lot ?? '');
  return withDoubts({ ...read, keys, label }, [isDoubtful && 'lot']);
}

/** The result for a text without a code. */
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
  if (areSeveralLabels(typed)) return noCode;
  const text = unwrapCode(typed);
  const turned = readTurned(fromAzerty(text));
  const [best] = turned;
  if (!best) return readWithCapsLock(typed, text);
  const keys = [...turned.flatMap((read) => read.keys), squeezedCode(text)];
  return { ...withRivals(best, turned), keys: [...new Set(keys)].filter(Boolean) };
}
