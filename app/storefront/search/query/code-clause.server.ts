/**
 * Clauses for a search text that is a product code. They match the whole code, its beginning, or its digits without the
 * letters in front (SRCH-03).
 */
import { withLetters } from '../text/text-code';
import { anyOf, scored, type Clause } from './clauses.server';

/** Index fields with codes, including numbers that authorities assign and that several packs may share. */
const codeFields = ['sku', 'barcode', 'cnk_code', 'vendor_product_code', 'code_amm', 'code_cti'];

/** Matches a whole code, regardless of spaces; used only if the search text looks like a code (SRCH-03). */
export const exactCode = (code: string): Clause =>
  anyOf(codeFields.map((field) => ({ term: { [`${field}.keyword`]: code } })));

/** Matches any of several interpretations of one code. */
export const anyExactCode = (codes: readonly string[]): Clause =>
  codes.length === 1 ? exactCode(codes[0] ?? '') : anyOf(codes.map(exactCode));

/**
 * Products whose SKU is letters followed by these digits; null for other text. The clause lists all such SKUs as terms,
 * because a pattern for the end of a term scans the whole index field.
 */
function byDigits(code: string): Clause | null {
  const codes = withLetters(code);
  return codes.length > 0 ? { terms: { 'sku.keyword': codes } } : null;
}

const codeBegins = (code: string): Clause => ({ match: { codes: { query: code } } });

/** Matches the beginning of a code, or its digits without the letters in front. */
export function codeClause(code: string): Clause {
  const ends = byDigits(code);
  return ends ? anyOf([codeBegins(code), ends]) : codeBegins(code);
}

/** Scores of a search by code: a whole code ranks above its digits alone, and digits above the beginning of a code. */
export const codeScores = { whole: 4, digits: 2, begins: 1 };

/**
 * The request for the products that a code identifies, in any of its interpretations. Two product groups are enough to
 * show that the code is ambiguous. Digits alone also match codes that end or begin with them, because either may be
 * meant.
 */
export function exactCodeBody(codes: readonly string[]): Clause {
  const [digits = ''] = codes;
  const exact = anyExactCode(codes);
  const ends = byDigits(digits);
  const { whole, digits: bare, begins } = codeScores;
  const ranked =
    ends && anyOf([scored(whole, exact), scored(bare, ends), scored(begins, codeBegins(digits))]);
  return {
    size: 2,
    timeout: '1500ms',
    track_total_hits: false,
    _source: ['id', 'url_key', 'sku'],
    query: ranked ?? exact,
    collapse: { field: 'url_key' },
    sort: [...(ranked ? [{ _score: { order: 'desc' } }] : []), { id: { order: 'asc' } }],
  };
}
