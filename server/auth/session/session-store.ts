/**
 * Sessions in the durable store (AUTH-11): sealed, found by the hash of the cookie, changed by compare-and-set. So a
 * touch, a renewal and a sign-out on several instances never undo each other. A deleted session stays deleted: no late
 * write restores it.
 */
import type { Clock } from '../../context';
import type { KeyValueStore } from '../../store/key-value-store';
import { cacheLastParsed } from '../../store/cache-last-parsed';
import { storeFault } from '../../store/store-fault';
import type { Seal } from './seal';
import { createSessionIndex, type By } from './session-index';
import { SessionRecord } from './session-record';

export const idleMs = 8 * 3_600_000;
export const absoluteMs = 10 * 86_400_000;
/** An idle session is stored a day longer, so that a form posted too late can still be assigned to its customer. */
const keptAfterIdleMs = 86_400_000;
const attempts = 12;
/** Size of the cache of decrypted sessions: more than a thousand. */
const mostReadBytes = 8 * 1024 * 1024;

export interface SessionStore {
  create(hash: string, record: SessionRecord): Promise<void>;
  read(hash: string): Promise<SessionRecord | null>;
  /**
   * Applies a change to the newest state of the session; null when the session has ended. The change may run more than
   * once.
   */
  update(
    hash: string,
    change: (record: SessionRecord) => SessionRecord,
  ): Promise<SessionRecord | null>;
  /** Returns the deleted session; null when there was none. */
  destroy(hash: string): Promise<SessionRecord | null>;
  /** The sessions of a subject, of one provider session (back-channel sign-out), or of an owner. */
  find(by: By): Promise<string[]>;
}

const keyOf = (hash: string): string => `session:${hash}`;

export function createSessionStore(options: {
  keyValueStore: KeyValueStore;
  seal: Seal;
  clock: Clock;
}): SessionStore {
  const { keyValueStore, seal, clock } = options;
  const index = createSessionIndex(options);
  const now = (): number => clock.now().getTime();
  const ttlOf = (record: SessionRecord): number =>
    Math.max(
      1,
      Math.ceil((Math.min(record.endsAt, now() + idleMs + keptAfterIdleMs) - now()) / 1000),
    );

  const lastRead = cacheLastParsed<SessionRecord>(mostReadBytes);
  const parsed = (key: string, found: { value: string } | null): SessionRecord | null =>
    lastRead(key, found?.value ?? null, (sealed) => {
      const text = seal.open(key, sealed);
      if (text === null) return null;
      const result = SessionRecord.safeParse(JSON.parse(text));
      return result.success ? result.data : null;
    });

  /** Serializes changes of one session within this process, so that they do not compete. */
  const turns = new Map<string, Promise<unknown>>();
  function inTurn<T>(hash: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(hash) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine
      .catch(() => null)
      .finally(() => {
        if (turns.get(hash) === settled) turns.delete(hash);
      });
    turns.set(hash, settled);
    return mine;
  }

  async function updateNow(
    hash: string,
    change: (record: SessionRecord) => SessionRecord,
  ): Promise<SessionRecord | null> {
    const key = keyOf(hash);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const found = await keyValueStore.read(key);
      const record = parsed(key, found);
      if (!found || !record) return null;
      const next = change(record);
      if (next === record) return record;
      const written = await keyValueStore.write(key, seal.close(key, JSON.stringify(next)), {
        version: found.version,
        ttlSeconds: ttlOf(next),
      });
      if (written) return next;
    }
    throw storeFault('update session', { reason: 'overloaded', applied: 'nothing' });
  }

  async function read(hash: string): Promise<SessionRecord | null> {
    const key = keyOf(hash);
    return parsed(key, await keyValueStore.read(key));
  }

  return {
    async create(hash, record) {
      const key = keyOf(hash);
      await keyValueStore.write(key, seal.close(key, JSON.stringify(record)), {
        version: null,
        ttlSeconds: ttlOf(record),
      });
      await index.add(hash, record);
    },
    read,
    update: (hash, change) => inTurn(hash, () => updateNow(hash, change)),
    async destroy(hash) {
      const record = await read(hash);
      await keyValueStore.delete(keyOf(hash));
      if (record) await index.remove(hash, record);
      return record;
    },
    find: (by) => index.find(by),
  };
}
