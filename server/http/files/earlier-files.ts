/**
 * Hashed files outlive their build (P-69): a tab, or a page that a browser has kept, names files of the build
 * that rendered it. At its start a shop puts its own beside the store, where the builds before have put
 * theirs, and serves all of them. A file stays for fourteen days after the last start that had it.
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
/** A build has some 3 MB of files; what a shop deploys in a busy fortnight fits. */
const mostBytes = 100_000_000;
/** The store beside them needs the disk more: on one with less room nothing is added. */
const leastFreeBytes = 50_000_000;

/** Whole or not at all: another instance may be doing the same. */
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
 * Keeps this build's files and forgets old ones, or keeps none (a read-only file system without a volume, a disk that is
 * nearly full): only tabs of this build would notice. Gives the folder to serve, or null where there is none.
 */
export function keepFiles(options: {
  clientFolder: string;
  /** File of the embedded store; the files lie in a folder beside it. */
  store: string;
  now: Date;
  log: RootLog;
  /** Of the disk that a folder is on. */
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
    // Those of builds before are served all the same.
    return existsSync(kept) ? kept : null;
  }
}
