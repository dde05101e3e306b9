/**
 * Seals every document of the store (P-95), because the cart ledger, payments and drafts show who orders what. Sessions
 * seal themselves. Documents of earlier releases are plain and are read as they are.
 *
 * A document that no listed secret opens belongs to an instance that knows more secrets. It stays in the store, and
 * reading it is a store fault (P-94). If it counted as absent, the cart would treat settled edits as new. Only
 * documents that can be recreated count as absent. A damaged document cannot be distinguished from one sealed with
 * another secret, and is treated in the same way (P-96).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Seal } from '../auth/session/seal';
import type { Clock } from '../context';
import { errorDetail, type Log } from '../observe/logger';
import { UpstreamFailure } from '../upstream/failure';
import type { KeyValueStore } from './key-value-store';
import { cacheLastParsed } from './cache-last-parsed';
import { storeFault, type StoreEvent } from './store-fault';

const mark = 'sealed:';
const Loss = z.object({ id: z.string(), at: z.number() });
const lossSeconds = 400 * 24 * 60 * 60;
const lineEveryMs = 60_000;
/** A few thousand usual carts, or thirty of the largest. */
const mostOpenedBytes = 16 * 1024 * 1024;
const lossKey = (key: string): string => `lost:${key}`;
/**
 * Whether an earlier release wrote the document unsealed: its first line is JSON. Saved forms of earlier releases are
 * sealed separately.
 */
function isPlain(key: string, value: string): boolean {
  if (key.startsWith('form:') && value !== '') return true;
  try {
    JSON.parse(value.split('\n', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
const sealsItself = (key: string): boolean => key.startsWith('session:') || key.startsWith('lost:');
const kindOf = (key: string): string => key.split(/[:/]/, 1)[0] ?? '';
/**
 * Documents that can be recreated: an estimate of a customer's discount, the mark of their last order, answers to
 * forms, the carrier of a cart and files of builds. Form fields that wait for the end of a sign-in count too (no owner
 * in their key).
 */
const isRecreatable = (key: string): boolean =>
  /^(loyalty-card|last-order|answers?|carrier|files):/.test(key) || /^form:[^:]+$/.test(key);

const opening = 'open';
/** Whether a document exists but could not be opened, as opposed to an unavailable store. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof UpstreamFailure &&
  error.service === 'store' &&
  error.operation.startsWith(`${opening} `);

interface SealOptions {
  keyValueStore: KeyValueStore;
  seal: Seal;
  clock: Clock;
  log: Log;
  /** Counts events for the alert. */
  count?: (event: StoreEvent) => void;
  /** The operator declares a secret as lost for good (SESSION_SECRET_LOST): what it sealed is deleted. */
  secretLost: boolean;
}

/** Counts documents that could not be opened, and logs at most one of them a minute. */
function createReports({ clock, log, count, secretLost }: SealOptions) {
  let loggedAt = -Infinity;

  /** `error` is set when the document is damaged instead of sealed with another secret. */
  return function tell(key: string, error?: string): void {
    count?.('store.unreadable');
    const now = clock.now().getTime();
    if (now - loggedAt < lineEveryMs) return;
    loggedAt = now;
    log.error(
      { event: 'store.unreadable', kind: kindOf(key), forgotten: secretLost, error },
      'a stored document is damaged, or sealed with a secret that SESSION_SECRET does not list',
    );
  };
}

export function sealedRecords(options: SealOptions): KeyValueStore {
  const { keyValueStore, seal, clock, secretLost } = options;
  const opened = cacheLastParsed<string>(mostOpenedBytes);
  const tell = createReports(options);

  /** For the cart this equals a store that has lost its memory: the document's epoch changes. */
  async function forget(key: string): Promise<null> {
    const loss = JSON.stringify({ id: randomUUID(), at: clock.now().getTime() });
    const kept = await keyValueStore.read(lossKey(key));
    await keyValueStore.write(lossKey(key), loss, {
      version: kept?.version ?? null,
      ttlSeconds: lossSeconds,
    });
    await keyValueStore.delete(key);
    return null;
  }

  /** An empty document is damaged whatever the secret: it is deleted if it can be recreated. */
  async function unreadable(key: string, isEmpty: boolean): Promise<null> {
    // A regular change of secrets leaves such documents behind: no fault to report.
    if (isRecreatable(key) && !secretLost) {
      if (isEmpty) await keyValueStore.delete(key);
      return null;
    }
    tell(key, isEmpty ? 'damaged: nothing of it can be read' : undefined);
    if (secretLost) return forget(key);
    throw storeFault(`${opening} ${kindOf(key)}`, { reason: 'unavailable', applied: 'unknown' });
  }

  return {
    ...keyValueStore,
    async read(key) {
      const found = await keyValueStore.read(key);
      if (sealsItself(key)) return found;
      if (found && !found.value.startsWith(mark))
        return isPlain(key, found.value) ? found : unreadable(key, found.value === '');
      const value = opened(key, found?.value ?? null, (text) =>
        seal.open(key, text.slice(mark.length)),
      );
      if (!found) return null;
      return value === null ? unreadable(key, false) : { value, version: found.version };
    },
    async write(key, value, facts) {
      const text = sealsItself(key) ? value : mark + seal.close(key, value);
      const isWritten = await keyValueStore.write(key, text, facts).catch((error: unknown) => {
        if (error instanceof UpstreamFailure && error.reason === 'invalid-answer')
          tell(key, errorDetail(error));
        throw error;
      });
      if (isWritten) return true;
      if (facts.version !== null || !isRecreatable(key)) return false;
      // No listed secret opens the existing document, so it counted as absent: replace it.
      const kept = await keyValueStore.read(key);
      if (!kept?.value.startsWith(mark) || seal.open(key, kept.value.slice(mark.length)) !== null)
        return false;
      return keyValueStore.write(key, text, { ...facts, version: kept.version });
    },
    async epoch(about) {
      const [epoch, lost] = await Promise.all([
        keyValueStore.epoch(about),
        keyValueStore.read(lossKey(about)),
      ]);
      if (!lost) return epoch;
      const { id, at } = Loss.parse(JSON.parse(lost.value));
      return {
        ...epoch,
        id: `${epoch.id}.${id}`,
        since: new Date(Math.max(at, epoch.since.getTime())),
      };
    },
  };
}
