/** Matches a text that is a code: the whole code, its beginning, or its digits without their letters (SRCH-03). */
import { withLetters } from '../text/text-code';
import type { Clause } from './clauses.server';

/** Includes numbers that authorities assign, which several packs may share. */
const codeFields = ['sku', 'barcode', 'cnk_code', 'vendor_product_code', 'code_amm', 'code_cti'];

/** A whole code, regardless of spaces; sent only for text that looks like a code (SRCH-03). */
export const exactCode = (code: string): Clause => ({
  bool: {
    minimum_should_match: 1,
    should: codeFields.map((field) => ({ term: { [`${field}.keyword`]: code } })),
  },
});

/** Any reading of one code. */
export const anyExactCode = (codes: readonly string[]): Clause =>
  codes.length === 1
    ? exactCode(codes[0] ?? '')
    : { bool: { minimum_should_match: 1, should: codes.map(exactCode) } };

/**
 * Products whose SKU is letters followed by these digits; null for other text. Listed as terms, because a pattern for
 * the end of a key scans all keys.
 */
function byDigits(code: string): Clause | null {
  const codes = withLetters(code);
  return codes.length > 0 ? { terms: { 'sku.keyword': codes } } : null;
}

const codeBegins = (code: string): Clause => ({ match: { codes: { query: code } } });
const anyOf = (should: readonly Clause[]): Clause => ({
  bool: { minimum_should_match: 1, should },
});

/** The beginning of a code, or its digits without their letters. */
export function codeClause(code: string): Clause {
  const ends = byDigits(code);
  return ends ? anyOf([codeBegins(code), ends]) : codeBegins(code);
}

/** Scores of a search by code: a whole code above digits alone, and these above a beginning. */
export const codeScores = { whole: 4, digits: 2, begins: 1 };
const worth = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } });

/**
 * Finds the products that a code identifies, in any reading. Two groups are enough to show that it is ambiguous. Digits
 * alone also match codes that end or begin with them, because either may be meant.
 */
export function exactCodeBody(codes: readonly string[]): Clause {
  const [digits = ''] = codes;
  const exact = anyExactCode(codes);
  const ends = byDigits(digits);
  const { whole, digits: bare, begins } = codeScores;
  const ranked =
    ends && anyOf([worth(whole, exact), worth(bare, ends), worth(begins, codeBegins(digits))]);
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
