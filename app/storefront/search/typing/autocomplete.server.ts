/**
 * Suggestions while the customer types (contract/search.md 3.5 and 3.20): products, categories and matches by meaning
 * in one `_msearch`. If a search text has no matches, its spelling is corrected once. If the search is unavailable, the
 * list is empty, without a message.
 */
import { readCards, readerOf } from '~/catalogue/products/card.server';
import type { CategoryRef, ProductCard } from '~/catalogue/products/product';
import { id, number, text as textField } from '~/base/erp/wire-fields.server';
import { withinSupplier } from '~/catalogue/products/supplier-scope.server';
import { priceFields } from '~/catalogue/products/wire/price-wire.server';
import type { PageRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { z } from 'zod';
import type { SearchAnswer } from '../../../../server/upstream/search/search-client';
import { cleanText } from '../criteria';
import { understandWithinLimit } from '../meaning/understand-within-limit';
import { isPercentage, type Understood } from '../meaning/query-term';
import { anyOf, scored, type Clause } from '../query/clauses.server';
import { anyExactCode, codeClause } from '../query/code-clause.server';
import { listingBody } from '../query/listing-query.server';
import { codesIn } from '../text/exact-code.server';
import { safeSpellings } from '../text/safe-spellings';
import { correctText } from '../text/spelling.server';
import { codeIn } from '../text/text-code';
import { plain } from '../words/folding';
import { wordReader, type WordReader } from '../words/reader.server';

const timeoutMs = 1_200;
const shown = 6;
const shortestText = 2;

const suggestedFields = [
  'id',
  'url_key',
  'name',
  'short_name',
  'model',
  'main',
  'sku',
  'images',
  'cnk_code',
  'variant_count',
  'stock',
  'brand',
  ...priceFields,
  'order_mode',
  'is_mto',
  'not_sold_on_website',
  'allowed_partner_types',
  'presentation_option_ids',
  'administration_route_option_ids',
  'species_option_ids',
];
const sortByRelevance: Clause[] = [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }];

export interface Suggestions {
  text: string;
  /**
   * The search text with corrected spelling, if the shop searched it because the typed text finds nothing; else null.
   */
  correctedText: string | null;
  /** Words of the search text that were interpreted as other words. */
  corrected: Understood['corrected'];
  products: readonly ProductCard[];
  categories: readonly CategoryRef[];
  /** True if the search has responded, so that an empty list means no matches. */
  answered: boolean;
}

/**
 * True for a code from a scanner, such as the code of a label, or digits that an AZERTY keyboard changed. Only the
 * interpretations of that code are searched, not the text.
 */
const isScanned = (text: string): boolean => codeIn(text) === null && codesIn(text).length > 0;

export const productSuggestBody = (text: string) => {
  const [code, codes] = [codeIn(text), codesIn(text)];
  const phrase = {
    multi_match: {
      query: text,
      type: 'phrase_prefix',
      fields: ['name.plain', 'description.plain'],
      max_expansions: 50,
    },
  };
  const begun = (by: string): Clause =>
    anyOf([phrase, codeClause(by), scored(1000, anyExactCode(codes))]);
  return {
    size: shown,
    timeout: '800ms',
    track_total_hits: 1000,
    _source: suggestedFields,
    query: {
      bool: {
        must: [isScanned(text) ? anyExactCode(codes) : code === null ? phrase : begun(code)],
        should: [{ term: { main: { value: true } } }],
      },
    },
    collapse: { field: 'url_key' },
    suggest: {
      suggestion: {
        text,
        term: {
          field: 'name.plain',
          suggest_mode: 'missing',
          max_edits: 1,
          prefix_length: 1,
          min_word_length: 4,
          size: 3,
          sort: 'score',
        },
      },
    },
  };
};

export const categorySuggestBody = (text: string) => ({
  size: shown,
  timeout: '800ms',
  track_total_hits: false,
  _source: ['id', 'name', 'url_key', 'level'],
  query: {
    multi_match: {
      query: text,
      type: 'phrase_prefix',
      fields: ['name.plain', 'description.plain'],
      max_expansions: 50,
    },
  },
});

const Category = z.object({ id, name: textField, url_key: textField, level: number });

export function categoriesIn(answer: SearchAnswer | null): CategoryRef[] {
  return (answer?.hits ?? []).flatMap((hit) => {
    const read = Category.safeParse(hit._source).data;
    return read?.name && read.url_key
      ? [{ id: read.id, name: read.name, urlKey: read.url_key, level: read.level ?? 0 }]
      : [];
  });
}

async function ask(
  page: PageRequest,
  productBody: Clause,
  categoryText: string,
  meantToo: Clause | null = null,
) {
  const answers = await page.context.search.searchMany(
    page.locale,
    [
      {
        index: 'products',
        operation: 'product suggestions',
        body: withinSupplier(page, productBody),
      },
      {
        index: 'categories',
        operation: 'category suggestions',
        body: categorySuggestBody(categoryText),
      },
      ...(meantToo
        ? [
            {
              index: 'products' as const,
              operation: 'meant suggestions',
              body: withinSupplier(page, meantToo),
            },
          ]
        : []),
    ],
    { timeoutMs, signal: page.request.signal, text: categoryText },
  );
  const [products = null, categories = null, meant = null] = answers.map((answer) =>
    isUpstreamFailure(answer) ? null : (answer as SearchAnswer),
  );
  return { products, categories, meant };
}

