/** What the store holds: documents that SESSION_SECRET does not open, and of a file carts with edits that are still open. */
import Database from 'libsql';
import { z } from 'zod';
import { createSeal } from '../../server/auth/session/seal';
import { isLedger, openIn } from '../../server/http/support/cart-ledger';
import type { RootLog } from '../../server/observe/logger';
import type { RedisSettings } from '../../server/store/redis-settings';

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

function isOpen(ledger: string): boolean {
  const { inDoubtSince, waits } = openIn(ledger);
  return inDoubtSince !== null || waits;
}

const Check = z.object({ quick_check: z.string() });

/** Throws an error where the file is no store, or pages of it are damaged, however deep they lie. */
export function contentOf(file: string, secrets: string, now: Date): StoreContent {
  const seal = createSeal(secrets);
  const content = { sealed: 0, unreadable: 0, openCarts: 0 };
  const db = new Database(file, { timeout: 2_000, fileMustExist: true });
  try {
    const { quick_check: check } = Check.parse(db.prepare('PRAGMA quick_check(1)').get());
    if (check !== 'ok')
      throw new Error(`${file} is malformed: ${check.replace(/\s+/g, ' ').trim()}`);
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

/** Of twenty thousand keys the first cart that is there; of a cluster, of the node that is asked. */
const firstCart = `
local cursor = '0'
for _ = 1, 20 do
  local found = redis.call('SCAN', cursor, 'MATCH', 'shop:cart:*', 'COUNT', 1000)
  cursor = found[1]
  for _, key in ipairs(found[2]) do
    local value = redis.call('TYPE', key).ok == 'hash' and redis.call('HGET', key, 'value')
    if value and string.sub(value, 1, #ARGV[1]) == ARGV[1] then return {key, value} end
  end
  if cursor == '0' then break end
end
return false`;
const FirstCart = z.tuple([z.string(), z.string()]);

/** Null: there is none, or the user of Redis may not look. */
export async function opensCartOf(
  redis: RedisSettings,
  secrets: string,
  log: RootLog,
): Promise<boolean | null> {
  const { connectRedis } = await import('../../server/store/redis-client');
  const commands = await connectRedis(redis, log);
  try {
    const asked = { keys: ['ping'], arguments: [mark] };
    const found = FirstCart.safeParse(await commands.eval(firstCart, asked).catch(() => null));
    if (!found.success) return null;
    const [key, value] = found.data;
    // As the shop names it: without the prefix of Redis, and the braces of a cluster.
    const purpose = key.replace(/^shop:/, '').replace(/[{}]/g, '');
    return createSeal(secrets).open(purpose, value.slice(mark.length)) !== null;
  } finally {
    await commands.close();
  }
}
