/** What the file of SESSION_DB holds: documents that SESSION_SECRET does not open, carts with edits that are still open. */
import Database from 'libsql';
import { z } from 'zod';
import { createSeal } from '../../server/auth/session/seal';
import { viewOfLedger } from '../../server/http/support/cart-ledger';

const Document = z.object({ key: z.string(), value: z.string() });
const mark = 'sealed:';
/** Of a large store enough to tell; files of earlier builds are long, and nobody's. */
const question = `SELECT key, value FROM records
  WHERE expires_at > ? AND value LIKE '${mark}%' AND key NOT LIKE 'files:%' LIMIT 20000`;

export interface StoreContent {
  sealed: number;
  /** Of these, how many no listed secret opens. */
  unreadable: number;
  /** Carts whose edits wait for the ERP, or of which one is in doubt. */
  openCarts: number;
}

const isLedger = (key: string): boolean => /^cart:[\w-]{22}$/.test(key);

function isOpen(ledger: string): boolean {
  try {
    const { doubt, pending } = viewOfLedger(ledger);
    return doubt !== null || pending.length > 0;
  } catch {
    // Of a release that wrote it otherwise: what it waits for cannot be told.
    return false;
  }
}

/** Throws an error where the file is no store. */
export function contentOf(file: string, secrets: string, now: Date): StoreContent {
  const seal = createSeal(secrets);
  const content = { sealed: 0, unreadable: 0, openCarts: 0 };
  const db = new Database(file, { timeout: 2_000, fileMustExist: true });
  try {
    for (const row of db.prepare(question).iterate(now.getTime())) {
      const { key, value } = Document.parse(row);
      const text = seal.open(key, value.slice(mark.length));
      content.sealed += 1;
      if (text === null) content.unreadable += 1;
      else if (isLedger(key) && isOpen(text)) content.openCarts += 1;
    }
  } finally {
    db.close();
  }
  return content;
}
