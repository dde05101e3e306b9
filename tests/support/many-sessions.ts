/**
 * Many sessions with carts in the embedded store of a shop (P-98). The sample world has some dozens of customers, who
 * each sign in once. Copies of their sessions, index entries and cart ledgers with other names are written too, sealed
 * by the shop's own code. The shop sees as many owners; the ERP identifies them by the tokens of the original
 * customers.
 */
import Database from 'libsql';
import pino from 'pino';
import { createSeal, hashOf, randomId } from '../../server/auth/session/seal';
import { createSessionIds } from '../../server/auth/session/session-id';
import type { SessionRecord } from '../../server/auth/session/session-record';
import { createSessionStore } from '../../server/auth/session/session-store';
import { ledgerKeyOf } from '../../server/http/support/cart-ledger';
import { openEmbedded } from '../../server/store/embedded';
import type { KeyValueStore } from '../../server/store/key-value-store';
import { sealedRecords } from '../../server/store/sealed';

export interface Template {
  record: SessionRecord;
  /** The ledger of this customer's cart, as written by the shop. */
  ledger: string;
}

interface ManySessions {
  /** Reads existing sessions by their cookie `sid`. Throws if one has no ledger because it has not opened its cart. */
  read(ids: readonly string[]): Promise<Template[]>;
  /** Adds `count` sessions, alternating the templates, and returns their cookies. */
  add(count: number, templates: readonly Template[]): Promise<string[]>;
}

interface Row {
  key: string;
  value: string;
  seconds: number;
}

const clock = { now: () => new Date() };

/** A store that only collects rows, so that the rows that the shop's code creates are written to the file at once. */
function collecting(): { store: KeyValueStore; rows: Map<string, Row> } {
  const rows = new Map<string, Row>();
  const store: KeyValueStore = {
    read: (key) =>
      Promise.resolve(rows.has(key) ? { value: rows.get(key)?.value ?? '', version: 1 } : null),
    write: (key, value, { ttlSeconds }) => {
      rows.set(key, { key, value, seconds: ttlSeconds });
      return Promise.resolve(true);
    },
    keys: () => Promise.resolve([...rows.keys()]),
    delete: (key) => Promise.resolve(void rows.delete(key)),
    lease: () => Promise.resolve(null),
    ping: () => Promise.resolve(),
    epoch: () => Promise.resolve({ id: '', since: clock.now() }),
    close: () => Promise.resolve(),
  };
  return { store, rows };
}

/** Opens the store in `file` of a shop with this SESSION_SECRET; the shop may be running. */
export function manySessions(file: string, secret: string): ManySessions {
  const seal = createSeal(secret);
  const ids = createSessionIds(secret);
  const log = pino({ level: 'silent' });
  const sealed = (keyValueStore: KeyValueStore): KeyValueStore =>
    sealedRecords({ keyValueStore, seal, clock, secretLost: false, log });
  let made = 0;
  return {
    async read(cookies) {
      const embedded = openEmbedded({ file, clock });
      const store = createSessionStore({ keyValueStore: embedded, seal, clock });
      const found: Template[] = [];
      for (const id of cookies) {
        const record = await store.read(hashOf(id));
        const key = ledgerKeyOf(record?.customer.owner ?? '');
        const ledger = (await sealed(embedded).read(key))?.value;
        if (!record || ledger === undefined)
          throw new Error('a session, or its ledger, is missing');
        found.push({ record, ledger });
      }
      await embedded.close();
      return found;
    },
    async add(count, templates) {
      const { store, rows } = collecting();
      const records = sealed(store);
      const sessions = createSessionStore({ keyValueStore: records, seal, clock });
      const cookies: string[] = [];
      for (; cookies.length < count; made += 1) {
        const template = templates[made % templates.length];
        if (!template) throw new Error('no template');
        const { record, ledger } = template;
        const owner = `${record.customer.owner}#${made}`;
        const id = ids.make();
        await sessions.create(hashOf(id), {
          ...record,
          key: randomId().slice(0, 22),
          customer: { ...record.customer, owner },
          // The provider's session index has one entry for each of these.
          tokens: record.tokens && { ...record.tokens, subject: owner, sid: null },
        });
        await records.write(ledgerKeyOf(owner), ledger, { version: null, ttlSeconds: 86_400 });
        cookies.push(`sid=${id}`);
      }
      const db = new Database(file, { timeout: 10_000 });
      const insert = db.prepare(
        'INSERT INTO records (key, value, version, expires_at) VALUES (?, ?, 1, ?)',
      );
      db.exec('BEGIN IMMEDIATE');
      for (const { key, value, seconds } of rows.values())
        insert.run(key, value, Date.now() + seconds * 1000);
      db.exec('COMMIT');
      db.close();
      return cookies;
    },
  };
}
