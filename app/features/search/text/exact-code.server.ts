/** A text that is exactly one product's code leads straight to it (SRCH-03). */
import { id, text } from '~/erp/wire-fields.server';
import { code } from '~/erp/wire-fields.server';
import type { PageRequest } from '~/page/page';
import { links } from '~/i18n/links';
import { isUpstreamFailure } from '~/kernel/failure';
import { z } from 'zod';
import { exactCodeBody } from '../query/listing-query.server';
import { codeIn } from './text-code';

const Found = z.object({ id, url_key: text, sku: code });

/** Address of the one product that the text names, or null: no code, none, or several. */
export async function findExactProduct(page: PageRequest, typed: string): Promise<string | null> {
  const wanted = codeIn(typed);
  if (!wanted) return null;
  try {
    const answer = await page.context.search.search(
      page.locale,
      { index: 'products', operation: 'product by code', body: exactCodeBody(wanted) },
      { timeoutMs: 1_200, signal: page.request.signal },
    );
    const [only, other] = answer.hits.map((hit) => Found.safeParse(hit._source).data);
    if (!only?.url_key || other) return null;
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
