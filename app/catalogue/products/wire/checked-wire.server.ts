/**
 * Documents of products, checked once as long as they say the same. A list is looked at by many and again by the same
 * customer; comparing a document with the one before costs a third of checking it, or less. What is made of a checked
 * document alone (`shownOf` of a card) is kept by it, and is found again, too.
 */
import { LRUCache } from 'lru-cache';
import { logDropped } from '~/base/erp/dropped-documents.server';
import type { AppContext } from '../../../../server/context';
import type { SearchHit } from '../../../../server/upstream/search/search-client';
import { CardWire } from './card-wire.server';

/** Some seventy lists; as found and as checked, a document has 9 kB. */
const most = 2_000;

const known = new LRUCache<string, { source: unknown; wire: CardWire | null }>({ max: most });

type Parsed = Readonly<Record<string, unknown>>;
const isParsed = (value: unknown): value is Parsed => typeof value === 'object' && value !== null;

/** Whether two values that were read from JSON are the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isParsed(one) || !isParsed(other) || Array.isArray(one) !== Array.isArray(other))
    return false;
  // Not by lists of names, which take twice as long.
  for (const name in one) if (!isSame(one[name], other[name])) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}

/**
 * The document of a hit; null for one that cannot be a card, which is logged when it is first seen. Callers share the
 * document and must not change it.
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
