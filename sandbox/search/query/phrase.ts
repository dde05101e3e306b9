/** Words in order: `match_phrase`, and `match_phrase_prefix`, whose last word is a prefix. */
import type { Token } from '../analysis/tokens';
import type { FieldSpec } from '../mapping/mapping';
import { Bitset } from '../store/bitset';
import type { TextColumn } from '../store/text-column';
import { inverseFrequency, termFrequency } from './bm25';
import { noMatch, type Scored } from './clause';

/** Encodes document and position as one sortable number. */
const STRIDE = 0x10000;

function placesOf(column: TextColumn, term: number): number[] {
  const places: number[] = [];
  for (let at = column.from(term); at < column.to(term); at++) {
    places.push((column.docs[at] ?? 0) * STRIDE + (column.positions[at] ?? 0));
  }
  return places;
}

/** Positions in `next` that follow one of `places` at the distance `gap`. */
function followed(places: readonly number[], next: readonly number[], gap: number): number[] {
  const result: number[] = [];
  let at = 0;
  for (const place of next) {
    while (at < places.length && (places[at] ?? 0) + gap < place) at++;
    if (at < places.length && (places[at] ?? 0) + gap === place) result.push(place);
  }
  return result;
}

/** Positions at which the sequence of whole words ends; null if the field lacks one of the words. */
function exactPlaces(column: TextColumn, tokens: readonly Token[]): number[] | null {
  let places: number[] | null = null;
  let last = 0;
  for (const token of tokens) {
    const term = column.lexicon.find(token.term);
    if (term < 0) return null;
    const own = placesOf(column, term);
    places = places ? followed(places, own, token.position - last) : own;
    last = token.position;
    if (places.length === 0) return null;
  }
  return places;
}

function rarity(column: TextColumn, tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => {
    const term = column.lexicon.find(token.term);
    return sum + inverseFrequency(column.size, column.documentFrequency(term));
  }, 0);
}

function scored(column: TextColumn, places: readonly number[], weight: number): Scored {
  if (places.length === 0) return noMatch(column.size);
  const bits = new Bitset(column.size);
  const frequency = new Uint16Array(column.size);
  for (const place of places) {
    const doc = Math.floor(place / STRIDE);
    frequency[doc] = (frequency[doc] ?? 0) + 1;
    bits.add(doc);
  }
  const scores = new Float64Array(column.size);
  bits.forEach((doc) => {
    const length = column.lengths[doc] ?? 1;
    scores[doc] = weight * termFrequency(frequency[doc] ?? 0, length, column.averageLength);
  });
  return { bits, scores };
}

export function phrase(column: TextColumn, tokens: readonly Token[], boost: number): Scored {
  const places = exactPlaces(column, tokens) ?? [];
  return scored(column, places, boost * rarity(column, tokens));
}

/** An estimate: only its ratio to whole words matters. */
const PREFIXES_PER_WORD = 5;

const hasPrefix = ({ prefixes }: FieldSpec, word: string): boolean =>
  prefixes !== null && word.length >= prefixes.min && word.length <= prefixes.max;

/** Words of the field that begin with the unfinished last word; limited if the field has no indexed prefixes. */
function completions(
  column: TextColumn,
  field: FieldSpec,
  prefix: string,
  maxExpansions: number,
): number[] {
  const limit = hasPrefix(field, prefix) ? Number.POSITIVE_INFINITY : maxExpansions;
  const terms: number[] = [];
  for (const term of column.lexicon.startingWith(prefix)) {
    if (terms.length >= limit) break;
    if (column.documentFrequency(term) > 0) terms.push(term);
  }
  return terms;
}

export function phrasePrefix(
  column: TextColumn,
  field: FieldSpec,
  tokens: readonly Token[],
  maxExpansions: number,
  boost: number,
): Scored {
  const last = tokens.at(-1);
  if (!last) return scored(column, [], 0);
  const whole = tokens.slice(0, -1);
  const before = whole.length > 0 ? new Set(exactPlaces(column, whole) ?? []) : null;
  const gap = last.position - (whole.at(-1)?.position ?? 0);
  const places: number[] = [];
  for (const term of completions(column, field, last.term, maxExpansions)) {
    for (const place of placesOf(column, term)) {
      if (!before || before.has(place - gap)) places.push(place);
    }
  }
  const documents = new Set(places.map((place) => Math.floor(place / STRIDE))).size;
  const weight = boost * (rarity(column, whole) + inverseFrequency(column.size, documents));
  return whole.length === 0 && hasPrefix(field, last.term)
    ? scoredAlike(column, places, weight)
    : scored(column, places, weight);
}

/**
 * Scores a lone prefix by the indexed prefixes, which have neither lengths nor repetitions: all matches score alike.
 */
function scoredAlike(column: TextColumn, places: Iterable<number>, weight: number): Scored {
  const bits = new Bitset(column.size);
  for (const place of places) bits.add(Math.floor(place / STRIDE));
  const scores = new Float64Array(column.size);
  const score = weight * termFrequency(1, 1, column.averageLength * PREFIXES_PER_WORD);
  bits.forEach((doc) => {
    scores[doc] = score;
  });
  return { bits, scores };
}
