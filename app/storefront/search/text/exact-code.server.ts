/** Finds the one product whose code is the search text, so that the search page redirects to it (SRCH-03). */
import { id, text } from '~/base/erp/wire-fields.server';
import { code } from '~/base/erp/wire-fields.server';
import { isGtin } from '~/catalogue/products/codes/check-digit';
import { fromAzerty } from '~/catalogue/products/codes/keyboard';
import { readProductCode } from '~/catalogue/products/codes/product-code';
import { withinSupplier } from '~/catalogue/products/supplier-scope.server';
import { halfWidth } from '~/base/kernel/half-width';
import type { PageRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import { isUpstreamFailure } from '~/base/kernel/failure';
import { z } from 'zod';
import type { SearchHit } from '../../../../server/upstream/search/search-client';
import { codeScores, exactCodeBody } from '../query/code-clause.server';
import { codeIn, withLetters } from './text-code';

const Found = z.object({ id, url_key: text, sku: code });
/** Maximum number of interpretations: a search text with more is not a code. */
const mostCodes = 10;

/** Matches the name of a code as labels print it in front of the code: `Code CNK n° :`. */
const label =
  /^(?:code\s+)?(sku|cnk|ean|gtin|art|r[eé]f)(?:[\s-]?code)?(?:\s*(?:n[°ºor]?\.?|nummer|number))?(?:\s*[:#])?\s*(?=\d)/i;
const quotes = /^["'«»“”‘’\s]+|(?<!["'«»“”‘’\s])["'«»“”‘’\s]+$/g;

/**
 * The codes that a search text contains: as typed, as a scanner sends them, or with a printed label in front (CART-11).
 */
export function codesIn(typed: string): readonly string[] {
  // On an AZERTY keyboard, quotes at the ends of the text are digits.
  if (fromAzerty(halfWidth(typed).trim()).length > 0)
    return readProductCode(typed).keys.slice(0, mostCodes);
  const bare = halfWidth(typed).replace(quotes, '').replace(label, '$1 ');
  const wanted = codeIn(bare);
  const { keys } = readProductCode(bare);
  // Text without such a label is a code only if it contains an EAN with a valid check digit.
  const codes = wanted ? [wanted, ...keys] : keys.filter(isGtin);
  return [...new Set(codes)].slice(0, mostCodes);
}

/**
 * The one product that the code identifies, or null. If the code is digits only: the product with this whole code, or
 * else the one whose code ends with the digits, if no code begins with them.
 */
function onlyOne([best, other]: readonly SearchHit[], areDigits: boolean): unknown {
  if (!areDigits) return other ? null : best?._source;
  const [first, second] = [best, other].map((hit) => Number(hit?.sort?.[0] ?? 0));
  const isWhole = (score = 0): boolean => score >= codeScores.whole;
  const isSure = isWhole(first) ? !isWhole(second) : !other && (first ?? 0) >= codeScores.digits;
  return isSure ? best?._source : null;
}

/**
 * Address of the one product that the search text identifies. Null if the text is no code, or the code of no product or
 * of several.
 */
export async function findExactProduct(page: PageRequest, typed: string): Promise<string | null> {
  const codes = codesIn(typed);
  if (codes.length === 0) return null;
  try {
    const answer = await page.context.search.search(
      page.locale,
      {
        index: 'products',
        operation: 'product by code',
        body: withinSupplier(page, exactCodeBody(codes)),
      },
      { timeoutMs: 1_200, signal: page.request.signal },
    );
    const only = Found.safeParse(onlyOne(answer.hits, withLetters(codes[0] ?? '').length > 0)).data;
    if (!only?.url_key) return null;
    return links.product(page.locale, only.url_key, only.sku ?? undefined);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'search.no_code', reason: error.reason },
      'a code could not be looked up; its text is searched instead',
    );
    return null;
  }
}
