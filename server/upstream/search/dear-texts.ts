/**
 * Texts whose search costs the engine as much as their sender likes (P-41, P-88): every word is another search of every
 * field. They share a few places, so that they leave the engine time for all other questions, and their time-outs
 * say nothing of its health: an engine that is unavailable fails the plain questions of every page, too.
 */
import { Bulkhead } from '../guard/bulkhead';

/** The names and codes that customers search have fewer. */
const mostPlainWords = 8;

export const isDearText = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length > mostPlainWords;

/** Two pages of results at once; others wait for a place within their own deadline. */
export const createDearPlaces = (): Bulkhead =>
  new Bulkhead({ concurrency: 4, queue: 16, maxWaitMs: 1_000 });
