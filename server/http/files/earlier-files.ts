/**
 * Serves hashed files longer than their build is deployed (P-69): a tab or a cached page refers to the files of the
 * build that rendered it. At startup a shop copies its files to a folder beside the store, which also holds those of
 * earlier builds, and serves all of them. A file remains for fourteen days after the last start of a build that
 * contains it.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorDetail, type RootLog } from '../../observe/logger';

const keptMs = 14 * 24 * 3_600_000;
/** A build has about 3 MB of files: enough for a fortnight of frequent deployments. */
const mostBytes = 100_000_000;
/**
 * Nothing is copied while the disk has less free space than this, because the store on the same disk needs the rest.
 */
const leastFreeBytes = 50_000_000;

/** Copies a file atomically, because another instance may copy the same file at the same time. */
function put(from: string, to: string, now: Date): void {
  const isThere = statSync(to, { throwIfNoEntry: false })?.size === statSync(from).size;
  if (!isThere) {
    const half = `${to}.${process.pid}.part`;
    try {
      copyFileSync(from, half);
      renameSync(half, to);
    } catch (error) {
      rmSync(half, { force: true });
      throw error;
    }
  }
  utimesSync(to, now, now);
}

function removeOld(folder: string, now: Date): number {
  const files = readdirSync(folder).flatMap((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found ? [{ name, bytes: found.size, at: found.mtimeMs }] : [];
  });
  let bytes = 0;
  let removed = 0;
  for (const file of files.sort((a, b) => b.at - a.at)) {
    bytes += file.bytes;
    if (now.getTime() - file.at <= keptMs && bytes <= mostBytes) continue;
    rmSync(join(folder, file.name), { force: true });
    removed += 1;
  }
  return removed;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Stores this build's files and deletes old ones. If that fails (read-only file system without a volume, nearly full
 * disk), the shop starts anyway: only tabs of this build that outlive it are affected. Returns the folder to serve, or
 * null when there is none.
 */
export function keepFiles(options: {
  clientFolder: string;
  /** Path of the embedded store's file; the copied files go to a folder next to it. */
  store: string;
  now: Date;
  log: RootLog;
  /** Free bytes on the disk that contains the folder. */
  free?: (folder: string) => number;
}): string | null {
  const { clientFolder, store, now, log, free = freeBytes } = options;
  const kept = join(dirname(store), 'client');
  try {
    const [from, to] = [join(clientFolder, 'assets'), join(kept, 'assets')];
    mkdirSync(to, { recursive: true });
    if (free(to) < leastFreeBytes) throw new Error(`less than ${leastFreeBytes / 1e6} MB are free`);
    for (const name of readdirSync(from)) put(join(from, name), join(to, name), now);
    const removed = removeOld(to, now);
    log.info({ event: 'files.kept', removed }, 'files of earlier builds are served too');
    return kept;
  } catch (error) {
    log.warn(
      { event: 'files.not_kept', error: errorDetail(error) },
      'files of this build cannot be kept for tabs that outlive it',
    );
    // Copying has failed; files of earlier builds that were copied before are still served.
    return existsSync(kept) ? kept : null;
  }
}
