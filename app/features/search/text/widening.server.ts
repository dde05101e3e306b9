/**
 * A text that no product has in full as it was typed is searched again, more widely: with synonyms, beginnings and one
 * wrong letter per word, first for all that was wished for, then for most of it. Whether that is needed is counted
 * beside the filters of the first search, so most texts cost no second one.
 */
import type { Locale } from '~/i18n/locales';
import { isUpstreamFailure } from '~/kernel/failure';
import { z } from 'zod';
import type { SearchAnswer } from '../../../../server/upstream/search/search-client';
import type { Wider } from '../query/listing-query.server';

const Found = z.object({ found: z.object({ doc_count: z.number() }) });

/** As much of an answer as this needs. */
interface Answer {
  asked: { facets: Pick<SearchAnswer, 'aggregations'> | null; spelling: SearchAnswer | null };
}

interface Asking {
  locale: Locale;
  context: { log: { warn(fields: { event: string; reason: string }, message: string): void } };
}

/** Documents found before any filter; null when they could not be counted. */
function foundBy({ facets }: Answer['asked']): number | null {
  const read = Found.safeParse(facets?.aggregations);
  return read.success ? read.data.found.doc_count : null;
}

/** `ask(null)` goes by the ranking rules; the answer of a wider search keeps the spellings of the first. */
export async function askWidening<T extends Answer>(
  page: Asking,
  ask: (wider: Wider | null) => Promise<T>,
): Promise<T & { isWidened: boolean }> {
  const first = { ...(await ask(null)), isWidened: false };
  if (foundBy(first.asked) !== 0) return first;
  try {
    for (const every of [true, false]) {
      const next = await ask({ locale: page.locale, every });
      if (foundBy(next.asked) === 0) continue;
      const asked = { ...next.asked, spelling: first.asked.spelling };
      return { ...next, asked, isWidened: true };
    }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'search.not_widened', reason: error.reason },
      'a text could not be searched more widely; what was found as typed is shown',
    );
  }
  return first;
}
