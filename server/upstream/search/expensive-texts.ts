/**
 * Texts whose search costs the engine as much as the sender chooses (P-41, P-88): each word adds a search of every
 * field. They share a few slots, so that the engine has time for all other searches. Their timeouts do not count
 * against its health, because an unavailable engine also fails the plain searches of every page.
 */
import { Bulkhead } from '../guard/bulkhead';

/** Names and codes that customers search for have fewer words. */
const mostPlainWords = 8;

export const isExpensiveText = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length > mostPlainWords;

/** Two result pages at once; others wait for a slot within their own deadline. */
export const createExpensiveTextBulkhead = (): Bulkhead =>
  new Bulkhead({ concurrency: 4, queue: 16, maxWaitMs: 1_000 });
