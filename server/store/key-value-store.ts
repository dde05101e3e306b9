/**
 * Durable documents shared by all instances: the cart ledger, form receipts, sessions. Two stores speak
 * this language: the embedded one (libsql, one file) and Redis when REDIS_URL is set. Values are JSON
 * texts; who reads one checks it with a schema.
 */
export interface KeyValueStore {
  /** The document and its version, or null. */
  read(key: string): Promise<{ value: string; version: number } | null>;
  /**
   * Writes if the version is still the one that was read (`null`: there was none). False when another
   * writer came first. Durable when it returns.
   */
  write(
    key: string,
    value: string,
    options: { version: number | null; ttlSeconds: number },
  ): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * The keys that begin with `prefix`, plain letters and a colon. For work beside the requests: the whole store is
   * looked through, and of a cluster nothing is found.
   */
  keys(prefix: string): Promise<string[]>;
  /**
   * Exclusive right to `key` for at most `ttlMs`, over all instances; null when another request holds it.
   * `release` gives it back only if it is still ours.
   */
  lease(key: string, ttlMs: number): Promise<Lease | null>;
  /** Throws when the store does not answer, or does not keep the document. */
  ping(): Promise<void>;
  /** Of a store of several servers: throws, with what share of the keys each has, when some do not keep a document. */
  pingEach?(): Promise<void>;
  /**
   * Changes when the store has lost its memory of the document `about` (new file, emptied Redis, emptied shard of
   * a cluster): see docs/cart-ledger.md. `forgotten`: this process has seen the memory before this one, so that calls
   * which were recorded there may still be under way.
   */
  epoch(about: string): Promise<{ id: string; since: Date; forgotten?: boolean }>;
  close(): Promise<void>;
}

export interface Lease {
  /** Milliseconds that are left, by this process's clocks. */
  remainingMs(): number;
  release(): Promise<void>;
}
