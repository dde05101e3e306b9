import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSeal } from '../auth/session/seal';
import { createLogger } from '../observe/logger';
import { UpstreamFailure } from '../upstream/failure';
import { openEmbedded } from './embedded';
import { isUnreadable, sealedRecords } from './sealed';

const folder = mkdtempSync(join(tmpdir(), 'shop-sealed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clock = { now: () => new Date() };
const lines: string[] = [];
const counted: string[] = [];
const log = createLogger({
  level: 'info',
  version: 'test',
  destination: { write: (line: string) => void lines.push(line) },
});
const old = 'the old secret of at least thirty-two characters';
const fresh = 'the new secret of at least thirty-two characters';
const plain = openEmbedded({ file: join(folder, 'shop.db'), clock });
afterAll(() => plain.close());
const storeWith = (secrets: string, secretLost = false) =>
  sealedRecords({
    keyValueStore: plain,
    seal: createSeal(secrets),
    clock,
    log,
    secretLost,
    count: (event) => counted.push(event),
  });
const ledger = JSON.stringify({ productId: 4_711_001, owner: 'vet@demo.example' });

describe('the embedded store on disk', () => {
  it('P-95 the store’s files are readable only by this user, even if an earlier release left them open', async () => {
    const file = join(folder, 'earlier.db');
    writeFileSync(file, '', { mode: 0o644 });
    const opened = openEmbedded({ file, clock });
    await opened.write('a', '1', { version: null, ttlSeconds: 60 });
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
    await opened.close();
  });

  it('P-95 the store’s files show neither products nor customers, and plain documents remain readable', async () => {
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

  it('P-95 a document copied to another key does not open there', async () => {
    const found = await plain.read('cart:one');
    await plain.write('cart:two', found?.value ?? '', { version: null, ttlSeconds: 60 });
    await expect(storeWith(old).read('cart:two')).rejects.toThrow(UpstreamFailure);
  });
});

describe('rotation of SESSION_SECRET in the store', () => {
  it('P-94 every document stays readable while both secrets are listed', async () => {
    const both = storeWith(`${fresh},${old}`);
    expect((await both.read('cart:one'))?.value).toBe(ledger);
    expect((await both.epoch('cart:one')).id).toBe((await plain.epoch('cart:one')).id);
  });

  const kinds = ['cart:x', 'order:x:y', 'payment:x:y', 'form:x:y', 'imports:x', 'used-state:x'];

  it('P-94 an instance that knows only the old secret deletes nothing sealed with the new one', async () => {
    const behind = storeWith(old);
    const ahead = storeWith(`${fresh},${old}`);
    lines.length = 0;
    counted.length = 0;
    for (const key of kinds) {
      await ahead.write(key, ledger, { version: null, ttlSeconds: 60 });
      const before = await ahead.read(key);
      await expect(behind.read(key), key).rejects.toMatchObject({
        kind: 'upstream-failure',
        service: 'store',
        applied: 'unknown',
      });
      // A claim that cannot be opened must not count as free.
      expect(await behind.write(key, '{}', { version: null, ttlSeconds: 60 }), key).toBe(false);
      expect((await behind.epoch(key)).id).toBe((await ahead.epoch(key)).id);
      expect(await ahead.read(key)).toEqual(before);
    }
    // The store logs one line a minute, for any number of unreadable documents.
    expect(lines.filter((line) => line.includes('store.unreadable'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('cart:x');
    expect(counted).toEqual(kinds.map(() => 'store.unreadable'));
  });

  it('P-94 both instances write in turn while both secrets are listed, in either order', async () => {
    const behind = storeWith(`${old},${fresh}`);
    const ahead = storeWith(`${fresh},${old}`);
    await ahead.write('cart:turns', '0', { version: null, ttlSeconds: 60 });
    for (let turn = 1; turn <= 10; turn += 1) {
      const one = turn % 2 ? behind : ahead;
      const found = await one.read('cart:turns');
      expect(found?.value).toBe(String(turn - 1));
      const version = found?.version ?? null;
      expect(await one.write('cart:turns', String(turn), { version, ttlSeconds: 60 })).toBe(true);
    }
  });

  it('P-94 a document that can be recreated reads as absent, stays stored and raises no alarm', async () => {
    counted.length = 0;
    for (const key of ['loyalty-card:x', 'form:x']) {
      await storeWith(fresh).write(key, '{}', { version: null, ttlSeconds: 60 });
      expect(await storeWith(old).read(key)).toBeNull();
      expect((await storeWith(fresh).read(key))?.value).toBe('{}');
    }
    expect(counted).toEqual([]);
  });

  it('P-94 P-69 a document that can be recreated is replaced when no listed secret opens it', async () => {
    const options = { version: null, ttlSeconds: 60 };
    await storeWith(old).write('files:list', '{"old":1}', options);
    expect(await storeWith(fresh).write('files:list', '{"new":1}', options)).toBe(true);
    expect((await storeWith(fresh).read('files:list'))?.value).toBe('{"new":1}');
    // A document that a listed secret opens is not overwritten.
    expect(await storeWith(`${old},${fresh}`).write('files:list', '{}', options)).toBe(false);
  });

  it('P-94 a document sealed with a lost secret is deleted: new epoch, one log line, room for a new document', async () => {
    lines.length = 0;
    await expect(storeWith(fresh).read('cart:one')).rejects.toThrow(UpstreamFailure);
    const store = storeWith(fresh, true);
    const before = await store.epoch('cart:one');
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

describe('damaged documents', () => {
  const damage = ['', '{"productId":', 'sealed:', 'sealed:AAAA', 'no document'];

  it.each(damage)(
    'P-96 a damaged document is a store fault and stays until SESSION_SECRET_LOST is set: %j',
    async (value) => {
      const key = `cart:damaged-${damage.indexOf(value)}`;
      await plain.write(key, value, { version: null, ttlSeconds: 60 });
      await expect(storeWith(old).read(key)).rejects.toSatisfy(isUnreadable);
      expect((await plain.read(key))?.value).toBe(value);
      const before = await storeWith(old, true).epoch(key);
      expect(await storeWith(old, true).read(key)).toBeNull();
      expect((await storeWith(old).epoch(key)).id).not.toBe(before.id);
      expect(await storeWith(old).write(key, '{}', { version: null, ttlSeconds: 60 })).toBe(true);
    },
  );

  it('P-96 an empty document that can be recreated is replaced', async () => {
    await plain.write('answers:x', '', { version: null, ttlSeconds: 60 });
    expect(await storeWith(old).read('answers:x')).toBeNull();
    expect(await storeWith(old).write('answers:x', '{}', { version: null, ttlSeconds: 60 })).toBe(
      true,
    );
  });

  it('P-96 an unavailable store is not reported as a damaged document', () => {
    const away = { service: 'store', operation: 'read', reason: 'timeout' } as const;
    const fault = new UpstreamFailure({ ...away, applied: 'unknown', status: null, reference: '' });
    expect(isUnreadable(fault)).toBe(false);
  });
});
