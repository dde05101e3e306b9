/**
 * The compressed form of a GS1 Digital Link (GS1 Digital Link Standard: Compression, 1.0): a part of the path holds all
 * fields as bits, six to a character. Nothing marks it: a text counts only if every bit of it belongs to a valid field.
 */
import { identifierAt, identifiers, isValueOf, type Identifier } from './gs1-identifiers';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** As long as a line of quick order. */
const longest = 200;

/** Bits of a value that is no multiple of six characters long. */
const mostPadding = 5;

/** Sequences that one byte stands for; GS1's own toolkit writes that of 1A in another order than the standard. */
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
/** `2A` to `3F` have a weight behind the product (3100 to 3205), `A0` to `A9` an amount (3920 to 3929). */
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

  /** The number in the next bits; null behind the end. */
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

  /** How many characters a value has that may have so many. */
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

/** As the standard's table F has them: digits of fixed length are one number, and those behind them another. */
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

/** Digits, hexadecimal in either case, base64url, ASCII. */
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

/** The fields of a sequence; null where one of them is none. */
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

/** The identifier whose first two digits are a byte; the others have four bits each. */
function identifierOf(byte: string, bits: BitReader): string {
  const isKnown = (ai: string): boolean => identifierAt(ai, 0) !== null;
  const three = isKnown(byte) ? byte : byte + bits.hex(1);
  return isKnown(three) ? three : three + bits.hex(1);
}

/** The fields behind those of `before`, up to the end. */
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

/** Fields of the compressed part of a Digital Link's path; null where it is none. */
export function readCompressedLink(part: string): ReadonlyMap<string, string> | null {
  if (part.length > longest || !/^[-\w]+$/.test(part)) return null;
  const bits = Array.from(part, (sign) => alphabet.indexOf(sign).toString(2).padStart(6, '0'));
  return readOn(new BitReader(bits.join('')), new Map());
}
