/**
 * Validates each product document only once while its content is the same: the search client returns the same object
 * for the same text (`server/upstream/search/known-sources.ts`). Values derived from a validated document alone
 * (`shownOf` of a card) are cached with it.
 */
import { logDropped } from '~/base/erp/dropped-documents.server';
import type { AppContext } from '../../../../server/context';
import type { SearchHit } from '../../../../server/upstream/search/search-client';
import { CardWire } from './card-wire.server';

const checked = new WeakMap<object, CardWire | null>();

/**
 * The validated document of a hit; null, and logged the first time, when it does not match the schema. Callers share
 * the document and must not change it.
 */
export function checkedWire(hit: SearchHit, context: Pick<AppContext, 'log'>): CardWire | null {
  const { _source } = hit;
  const isObject = typeof _source === 'object' && _source !== null;
  const before = isObject ? checked.get(_source) : undefined;
  if (before !== undefined) return before;
  const read = CardWire.safeParse(_source);
  if (!read.success) logDropped(context, hit, read.error);
  const wire = read.data ?? null;
  if (isObject) checked.set(_source, wire);
  return wire;
}
