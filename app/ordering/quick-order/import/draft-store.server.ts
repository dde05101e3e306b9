/**
 * Stores import drafts, one per file. Each has a small head with its state, changed by compare-and-set, and its lines,
 * written once. The store retains a customer's last few drafts for a day. It remembers imported orders for a month, to
 * warn before the same order is imported again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CustomerRequest } from '~/base/page/page';
import { ownerHash } from '~/base/page/owner-hash.server';
import { confirmedLines, DraftHead, DraftLine, piecesBySku, type Draft, type Fate } from './draft';

const draftSeconds = 24 * 60 * 60;
const rememberedSeconds = 30 * 24 * 60 * 60;
const keptDrafts = 5;
/**
 * Maximum bytes of one customer's drafts together. The newest draft is always stored: its maximum of 5,000 lines bounds
 * its size.
 */
const customerBytes = 8 * 1024 * 1024;
/**
 * Maximum bytes of all drafts that this instance wrote within a day. Above it, the store retains only each customer's
 * newest draft.
 */
const instanceBytes = 256 * 1024 * 1024;

type Page = Pick<CustomerRequest, 'context' | 'customer'>;
const Token = z.uuid();

const Index = z.object({
  drafts: z.array(z.string()),
  imported: z.array(z.object({ mark: z.string(), at: z.number() })),
  /** Bytes of each draft; missing in an index of an earlier release. */
  bytes: z.record(z.string(), z.number()).default({}),
});
type Index = z.output<typeof Index>;

const indexKey = ({ customer }: Page): string => `imports:${ownerHash(customer.owner)}`;
const headKey = ({ customer }: Page, token: string): string =>
  `import:${ownerHash(customer.owner)}:${token}`;
const linesKey = (page: Page, token: string): string => `${headKey(page, token)}:lines`;

/** Returns a short hash of the order that the import would send. */
export function markOf(draft: Pick<Draft, 'lines' | 'order'>): string {
  const meaning = JSON.stringify([draft.order, [...piecesBySku(draft.lines)]]);
  return createHash('sha256').update(meaning).digest('base64url').slice(0, 22);
}

async function readIndex(page: Page) {
  const found = await page.context.keyValueStore.read(indexKey(page));
  const index: Index = found
    ? Index.parse(JSON.parse(found.value))
    : { drafts: [], imported: [], bytes: {} };
  return { index, version: found?.version ?? null };
}

async function updateIndex(page: Page, change: (index: Index) => void): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { index, version } = await readIndex(page);
    change(index);
    const oldest = page.context.clock.now().getTime() - rememberedSeconds * 1000;
    index.imported = index.imported.filter(({ at }) => at > oldest).slice(-100);
    const options = { version, ttlSeconds: rememberedSeconds };
    if (await page.context.keyValueStore.write(indexKey(page), JSON.stringify(index), options))
      return;
  }
  throw new Error('the index of imports is contended beyond reason');
}

interface Written {
  startedAt: number;
  bytes: number;
}
const written = new WeakMap<Page['context']['keyValueStore'], Written>();

/** Returns the counter of bytes that this instance has written in drafts that still exist. */
function writtenBy({ context: { keyValueStore, clock } }: Page): Written {
  const now = clock.now().getTime();
  const known = written.get(keyValueStore);
  if (known && Math.abs(now - known.startedAt) < draftSeconds * 1000) return known;
  const fresh: Written = { startedAt: now, bytes: 0 };
  written.set(keyValueStore, fresh);
  return fresh;
}

/**
 * Removes the oldest drafts beyond a customer's limits, never the newest. Returns the removed drafts with their bytes.
 */
