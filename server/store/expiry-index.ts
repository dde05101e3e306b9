/**
 * Index by which the embedded store finds expired documents. It holds no data of its own: when its pages are damaged,
 * it is rebuilt from the documents. DROP and REINDEX would read those pages first. So the index is removed from the
 * schema, and VACUUM then writes the file without them.
 */
import type Database from 'libsql';
import { errorDetail, type Log } from '../observe/logger';
import { isDamage } from './store-fault';

const make = 'CREATE INDEX IF NOT EXISTS records_expiry ON records (expires_at)';
const strike = `
  PRAGMA writable_schema = ON;
  DELETE FROM sqlite_schema WHERE name = 'records_expiry';
  PRAGMA writable_schema = RESET;`;
/**
 * Minimum time between two rebuilds. Damage that recurs at once is not in the index, and the file must not be rewritten
 * for each customer who meets the damage.
 */
const restMs = 60_000;

export function expiryIndex(db: Database.Database, options: { log?: Log; onMade?: () => void }) {
  const { log, onMade } = options;
  let madeAt = -Infinity;

  /** The store works without the index: a sweep then scans every document. */
  function tryTo(statement: string): string | undefined {
    try {
      db.exec(statement);
      return undefined;
    } catch (error) {
      return errorDetail(error);
    }
  }

  function makeAnew(): void {
    db.exec(strike);
    madeAt = performance.now();
    const error = tryTo('VACUUM') ?? tryTo(make);
    if (error !== undefined) tryTo(make);
    onMade?.();
    log?.error(
      { event: 'store.index_rebuilt', error },
      'the index of the store was damaged and is made anew from its documents: look at the disk',
    );
  }

  tryTo(make);
  return {
    /**
     * Runs `work`, and once more after rebuilding the index if it met a damaged page outside those that `readDocuments`
     * reads.
     */
    rebuildOnDamage<T>(work: () => T, readDocuments: () => unknown): T {
      try {
        return work();
      } catch (error) {
        if (!isDamage(error) || performance.now() - madeAt < restMs) throw error;
        try {
          readDocuments();
        } catch {
          throw error;
        }
        makeAnew();
        return work();
      }
    },
  };
}
