/**
 * Validates each product document only once while its content is the same. Many customers view the same lists
 * repeatedly; comparing a document with the previous one takes at most a third of the time of validating it. Values
 * derived from a validated document alone (`shownOf` of a card) are cached with it.
 */
import { LRUCache } from 'lru-cache';
import { logDropped } from '~/base/erp/dropped-documents.server';
import type { AppContext } from '../../../../server/context';
import type { SearchHit } from '../../../../server/upstream/search/search-client';
import { CardWire } from './card-wire.server';

/** Maximum number of documents: about seventy lists. Raw and validated, a document takes 9 kB. */
const most = 2_000;

const known = new LRUCache<string, { source: unknown; wire: CardWire | null }>({ max: most });

type Parsed = Readonly<Record<string, unknown>>;
const isParsed = (value: unknown): value is Parsed => typeof value === 'object' && value !== null;

/** Whether two values parsed from JSON are equal. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isParsed(one) || !isParsed(other) || Array.isArray(one) !== Array.isArray(other))
    return false;
  // Not with `Object.keys`, which takes twice as long.
  for (const name in one) if (!isSame(one[name], other[name])) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}

/**
 * The validated document of a hit; null, and logged the first time, when it does not match the schema. Callers share
 * the document and must not change it.
 */
export function checkedWire(hit: SearchHit, context: Pick<AppContext, 'log'>): CardWire | null {
  const { _index, _id, _source } = hit;
  const key = `${_index}/${_id}`;
  const before = known.get(key);
  if (before && isSame(before.source, _source)) return before.wire;
  const read = CardWire.safeParse(_source);
  if (!read.success) logDropped(context, hit, read.error);
  const wire = read.data ?? null;
  known.set(key, { source: _source, wire });
  return wire;
}
