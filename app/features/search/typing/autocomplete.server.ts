/**
 * Suggestions while somebody types (contract/search.md 3.5 and 3.20): products and departments in one
 * `_msearch`, and the text corrected once when it finds nothing. Ill search is an empty list, silently.
 */
import { readCards, readerOf } from '~/features/catalogue/card.server';
import type { CategoryRef, ProductCard } from '~/features/catalogue/product';
import { id, number, text as textField } from '~/features/catalogue/wire/wire-fields.server';
import { priceFields } from '~/features/catalogue/wire/price-wire.server';
import type { PageRequest } from '~/http/page';
import { isUpstreamFailure } from '~/kernel/failure';
import { z } from 'zod';
import type { SearchAnswer } from '../../../../server/upstream/search/search-client';
import { cleanText } from '../criteria';
import { exactCode } from '../query/listing-query.server';
import { corrected } from '../text/spelling.server';
import { codeIn } from '../text/text-code';

const timeoutMs = 1_200;
const shown = 6;
export const shortestText = 2;

export interface Suggestions {
  text: string;
  /** What was searched instead, when the text itself finds nothing. */
  correctedText: string | null;
  products: readonly ProductCard[];
  categories: readonly CategoryRef[];
}

export const productSuggestBody = (text: string, code: string | null) => {
  const phrase = {
    multi_match: {
      query: text,
      type: 'phrase_prefix',
      fields: ['name.plain', 'description.plain'],
      max_expansions: 50,
    },
  };
  return {
    size: shown,
    timeout: '800ms',
    track_total_hits: 1000,
    _source: [
      ...['id', 'url_key', 'name', 'short_name', 'model', 'main', 'sku', 'images'],
      ...['variant_count', 'stock', 'brand', ...priceFields],
    ],
    query: {
      bool: {
        must: [
          code
            ? {
                bool: {
                  minimum_should_match: 1,
                  should: [
                    phrase,
                    { match: { codes: code } },
                    { constant_score: { filter: exactCode(code), boost: 1000 } },
                  ],
                },
              }
            : phrase,
        ],
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

function categoriesIn(answer: SearchAnswer | null): CategoryRef[] {
  return (answer?.hits ?? []).flatMap((hit) => {
    const read = Category.safeParse(hit._source).data;
    return read?.name && read.url_key
      ? [{ id: read.id, name: read.name, urlKey: read.url_key, level: read.level ?? 0 }]
      : [];
  });
}

async function ask(page: PageRequest, text: string) {
  const answers = await page.context.search.searchMany(
    page.locale,
    [
      {
        index: 'products',
        operation: 'product suggestions',
        body: productSuggestBody(text, codeIn(text)),
      },
      {
        index: 'categories',
        operation: 'category suggestions',
        body: categorySuggestBody(text),
      },
    ],
    { timeoutMs, signal: page.request.signal },
  );
  const [products = null, categories = null] = answers.map((answer) =>
    isUpstreamFailure(answer) ? null : (answer as SearchAnswer),
  );
  return { products, categories };
}

export async function findSuggestions(
  page: PageRequest,
  typed: string | null,
): Promise<Suggestions> {
  const text = cleanText(typed);
  const nothing = { text, correctedText: null, products: [], categories: [] };
  if (text.length < shortestText) return nothing;
  try {
    let found = await ask(page, text);
    let correctedText: string | null = null;
    if (found.products?.total === 0) {
      correctedText = corrected(found.products, text);
      if (correctedText) found = await ask(page, correctedText);
    }
    const products = readCards(found.products?.hits ?? [], readerOf(page));
    return {
      text,
      correctedText: products.length > 0 ? correctedText : null,
      products,
      categories: categoriesIn(found.categories),
    };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return nothing;
  }
}
