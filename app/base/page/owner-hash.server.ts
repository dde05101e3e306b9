import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Caches the hashes: a page needs the hash of its customer about ten times, because every cache key contains it. */
const known = new LRUCache<string, string>({ max: 2_000 });

/** A pseudonym for the customer that does not reveal who it is. */
export function ownerHash(owner: string): string {
  const before = known.get(owner);
  if (before !== undefined) return before;
  const hash = createHash('sha256').update(owner).digest('base64url').slice(0, 22);
  known.set(owner, hash);
  return hash;
}
