/**
 * `npm run backup -- FILE` (in the container: `node dist/backup.js FILE`) writes a consistent copy of the embedded
 * store while the shop runs. `--restore FILE` replaces the store with that copy while the shop is stopped. The restored
 * store gets a new epoch, so the cart ledger asks the ERP before it repeats transactions sent after the copy.
 * SESSION_DB names the store.
 *
 * A backup gets its final name only when it is complete and verified, so a file under that name can be restored.
 */
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { commandLine } from '../sandbox/command-line';
import { settings } from '../server/settings';
import { makeFolder } from '../server/store/make-folder';
import { fileFault } from './file-faults';

const Tables = z.array(z.object({ name: z.string() }));
const Check = z.object({ integrity_check: z.string() });
const usage = `Usage: npm run backup -- FILE              a copy of the store while the shop runs
       npm run backup -- --restore FILE    puts it back while the shop is stopped
The store is that of SESSION_DB. Exit code 0: done; 1: not done; 64: usage.`;

const asTheShop = 'run this as the user that the shop runs as';

/** Throws unless `file` exists and is readable. */
function mustBeReadable(file: string, about = ''): void {
  if (!existsSync(file)) throw new Error(`${file} is not there${about}`);
  if (!statSync(file).isFile()) throw new Error(`${file} is no file${about}`);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new Error(`${file} cannot be accessed by this user${about}: ${asTheShop}`);
  }
}

function wholeness(db: Database.Database, file: string): unknown {
  try {
    return db.prepare('PRAGMA integrity_check').get();
  } catch (error) {
    if (error instanceof Error && /not a database/.test(error.message))
      throw new Error(`${file} is no store of the shop`, { cause: error });
    if (error instanceof Error && /malformed/.test(error.message))
      throw new Error(`${file} is damaged`, { cause: error });
    throw error;
  }
}

/**
 * Throws if the copy is truncated, for example by an interrupted transfer. The file header holds the page count (SQLite
 * file format 1.3). SQLite itself reads a truncated last page as zeros.
 */
function mustBeComplete(file: string): void {
  const head = Buffer.alloc(32);
  const from = openSync(file, 'r');
  readSync(from, head, 0, head.length, 0);
  closeSync(from);
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const wanted = head.readUInt32BE(28) * pageBytes;
  const { size } = statSync(file);
  if (head.toString('latin1').startsWith('SQLite format 3') && size < wanted)
    throw new Error(`${file} ends in the middle: ${size} of ${wanted} bytes; fetch it once more`);
}

/**
 * Throws unless the database is intact and has the tables of a store. A database of another program, or an empty one,
 * has other tables.
 */
function mustBeStore(db: Database.Database, file: string): void {
  const check = Check.safeParse(wholeness(db, file));
  if (check.data?.integrity_check !== 'ok') throw new Error(`${file} is damaged`);
  const found = Tables.parse(
    db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all(),
  );
  const names = found.map(({ name }) => name);
  if (!['records', 'leases', 'epoch'].every((name) => names.includes(name)))
    throw new Error(`${file} is no store of the shop`);
}

/** Closes the database even if `work` throws. */
function withStore<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file, { timeout: 10_000 });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function save(store: string, file: string): void {
  mustBeReadable(store, ' (SESSION_DB)');
  if (existsSync(file)) throw new Error(`${file} is there already`);
  if (!existsSync(dirname(file))) throw new Error(`${dirname(file)} is not there`);
  const fresh = `${file}.unfinished`;
  rmSync(fresh, { force: true });
  // The new file is readable by this user only, like the store itself.
  writeFileSync(fresh, '', { mode: 0o600 });
  try {
    withStore(store, (db) => {
      mustBeStore(db, store);
      db.prepare('VACUUM INTO ?').run(fresh);
    });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/**
 * SQLite refuses to leave write-ahead mode while another process has the file open. A damaged store counts as not open,
 * so it can be replaced.
 */
function isOpenElsewhere(store: string): boolean {
  if (!existsSync(store)) return false;
  const db = new Database(store);
  try {
    db.pragma('journal_mode = DELETE');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
  } finally {
    db.close();
  }
}

/**
 * Gives the restored file the owner of the store, or of its folder, so that the shop can open it when another user
 * restores.
 */
function ownedAsBefore(store: string, fresh: string): void {
  chmodSync(fresh, 0o600);
  const { uid, gid } = statSync(existsSync(store) ? store : dirname(store));
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
}

/** Verifies that the backup is an intact store before it replaces anything. */
function restore(store: string, file: string): void {
  mustBeReadable(file);
  if (resolve(file) === resolve(store)) throw new Error(`${file} is the store itself`);
  if (existsSync(store) && !statSync(store).isFile())
    throw new Error(`${store} is no file (SESSION_DB)`);
  // A running shop would keep writing to the replaced file and lose these writes when it exits.
  if (isOpenElsewhere(store)) throw new Error(`${store} is in use: stop the shop first`);
  mustBeComplete(file);
  const fresh = `${store}.restored`;
  makeFolder(dirname(store));
  try {
    copyFileSync(file, fresh);
    ownedAsBefore(store, fresh);
    withStore(fresh, (db) => {
      mustBeStore(db, file);
      db.prepare('DELETE FROM leases').run();
      db.prepare('DELETE FROM epoch').run();
    });
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
    throw error;
  }
  for (const suffix of ['-wal', '-shm']) rmSync(store + suffix, { force: true });
  renameSync(fresh, store);
}

/** Replaces library messages about files, which only library authors understand. */
function plainly(error: unknown): string {
  const said = fileFault(error);
  if (/disk is full|disk I\/O error/.test(said))
    return 'the disk that the copy goes to has no room, or fails';
  if (/Unable to open connection/.test(said))
    return `this user cannot open the store: ${asTheShop}`;
  return /cannot be accessed by this user$/.test(said) ? `${said}: ${asTheShop}` : said;
}

const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: { restore: { type: 'string' } },
});
const [file] = positionals;
if (positionals.length + (values.restore === undefined ? 0 : 1) !== 1 || values.restore === '') {
  console.error(usage);
  process.exit(64);
}
try {
  if (process.env['REDIS_URL'] ?? process.env['REDIS_URL_FILE'])
    throw new Error(
      'REDIS_URL is set: sessions and carts are in Redis, which has copies of its own',
    );
  const store = process.env['SESSION_DB']?.trim() || settings.SESSION_DB.fallback;
  if (values.restore !== undefined) restore(store, values.restore);
  else if (file !== undefined) save(store, file);
  console.log(
    values.restore === undefined ? `${store} → ${file ?? ''}` : `${values.restore} → ${store}`,
  );
} catch (error) {
  console.error(`backup: ${plainly(error)}`);
  process.exitCode = 1;
}