/** The request for a search by meaning, used if no word of the search text starts a name or occurs in a description. */
const meantBody = (text: string, words: WordReader): Clause =>
  listingBody({
    text,
    code: codeIn(text),
    scope: [],
    selected: [],
    reading: { by: 'meaning', understood: understandWithinLimit(text, words), every: true },
    sort: sortByRelevance,
    from: 0,
    size: shown,
    source: suggestedFields,
  });

/** The corrected search text, if it cannot mean another medicine; null until the index terms have loaded. */
export function safelyCorrected(
  answer: SearchAnswer,
  text: string,
  words: WordReader,
): string | null {
  const other = correctText(answer, text);
  return other && safeSpellings([other], text, words).length > 0 ? other : null;
}

async function askFurther(page: PageRequest, text: string, first: SearchAnswer) {
  const words = await wordReader(page);
  const meant = await ask(page, meantBody(text, words), text);
  if ((meant.products?.total ?? 0) > 0) return { ...meant, correctedText: null };
  const other = safelyCorrected(first, text, words);
  if (!other) return { ...meant, correctedText: null };
  const found = await ask(page, productSuggestBody(other), other);
  return { ...found, correctedText: other };
}

/**
 * The query for what the search text means in the word files; null for an animal, the beginning of a word, or a code.
 */
async function meaningOf(page: PageRequest, text: string): Promise<Clause | null> {
  if (codesIn(text).length > 0) return null;
  const words = await wordReader(page);
  const isMeant = understandWithinLimit(text, words).terms.some(
    (term) => (term.kind === 'thing' || term.kind === 'substance') && term.facts !== null,
  );
  return isMeant ? meantBody(text, words) : null;
}

/** For a percentage, suggests only matches by meaning, because names of other strengths start with the same number. */
async function findByPercentage(page: PageRequest, text: string) {
  if (!text.includes('%')) return null;
  const words = await wordReader(page);
  if (!understandWithinLimit(text, words).terms.some(isPercentage)) return null;
  return { ...(await ask(page, meantBody(text, words), text)), correctedText: null };
}

/** Adds the zero to `.5 ml`, half a millilitre, because the engine drops the point. */
const withZero = (text: string): string => text.replace(/(^|[^\p{L}\p{N}.,])[.,](?=\d)/gu, '$10.');

async function findFor(page: PageRequest, text: string) {
  const byPercentage = await findByPercentage(page, text);
  if (byPercentage) return byPercentage;
  const meaning = await meaningOf(page, text);
  const first = await ask(page, productSuggestBody(withZero(text)), text, meaning);
  const isNone = first.products?.total === 0 && (first.meant?.total ?? 0) === 0;
  return isNone && first.products && !isScanned(text)
    ? askFurther(page, text, first.products)
    : { ...first, correctedText: null };
}

/**
 * Number of matches by meaning that come before products whose names start with the search text: `gants` means gloves
 * before lead gloves.
 */
const meantFirst = 3;

/**
 * Sorts the suggestions: some matches by meaning, products with the search text in their name, more matches by meaning,
 * then products that only mention it.
 */
function inOrder(
  text: string,
  found: readonly ProductCard[],
  meant: readonly ProductCard[],
): ProductCard[] {
  const begun = ` ${plain(text)}`;
  const isNamed = ({ name }: ProductCard): boolean => ` ${plain(name)}`.includes(begun);
  const all = [
    ...meant.slice(0, meantFirst),
    ...found.filter(isNamed),
    ...meant.slice(meantFirst),
    ...found.filter((card) => !isNamed(card)),
  ];
  const keyOf = ({ urlKey, id: card }: ProductCard): string => urlKey ?? String(card);
  return all
    .filter((card, at) => all.findIndex((other) => keyOf(other) === keyOf(card)) === at)
    .slice(0, shown);
}

export async function findSuggestions(
  page: PageRequest,
  typed: string | null,
): Promise<Suggestions> {
  const text = cleanText(typed);
  const none = { correctedText: null, corrected: [], products: [], categories: [] };
  const nothing = { ...none, text, answered: false };
  if (text.length < shortestText) return nothing;
  try {
    const found = await findFor(page, text);
    const read = (answer: SearchAnswer | null) =>
      readCards(answer?.hits ?? [], readerOf(page), page.context);
    const products = inOrder(text, read(found.products), read(found.meant));
    const isReadAs = products.length > 0 && found.correctedText === null && !isScanned(text);
    return {
      text,
      corrected: isReadAs ? understandWithinLimit(text, await wordReader(page)).corrected : [],
      correctedText: products.length > 0 ? found.correctedText : null,
      products,
      categories: categoriesIn(found.categories),
      answered: found.products !== null,
    };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return nothing;
  }
}
