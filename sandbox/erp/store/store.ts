/**
 * All data of the ERP in one libsql file (or in memory). Each call runs in one transaction: a rejection rolls all of it
 * back.
 */
import Database from 'libsql';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { goodsCents } from '../sale/amounts';
import { Collection } from './collection';
import {
  AccountRecord,
  AddressRecord,
  AdRecord,
  CustomerRecord,
  InboxRecord,
  MailRecord,
  ReservationRecord,
  SaleRecord,
  SubscriptionRecord,
  TransactionRecord,
  WishlistRecord,
} from './records';

const ValueRow = z.object({ value: z.string() });
const NumberRow = z.object({ value: z.number() });

/** Time for which a transaction uuid is remembered (10.5 requires at least 30 days). */
const UUID_MEMORY_MS = 60 * 24 * 3_600_000;

const isOpenCart = (sale: SaleRecord) => (sale.typology === 'cart' && sale.raw === 'draft' ? 1 : 0);

function collections(db: Database.Database) {
  return {
    customers: new Collection(
      db,
      'customer',
      CustomerRecord,
      { email: (c) => c.email.toLowerCase() },
      ['email'],
    ),
    accounts: new Collection(db, 'account', AccountRecord, { login: (a) => a.login }, ['login']),
    addresses: new Collection(
      db,
      'address',
      AddressRecord,
      { customer: (a) => a.customerId, kind: (a) => a.kind, archived: (a) => (a.archived ? 1 : 0) },
      ['customer'],
    ),
    sales: new Collection(
      db,
      'sale',
      SaleRecord,
      {
        customer: (s) => s.customerId,
        typology: (s) => s.typology,
        open_cart: isOpenCart,
        uuid: (s) => s.uuid,
        date_order: (s) => s.dateOrder,
        raw: (s) => s.raw,
        channel: (s) => s.channel,
        /** An order has at most one invoice. */
        invoice: (s) => s.invoices[0]?.id ?? null,
        goods: (s) => goodsCents(s).untaxed,
      },
      ['customer, typology', 'customer, open_cart', 'uuid', 'invoice'],
    ),
    transactions: new Collection(
      db,
      'payment_transaction',
      TransactionRecord,
      { reference: (t) => t.reference, sale: (t) => t.saleId },
      ['reference', 'sale'],
    ),
    wishlists: new Collection(db, 'wishlist', WishlistRecord, { customer: (w) => w.customerId }, [
      'customer',
    ]),
    ads: new Collection(
      db,
      'ad',
      AdRecord,
      { customer: (a) => a.customerId, state: (a) => a.state, date_start: (a) => a.dateStart },
      ['customer', 'state'],
    ),
    inbox: new Collection(db, 'inbox', InboxRecord, { kind: (i) => i.kind }),
    mails: new Collection(db, 'mail', MailRecord, {}),
    subscriptions: new Collection(
      db,
      'subscription',
      SubscriptionRecord,
      { customer: (s) => s.customerId, product: (s) => s.productId },
      ['customer, product'],
    ),
    reservations: new Collection(db, 'reservation', ReservationRecord, {}),
  };
}

type Collections = ReturnType<typeof collections>;

export interface Store extends Collections {
  /** The next number of a series, which starts at `from`. */
  next(series: string, from?: number): number;
  /** A stored secret, created at first use. */
  secret(): string;
  /** Seed of the world from which the records were created; null for a new file. */
  seededFor(): string | null;
  markSeeded(seed: string): void;
  knownTransactions(customerId: number, uuids: readonly string[]): Set<string>;
  rememberTransactions(customerId: number, uuids: readonly string[], at: number): void;
  atomically<T>(work: () => T): T;
  clear(): void;
  /** Saves a copy of the current records for `backToKept`, until the process ends. */
  keep(): void;
  /** Restores the saved copy; false if there is none. */
  backToKept(): boolean;
  /** False after the store is closed: later writes are lost. */
  isOpen(): boolean;
  close(): void;
}

function prepareTables(db: Database.Database): void {
  db.exec('CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  db.exec('CREATE TABLE IF NOT EXISTS series (name TEXT PRIMARY KEY, value INTEGER NOT NULL)');
  db.exec(
    'CREATE TABLE IF NOT EXISTS applied (customer INTEGER, uuid TEXT, at INTEGER, PRIMARY KEY (customer, uuid)) WITHOUT ROWID',
  );
}

export function openStore(file: string): Store {
  const db = new Database(file);
  // A power cut may lose the last second of the stand-in's data; the end of the process must lose nothing.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  prepareTables(db);
  const tables = collections(db);
  const readMeta = db.prepare('SELECT value FROM meta WHERE name = ?');
  const writeMeta = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  const nextOf = db.prepare(
    'INSERT INTO series (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value',
  );
  const isKnown = db.prepare('SELECT uuid AS value FROM applied WHERE customer = ? AND uuid = ?');
  const remember = db.prepare(
    'INSERT OR IGNORE INTO applied (customer, uuid, at) VALUES (?, ?, ?)',
  );
  const forget = db.prepare('DELETE FROM applied WHERE at < ?');

  function meta(name: string): string | null {
    const row = readMeta.get(name);
    return row === undefined ? null : ValueRow.parse(row).value;
  }

  const names = [...Object.values(tables).map((table) => table.name), 'series', 'meta'];
  let kept = false;
  let depth = 0;
  const store: Store = {
    ...tables,
    next: (series, from = 1) => NumberRow.parse(nextOf.get(series, from)).value,
    secret() {
      const known = meta('secret');
      if (known) return known;
      const made = randomBytes(32).toString('base64url');
      writeMeta.run('secret', made);
      return made;
    },
    seededFor: () => meta('seeded'),
    markSeeded: (seed) => {
      writeMeta.run('seeded', seed);
    },
    knownTransactions: (customerId, uuids) =>
      new Set(uuids.filter((uuid) => isKnown.get(customerId, uuid) !== undefined)),
    rememberTransactions(customerId, uuids, at) {
      for (const uuid of uuids) remember.run(customerId, uuid, at);
      forget.run(at - UUID_MEMORY_MS);
    },
    atomically(work) {
      if (depth > 0) return work();
      db.exec('BEGIN IMMEDIATE');
      depth += 1;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (cause) {
        db.exec('ROLLBACK');
        throw cause;
      } finally {
        depth -= 1;
      }
    },
    clear() {
      for (const table of Object.values(tables)) table.clear();
      db.exec("DELETE FROM series; DELETE FROM applied; DELETE FROM meta WHERE name = 'seeded'");
    },
    keep() {
      for (const name of names)
        db.exec(
          `DROP TABLE IF EXISTS temp.kept_${name}; CREATE TEMP TABLE kept_${name} AS SELECT * FROM main.${name}`,
        );
      kept = true;
    },
    backToKept() {
      if (!kept) return false;
      for (const name of names)
        db.exec(
          `DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM temp.kept_${name}`,
        );
      db.exec('DELETE FROM applied');
      return true;
    },
    isOpen: () => db.open,
    close: () => {
      db.close();
    },
  };
  return store;
}
