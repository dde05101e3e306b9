/**
 * Storage of the identity stand-in for sessions, grants, refresh tokens and keys: one libsql table, in a file if there
 * is a data directory (state then survives a restart), else in memory. One row per model and id. `grant_id` connects
 * the rows that a revocation deletes; `uid` finds a session.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import type { ModelAdapter, StoredPayload } from 'oidc-provider';
import { z } from 'zod';

export interface IdentityStore {
  upsert(model: string, id: string, payload: StoredPayload, expiresIn?: number): void;
  find(model: string, id: string): StoredPayload | undefined;
  list(model: string): { id: string; payload: StoredPayload }[];
  destroy(model: string, id: string): void;
  /** Deletes everything issued under a grant (codes, access and refresh tokens), but not the grant itself. */
  revokeGrant(grantId: string): void;
  adapter(model: string): ModelAdapter;
  close(): void;
}

const Row = z.object({
  id: z.string(),
  payload: z.string(),
  expires_at: z.number().nullable(),
});
const Payload = z.record(z.string(), z.unknown());

const TABLE = `create table if not exists entity (
  model text not null, id text not null, payload text not null,
  grant_id text, uid text, expires_at real,
  primary key (model, id))`;
const INDEXES = [
  'create index if not exists entity_grant on entity (grant_id)',
  'create index if not exists entity_uid on entity (model, uid)',
];
/** Keeps expired tokens for a while, so that the provider can report "expired" instead of "unknown". */
const GRACE_SECONDS = 60;

/** A sign-in attempt also has a grant, but must outlive it when the account changes. */
const ENDS_WITH_GRANT = new Set([
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'IssuedToken',
]);

const nowSeconds = (): number => Date.now() / 1000;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function openIdentityStore(dataDir?: string): IdentityStore {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const db = new Database(dataDir === undefined ? ':memory:' : join(dataDir, 'identity.db'));
  db.exec(TABLE);
  for (const index of INDEXES) db.exec(index);
  db.prepare('delete from entity where expires_at < ?').run(nowSeconds());

  const read = (row: unknown): { id: string; payload: StoredPayload } | undefined => {
    const parsed = Row.safeParse(row);
    if (!parsed.success) return undefined;
    const { id, payload, expires_at } = parsed.data;
    if (expires_at !== null && expires_at < nowSeconds()) return undefined;
    return { id, payload: Payload.parse(JSON.parse(payload)) };
  };

  const put = db.prepare(
    `insert into entity (model, id, payload, grant_id, uid, expires_at) values (?, ?, ?, ?, ?, ?)
     on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, expires_at = excluded.expires_at`,
  );
  const byId = db.prepare('select id, payload, expires_at from entity where model = ? and id = ?');
  const byUid = db.prepare(
    'select id, payload, expires_at from entity where model = ? and uid = ?',
  );
  const byModel = db.prepare('select id, payload, expires_at from entity where model = ?');
  const dropOne = db.prepare('delete from entity where model = ? and id = ?');
  const dropGrant = db.prepare('delete from entity where grant_id = ?');
  const markUsed = db.prepare(
    `update entity set payload = json_set(payload, '$.consumed', ?) where model = ? and id = ?`,
  );

  const store: IdentityStore = {
    upsert(model, id, payload, expiresIn) {
      const expiresAt = expiresIn === undefined ? null : nowSeconds() + expiresIn + GRACE_SECONDS;
      const grantId = ENDS_WITH_GRANT.has(model) ? textOf(payload['grantId']) : null;
      put.run(model, id, JSON.stringify(payload), grantId, textOf(payload['uid']), expiresAt);
    },
    find: (model, id) => read(byId.get(model, id))?.payload,
    list: (model) => byModel.all(model).flatMap((row) => read(row) ?? []),
    destroy: (model, id) => void dropOne.run(model, id),
    revokeGrant: (grantId) => void dropGrant.run(grantId),
    adapter: (model) => ({
      upsert: async (id, payload, expiresIn) => store.upsert(model, id, payload, expiresIn),
      find: async (id) => store.find(model, id),
      findByUid: async (uid) => read(byUid.get(model, uid))?.payload,
      findByUserCode: async () => undefined,
      consume: async (id) => void markUsed.run(Math.floor(nowSeconds()), model, id),
      destroy: async (id) => store.destroy(model, id),
      revokeByGrantId: async (grantId) => store.revokeGrant(grantId),
    }),
    close: () => void db.close(),
  };
  return store;
}
