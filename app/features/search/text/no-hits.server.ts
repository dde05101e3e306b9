/** What helps when a text finds nothing (SRCH-02): categories, and names that come close, never another medicine's. */
import { readCards, readerOf } from '~/features/catalogue/card.server';
import { cardFields } from '~/features/catalogue/wire/card-wire.server';
import type { CategoryRef, ProductCard } from '~/features/catalogue/product';
import type { PageRequest } from '~/page/page';
import { isUpstreamFailure } from '~/kernel/failure';
import { understand } from '../meaning/understand';
import { wordsOf } from '../words/folding';
import { wordReader, type WordReader } from '../words/reader.server';
import { categoriesIn } from '../typing/autocomplete.server';
import { mayBecome, unknownWords } from './safe-spellings';

const shown = 5;
const categoriesShown = 4;
/** More than are shown: the guard takes some away. */
const most = 20;

const similarNamesBody = (words: readonly string[]) => ({
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
  const { terms } = understand(text, words);
  const isOfMedicine =
    terms.some(({ kind }) => kind === 'substance' || kind === 'strength') ||
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

/** Categories that a word of the text names, or stands for. */
const nearCategoriesBody = (text: string, labels: readonly string[]) => ({
  size: categoriesShown,
  timeout: '800ms',
  track_total_hits: false,
  _source: ['id', 'name', 'url_key', 'level'],
  query: {
    bool: {
      minimum_should_match: 1,
      should: [
        { match: { 'name.plain': { query: text } } },
        ...labels.map((label) => ({ match_phrase: { 'name.plain': { query: label, boost: 5 } } })),
      ],
    },
  },
});

export interface NoHitsHelp {
  names: readonly ProductCard[];
  categories: readonly CategoryRef[];
}

/** Optional: an unavailable search here only means no help. */
async function helpOrNone<T>(page: PageRequest, help: () => Promise<T[]>): Promise<T[]> {
  try {
    return await help();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'search.no_help', reason: error.reason },
      'no help for a text without hits',
    );
    return [];
  }
}

const patience = (page: PageRequest) => ({ timeoutMs: 1_200, signal: page.request.signal });

export async function helpForNoHits(page: PageRequest, text: string): Promise<NoHitsHelp> {
  if (!/[\p{L}\p{N}]/u.test(text)) return { names: [], categories: [] };
  const [names, categories] = await Promise.all([
    findSimilarNames(page, text),
    findNearCategories(page, text),
  ]);
  return { names, categories };
}

async function findNearCategories(page: PageRequest, text: string): Promise<CategoryRef[]> {
  const { terms } = understand(text, await wordReader(page));
  const labels = terms.flatMap(({ facts }) => facts?.categories ?? []);
  return helpOrNone(page, async () => {
    const body = nearCategoriesBody(text, labels);
    const answer = await page.context.search.search(
      page.locale,
      { index: 'categories', operation: 'near categories', body },
      patience(page),
    );
    return categoriesIn(answer);
  });
}

export async function findSimilarNames(page: PageRequest, text: string): Promise<ProductCard[]> {
  const words = await wordReader(page);
  const typed = wordsToResemble(text, words);
  if (typed.length === 0) return [];
  return helpOrNone(page, async () => {
    const answer = await page.context.search.search(
      page.locale,
      { index: 'products', operation: 'similar names', body: similarNamesBody(typed) },
      patience(page),
    );
    return readCards(answer.hits, readerOf(page))
      .filter(({ name, family }) => family !== 'meds' && isSafelySimilar(name, text, typed, words))
      .slice(0, shown);
  });
}
