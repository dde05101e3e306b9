/**
 * Shares the hashed files of every build that an instance runs (P-69). During a rolling deployment a page of one build
 * may request its files from an instance of the other build. Each instance stores its files in the shared store for a
 * fortnight after the last instance with that build. This also preserves files of earlier builds when an instance's
 * disk is ephemeral.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../context';
import { errorDetail, type Log } from '../../observe/logger';
import type { KeyValueStore } from '../../store/key-value-store';

export interface SharedFiles {
  /** Content of a file of `assets/` by name; null when no build of the last fortnight contains it. */
  find(name: string): Promise<Buffer | null>;
  stop(): void;
}

const dayMs = 24 * 3_600_000;
const keptMs = 14 * dayMs;
/** One day longer than the list entry, so that a listed file always exists. */
const ttlSeconds = (keptMs + dayMs) / 1000;
/** Interval after which files are shared again with a store that was unavailable at startup or lost its data. */
const lookAgainMs = 5 * 60_000;
/** Milliseconds for which the list is cached, to limit how often requests for invented file names reach the store. */
const listForMs = 1_000;
const mostBytes = 8 * 1024 * 1024;
const mostTries = 5;

const listKey = 'files:list';
const fileKey = (name: string): string => `files:${name}`;
/** File name → time in ms when a build with this file was last seen. */
const List = z.record(z.string(), z.number());
const Content = z.base64();

interface SharedFilesOptions {
  clientFolder: string;
  keyValueStore: Pick<KeyValueStore, 'read' | 'write'>;
  clock: Clock;
  log: Log;
}

export async function shareFiles(options: SharedFilesOptions): Promise<SharedFiles> {
  const { clientFolder, keyValueStore, clock, log } = options;
  const assets = join(clientFolder, 'assets');
  const own = readdirSync(assets);
  const found = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: (body) => Math.max(1, body.length),
  });
  let listed: { at: number; names: Promise<z.output<typeof List>> } | null = null;

  async function readList() {
    const kept = await keyValueStore.read(listKey);
    const names = kept ? List.parse(JSON.parse(kept.value)) : {};
    return { names, version: kept?.version ?? null };
  }

  async function putFile(name: string): Promise<void> {
    const kept = await keyValueStore.read(fileKey(name));
    const value = JSON.stringify(readFileSync(join(assets, name)).toString('base64'));
    const version = kept?.version ?? null;
    // A failed write means that another instance has written the same content.
    await keyValueStore.write(fileKey(name), value, { version, ttlSeconds });
  }

  async function share(): Promise<void> {
    const before = await readList();
    const fresh = clock.now().getTime() - dayMs;
    if (own.every((name) => (before.names[name] ?? 0) > fresh)) return;
    await Promise.all(own.map(putFile));
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { names, version } = await readList();
      const now = clock.now().getTime();
      const young = Object.entries(names).filter(([, at]) => now - at <= keptMs);
      const all = { ...Object.fromEntries(young), ...Object.fromEntries(own.map((n) => [n, now])) };
      if (await keyValueStore.write(listKey, JSON.stringify(all), { version, ttlSeconds })) {
        log.info({ event: 'files.shared', files: own.length }, 'files of this build are shared');
        return;
      }
    }
  }

  const shareOrTell = (): Promise<void> =>
    share().catch((error: unknown) => {
      log.warn(
        { event: 'files.not_shared', error: errorDetail(error) },
        'other instances cannot serve the files of this build yet',
      );
    });

  async function isListed(name: string): Promise<boolean> {
    const now = clock.now().getTime();
    if (!listed || now - listed.at >= listForMs || now < listed.at)
      listed = { at: now, names: readList().then(({ names }) => names) };
    return Object.hasOwn(await listed.names, name);
  }

  await shareOrTell();
  const again = setInterval(() => void shareOrTell(), lookAgainMs);
  again.unref();
  return {
    async find(name) {
      const known = found.get(name);
      if (known) return known;
      try {
        if (!(await isListed(name))) return null;
        const kept = await keyValueStore.read(fileKey(name));
        if (!kept) return null;
        const body = Buffer.from(Content.parse(JSON.parse(kept.value)), 'base64');
        found.set(name, body);
        return body;
      } catch {
        // The store logs its own fault; respond as if the file did not exist.
        return null;
      }
    },
    stop: () => clearInterval(again),
  };
}
