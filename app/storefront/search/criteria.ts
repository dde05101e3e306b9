/**
 * The search criteria in the address: text, filters, sort order, page. Any result can be bookmarked, shared and reached
 * by Back (SRCH-01); unknown parameters and values are ignored.
 */
import { orderModes } from '~/catalogue/products/product';
import { facetKeys, specOf, type FacetKey } from './facets/facet-list';

export const sortKeys = [
  'relevance',
  'name_asc',
  'name_desc',
  'pvi_asc',
  'pvi_desc',
  'net_asc',
  'net_desc',
] as const;
export type SortKey = (typeof sortKeys)[number];

export const isByIndicatedPrice = (sort: SortKey): boolean =>
  sort === 'pvi_asc' || sort === 'pvi_desc';

export const pageSizes = [30, 60, 90] as const;
type PageSize = (typeof pageSizes)[number];
/** The deepest result that the engine serves (`index.max_result_window`). */
export const deepest = 10_000;
/** Maximum number of chosen values, over all filters together, because every link of the page repeats them. */
const maxValues = 50;
const maxTextLength = 200;
const maxWords = 20;

export type Filters = Readonly<Partial<Record<FacetKey, readonly string[]>>>;

export interface Criteria {
  text: string;
  filters: Filters;
  sort: SortKey;
  page: number;
  size: PageSize;
  /** Searches the words as typed, without their synonyms and facts from the word files. */
  isLiteral: boolean;
  /** The filter that displays all its values; the others display the first ones. */
  whole: FacetKey | null;
  /** Per filter, the text that the customer typed to find a value in it. */
  find: Readonly<Partial<Record<FacetKey, string>>>;
}

const wordsOf = (raw: string | null): string[] =>
  (raw ?? '')
    // Copied text may contain invisible marks that only allow a line break; they are not spaces.
    .replace(/[\u00ad\u2060\ufeff]/g, '')
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .split(/\s+/);

/**
 * True if the search text is too long to search. Truncating it would make a different search, so the page shows help
 * instead of results (P-38).
 */
export const isTooLong = (raw: string | null): boolean =>
  wordsOf(raw).join(' ').length > maxTextLength;

/** Text that may be sent to the engine: no control characters, at most 200 characters and 20 words (5.6). */
export const cleanText = (raw: string | null): string =>
  wordsOf(raw).slice(0, maxWords).join(' ').slice(0, maxTextLength).trim();

const isOneOf = <T>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);

function positive(raw: string | null): number {
  const value = raw !== null && /^\d{1,6}$/.test(raw) ? Number(raw) : 1;
  return Math.max(1, value);
}

function valuesOf(key: FacetKey, params: URLSearchParams): string[] {
  const given = [...new Set(params.getAll(key))];
  switch (specOf(key).kind) {
    case 'yes':
      return given.includes('1') ? ['1'] : [];
    case 'word':
      return given.filter((value) => isOneOf(orderModes, value));
    case 'plain':
    case 'option':
    case 'rule':
      return given.filter((value) => /^\d{1,15}$/.test(value));
  }
}

export function parseCriteria(
  params: URLSearchParams,
  defaultSort: SortKey = 'relevance',
): Criteria {
  const filters: Partial<Record<FacetKey, readonly string[]>> = {};
  const find: Partial<Record<FacetKey, string>> = {};
  let room = maxValues;
  for (const key of facetKeys) {
    const values = valuesOf(key, params).slice(0, room);
    room -= values.length;
    if (values.length > 0) filters[key] = values;
    const words = cleanText(params.get(`find.${key}`));
    if (words) find[key] = words.slice(0, 50);
  }
  const size = Number(params.get('per_page'));
  const sort = params.get('sort');
  const whole = params.get('all');
  const pageSize = isOneOf(pageSizes, size) ? size : pageSizes[0];
  return {
    text: cleanText(params.get('q')),
    filters,
    sort: isOneOf(sortKeys, sort) ? sort : defaultSort,
    page: Math.min(positive(params.get('page')), Math.floor(deepest / pageSize)),
    size: pageSize,
    isLiteral: params.get('literal') === '1',
    whole: facetKeys.find((key) => key === whole) ?? null,
    find,
  };
}

/** The query parameters for these search criteria; defaults are omitted. */
export function parametersOf(
  criteria: Criteria,
  defaultSort: SortKey = 'relevance',
): URLSearchParams {
  const params = new URLSearchParams();
  if (criteria.text) params.set('q', criteria.text);
  for (const key of facetKeys) {
    for (const value of criteria.filters[key] ?? []) params.append(key, value);
  }
  if (criteria.sort !== defaultSort) params.set('sort', criteria.sort);
  if (criteria.size !== pageSizes[0]) params.set('per_page', String(criteria.size));
  if (criteria.isLiteral && criteria.text) params.set('literal', '1');
  if (criteria.page > 1) params.set('page', String(criteria.page));
  return params;
}

/** The search criteria without one filter value, on the first page. */
export function without(criteria: Criteria, key: FacetKey, value: string): Criteria {
  const { [key]: values = [], ...others } = criteria.filters;
  const rest = values.filter((one) => one !== value);
  return { ...criteria, page: 1, filters: rest.length > 0 ? { ...others, [key]: rest } : others };
}

export const filterCount = (criteria: Criteria): number =>
  Object.values(criteria.filters).reduce((sum, values) => sum + values.length, 0);
