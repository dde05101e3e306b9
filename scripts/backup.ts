/**
 * `npm run backup -- FILE` (in the container: `node dist/backup.js FILE`): a consistent copy of the embedded store while
 * the shop runs. `--restore FILE` puts it back while the shop is stopped; the restored store has a new epoch, so that
 * the cart ledger asks the ERP before it repeats what left after the copy. SESSION_DB says where the store is.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { z } from 'zod';
import { commandLine } from '../sandbox/command-line';
import { settings } from '../server/settings';

const Check = z.object({ integrity_check: z.string() });
const usage = `Usage: npm run backup -- FILE              a copy of the store while the shop runs
       npm run backup -- --restore FILE    puts it back while the shop is stopped
The store is that of SESSION_DB. Exit code 0: done; 1: not done; 64: usage.`;

function save(store: string, file: string): void {
  if (!existsSync(store)) throw new Error(`${store} is not there (SESSION_DB)`);
  if (existsSync(file)) throw new Error(`${file} is there already`);
  const db = new Database(store, { timeout: 10_000 });
  // Readable by this user alone, as the store itself.
  writeFileSync(file, '', { mode: 0o600 });
  db.prepare('VACUUM INTO ?').run(file);
  db.close();
}

/** Leaving write-ahead mode is refused while another process has the file open; a damaged store is replaced all the same. */
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

/** A copy that is no store, or is damaged, is found out before anything is replaced. */
function restore(store: string, file: string): void {
  // A shop that runs would go on writing to the file that was replaced, and lose it all when it ends.
  if (isOpenElsewhere(store)) throw new Error(`${store} is in use: stop the shop first`);
  const fresh = `${store}.restored`;
  mkdirSync(dirname(store), { recursive: true });
  copyFileSync(file, fresh);
  chmodSync(fresh, 0o600);
  try {
    const db = new Database(fresh);
    const check = Check.safeParse(db.prepare('PRAGMA integrity_check').get());
    if (check.data?.integrity_check !== 'ok') throw new Error(`${file} is damaged`);
    db.prepare('DELETE FROM leases').run();
    db.prepare('DELETE FROM epoch').run();
    db.close();
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  for (const suffix of ['-wal', '-shm']) rmSync(store + suffix, { force: true });
  renameSync(fresh, store);
}

const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: { restore: { type: 'string' } },
});
const [file] = positionals;
if (positionals.length + (values.restore === undefined ? 0 : 1) !== 1) {
  console.error(usage);
  process.exit(64);
}
try {
  const store = process.env['SESSION_DB']?.trim() || settings.SESSION_DB.fallback;
  if (values.restore !== undefined) restore(store, values.restore);
  else if (file !== undefined) save(store, file);
  console.log(
    values.restore === undefined ? `${store} → ${file ?? ''}` : `${values.restore} → ${store}`,
  );
} catch (error) {
  console.error(`backup: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
