/**
 * The index by which the embedded store finds what has expired. It holds nothing that the documents do not hold: when
 * pages of it are damaged it is made anew from them. DROP and REINDEX read those pages first, so it is struck from the
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
/** Damage that comes back at once is not of the index: the file is not written anew for each of its customers. */
const restMs = 60_000;

export function expiryIndex(db: Database.Database, options: { log?: Log; onMade?: () => void }) {
  const { log, onMade } = options;
  let madeAt = -Infinity;

  /** Without it the store goes on: a sweep looks at every document then. */
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
    /** `work`, once more where it met a damaged page that is none of those that `readDocuments` reads. */
    orAnew<T>(work: () => T, readDocuments: () => unknown): T {
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
