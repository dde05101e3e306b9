import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

/**
 * Makes the files readable only by this user (P-95); SQLite gives its log and index files the permissions of the main
 * file.
 */
export function keepPrivate(file: string): void {
  const parts = [file, `${file}-wal`, `${file}-shm`];
  const me = process.geteuid?.() ?? 0;
  for (const one of me === 0 ? [] : parts) {
    const owner = statSync(one, { throwIfNoEntry: false })?.uid ?? me;
    if (owner !== me) throw new Error(`${one} belongs to user ${owner}, and this is user ${me}`);
  }
  closeSync(openSync(file, 'a', 0o600));
  for (const one of parts) if (existsSync(one)) chmodSync(one, 0o600);
}
