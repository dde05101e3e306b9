/**
 * The embedded store: one SQLite file (libsql, synchronous, in the process), write-ahead log, every write on disk when
 * it returns. Several processes of one machine may share the file; several machines need Redis.
 *
 * A version is a random number, not a count: a document that is deleted and recreated never gets a version that a slow
 * writer of the old one still holds.
 */
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import type { Clock } from '../context';
import { errorDetail, type Log } from '../observe/logger';
import { expiryIndex } from './expiry-index';
import { keepPrivate } from './keep-private';
import { makeFolder } from './make-folder';
import { randomVersion } from './random-version';
import type { KeyValueStore } from './key-value-store';
import { isDamage, storeCall, type StoreEvent } from './store-fault';
import { timeLeft } from './time-left';

const tables = `
  CREATE TABLE IF NOT EXISTS records (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, version INTEGER NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (
    key TEXT PRIMARY KEY, token TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS epoch (
    one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, since INTEGER NOT NULL
  );`;

const RecordRow = z.object({ value: z.string(), version: z.number() });
const KeyRow = z.object({ key: z.string() });
const EpochRow = z.object({ id: z.string(), since: z.number() });
const sweepEveryMs = 600_000;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

interface StoreOptions {
  file: string;
  clock: Clock;
  log?: Log | undefined;
  count?: ((event: StoreEvent) => void) | undefined;
}

/** In libsql, a statement that fails while reading fails forever afterwards, so it is prepared again. */
function reading(db: Database.Database, sql: string): Pick<Database.Statement, 'get' | 'all'> {
  let statement = db.prepare(sql);
  const once = <T>(ask: (of: Database.Statement) => T): T => {
    try {
      return ask(statement);
    } catch (error) {
      statement = db.prepare(sql);
      throw error;
    }
  };
  return {
    get: (...given) => once((of) => of.get(...given)),
    all: (...given) => once((of) => of.all(...given)),
  };
}
/** The statements of the store's calls. */
function prepareStatements(db: Database.Database) {
  return {
    find: reading(db, 'SELECT value, version FROM records WHERE key = ? AND expires_at > ?'),
    insert: db.prepare(
      `INSERT INTO records (key, value, version, expires_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE
         SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at
         WHERE records.expires_at <= ?`,
    ),
    replace: db.prepare(
      `UPDATE records SET value = ?, version = ?, expires_at = ?
       WHERE key = ? AND version = ? AND expires_at > ?`,
    ),
    findKeys: reading(db, "SELECT key FROM records WHERE key LIKE ? || '%' AND expires_at > ?"),
    remove: db.prepare('DELETE FROM records WHERE key = ?'),
    take: db.prepare(
      `INSERT INTO leases (key, token, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
         WHERE leases.expires_at <= ?`,
    ),
    proveWritable: db.prepare(
      "INSERT OR REPLACE INTO leases (key, token, expires_at) VALUES ('ping', ?, 0)",
    ),
    giveBack: db.prepare('DELETE FROM leases WHERE key = ? AND token = ?'),
    findEpoch: reading(db, 'SELECT id, since FROM epoch'),
  };
}

/** Returns the sweep of expired documents. The next one makes up for one that finds the file busy. */
function createSweep(
  db: Database.Database,
  index: ReturnType<typeof expiryIndex>,
  { now, log, count }: Pick<StoreOptions, 'log' | 'count'> & { now: () => number },
): () => void {
  const readDocuments = () =>
    db.prepare('SELECT sum(length(value)) FROM records NOT INDEXED').get();
  const sweep = (): void => {
    index.rebuildOnDamage(() => {
      // Read the whole index, so that a sweep finds damage before a customer does.
      db.prepare('SELECT count(expires_at) FROM records WHERE expires_at > 0').get();
      db.prepare('DELETE FROM records WHERE expires_at <= ?').run(now());
    }, readDocuments);
    db.prepare('DELETE FROM leases WHERE expires_at <= ?').run(now());
  };
  return (): void => {
    try {
      sweep();
    } catch (error) {
      if (isBusy(error)) return;
      count?.('store.not_swept');
      log?.warn({ event: 'store.not_swept', error: errorDetail(error) }, 'expired documents stay');
    }
  };
}

