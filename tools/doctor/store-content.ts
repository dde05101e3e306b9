/** Counts documents in the store that SESSION_SECRET cannot open, and carts with unsettled edits. */
import Database from 'libsql';
import { z } from 'zod';
import { createSeal } from '../../server/auth/session/seal';
import { isLedger, openIn } from '../../server/http/support/cart-ledger';
import type { RootLog } from '../../server/observe/logger';
import type { RedisSettings } from '../../server/store/redis-settings';

const Document = z.object({ key: z.string(), value: z.string() });
const mark = 'sealed:';
/**
 * Reads a sufficient sample of a large store. Excludes files of earlier builds, which are long and belong to no
 * customer.
 */
const question = `SELECT key, value FROM records
  WHERE expires_at > ? AND value LIKE '${mark}%' AND key NOT LIKE 'files:%' LIMIT 20000`;

interface StoreContent {
  sealed: number;
  /** Sealed documents that no listed secret opens. */
  unreadable: number;
  /** Carts with edits that wait for the ERP or are in doubt. */
  openCarts: number;
}

function isOpen(ledger: string): boolean {
  const { inDoubtSince, waits } = openIn(ledger);
  return inDoubtSince !== null || waits;
}

const Check = z.object({ quick_check: z.string() });

/** Throws if the file is no store or has a damaged page anywhere. */
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

/**
 * Redis script that finds the first cart ledger among about twenty thousand keys; in a cluster, among those of one
 * node.
 */
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

/** Whether the secrets open a stored cart; null if there is none or the Redis user may not scan. */
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
    // Restores the shop's key: without the Redis prefix and the braces of a cluster.
    const purpose = key.replace(/^shop:/, '').replace(/[{}]/g, '');
    return createSeal(secrets).open(purpose, value.slice(mark.length)) !== null;
  } finally {
    await commands.close();
  }
}
