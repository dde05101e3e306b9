/**
 * Help for a search text without results (SRCH-02): categories and products with similar names, never another medicine.
 */
import { readCards, readerOf } from '~/catalogue/products/card.server';
import { withinSupplier } from '~/catalogue/products/supplier-scope.server';
import { cardFields } from '~/catalogue/products/wire/card-wire.server';
import type { CategoryRef, ProductCard } from '~/catalogue/products/product';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure, type UpstreamFailure } from '~/base/kernel/failure';
import type { SearchAnswer, SearchRequest } from '../../../../server/upstream/search/search-client';
import { understandWithinLimit } from '../meaning/understand-within-limit';
import { isNamed } from '../meaning/query-term';
import { wordsOf } from '../words/folding';
import { wordReader, type WordReader } from '../words/reader.server';
import { categoriesIn } from '../typing/autocomplete.server';
import { mayBecome, unknownWords } from './safe-spellings';

const shown = 5;
const categoriesShown = 4;
/** Number of similar products to request: more than the page shows, because the medicine check removes some. */
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

/**
 * The words of the search text for which products with similar names may be searched. Empty if the text contains a
 * substance, which no other name may replace.
 */
export function wordsToResemble(text: string, words: WordReader): string[] {
  const { terms } = understandWithinLimit(text, words);
  const isOfMedicine =
    terms.some(({ kind }) => kind === 'substance' || kind === 'strength') ||
    wordsOf(text).some(
      (word) => words.lexicon.isMedicine(word) || words.vocabulary?.isMedicine(word),
    );
  return isOfMedicine ? [] : unknownWords(text, words);
}

/** True if the name resembles one of the typed words, and no word of the name resembles another medicine. */
export function isSafelySimilar(
  name: string,
  asked: string,
  typed: readonly string[],
  words: WordReader,
): boolean {
  const named = wordsOf(name);
  const isMedicine = named.some(
    (word) => words.lexicon.isMedicine(word) || words.vocabulary?.isMedicine(word),
  );
  return (
    !isMedicine &&
    named.some((offered) => typed.some((word) => mayBecome(word, offered, words))) &&
    !words.lexicon.areKeptApart(asked, name)
  );
}

/** The request for categories that a word of the search text names or means. */
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

type Answer = Awaited<ReturnType<PageRequest['context']['search']['searchMany']>>[number];

/** Returns no help if the search engine is unavailable, because the help is optional. */
function helpOrNone(page: PageRequest, failure: UpstreamFailure): null {
  page.context.log.warn(
    { event: 'search.no_help', reason: failure.reason },
    'no help for a text without hits',
  );
  return null;
}

/** The responses in the order of the requests, all from one call. */
async function askForHelp(
  page: PageRequest,
  text: string,
  requests: readonly SearchRequest[],
): Promise<readonly (SearchAnswer | null)[]> {
  const timing = { timeoutMs: 1_200, signal: page.request.signal, text };
  const read = (answer: Answer): SearchAnswer | null =>
    isUpstreamFailure(answer) ? helpOrNone(page, answer) : (answer as SearchAnswer);
  try {
    const { search } = page.context;
    return (await search.searchMany(page.locale, requests, timing)).map(read);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    helpOrNone(page, error);
    return [];
  }
}

function nearCategories(text: string, words: WordReader): SearchRequest {
  const { terms } = understandWithinLimit(text, words);
  const labels = terms.filter(isNamed).flatMap(({ facts }) => facts?.categories ?? []);
  const body = nearCategoriesBody(text, labels);
  return { index: 'categories', operation: 'near categories', body };
}

/** The request for products with similar names; null if none may be shown. */
function similarNames(page: PageRequest, typed: readonly string[]): SearchRequest | null {
  const body = withinSupplier(page, similarNamesBody(typed));
  return typed.length > 0 ? { index: 'products', operation: 'similar names', body } : null;
}

export async function helpForNoHits(page: PageRequest, text: string): Promise<NoHitsHelp> {
  if (!/[\p{L}\p{N}]/u.test(text)) return { names: [], categories: [] };
  const words = await wordReader(page);
  const typed = wordsToResemble(text, words);
  const similar = similarNames(page, typed);
  const [categories, names] = await askForHelp(page, text, [
    nearCategories(text, words),
    ...(similar ? [similar] : []),
  ]);
  return {
    names: names ? safeNames(page, names, { text, typed, words }) : [],
    categories: categories ? categoriesIn(categories) : [],
  };
}

interface Asked {
  text: string;
  typed: readonly string[];
  words: WordReader;
}

const safeNames = (
  page: PageRequest,
  answer: SearchAnswer,
  { text, typed, words }: Asked,
): ProductCard[] =>
  readCards(answer.hits, readerOf(page), page.context)
    .filter(({ name, family }) => family !== 'meds' && isSafelySimilar(name, text, typed, words))
    .slice(0, shown);