function dropBeyond(index: Index, mostDrafts: number): { token: string; bytes: number }[] {
  const bytesOf = (token: string): number => index.bytes[token] ?? 0;
  const sum = (): number => index.drafts.reduce((all, token) => all + bytesOf(token), 0);
  const dropped: { token: string; bytes: number }[] = [];
  while (index.drafts.length > 1 && (index.drafts.length > mostDrafts || sum() > customerBytes)) {
    const [token = '', ...rest] = index.drafts;
    dropped.push({ token, bytes: bytesOf(token) });
    index.drafts = rest;
  }
  index.bytes = Object.fromEntries(index.drafts.map((token) => [token, bytesOf(token)]));
  return dropped;
}

export async function keepDraft(page: Page, draft: Draft): Promise<void> {
  const { keyValueStore } = page.context;
  const { token, lines, ...head } = draft;
  const options = { version: null, ttlSeconds: draftSeconds };
  const [linesText, headText] = [JSON.stringify(lines), JSON.stringify(head)];
  const bytes = Buffer.byteLength(linesText) + Buffer.byteLength(headText);
  const all = writtenBy(page);
  const mostDrafts = all.bytes + bytes > instanceBytes ? 1 : keptDrafts;
  await keyValueStore.write(linesKey(page, token), linesText, options);
  await keyValueStore.write(headKey(page, token), headText, options);
  let dropped: { token: string; bytes: number }[] = [];
  await updateIndex(page, (index) => {
    index.drafts = [...index.drafts, token];
    index.bytes = { ...index.bytes, [token]: bytes };
    dropped = dropBeyond(index, mostDrafts);
  });
  all.bytes += bytes;
  for (const old of dropped) {
    await keyValueStore.delete(headKey(page, old.token));
    await keyValueStore.delete(linesKey(page, old.token));
    all.bytes = Math.max(all.bytes - old.bytes, 0);
  }
}

async function storedHead(page: Page, token: string) {
  if (!Token.safeParse(token).success) return null;
  const found = await page.context.keyValueStore.read(headKey(page, token));
  return found && { version: found.version, head: DraftHead.parse(JSON.parse(found.value)) };
}

/** Returns this customer's draft with this token, or null when it is unknown or expired. */
export async function findDraft(page: Page, token: string): Promise<Draft | null> {
  const found = await storedHead(page, token);
  const lines = found && (await page.context.keyValueStore.read(linesKey(page, token)));
  if (!lines) return null;
  const read = z.array(DraftLine).parse(JSON.parse(lines.value));
  return { token, ...found.head, lines: found.head.sure ? confirmedLines(read) : read };
}

/** Replaces the lines of a draft, whose marks changed with the cart. */
export async function replaceLines(page: Page, { token, lines }: Draft): Promise<void> {
  const { keyValueStore } = page.context;
  const key = linesKey(page, token);
  const found = await keyValueStore.read(key);
  const options = { version: found?.version ?? null, ttlSeconds: draftSeconds };
  await keyValueStore.write(key, JSON.stringify(lines), options);
}

export const findFate = async (page: Page, token: string): Promise<Fate | null> =>
  (await storedHead(page, token))?.head.fate ?? null;

/**
 * Changes a draft's state and stores whether its unusual quantities are confirmed, if the state is still `from`.
 * Returns false when another request changed it first.
 */
export async function changeFate(
  page: Page,
  { token, sure }: Pick<Draft, 'token' | 'sure'>,
  from: Fate['kind'],
  to: Fate,
): Promise<boolean> {
  const found = await storedHead(page, token);
  if (found?.head.fate.kind !== from) return false;
  return page.context.keyValueStore.write(
    headKey(page, token),
    JSON.stringify({ ...found.head, sure, fate: to }),
    { version: found.version, ttlSeconds: draftSeconds },
  );
}

/** Returns when an order with this hash was last imported, or null when that was not within the last month. */
export async function importedBefore(page: Page, mark: string): Promise<Date | null> {
  const { index } = await readIndex(page);
  const last = index.imported.findLast((one) => one.mark === mark);
  return last ? new Date(last.at) : null;
}

export const rememberImported = (page: Page, mark: string, at: number): Promise<void> =>
  updateIndex(page, (index) => void index.imported.push({ mark, at }));
