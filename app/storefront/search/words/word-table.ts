/**
 * Words as they lie in memory for as long as the process lives: one array of bytes and some of numbers, whatever their
 * number. As texts and lists in a `Map` the same takes three times as much, which every collection walks through.
 */

/** Texts one after the other, in UTF-8. Each array has a buffer of its own, so that it is written without another's. */
export interface TextList {
  bytes: Uint8Array;
  /** Where each text ends in the bytes. */
  ends: Uint32Array;
}

/** Numbers under words. The words are in ascending order of their bytes. */
export interface WordTable extends TextList {
  /** Where the numbers of each word end. */
  stops: Uint32Array;
  numbers: Uint32Array;
}

/** Sums up to and with each. */
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

/** In ascending order of their bytes. */
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

/** Below zero where the text at a place comes before the other one, 0 where it is that. */
function compareAt({ bytes, ends }: TextList, at: number, other: Uint8Array): number {
  const from = ends[at - 1] ?? 0;
  const length = (ends[at] ?? from) - from;
  for (let place = 0; place < length && place < other.length; place += 1) {
    const difference = (bytes[from + place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - other.length;
}

/** The place of the first text that does not come before this one. */
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

/** In ascending order; none under a word that the table does not have. */
export function numbersUnder(table: WordTable, word: string): Uint32Array {
  const bytes = Buffer.from(word);
  const at = placeOf(table, bytes);
  const isThere = at < table.ends.length && compareAt(table, at, bytes) === 0;
  return isThere
    ? table.numbers.subarray(table.stops[at - 1] ?? 0, table.stops[at])
    : table.numbers.subarray(0, 0);
}

export const hasWord = (table: WordTable, word: string): boolean =>
  numbersUnder(table, word).length > 0;

/** The texts of a sorted list that begin so. */
export function* textsFrom(sorted: TextList, beginning: string): Generator<string> {
  for (let at = placeOf(sorted, Buffer.from(beginning)); at < sorted.ends.length; at += 1) {
    const text = textAt(sorted, at);
    if (!text.startsWith(beginning)) return;
    yield text;
  }
}
