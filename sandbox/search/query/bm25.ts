/** The usual relevance formula: rare words count more, repetition less and less, and short fields more. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/*
 * Rarity is taken among all documents, not among those that fill the field: otherwise a word in a field that few
 * products fill would count for almost nothing, and the ranking rules of contract/search.md 3.1 would change places.
 */

/** A word that nearly every document has still counts a little: order must not depend on rounding. */
const LEAST_RARITY = 0.1;

export function inverseFrequency(documents: number, withTerm: number): number {
  const rarity = Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));
  return Math.max(LEAST_RARITY, rarity);
}

export function termFrequency(frequency: number, length: number, averageLength: number): number {
  const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / averageLength);
  return (frequency * (SATURATION + 1)) / (frequency + norm);
}
