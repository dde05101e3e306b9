import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSeal } from '../auth/session/seal';
import { createLogger } from '../observe/logger';
import { openEmbedded } from './embedded';
import { sealedRecords } from './sealed';

const folder = mkdtempSync(join(tmpdir(), 'shop-sealed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clock = { now: () => new Date() };
const lines: string[] = [];
const log = createLogger({
  level: 'info',
  version: 'test',
  destination: { write: (line: string) => void lines.push(line) },
});
const old = 'the old secret of at least thirty-two characters';
const fresh = 'the new secret of at least thirty-two characters';
const plain = openEmbedded({ file: join(folder, 'shop.db'), clock });
afterAll(() => plain.close());
const storeWith = (secrets: string) =>
  sealedRecords({ keyValueStore: plain, seal: createSeal(secrets), clock, log });
const ledger = JSON.stringify({ productId: 4_711_001, owner: 'vet@demo.example' });

describe('what lies on disk', () => {
  it('P-95 is read by this user alone, also where an earlier release left it open', async () => {
    const file = join(folder, 'earlier.db');
    writeFileSync(file, '', { mode: 0o644 });
    const opened = openEmbedded({ file, clock });
    await opened.write('a', '1', { version: null, ttlSeconds: 60 });
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
    await opened.close();
  });

  it('P-95 shows neither product nor customer, and reads what was plain before', async () => {
    const store = storeWith(old);
    await store.write('cart:one', ledger, { version: null, ttlSeconds: 60 });
    expect((await store.read('cart:one'))?.value).toBe(ledger);
    const bytes = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
    for (const word of ['4711001', 'productId', 'vet@demo.example'])
      expect(bytes).not.toContain(word);
    await plain.write('cart:plain', ledger, { version: null, ttlSeconds: 60 });
    expect((await store.read('cart:plain'))?.value).toBe(ledger);
  });

  it('P-95 a document that was moved to another key does not open there', async () => {
    const found = await plain.read('cart:one');
    await plain.write('cart:two', found?.value ?? '', { version: null, ttlSeconds: 60 });
    expect(await storeWith(old).read('cart:two')).toBeNull();
  });
});

describe('a secret that is replaced', () => {
  it('P-94 leaves every document while both are listed', async () => {
    const both = storeWith(`${fresh},${old}`);
    expect((await both.read('cart:one'))?.value).toBe(ledger);
    expect((await both.epoch('cart:one')).id).toBe((await plain.epoch('cart:one')).id);
  });

  it('P-94 the old one dropped, a document is forgotten and says so: another epoch, one line, room for a new one', async () => {
    const store = storeWith(fresh);
    const before = await store.epoch('cart:one');
    lines.length = 0;
    expect(await store.read('cart:one')).toBeNull();
    expect(lines.join('')).toContain('store.unreadable');
    expect(lines.join('')).not.toContain('cart:one');
    const after = await store.epoch('cart:one');
    expect(after.id).not.toBe(before.id);
    expect(await store.epoch('cart:other')).toEqual(await plain.epoch('cart:other'));
    expect(await store.write('cart:one', '{}', { version: null, ttlSeconds: 60 })).toBe(true);
    expect((await store.read('cart:one'))?.value).toBe('{}');
    expect((await store.epoch('cart:one')).id).toBe(after.id);
  });
});
