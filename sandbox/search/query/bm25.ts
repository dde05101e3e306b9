/** The BM25 formula: rare words count more, repetitions less and less, and short fields more. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/*
 * Computes rarity over all documents, not only those that fill the field. Otherwise a word in a rarely filled field
 * would count almost nothing, and the ranking rules of contract/search.md 3.1 would change order.
 */

/** Minimum weight of a word that nearly every document has, so that the order does not depend on rounding. */
const LEAST_RARITY = 0.1;

export function inverseFrequency(documents: number, withTerm: number): number {
  const rarity = Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));
  return Math.max(LEAST_RARITY, rarity);
}

export function termFrequency(frequency: number, length: number, averageLength: number): number {
  const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / averageLength);
  return (frequency * (SATURATION + 1)) / (frequency + norm);
}
