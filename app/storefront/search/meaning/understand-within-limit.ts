/**
 * Caches the most recently parsed search texts. The pages of a list, its filters and the links back to it repeat the
 * same text.
 */
import { LRUCache } from 'lru-cache';
import type { Lexicon } from '../words/lexicon';
import type { Vocabulary } from '../words/vocabulary';
import { createMeteredReader, type MeteredReader } from './metered-reader';
import type { Understood } from './query-term';
import { asTyped, understand } from './understand';

const mostTexts = 300;

interface LastRead {
  lexicon: Lexicon;
  reader: MeteredReader;
  texts: LRUCache<string, Understood>;
}

/**
 * Parsed search texts, keyed weakly by vocabulary: those that were parsed with the terms of an old index are freed
 * together with them.
 */
const lastRead = new WeakMap<Vocabulary, LastRead>();

const readWith = (reader: MeteredReader, text: string): Understood =>
  reader.readWithin((bounded) => understand(text, bounded)).value ?? asTyped(text);

/** Runs `understand` with bounded work, and falls back to the text as typed. The result is shared: do not modify it. */
export function understandWithinLimit(
  text: string,
  { lexicon, vocabulary }: { lexicon: Lexicon; vocabulary: Vocabulary | null },
): Understood {
  // Not cached while the index terms are missing: the result improves once they have loaded.
  if (!vocabulary) return readWith(createMeteredReader(lexicon, null), text);
  let last = lastRead.get(vocabulary);
  if (last?.lexicon !== lexicon) {
    const reader = createMeteredReader(lexicon, vocabulary);
    last = { lexicon, reader, texts: new LRUCache({ max: mostTexts }) };
    lastRead.set(vocabulary, last);
  }
  const known = last.texts.get(text);
  if (known) return known;
  const read = readWith(last.reader, text);
  last.texts.set(text, read);
  return read;
}
