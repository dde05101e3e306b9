/**
 * Numbers for the quotation banner (contract/erp.md 17.1): the `count` of `GET quotations` with `page_size=1` and a
 * state. Numbers are cached for a minute per session. Catalogue pages use cached numbers only, so that the banner never
 * makes them wait for the ERP.
 *
 * An ERP with only the published modules has no `quotation_state` and ignores the filter (17.4), so the shop hides the
 * banner. The shop also hides it when the ERP lacks the call.
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import type { PageRequest } from '~/base/page/page';
import { routeOf } from '~/base/routing/match';
import { sessionKey } from '~/base/page/session-cache.server';
import { isUpstreamFailure } from '~/base/kernel/failure';
import type { QuotationCounts } from '../../storefront/layout/layout';

type FrameRequest = Pick<PageRequest, 'context' | 'url' | 'locale'>;

interface Known {
  counts: QuotationCounts | null;
  readAt: number;
}

const name = 'quotation-counts';
const freshMs = 60_000;
/** Maximum age in milliseconds of numbers that the banner displays. */
const tellableMs = 600_000;

const CountWire = z.object({
  count: z.int().nonnegative(),
  items: z.array(z.object({ quotation_state: z.unknown().optional() })),
});

/** Number of quotations in a state; null when this ERP has no states. */
async function countIn(page: FrameRequest, state: string): Promise<number | null> {
  const found = await findRecord(
    page.context,
    {
      path: 'quotations',
      query: { page: 1, page_size: 1, quotation_state: state },
      timeoutMs: 1_500,
    },
    CountWire,
  );
  if (found === null) return null;
  const [first] = found.items;
  if (first && first.quotation_state !== state) return null;
  return found.count;
}

async function read(page: FrameRequest): Promise<Known> {
  const [drafts, awaiting] = await Promise.all([
    countIn(page, 'draft'),
    countIn(page, 'waiting_acceptation'),
  ]);
  return {
    counts: drafts === null || awaiting === null ? null : { drafts, awaiting },
    readAt: page.context.clock.now().getTime(),
  };
}

/** Clears the cached numbers after the customer has changed a quotation. */
export function forgetQuotationCounts(page: Pick<PageRequest, 'context'>): void {
  const key = sessionKey(page, name);
  if (key !== null) page.context.cache.delete(key);
}

export async function loadQuotationCounts(page: FrameRequest): Promise<QuotationCounts | null> {
  const { context } = page;
  const key = sessionKey(page, name);
  if (key === null) return null;
  const now = context.clock.now().getTime();
  const asks = routeOf(page.url.pathname)?.policy.asksErp ?? false;
  // A catalogue page reads only the cache and never calls the ERP for these numbers.
  const known = asks
    ? await context.cache.get(key, { freshMs, staleMs: 0 }, () => readOrNothing(page))
    : await context.cache.known<Known>(key);
  return known && now - known.readAt < tellableMs ? known.counts : null;
}

/**
 * Reads the numbers, and caches a failure too, so that the shop does not call an unavailable ERP again for a minute.
 */
async function readOrNothing(page: FrameRequest): Promise<Known> {
  try {
    return await read(page);
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'quotation_counts.unavailable', reason: error.reason },
      'the quotation banner is left out',
    );
    return { counts: null, readAt: page.context.clock.now().getTime() };
  }
}
