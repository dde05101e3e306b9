/** The usual relevance formula: rare words count more, repetition less and less, and short fields more. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
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
