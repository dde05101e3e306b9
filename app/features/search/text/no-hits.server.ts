/** What helps when a text finds nothing (SRCH-02): products whose names come close, and never another medicine. */
import { readCards, readerOf } from '~/features/catalogue/card.server';
import { cardFields } from '~/features/catalogue/wire/card-wire.server';
import type { ProductCard } from '~/features/catalogue/product';
import type { PageRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';
import { understand } from '../meaning/understand';
import { wordsOf } from '../words/folding';
import { wordReader, type WordReader } from '../words/reader.server';
import { mayBecome, unknownWords } from './safe-spellings';

const shown = 5;
/** More than are shown: the guard takes some away. */
const most = 20;

export const similarNamesBody = (words: readonly string[]) => ({
  size: most,
  timeout: '800ms',
  track_total_hits: false,
  _source: cardFields,
  query: {
    match: {
      'name.plain': { query: words.join(' '), fuzziness: 1, prefix_length: 1, max_expansions: 50 },
    },
  },
  collapse: { field: 'url_key' },
});

/** The words that a similar name may be looked for by: none beside a substance, whose place no other name may take. */
export function wordsToResemble(text: string, words: WordReader): string[] {
  const { wishes } = understand(text, words);
  const isOfMedicine =
    wishes.some(({ kind }) => kind === 'substance' || kind === 'strength') ||
    wordsOf(text).some(
      (word) => words.lexicon.isMedicine(word) || words.vocabulary?.isMedicine(word),
    );
  return isOfMedicine ? [] : unknownWords(text, words);
}

/** A name that one of the words may have been meant as; no word of it looks like another medicine's. */
export function isSafelySimilar(
  name: string,
  asked: string,
  typed: readonly string[],
  words: WordReader,
): boolean {
  if (words.lexicon.areKeptApart(asked, name)) return false;
  const named = wordsOf(name);
  const isMedicine = named.some(
    (word) => words.lexicon.isMedicine(word) || words.vocabulary?.isMedicine(word),
  );
  return (
    !isMedicine && named.some((offered) => typed.some((word) => mayBecome(word, offered, words)))
  );
}

/** Optional: an ill search here only means no help. */
export async function findSimilarNames(page: PageRequest, text: string): Promise<ProductCard[]> {
  if (!text) return [];
  const words = await wordReader(page);
  const typed = wordsToResemble(text, words);
  if (typed.length === 0) return [];
  try {
    const answer = await page.context.search.search(
      page.locale,
      { index: 'products', operation: 'similar names', body: similarNamesBody(typed) },
      { timeoutMs: 1_200, signal: page.request.signal },
    );
    return readCards(answer.hits, readerOf(page))
      .filter(({ name, family }) => family !== 'meds' && isSafelySimilar(name, text, typed, words))
      .slice(0, shown);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'search.no_help', reason: error.reason },
      'no similar names for a text without hits',
    );
    return [];
  }
}
