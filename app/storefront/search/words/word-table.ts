/**
 * Words that stay in memory as long as the process runs, as one array of bytes and a few of numbers, however many there
 * are. Strings and lists in a `Map` take three times the memory, which every garbage collection traverses.
 */

/**
 * Texts one after the other, in UTF-8. Each array has its own buffer, so that it is written without another array's
 * data.
 */
export interface TextList {
  bytes: Uint8Array;
  /** The end offset of each text in the bytes. */
  ends: Uint32Array;
}

/** Numbers by word. The words are sorted by their bytes in UTF-8. */
export interface WordTable extends TextList {
  /** The end offset of each word's numbers. */
  stops: Uint32Array;
  numbers: Uint32Array;
}

/** Running totals of the counts. */
function sums(counts: readonly number[]): Uint32Array {
  let sum = 0;
  return Uint32Array.from(counts, (count) => (sum += count));
}

const listOf = (texts: readonly Uint8Array[]): TextList => {
  const ends = sums(texts.map(({ length }) => length));
  const bytes = new Uint8Array(ends.at(-1) ?? 0);
  texts.forEach((text, at) => bytes.set(text, ends[at - 1] ?? 0));
  return { bytes, ends };
};

const bytesOf = (texts: Iterable<string>): Buffer[] =>
  Array.from(texts, (text) => Buffer.from(text));

export const textList = (texts: Iterable<string>): TextList => listOf(bytesOf(texts));

/** Stores texts sorted by their bytes in UTF-8. */
export const sortedTexts = (texts: Iterable<string>): TextList =>
  listOf(bytesOf(texts).sort((left, right) => Buffer.compare(left, right)));

export const wordTable = (entries: ReadonlyMap<string, readonly number[]>): WordTable => {
  const sorted = [...entries]
    .map(([word, numbers]) => ({ word: Buffer.from(word), numbers }))
    .sort((left, right) => Buffer.compare(left.word, right.word));
  return {
    ...listOf(sorted.map(({ word }) => word)),
    stops: sums(sorted.map(({ numbers }) => numbers.length)),
    numbers: Uint32Array.from(sorted.flatMap(({ numbers }) => numbers)),
  };
};

export function textAt({ bytes, ends }: TextList, at: number): string {
  const from = ends[at - 1] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, (ends[at] ?? from) - from).toString();
}

/** Negative if the text at a position sorts before the other, 0 if they are equal. */
function compareAt({ bytes, ends }: TextList, at: number, other: Uint8Array): number {
  const from = ends[at - 1] ?? 0;
  const length = (ends[at] ?? from) - from;
  for (let place = 0; place < length && place < other.length; place += 1) {
    const difference = (bytes[from + place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - other.length;
}

/** Position of the first text that does not sort before this one. */
function placeOf(list: TextList, text: Uint8Array): number {
  let low = 0;
  let high = list.ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareAt(list, middle, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of bits per word of a filter: one in sixteen words that a table lacks passes its filter. */
const bitsOfWord = 16;

/** A hash of an ASCII word; null for other words. */
function hashOf(word: string): number | null {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code > 127) return null;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The filter of each table: a bit is set for the hash of each word. Keyed weakly, created on first use. */
const filters = new WeakMap<Uint8Array, Uint32Array>();

function filterOf(table: TextList): Uint32Array {
  const known = filters.get(table.bytes);
  if (known) return known;
  let size = 1;
  while (size * 32 < table.ends.length * bitsOfWord) size *= 2;
  const filter = new Uint32Array(size);
  for (let at = 0; at < table.ends.length; at += 1) {
    const hash = hashOf(textAt(table, at));
    if (hash === null) continue;
    const place = (hash >>> 5) & (size - 1);
    filter[place] = (filter[place] ?? 0) | (1 << (hash & 31));
  }
  filters.set(table.bytes, filter);
  return filter;
}

/**
 * False if the table certainly lacks the word. Most lookups of a search text are of words that no table has, and a
 * binary search takes twenty times as long.
 */
function mayHave(table: TextList, word: string): boolean {
  const hash = hashOf(word);
  if (hash === null) return true;
  const filter = filterOf(table);
  return (((filter[(hash >>> 5) & (filter.length - 1)] ?? 0) >>> (hash & 31)) & 1) === 1;
}

/** The position of this text in a sorted list; null if the list lacks it. */
function positionOf(sorted: TextList, text: string): number | null {
  if (!mayHave(sorted, text)) return null;
  const bytes = Buffer.from(text);
  const at = placeOf(sorted, bytes);
  return at < sorted.ends.length && compareAt(sorted, at, bytes) === 0 ? at : null;
}

/** The numbers of a word, in ascending order; empty for a word that the table lacks. */
export function numbersUnder(table: WordTable, word: string): Uint32Array {
  const at = positionOf(table, word);
  return at === null
    ? table.numbers.subarray(0, 0)
    : table.numbers.subarray(table.stops[at - 1] ?? 0, table.stops[at]);
}

export const hasWord = (table: WordTable, word: string): boolean =>
  numbersUnder(table, word).length > 0;

/** True if a sorted list has this text. */
export const hasText = (sorted: TextList, text: string): boolean =>
  positionOf(sorted, text) !== null;

/** True if the text at a position starts with these bytes. */
function startsAt({ bytes, ends }: TextList, at: number, start: Uint8Array): boolean {
  const from = ends[at - 1] ?? 0;
  return (
    (ends[at] ?? from) - from >= start.length &&
    start.every((byte, place) => bytes[from + place] === byte)
  );
}

/** Bounds of the length of a text, in bytes of UTF-8. */
export interface Lengths {
  least: number;
  most: number;
}

/** The texts of a sorted list that start with `beginning`. Decodes only the texts that have one of these lengths. */
export function* textsFrom(
  sorted: TextList,
  beginning: string,
  { least, most }: Lengths = { least: 0, most: Infinity },
): Generator<string> {
  const { ends } = sorted;
  const start = Buffer.from(beginning);
  for (let at = placeOf(sorted, start); at < ends.length; at += 1) {
    if (!startsAt(sorted, at, start)) return;
    const length = (ends[at] ?? 0) - (ends[at - 1] ?? 0);
    if (length >= least && length <= most) yield textAt(sorted, at);
  }
}
