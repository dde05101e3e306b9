/** A text that is a code: whole, from its beginning, or its digits without their letters (SRCH-03). */
import { withLetters } from '../text/text-code';
import type { Clause } from './clauses.server';

/** With the numbers that authorities give, which several packs may share. */
const codeFields = ['sku', 'barcode', 'cnk_code', 'vendor_product_code', 'code_amm', 'code_cti'];

/** A whole code, however it is spaced; only sent for text that looks like one (SRCH-03). */
export const exactCode = (code: string): Clause => ({
  bool: {
    minimum_should_match: 1,
    should: codeFields.map((field) => ({ term: { [`${field}.keyword`]: code } })),
  },
});

/** Any of the readings of one code. */
export const anyExactCode = (codes: readonly string[]): Clause =>
  codes.length === 1
    ? exactCode(codes[0] ?? '')
    : { bool: { minimum_should_match: 1, should: codes.map(exactCode) } };

/**
 * Products whose SKU ends with these digits, after its letters; else null. As terms: a pattern that ends a key is looked
 * for in all of them.
 */
function byDigits(code: string): Clause | null {
  const codes = withLetters(code);
  return codes.length > 0 ? { terms: { 'sku.keyword': codes } } : null;
}

const codeBegins = (code: string): Clause => ({ match: { codes: { query: code } } });
const anyOf = (should: readonly Clause[]): Clause => ({
  bool: { minimum_should_match: 1, should },
});

/** A code from its beginning, or its digits without their letters. */
export function codeClause(code: string): Clause {
  const ends = byDigits(code);
  return ends ? anyOf([codeBegins(code), ends]) : codeBegins(code);
}

/** What a product by its code scores: a whole code above digits alone, and those above a mere beginning. */
export const codeScores = { whole: 4, digits: 2, begins: 1 };
const worth = (boost: number, filter: Clause): Clause => ({ constant_score: { filter, boost } });

/**
 * The products that a code names, in any of its readings: two groups are enough to know that it names more than one. Of
 * digits alone also those whose code ends so, and those whose code begins so, since either may be meant.
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
