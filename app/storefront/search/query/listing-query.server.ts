/**
 * The request body of every product list (contract/search.md 3.1): the query of the search text with its boosts, the
 * page's own filter, and the chosen filters. A list shows one card per product group. So the request omits inner hits,
 * which saves a fifth of the time, and asks only for the index fields of a card.
 */
import { anyOf, matchAll, scored, type Clause } from './clauses.server';
import { exactCode } from './code-clause.server';
import { rankingHints } from './ranking-hints.server';
import { meaningClause, meaningFilter, meaningHints } from '../meaning/meaning-clause.server';
import type { Understood } from '../meaning/query-term';

/** Index fields of the `cross_fields` query, which combines only fields with the same analyzer (here `plain`). */
const crossFields = [
  'sku',
  'barcode',
  'cnk_code',
  'vendor_product_code',
  'name.plain',
  'short_name',
  'model.name',
  'species_option_ids.name',
  'active_principle_option_ids.name',
  'brand.name',
  'manufacturer.name',
];
const bestFields = [
  'name',
  'name.plain',
  'short_name',
  'short_description',
  'sku',
  'cnk_code',
  'species_option_ids.name',
  'active_principle_option_ids.name',
  'indication_option_ids.name',
  'brand.name',
  'manufacturer.name',
];
/** Boost of a whole code: exceeds every score that the words of a search text can reach. */
const codeBoost = 100_000;

/**
 * Matches all words with one wrong letter per word. Used only if the words are not interpreted by meaning, which
 * corrects the spelling itself.
 */
const nearlyAll = (text: string): Clause => ({
  match: {
    search_text: {
      query: text,
      operator: 'and',
      fuzziness: 1,
      prefix_length: 1,
      max_expansions: 50,
    },
  },
});

/**
 * The query of a search text with the boosts of the ranking rules (S2 in the contract): cross fields 100,
 * name prefix 60, active principle phrase 20, multi-match 10, fuzzy match 1.
 */
const textClause = (text: string, code: string | null = null, isForgiving = true): Clause =>
  anyOf([
    {
      multi_match: {
        query: text,
        type: 'cross_fields',
        operator: 'and',
        fields: crossFields,
        boost: 100,
      },
    },
    { match_phrase_prefix: { 'name.plain': { query: text, max_expansions: 50, boost: 60 } } },
    { match_phrase: { 'active_principle_option_ids.name': { query: text, boost: 20 } } },
    {
      multi_match: {
        query: text,
        type: 'best_fields',
        minimum_should_match: '2<75%',
        tie_breaker: 0.1,
        fields: bestFields,
        boost: 10,
      },
    },
    ...(isForgiving ? [nearlyAll(text)] : []),
    ...(code ? [scored(codeBoost, exactCode(code))] : []),
  ]);

/** Matches products that contain every word as typed, in one index field or across several. */
export const asTyped = (text: string, code: string | null = null): Clause =>
  anyOf([
    { multi_match: { query: text, type: 'cross_fields', operator: 'and', fields: crossFields } },
    { match_phrase_prefix: { 'name.plain': { query: text, max_expansions: 50 } } },
    { multi_match: { query: text, type: 'best_fields', operator: 'and', fields: bestFields } },
    ...(code ? [exactCode(code)] : []),
  ]);

/** How a search text is interpreted: by meaning, or as typed. If null, only the ranking rules apply. */
export type Reading =
  | {
      by: 'meaning';
      understood: Understood;
      /** true: all required terms must match; false: the best partial match. */ every: boolean;
    }
  | { by: 'letter' };

export interface ListingQuery {
  text: string;
  /** The search text as a code, if it looks like one; else null. */
  code: string | null;
  /** Clauses that select the page's products and are not filters: category, promotion, group, supplier. */
  scope: readonly Clause[];
  reading?: Reading | null;
}

function wordsClause({ text, code, reading = null }: ListingQuery): Clause {
  if (!text) return matchAll;
  if (!reading) return textClause(text, code);
  return reading.by === 'letter'
    ? asTyped(text, code)
    : meaningClause({ understood: reading.understood, code, every: reading.every });
}

/**
 * Adds the ranking rules as hints, so that among matches by meaning, products with the words in their name come first.
 */
function orderHints({ text, code, reading = null }: ListingQuery): Clause[] {
  if (!text || !reading) return [];
  const hints = reading.by === 'meaning' ? meaningHints(reading.understood) : [];
  return [...hints, textClause(named({ text, reading }), code, false)];
}

/** The search text for ranking by name: with the grammatical number that product names use, whichever was typed. */
const named = ({ text, reading }: Pick<ListingQuery, 'text' | 'reading'>): string =>
  reading?.by === 'meaning' ? reading.understood.inNames : text;

const departments = ({ reading }: ListingQuery): readonly string[] | null =>
  reading?.by === 'meaning' ? reading.understood.departments : null;

export const listingQuery = (query: ListingQuery): Clause => ({
  bool: {
    must: [wordsClause(query)],
    should: [
      { term: { main: { value: true } } },
      ...rankingHints(named(query), departments(query)),
      ...orderHints(query),
    ],
    filter: query.scope,
  },
});

/** The query for the same products without ranking clauses, for filter counts. */
export function countingQuery(query: ListingQuery): Clause {
  const { text, code, scope, reading = null } = query;
  const words =
    text && reading?.by === 'meaning'
      ? meaningFilter({ understood: reading.understood, code, every: reading.every })
      : wordsClause(query);
  return { bool: { filter: [words, ...scope] } };
}

interface ListingBody extends ListingQuery {
  selected: readonly Clause[];
  sort: readonly Clause[];
  from: number;
  size: number;
  source: readonly string[];
}

export const listingBody = (body: ListingBody): Clause => ({
  from: body.from,
  size: body.size,
  timeout: '1500ms',
  track_total_hits: true,
  _source: body.source,
  query: listingQuery(body),
  ...(body.selected.length > 0 ? { post_filter: { bool: { filter: body.selected } } } : {}),
  collapse: { field: 'url_key' },
  sort: body.sort,
});

/** The request for spelling suggestions ("Did you mean"): at most one wrong word, gram size 4 (3.4). */
export const spellingBody = (text: string): Clause => ({
  size: 0,
  suggest: {
    text,
    spelling: {
      phrase: {
        field: 'name.shingles',
        size: 3,
        gram_size: 4,
        max_errors: 1,
        confidence: 1,
        direct_generator: [
          {
            field: 'name.plain',
            suggest_mode: 'popular',
            min_word_length: 4,
            prefix_length: 1,
            size: 5,
          },
        ],
      },
    },
  },
});