/** Opens or creates the file, its folder and its tables; a new file gets its epoch. */
function openFile(file: string, clock: Clock): Database.Database {
  makeFolder(dirname(file));
  keepPrivate(file);
  // Milliseconds that a statement waits while another process writes.
  const db = new Database(file, { timeout: 2_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(tables);
  const newEpoch = db.prepare('INSERT OR IGNORE INTO epoch (one, id, since) VALUES (1, ?, ?)');
  newEpoch.run(randomUUID(), clock.now().getTime());
  return db;
}

/** Throws when the file's root page is damaged: then neither the first nor the last page can be found. */
function proveRootPage({ find }: ReturnType<typeof prepareStatements>, now: number): void {
  try {
    find.get('', now);
  } catch {
    find.get('\uffff', now);
  }
}

/**
 * Opens the store. Throws when the file exists but is no database. A file with damaged pages
 * is opened: customers whose data are elsewhere are served, and `sealed.ts` reports the others.
 */
export function openEmbedded(options: StoreOptions): KeyValueStore {
  const { file, clock, log, count } = options;
  const db = openFile(file, clock);
  const index = expiryIndex(db, {
    ...(log ? { log } : {}),
    onMade: () => count?.('store.index_rebuilt'),
  });
  const now = (): number => clock.now().getTime();
  const statements = prepareStatements(db);
  const proveReadable = (): void => proveRootPage(statements, now());
  const { find, findKeys, findEpoch, insert, replace, remove, take, giveBack } = statements;
  const sweepIfFree = createSweep(db, index, { now, log, count });

  // The store does not open with a damaged root page.
  proveReadable();
  sweepIfFree();
  const sweeper = setInterval(sweepIfFree, sweepEveryMs);
  sweeper.unref();

  return {
    read: (key) =>
      storeCall('read', () => {
        try {
          const row = find.get(key, now());
          return row === undefined ? null : RecordRow.parse(row);
        } catch (error) {
          if (isDamage(error)) return { value: '', version: 0 };
          throw error;
        }
      }),
    write: (key, value, { version, ttlSeconds }) =>
      storeCall('write', () => {
        const expires = now() + ttlSeconds * 1000;
        const result = index.rebuildOnDamage(
          () =>
            version === null
              ? insert.run(key, value, randomVersion(), expires, now())
              : replace.run(value, randomVersion(), expires, key, version, now()),
          () => find.get(key, now()),
        );
        return result.changes === 1;
      }),
    delete: (key) =>
      storeCall('delete', () => {
        index.rebuildOnDamage(
          () => remove.run(key),
          () => find.get(key, now()),
        );
      }),
    keys: (prefix) =>
      storeCall('keys', () =>
        KeyRow.array()
          .parse(findKeys.all(prefix, now()))
          .map(({ key }) => key),
      ),
    lease: (key, ttlMs) =>
      storeCall('lease', () => {
        const token = randomUUID();
        const remainingMs = timeLeft(clock, ttlMs);
        if (take.run(key, token, now() + ttlMs, now()).changes !== 1) return null;
        return {
          remainingMs,
          release: () => storeCall('release', () => void giveBack.run(key, token)),
        };
      }),
    // Reads still work on a full disk: only a write shows that the next edit or sign-in can be stored.
    ping: () =>
      storeCall('ping', () => {
        proveReadable();
        findEpoch.get();
        statements.proveWritable.run(randomUUID());
      }),
    epoch: () =>
      storeCall('epoch', () => {
        const row = EpochRow.parse(findEpoch.get());
        return { id: row.id, since: new Date(row.since) };
      }),
    close: async () => {
      clearInterval(sweeper);
      await storeCall('close', () => void db.close());
    },
  };
}
