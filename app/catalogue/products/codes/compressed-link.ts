/**
 * Parses the compressed form of a GS1 Digital Link (GS1 Digital Link Standard: Compression, 1.0). One path segment
 * holds all fields as bits, six per character. Nothing marks such a segment: it is accepted only if every bit belongs
 * to a valid field.
 */
import { identifierAt, identifiers, isValueOf, type Identifier } from './gs1-identifiers';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Maximum length of the path segment: that of a whole quick-order line. */
const longest = 200;

/** Padding bits at the end: fewer than one character of six bits. */
const mostPadding = 5;

/**
 * Field sequences that one byte encodes. For byte 1A, GS1's own toolkit writes the fields in another order than the
 * standard: the parser accepts both.
 */
const sequences: Readonly<Record<string, readonly string[]>> = {
  '0A': ['01 22'],
  '0B': ['01 10'],
  '0C': ['01 21'],
  '0D': ['01 17'],
  '0E': ['01 7003'],
  '0F': ['01 30'],
  '1A': ['01 10 21 17', '01 10 17 21'],
  '1B': ['01 15'],
  '1C': ['01 11'],
  '1D': ['01 16'],
  '1E': ['01 91'],
  '1F': ['01 10 15'],
};
/**
 * `2A` to `3F` encode a product followed by a weight (3100 to 3205), `A0` to `A9` a product followed by an amount (3920
 * to 3929).
 */
function sequencesOf(byte: string): readonly string[] {
  const at = Number.parseInt(byte.charAt(1), 16);
  if (/^[23][A-F]$/.test(byte)) return [`01 3${Number(byte[0]) - 1}0${at - 10}`];
  if (/^A\d$/.test(byte)) return [`01 392${at}`];
  return sequences[byte] ?? [];
}

class BitReader {
  readonly #bits: string;
  #at: number;

  constructor(bits: string, at = 0) {
    this.#bits = bits;
    this.#at = at;
  }

  copy(): BitReader {
    return new BitReader(this.#bits, this.#at);
  }

  get rest(): string {
    return this.#bits.slice(this.#at);
  }

  /** Returns the next bits as a number, or null when too few are left. */
  take(count: number): bigint | null {
    const bits = this.#bits.slice(this.#at, this.#at + count);
    if (bits.length < count) return null;
    this.#at += count;
    return BigInt(`0b0${bits}`);
  }

  hex(digits: number): string {
    const value = this.take(digits * 4);
    return value === null ? '' : value.toString(16).toUpperCase().padStart(digits, '0');
  }

  digits(count: number): string | null {
    const text = this.take(Math.ceil(count * Math.log2(10) + 0.01))?.toString() ?? null;
    if (count === 0) return text === '0' ? '' : null;
    return text === null || text.length > count ? null : text.padStart(count, '0');
  }

  /** Reads the length of a value of at most `most` characters. */
  length(most: number): number {
    return Number(this.take(Math.ceil(Math.log2(most) + 0.01)) ?? 0n);
  }

  characters(count: number, width: number, signs: string): string | null {
    let text = '';
    for (let at = 0; at < count; at += 1) {
      const code = this.take(width);
      if (code === null) return null;
      text += width === 7 ? String.fromCharCode(Number(code)) : signs.charAt(Number(code));
    }
    return text;
  }
}

interface Part {
  isNumeric: boolean;
  most: number;
  isVariable: boolean;
}

/**
 * Merges components as table F of the standard does: fixed-length digits form one number, and the digits that follow
 * another.
 */
function partsOf({ components }: Identifier): Part[] {
  const parts: Part[] = [];
  for (const { set, most, isVariable: isOpen, isOptional } of components) {
    const [isNumeric, isVariable] = [set === 'N', isOpen || isOptional];
    const last = parts.at(-1);
    if (last?.isNumeric === isNumeric && (!isNumeric || last.isVariable === isVariable)) {
      last.most += most;
      last.isVariable ||= isVariable;
    } else parts.push({ isNumeric, most, isVariable });
  }
  return parts;
}

/** Reads a text in one of five encodings: digits, hexadecimal in either case, base64url, or ASCII. */
function readText(bits: BitReader, { most, isVariable }: Part): string | null {
  const encoding = Number(bits.take(3) ?? -1n);
  const count = isVariable ? bits.length(most) : most;
  if (encoding === 0) return bits.digits(count);
  if (encoding === 1) return bits.characters(count, 4, '0123456789abcdef');
  if (encoding === 2) return bits.characters(count, 4, '0123456789ABCDEF');
  if (encoding === 3) return bits.characters(count, 6, alphabet);
  return encoding === 4 ? bits.characters(count, 7, '') : null;
}

function readValue(bits: BitReader, identifier: Identifier): string | null {
  let value = '';
  for (const part of partsOf(identifier)) {
    const { isNumeric, isVariable, most } = part;
    const text = isNumeric
      ? bits.digits(isVariable ? bits.length(most) : most)
      : readText(bits, part);
    if (text === null) return null;
    value += text;
  }
  return isValueOf(identifier, value) ? value : null;
}

type Fields = Map<string, string>;

/** Reads the fields of one sequence. Returns null when a field is invalid or repeated. */
function readSequence(bits: BitReader, ais: readonly string[], before: Fields): Fields | null {
  const fields = new Map(before);
  for (const ai of ais) {
    const identifier = identifiers.get(ai);
    const value = identifier ? readValue(bits, identifier) : null;
    if (value === null || fields.has(ai)) return null;
    fields.set(ai, value);
  }
  return fields;
}

/** Reads an identifier that starts with the two digits in `byte`; each further digit takes four bits. */
function identifierOf(byte: string, bits: BitReader): string {
  const isKnown = (ai: string): boolean => identifierAt(ai, 0) !== null;
  const three = isKnown(byte) ? byte : byte + bits.hex(1);
  return isKnown(three) ? three : three + bits.hex(1);
}

/** Reads the remaining fields up to the end of the bits. Returns null when they cannot be parsed. */
function readOn(bits: BitReader, before: Fields): Fields | null {
  if (bits.rest.length <= mostPadding) return /^0*$/.test(bits.rest) ? before : null;
  const byte = bits.hex(2);
  if (byte === '') return null;
  const orders = /^\d\d$/.test(byte) ? [identifierOf(byte, bits)] : sequencesOf(byte);
  for (const order of orders) {
    const way = bits.copy();
    const fields = readSequence(way, order.split(' '), before);
    const read = fields && readOn(way, fields);
    if (read) return read;
  }
  return null;
}

/** Returns the fields of the compressed segment of a Digital Link path, or null when it is not one. */
export function readCompressedLink(part: string): ReadonlyMap<string, string> | null {
  if (part.length > longest || !/^[-\w]+$/.test(part)) return null;
  const bits = Array.from(part, (sign) => alphabet.indexOf(sign).toString(2).padStart(6, '0'));
  return readOn(new BitReader(bits.join('')), new Map());
}
