/**
 * Hashed files outlive their build (P-69): a tab, or a page that a browser has kept, names files of the build
 * that rendered it. At its start a shop puts its own beside the store, where the builds before have put
 * theirs, and serves all of them. A file stays for fourteen days after the last start that had it.
 */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorDetail, type RootLog } from '../../observe/logger';

const keptMs = 14 * 24 * 3_600_000;
/** A build has some 3 MB of files; what a shop deploys in a busy fortnight fits. */
const mostBytes = 100_000_000;

/** Whole or not at all: another instance may be doing the same. */
function put(from: string, to: string, now: Date): void {
  const isThere = statSync(to, { throwIfNoEntry: false })?.size === statSync(from).size;
  if (!isThere) {
    const half = `${to}.${process.pid}.part`;
    copyFileSync(from, half);
    renameSync(half, to);
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

/**
 * Keeps this build's files and forgets old ones; gives the folder to serve, or null where nothing can be
 * kept (a read-only file system without a volume): only tabs of the build before would notice.
 */
export function keepFiles(options: {
  clientFolder: string;
  /** File of the embedded store; the files lie in a folder beside it. */
  store: string;
  now: Date;
  log: RootLog;
}): string | null {
  const { clientFolder, store, now, log } = options;
  const kept = join(dirname(store), 'client');
  try {
    const [from, to] = [join(clientFolder, 'assets'), join(kept, 'assets')];
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) put(join(from, name), join(to, name), now);
    const removed = removeOld(to, now);
    log.info({ event: 'files.kept', removed }, 'files of earlier builds are served too');
    return kept;
  } catch (error) {
    log.warn(
      { event: 'files.not_kept', error: errorDetail(error) },
      'files of this build cannot be kept for tabs that outlive it',
    );
    return null;
  }
}
