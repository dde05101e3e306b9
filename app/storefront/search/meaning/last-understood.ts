/** Texts that were read last. The pages of a list, its filters and the way back to it all come with the same text. */
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

/** What was read with the words of an index goes with them. */
const lastRead = new WeakMap<Vocabulary, LastRead>();

const readWith = (reader: MeteredReader, text: string): Understood =>
  reader.readWithin((bounded) => understand(text, bounded)).value ?? asTyped(text);

/** As `understand` within a bounded work, else as typed; the answer is others' too, and left as it is. */
export function understood(
  text: string,
  { lexicon, vocabulary }: { lexicon: Lexicon; vocabulary: Vocabulary | null },
): Understood {
  // It will be read better as soon as the index has said its words.
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
