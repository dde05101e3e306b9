/**
 * Finds a customer's sessions by subject and by the provider's session id, for back-channel sign-out (AUTH-11). Without
 * a provider it finds them by owner, for a password change (AUTH-09). Only hashes are stored. A missing or surplus
 * entry is harmless: it is written after its session and removed after it.
 */
import { z } from 'zod';
import type { Clock } from '../../context';
import type { KeyValueStore } from '../../store/key-value-store';
import { isUnreadable } from '../../store/sealed';
import { storeFault } from '../../store/store-fault';
import { hashOf } from './seal';
import type { SessionRecord } from './session-record';

const Entries = z.array(z.object({ session: z.string(), endsAt: z.number() }));
type Entry = z.output<typeof Entries>[number];
/** More sessions than any clinic has for one customer; the oldest are dropped. */
const maxEntries = 500;
const attempts = 12;
/** Key of the second list of a customer's sessions; sign-in writes it while the first list cannot be read. */
const spareOf = (key: string): string => `${key}:spare`;

export type By =
  | { issuer: string; subject: string }
  | { issuer: string; sid: string }
  /** Signed in by password, without a provider. */
  | { owner: string };

function keyOf(by: By): string {
  if ('owner' in by) return `sessions-of:${hashOf(`own|${by.owner}`)}`;
  return 'subject' in by
    ? `sessions-of:${hashOf(`sub|${by.issuer}|${by.subject}`)}`
    : `sessions-of:${hashOf(`sid|${by.issuer}|${by.sid}`)}`;
}

interface SessionIndex {
  add(hash: string, record: SessionRecord): Promise<void>;
  remove(hash: string, record: SessionRecord): Promise<void>;
  find(by: By): Promise<string[]>;
}

export function createSessionIndex(options: {
  keyValueStore: KeyValueStore;
  clock: Clock;
}): SessionIndex {
  const { keyValueStore, clock } = options;

  /** The list of sessions stored at `key`; null when a list exists but cannot be read. */
  async function listAt(key: string): Promise<{ entries: Entry[]; version: number | null } | null> {
    try {
      const found = await keyValueStore.read(key);
      if (!found) return { entries: [], version: null };
      const parsed = Entries.safeParse(JSON.parse(found.value));
      return parsed.success ? { entries: parsed.data, version: found.version } : null;
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  async function change(key: string, edit: (entries: Entry[]) => Entry[]): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const now = clock.now().getTime();
      const first = await listAt(key);
      const place = first ? key : spareOf(key);
      const held = first ?? (await listAt(place));
      if (!held) return;
      const next = edit(held.entries.filter((entry) => entry.endsAt > now)).slice(-maxEntries);
      if (held.version === null && next.length === 0) return;
      const last = Math.max(now, ...next.map((entry) => entry.endsAt));
      const written = await keyValueStore.write(place, JSON.stringify(next), {
        version: held.version,
        ttlSeconds: Math.max(1, Math.ceil((last - now) / 1000)),
      });
      if (written) return;
    }
  }

  function keysOf({ tokens, customer }: SessionRecord): string[] {
    if (!tokens) return [keyOf({ owner: customer.owner })];
    const { issuer, subject, sid } = tokens;
    return [keyOf({ issuer, subject }), ...(sid === null ? [] : [keyOf({ issuer, sid })])];
  }

  return {
    async add(hash, record) {
      const entry = { session: hash, endsAt: record.endsAt };
      for (const key of keysOf(record)) await change(key, (entries) => [...entries, entry]);
    },
    async remove(hash, record) {
      for (const key of keysOf(record))
        await change(key, (entries) => entries.filter((entry) => entry.session !== hash));
    },
    async find(by) {
      const key = keyOf(by);
      const [first, spare] = await Promise.all([listAt(key), listAt(spareOf(key))]);
      const found = (spare?.entries ?? []).map((entry) => entry.session);
      // Throw while a list cannot be read: otherwise the caller would conclude that all sessions have ended.
      if (!first && found.length === 0)
        throw storeFault('open sessions-of', { reason: 'unavailable', applied: 'nothing' });
      return [...new Set([...(first?.entries ?? []).map((entry) => entry.session), ...found])];
    },
  };
}
