/**
 * Overwrites pages of the embedded store's file, as a failing disk would: the index is rebuilt and no document is lost.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../observe/logger';
import { openEmbedded } from './embedded';

const pageBytes = 4096;
let folder: string;
let file: string;
let time: number;
let lines: string[];
let counted: string[];
const clock = { now: () => new Date(time) };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-index-'));
  file = join(folder, 'shop.db');
  time = Date.now();
  lines = [];
  counted = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = () =>
  openEmbedded({
    file,
    clock,
    count: (event) => void counted.push(event),
    log: createLogger({
      level: 'info',
      version: 'test',
      destination: { write: (line) => void lines.push(line) },
    }),
  });
const keys = Array.from({ length: 600 }, (_, at) => `cart:${at}`);
const ttlOf = (at: number) => 3600 + at * 60;
async function filled(): Promise<void> {
  const store = open();
  for (const [at, key] of keys.entries())
    await store.write(key, `${key}${'x'.repeat(300)}`, { version: null, ttlSeconds: ttlOf(at) });
  await store.close();
}
const db = <T>(work: (of: Database.Database) => T): T => {
  const opened = new Database(file);
  try {
    return work(opened);
  } finally {
    opened.close();
  }
};
const rootOf = (name: string): number =>
  db((of) => {
    of.pragma('wal_checkpoint(TRUNCATE)');
    const row = of.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
    return z.object({ rootpage: z.number() }).parse(row).rootpage;
  });
/** Page number of a leaf in the middle of the table's or index's tree (SQLite file format 1.6). */
function middleOf(name: string): number {
  const start = (rootOf(name) - 1) * pageBytes;
  const bytes = readFileSync(file);
  const middle = start + 12 + 2 * (bytes.readUInt16BE(start + 3) >> 1);
  return bytes.readUInt32BE(start + bytes.readUInt16BE(middle));
}
function overwrite(page: number, from = 0, until = 64): void {
  const start = (page - 1) * pageBytes;
  writeFileSync(file, readFileSync(file).fill(0x5a, start + from, start + until));
}
const isWhole = () =>
  db((of) => of.prepare('PRAGMA integrity_check').all()) as { integrity_check: string }[];

it.each([
  ['the root', () => overwrite(rootOf('records_expiry'))],
  ['a leaf', () => overwrite(middleOf('records_expiry'))],
  ['a part of a leaf', () => overwrite(middleOf('records_expiry'), pageBytes - 1500, pageBytes)],
])(
  'P-96 OPS-01 the expiry index is rebuilt after damage to %s, without losing writes or documents',
  async (_what, damage) => {
    await filled();
    damage();
    const store = open();
    for (const key of keys) {
      const kept = await store.read(key);
      expect(kept?.value.startsWith(key)).toBe(true);
      const version = kept?.version ?? 0;
      expect(await store.write(key, `${key}.`, { version, ttlSeconds: 7200 })).toBe(true);
    }
    await store.delete('cart:0');
    expect(await store.keys('cart:')).toHaveLength(keys.length - 1);
    await store.ping();
    await store.close();
    expect(isWhole()[0]?.integrity_check).toBe('ok');
    expect(rootOf('records_expiry')).toBeGreaterThan(0);
    expect(counted).toEqual(['store.index_rebuilt']);
    expect(lines.filter((line) => line.includes('store.index_rebuilt'))).toHaveLength(1);

    time += 8_000_000;
    await open().close();
    expect(db((of) => of.prepare('SELECT count(*) AS left FROM records').get())).toMatchObject({
      left: 0,
    });
  },
);

it('P-96 OPS-01 the index is also rebuilt beside a damaged document page, and other documents stay writable', async () => {
  await filled();
  overwrite(middleOf('records_expiry'));
  overwrite(middleOf('records'));
  const store = open();
  const [unread, refused]: [string[], string[]] = [[], []];
  for (const key of keys) {
    const { value = '', version = 0 } = (await store.read(key)) ?? {};
    if (value === '') unread.push(key);
    const written = store.write(key, `${key}.`, { version, ttlSeconds: 7200 });
    if (!(await written.catch(() => false))) refused.push(key);
  }
  expect(refused).toEqual(unread);
  expect([refused.length > 0, refused.length < keys.length / 2]).toEqual([true, true]);
  await store.close();
  const again = open();
  await again.ping();
  await again.close();
});

it.each(['records', 'epoch'])(
  'P-65 P-96 an open store with a damaged root page of the table %s is not ready',
  async (table) => {
    await filled();
    const store = open();
    await store.ping();
    const root = rootOf(table);
    await store.write('cart:other', 'a', { version: null, ttlSeconds: 60 });
    rootOf(table);
    overwrite(root);
    await expect(store.ping()).rejects.toMatchObject({ reason: 'invalid-answer' });
    await store.close();
  },
);
