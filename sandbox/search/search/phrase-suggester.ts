/**
 * "Did you mean": the search text with at most one replaced word. A phrase scores by how often its words follow each
 * other in the field, falling back to how often they occur at all, and by how similar each word is to the typed one.
 * Offers only phrases that score above the typed one.
 */
import type { Scope } from '../store/scope';
import type { TextColumn } from '../store/text-column';
import { phrase } from '../query/phrase';
import { candidates, suggestColumn, suggestTokens, type Generator } from './candidates';

interface PhraseOptions {
  generator: Generator;
  size: number;
  confidence: number;
  /** Maximum number of replaced words: at least 1 a number, below 1 a share of all words. */
  maxErrors: number;
}

/** Probability that a known word is the intended one. */
const KNOWN_WORD = 0.95;
const BACK_OFF = 0.4;
/** Frequency assumed for a word that the field does not have. */
const UNSEEN = 0.1;

class PhraseModel {
  private readonly pairs = new Map<string, number>();

  constructor(private readonly column: TextColumn) {}

  rate(words: readonly string[]): number {
    return words.reduce((product, word, at) => {
      const before = words[at - 1];
      return product * (before === undefined ? this.alone(word) : this.after(before, word));
    }, 1);
  }

  private alone(word: string): number {
    return Math.max(UNSEEN, this.frequency(word)) / (this.column.documentCount + 1);
  }

  private after(before: string, word: string): number {
    const together = this.together(before, word);
    if (together > 0) return together / this.frequency(before);
    return BACK_OFF * this.alone(word);
  }

  private together(before: string, word: string): number {
    const key = `${before} ${word}`;
    let count = this.pairs.get(key);
    if (count === undefined) {
      const tokens = [before, word].map((term, position) => ({ term, position, start: 0, end: 0 }));
      count = phrase(this.column, tokens, 1).bits.count();
      this.pairs.set(key, count);
    }
    return count;
  }

  frequency(word: string): number {
    const term = this.column.lexicon.find(word);
    return term < 0 ? 0 : this.column.documentFrequency(term);
  }
}

interface PhraseOption {
  text: string;
  score: number;
}

export function phraseOptions(scope: Scope, text: string, options: PhraseOptions): PhraseOption[] {
  const { generator, size, confidence, maxErrors } = options;
  const column = suggestColumn(scope, generator.field);
  const words = suggestTokens(scope, generator.field, text).map((token) => token.term);
  const allowed = maxErrors >= 1 ? maxErrors : Math.floor(maxErrors * words.length);
  if (!column || words.length === 0 || allowed < 1) return [];
  const model = new PhraseModel(column);
  const typed = KNOWN_WORD * model.rate(words);
  const found: PhraseOption[] = [];
  for (const [at, word] of words.entries()) {
    for (const spelling of candidates(column, word, generator)) {
      const corrected = words.with(at, spelling.text);
      const score = spelling.similarity * model.rate(corrected);
      if (score > confidence * typed) found.push({ text: corrected.join(' '), score });
    }
  }
  return found
    .sort((left, right) => right.score - left.score || (left.text < right.text ? -1 : 1))
    .slice(0, size);
}
