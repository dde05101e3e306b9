import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeal } from '../../auth/session/seal';
import { createLogger } from '../../observe/logger';
import { openEmbedded } from '../../store/embedded';
import { sealedRecords } from '../../store/sealed';
import type { KeyValueStore } from '../../store/key-value-store';
import { shareFiles, type SharedFiles } from './shared-files';
import { staticFiles } from './static-files';

const dayMs = 24 * 3_600_000;
const log = createLogger({ level: 'silent', version: 'test' });
let folder: string;
let store: KeyValueStore;
let now: number;
let reads: number;
let isAway: boolean;
const started: SharedFiles[] = [];
const servers: Server[] = [];
const clock = { now: () => new Date(now) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-shared-'));
  now = Date.UTC(2026, 2, 2);
  reads = 0;
  isAway = false;
  const plain = openEmbedded({ file: join(folder, 'shop.db'), clock });
  const keyValueStore: KeyValueStore = {
    ...plain,
    read: (key) => {
      reads += 1;
      return isAway ? Promise.reject(new Error('away')) : plain.read(key);
    },
  };
  const seal = createSeal('a secret of thirty-two characters');
  store = sealedRecords({ keyValueStore, seal, clock, log, secretLost: false });
});
afterEach(async () => {
  for (const one of started.splice(0)) one.stop();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Starts an instance whose build has one stylesheet of this name; returns its address. */
async function instance(sheet: string, text: string): Promise<string> {
  const clientFolder = join(folder, `build-${sheet}`);
  mkdirSync(join(clientFolder, 'assets'), { recursive: true });
  writeFileSync(join(clientFolder, 'assets', sheet), text);
  writeFileSync(join(clientFolder, 'assets', `${sheet}.br`), brotliCompressSync(text));
  const sharedFiles = await shareFiles({ clientFolder, keyValueStore: store, clock, log });
  started.push(sharedFiles);
  const server = createServer(
    express().use(
      staticFiles({ clientFolder, earlierFiles: null, sharedFiles, styles: null, secure: false }),
    ),
  ).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/assets/`;
}

describe('shareFiles: assets of the builds of other instances', () => {
  it('P-69 P-96 an instance serves assets of newer and older builds, in the requested encoding', async () => {
    const older = await instance('shop-old.css', 'p{color:red}');
    const newer = await instance('shop-new.css', 'p{color:blue}');
    now += 2_000;
    const packed = await fetch(`${older}shop-new.css`, { headers: { 'Accept-Encoding': 'br' } });
    expect([packed.status, await packed.text()]).toEqual([200, 'p{color:blue}']);
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('content-type')).toContain('text/css');
    expect(packed.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
    const bare = await fetch(`${newer}shop-old.css`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect([bare.headers.get('content-encoding'), await bare.text()]).toEqual([
      null,
      'p{color:red}',
    ]);
  });

  it('P-69 invented asset names get a 404 and cause one store read a second in total', async () => {
    const address = await instance('shop-old.css', 'p{}');
    now += 2_000;
    const before = reads;
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => (await fetch(`${address}made-${at}.js`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(reads - before).toBe(1);
  });

  it('P-69 shared assets stay for a fortnight after the last instance that had them', async () => {
    const older = await instance('shop-old.css', 'p{}');
    const ofOld = started[0];
    await instance('shop-new.css', 'q{}');
    now += 15 * dayMs;
    // Another deployment drops the assets that are too old.
    await instance('shop-next.css', 'r{}');
    now += 2_000;
    expect(await ofOld?.find('shop-new.css')).toBeNull();
    expect((await fetch(`${older}shop-next.css`)).status).toBe(200);
  });

  it('P-94 a shared asset is missing while the store is unavailable, and the instance keeps working', async () => {
    const older = await instance('shop-old.css', 'p{}');
    await instance('shop-new.css', 'q{}');
    isAway = true;
    now += 2_000;
    expect((await fetch(`${older}shop-new.css`)).status).toBe(404);
    expect((await fetch(`${older}shop-old.css`)).status).toBe(200);
    isAway = false;
    now += 2_000;
    expect((await fetch(`${older}shop-new.css`)).status).toBe(200);
  });
});
