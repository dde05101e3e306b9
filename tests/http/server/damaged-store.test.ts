/**
 * A page in the middle of the embedded store's file is overwritten, as by a failing disk: carts on that page show an
 * error, all others work, and log, doctor and backup report it (P-96).
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openEmbedded } from '../../../server/store/embedded';
import { freePort } from '../../support/free-port';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import type { Visitor } from '../../support/visitor';
import { variants } from '../checkout/checkout-carts';

const folder = mkdtempSync(join(tmpdir(), 'shop-damaged-'));
const SESSION_DB = join(folder, 'shop.db');
const pageBytes = 4096;
let shops: ShopProcesses;
beforeAll(async () => {
  shops = await startShopProcesses({ store: 'embedded', instances: 1, profile: 'odoo16' });
  await shops.kill(0);
  await shops.start(0, { SESSION_DB });
});
afterAll(async () => {
  await shops.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ownerOf(who: Visitor): Promise<string> {
  const page = await who.get('/fr/cart');
  return page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '';
}
const oneOf = (owner: string, product_id: number) => ({
  owner,
  sent: null,
  txs: [{ uuid: crypto.randomUUID(), product_id, qty: 1, cart: null }],
});

/**
 * Adds carts of other customers before and after this one, so that the customer's session is on another page of the
 * file.
 */
async function amongOthers(key: string): Promise<void> {
  const store = openEmbedded({ file: SESSION_DB, clock: { now: () => new Date() } });
  const names = Array.from({ length: 100 }, (_, at) => [
    `${key.slice(0, -1)}!${at}`,
    `${key}.${at}`,
  ]);
  for (const name of names.flat())
    await store.write(name, `{"pad":"${'x'.repeat(900)}"}`, { version: null, ttlSeconds: 3600 });
  await store.close();
  const db = new Database(SESSION_DB);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const Keys = z.array(z.object({ key: z.string() }));
/** Every document except this one and its neighbours. */
function otherKeys(key: string): string[] {
  const db = new Database(SESSION_DB);
  const rows = db.prepare('SELECT key FROM records WHERE key NOT LIKE ?');
  const keys = Keys.parse(rows.all(`${key.slice(0, -1)}%`)).map((row) => row.key);
  db.close();
  return keys;
}

function canBeRead(file: string, key: string): boolean {
  const db = new Database(file);
  try {
    db.prepare('SELECT value FROM records WHERE key = ?').get(key);
    return true;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

/**
 * Overwrites the beginning of the page with the document. Stale copies of its bytes may be on other pages, so
 * candidates are tried on copies of the file.
 */
function damagePageOf(key: string): void {
  const others = otherKeys(key);
  const whole = readFileSync(SESSION_DB);
  const cell = Buffer.from(`${key}sealed:`);
  for (let at = whole.indexOf(cell); at >= 0; at = whole.indexOf(cell, at + 1)) {
    const page = at - (at % pageBytes);
    const copy = join(folder, `copy-${at}.db`);
    writeFileSync(copy, Buffer.from(whole).fill(0x5a, page, page + 64));
    if (canBeRead(copy, key) || !others.every((other) => canBeRead(copy, other))) continue;
    copyFileSync(copy, SESSION_DB);
    return;
  }
  throw new Error(`no page has ${key} without documents of others`);
}

/** Damages the root page of the expiry index, which every write uses. */
function damageIndexOf(file: string): void {
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const found = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'records_expiry'")
    .get();
  db.close();
  const at = (z.object({ rootpage: z.number() }).parse(found).rootpage - 1) * pageBytes;
  writeFileSync(file, readFileSync(file).fill(0x5a, at, at + 64));
}

const command = (name: string, ...args: string[]) => {
  const env = { ...process.env, ...shops.settings, SESSION_DB };
  const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/${name}.js`, ...args], {
    env,
  });
  return { status, said: `${stdout.toString()}${stderr.toString()}` };
};

it('P-96 P-74 CFG-08 OPS-01 a damaged page of the store file blocks only the carts on it, and is reported', async () => {
  const [product = 0, next = 0] = variants(shops, 2);
  const [who, other] = [
    await shops.customer('vet@demo.example'),
    await shops.customer('dierenarts@demo.example'),
  ];
  const owners = [await ownerOf(who), await ownerOf(other)] as const;
  for (const [at, one] of [who, other].entries())
    expect((await shops.sync(0, one, oneOf(owners[at] ?? '', product))).status).toBe(200);
  await shops.kill(0);
  const key = `cart:${owners[0]}`;
  await amongOthers(key);
  damagePageOf(key);
  await shops.start(0);

  // The affected customer first: a failing read must not break later reads.
  const cart = await shops.read(0, who, '/fr/cart');
  expect([cart.status, cart.text.includes('data-sign-out')]).toEqual([503, true]);
  expect((await shops.sync(0, who, oneOf(owners[0], next))).status).toBe(503);
  expect((await shops.read(0, who, '/fr/account/sales')).status).toBe(200);
  expect((await shops.read(0, other, '/fr/cart')).status).toBe(200);
  expect((await shops.sync(0, other, oneOf(owners[1], next))).status).toBe(200);
  const third = await shops.customer('clinique@demo.example');
  expect((await third.get('/fr/cart')).status).toBe(200);
  expect((await shops.read(0, other, '/readyz')).status).toBe(200);

  const told = shops
    .logOf(0)
    .split('\n')
    .find((line) => line.includes('"store.unreadable"'));
  expect(told).toMatch(/"kind":"cart".*"error":"damaged/);
  const doctor = command('doctor');
  expect(doctor.said).toMatch(/FAIL +store .*malformed.* → look at its disk; put a copy back/);
  expect(doctor.status).toBe(1);
  const backup = command('backup', join(folder, 'copy.db'));
  expect(backup).toEqual({ status: 1, said: `backup: ${SESSION_DB} is damaged\n` });
});

it('P-96 P-65 CART-06 OPS-01 a damaged index of the store file is rebuilt while customers order, and is reported', async () => {
  const [product = 0] = variants(shops, 1);
  const file = join(folder, 'index.db');
  const settings = { SESSION_DB: file, METRICS_PORT: String(await freePort()) };
  await shops.kill(0);
  await shops.start(0, settings);
  const who = await shops.customer('vet@demo.example');
  const owner = await ownerOf(who);
  expect((await shops.sync(0, who, oneOf(owner, product))).status).toBe(200);
  await shops.kill(0);
  damageIndexOf(file);
  const before = shops.logOf(0).length;
  await shops.start(0);

  expect((await shops.sync(0, who, oneOf(owner, product))).status).toBe(200);
  expect((await shops.read(0, who, '/fr/cart')).status).toBe(200);
  expect((await shops.read(0, who, '/readyz')).status).toBe(200);
  expect(shops.logOf(0).slice(before)).toMatch(/"event":"store.index_rebuilt"/);
  const metrics = await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`);
  expect(await metrics.text()).toContain('shop_events_total{event="store.index_rebuilt"} 1\n');
  const db = new Database(file);
  expect(db.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
  db.close();
});
