/**
 * Durable documents shared by all instances: the cart ledger, form receipts, sessions. Two stores implement it: the
 * embedded one (libsql, one file) and Redis when REDIS_URL is set. Values are JSON texts; each reader validates them
 * with a schema.
 */
export interface KeyValueStore {
  /** The document and its version, or null. */
  read(key: string): Promise<{ value: string; version: number } | null>;
  /**
   * Writes if the version is still the one that was read (`null`: the document did not exist). False when another
   * writer came first. Durable when it returns.
   */
  write(
    key: string,
    value: string,
    options: { version: number | null; ttlSeconds: number },
  ): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * Keys that begin with `prefix`, which consists of letters and a colon. Not for use in requests: it scans the whole
   * store, and finds nothing in a cluster.
   */
  keys(prefix: string): Promise<string[]>;
  /**
   * Exclusive right to `key` for at most `ttlMs`, over all instances; null when another request holds it. `release`
   * gives it back only if this process still holds it.
   */
  lease(key: string, ttlMs: number): Promise<Lease | null>;
  /** Throws when the store is unavailable or does not store the document. */
  ping(): Promise<void>;
  /**
   * Only for a store of several servers: throws when some of them do not store a document, and names each one's share
   * of the keys.
   */
  pingEach?(): Promise<void>;
  /**
   * Changes when the store has lost its memory of the document `about` (new file, emptied Redis, emptied shard of a
   * cluster): see docs/cart-ledger.md. `forgotten`: this process has seen the previous memory, so that calls recorded
   * there may still be in progress.
   */
  epoch(about: string): Promise<{ id: string; since: Date; forgotten?: boolean }>;
  close(): Promise<void>;
}

export interface Lease {
  /** Remaining milliseconds by this process's clocks. */
  remainingMs(): number;
  release(): Promise<void>;
}
