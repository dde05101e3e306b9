import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { staticFiles } from './static-files';

const plain = { styles: null, secure: false };
let folder: string;
let server: Server;
const urlOf = (path: string): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-files-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['a.css', 'a.css.br', 'a.css.gz', 'b.css'])
    writeFileSync(join(folder, 'assets', name), 'p{}');
  server = createServer(
    express().use(
      staticFiles({ clientFolder: folder, earlierFiles: null, sharedFiles: null, ...plain }),
    ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

it('P-68 P-69 an asset that a deployment has deleted fails only its own request', async () => {
  rmSync(join(folder, 'assets', 'a.css'));
  await expect(fetch(urlOf('/assets/a.css')).then((answer) => answer.text())).rejects.toThrow();
  expect(await (await fetch(urlOf('/assets/b.css'))).text()).toBe('p{}');
});

it.each([
  'bytes=2-1',
  'bytes=-1',
  'bytes=0-0',
  'bytes=99-',
  'bytes=--5',
  'bytes=0-0,2-2',
  'lines=1-2',
])('P-93 an asset is sent whole for a request with Range: %s', async (range) => {
  const answer = await fetch(urlOf('/assets/a.css'), { headers: { range } });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null]);
  expect(await answer.text()).toBe('p{}');
});

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
  'P-20 an asset request with method %s gets a 405',
  async (method) => {
    const answer = await fetch(urlOf('/assets/a.css'), { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await answer.text()).toBe('Method not allowed');
  },
);

it.each([
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br; q=0.000', null],
  ['gzip;q=0,br;q=0.5', 'br'],
])('P-93 a request with Accept-Encoding: %s receives the encoding %s', async (accepted, coding) => {
  const headers = { 'accept-encoding': accepted };
  const [{ headers: seen }] = (await once(
    get(urlOf('/assets/a.css'), { headers }),
    'response',
  )) as [IncomingMessage];
  expect(seen['content-encoding'] ?? null).toBe(coding);
});
