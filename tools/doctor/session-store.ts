/** Checks the session store: writes, reads and deletes a document like the shop, and unseals stored documents. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../server/config';
import { parseLine } from '../../server/observe/log-entry';
import { createLogger, type RootLog } from '../../server/observe/logger';
import { openStore } from '../../server/store/open-store';
import type { KeyValueStore } from '../../server/store/key-value-store';
import { fail, ok, warn, type Finding } from './finding';
import { contentOf, opensCartOf } from './store-content';

async function tried(keyValueStore: KeyValueStore): Promise<boolean> {
  const key = `doctor:${randomUUID()}`;
  await keyValueStore.write(key, '"well"', { version: null, ttlSeconds: 60 });
  const found = await keyValueStore.read(key);
  await keyValueStore.delete(key);
  return found?.value === '"well"';
}

const detail = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
};

const nearest = (folder: string): string =>
  existsSync(folder) ? folder : nearest(dirname(folder));

function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The shop creates the folder at start if its user may. The doctor never creates it. */
function ofMissingFolder(folder: string): Finding {
  const text = `${folder}, the folder of SESSION_DB, is not there`;
  const above = nearest(folder);
  return mayWriteIn(above)
    ? warn(
        'store',
        `${text}: not tried`,
        'SESSION_DB, if this is a slip; the shop makes the folder when it starts',
      )
    : fail(
        'store',
        `${text}, and a shop of this user cannot make it in ${above}`,
        'make it, for the user of the shop; or SESSION_DB, if this is a slip',
      );
}

/** Redis calls only report that the connection is lost; the logged line has the reason. */
function mendOf(why: string): string {
  if (/\bOOM\b/.test(why)) return 'give Redis more room (maxmemory), or find what else fills it';
  if (/NOAUTH|WRONGPASS|NOPERM/.test(why))
    return 'REDIS_PASSWORD and REDIS_USERNAME, or the ACL of Redis';
  if (/certificate/i.test(why)) return 'REDIS_CA_FILE';
  return 'REDIS_URL, or Redis';
}

/**
 * Reports documents that SESSION_SECRET cannot open, after a restored copy or a setting copied from another
 * installation.
 */
async function ofSecret(config: Config, now: Date, log: RootLog): Promise<Finding[]> {
  const { SESSION_DB: file, SESSION_SECRET: secrets, redis } = config;
  let found = 'a cart in Redis is';
  if (redis) {
    if ((await opensCartOf(redis, secrets, log)) !== false) return [];
  } else {
    const { sealed, unreadable } = contentOf(file, secrets, now);
    if (unreadable === 0) return [];
    found = `${unreadable} of ${sealed} documents in ${file} are`;
  }
  const text = `${found} sealed with a secret that SESSION_SECRET does not list`;
  const mend =
    'put the former secret behind a comma; is it lost for good, SESSION_SECRET_LOST (docs/operating/upgrade.md)';
  return [
    config.SESSION_SECRET_LOST
      ? warn('store secret', text, mend)
      : fail('store secret', text, mend),
  ];
}

/** Edits stored in a file before the shop moved to Redis, which no instance will send. */
function leftBehind(config: Config, now: Date): Finding[] {
  const { SESSION_DB: file, SESSION_SECRET: secrets } = config;
  if (!existsSync(file)) return [];
  try {
    const { openCarts } = contentOf(file, secrets, now);
    if (openCarts === 0) return [];
    const text = `${file} holds ${openCarts} carts with edits that wait or are in doubt; beside REDIS_URL nobody sends them`;
    const mend =
      'start once more without REDIS_URL until shop_cart_open is 0 (docs/operating/upgrade.md)';
    return [warn('store SESSION_DB', text, mend)];
  } catch {
    // The file is not a store or belongs to another user. The shop does not use it, so there is nothing to fix.
    return [];
  }
}

export async function examineStore(config: Config, now: () => Date): Promise<Finding[]> {
  const { redis } = config;
  const place = redis ? 'Redis' : config.SESSION_DB;
  const folder = dirname(resolve(config.SESSION_DB));
  if (!redis && !existsSync(folder)) return [ofMissingFolder(folder)];
  // Uses a temporary file: the shop could not open a store that the doctor created as another user.
  const isNew = !redis && !existsSync(config.SESSION_DB);
  const file = isNew ? `${config.SESSION_DB}.doctor-${randomUUID()}` : config.SESSION_DB;
  const lines: string[] = [];
  const mend = (why: string): string => {
    if (redis) return mendOf(why);
    if (/full/.test(why)) return 'make room on the disk of SESSION_DB';
    if (/EISDIR/.test(why))
      return 'SESSION_DB names the file itself, such as shop.db in that folder';
    if (/belongs to/.test(why))
      return 'give it to the user that the shop runs as (chown), with its -wal and -shm';
    if (/malformed|not a database|disk I\/O/.test(why))
      return 'look at its disk; put a copy back (docs/operating/upgrade.md), or move the file away: without it customers sign in again';
    return 'SESSION_DB must lie in a folder that can be written';
  };
  let keyValueStore: KeyValueStore | null = null;
  try {
    const log = createLogger({
      level: 'warn',
      version: 'doctor',
      destination: { write: (line) => void lines.push(line) },
    });
    keyValueStore = await openStore({ redis, file, clock: { now }, log });
    await keyValueStore.pingEach?.();
    const kept = await tried(keyValueStore);
    if (!kept) return [fail('store', place, mend(''))];
    const secret = isNew ? [] : await ofSecret(config, now(), log);
    const left = redis ? leftBehind(config, now()) : [];
    const mended = lines.some((line) => parseLine(line)?.event === 'store.index_rebuilt')
      ? [
          warn(
            'store',
            `${place}: its index was damaged and is made anew; nothing is lost`,
            'look at its disk',
          ),
        ]
      : [];
    return [ok('store', `${place} stores and returns documents`), ...mended, ...secret, ...left];
  } catch (error) {
    const logged = lines.flatMap((line) => parseLine(line)?.detail ?? []).at(-1);
    const why = logged ?? detail(error);
    return [fail('store', `${place}: ${why}`, mend(why))];
  } finally {
    await keyValueStore?.close().catch(() => undefined);
    if (isNew)
      for (const end of ['', '-wal', '-shm'])
        await rm(file + end, { force: true }).catch(() => null);
  }
}
