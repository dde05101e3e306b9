/** Texts that were read last. The pages of a list, its filters and the way back to it all come with the same text. */
import { LRUCache } from 'lru-cache';
import type { Lexicon } from '../words/lexicon';
import type { Vocabulary } from '../words/vocabulary';
import type { Understood } from './query-term';
import { understand } from './understand';

const mostTexts = 300;

/** What was read with the words of an index goes with them. */
const lastRead = new WeakMap<
  Vocabulary,
  { lexicon: Lexicon; texts: LRUCache<string, Understood> }
>();

/** As `understand`; the answer is others' too, and left as it is. */
export function understood(
  text: string,
  reader: { lexicon: Lexicon; vocabulary: Vocabulary | null },
): Understood {
  const { lexicon, vocabulary } = reader;
  // It will be read better as soon as the index has said its words.
  if (!vocabulary) return understand(text, reader);
  let last = lastRead.get(vocabulary);
  if (last?.lexicon !== lexicon) {
    last = { lexicon, texts: new LRUCache({ max: mostTexts }) };
    lastRead.set(vocabulary, last);
  }
  const known = last.texts.get(text);
  if (known) return known;
  const read = understand(text, reader);
  last.texts.set(text, read);
  return read;
}
