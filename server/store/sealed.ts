/**
 * Seals every document of the store (P-95): the cart ledger, payments and drafts say who orders what. Sessions
 * seal themselves. Documents of earlier releases are plain and are read as they are.
 *
 * Quirk: a document that was sealed with a secret that is no longer listed is lost, as if the store had forgotten
 * it; its epoch changes with it, so that the cart does not take edits for new that it had settled.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Seal } from '../auth/session/seal';
import type { Clock } from '../context';
import type { Log } from '../observe/logger';
import type { KeyValueStore } from './key-value-store';

const mark = 'sealed:';
const Loss = z.object({ id: z.string(), at: z.number() });
const lossSeconds = 400 * 24 * 60 * 60;
const lossKey = (key: string): string => `lost:${key}`;
const sealsItself = (key: string): boolean => key.startsWith('session:') || key.startsWith('lost:');

export function sealedRecords(options: {
  keyValueStore: KeyValueStore;
  seal: Seal;
  clock: Clock;
  log: Log;
}): KeyValueStore {
  const { keyValueStore, seal, clock, log } = options;

  async function forget(key: string): Promise<null> {
    log.error(
      { event: 'store.unreadable', kind: key.split(/[:/]/, 1)[0] },
      'a stored document was sealed with a secret that SESSION_SECRET no longer lists',
    );
    const loss = JSON.stringify({ id: randomUUID(), at: clock.now().getTime() });
    const kept = await keyValueStore.read(lossKey(key));
    await keyValueStore.write(lossKey(key), loss, {
      version: kept?.version ?? null,
      ttlSeconds: lossSeconds,
    });
    await keyValueStore.delete(key);
    return null;
  }

  return {
    ...keyValueStore,
    async read(key) {
      const found = await keyValueStore.read(key);
      if (!found || sealsItself(key) || !found.value.startsWith(mark)) return found;
      const value = seal.open(key, found.value.slice(mark.length));
      return value === null ? forget(key) : { value, version: found.version };
    },
    write: (key, value, facts) =>
      keyValueStore.write(key, sealsItself(key) ? value : mark + seal.close(key, value), facts),
    async epoch(about) {
      const [epoch, lost] = await Promise.all([
        keyValueStore.epoch(about),
        keyValueStore.read(lossKey(about)),
      ]);
      if (!lost) return epoch;
      const { id, at } = Loss.parse(JSON.parse(lost.value));
      return { id: `${epoch.id}.${id}`, since: new Date(Math.max(at, epoch.since.getTime())) };
    },
  };
}
