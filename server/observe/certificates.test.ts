import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../../tests/support/redis-servers';
import { redisAt } from '../store/redis-settings';
import { certificateEnd, certificateEnds } from './certificates';

const folder = mkdtempSync(join(tmpdir(), 'shop-certificates-'));
const opened: Server[] = [];
let end: number;
let secure: number;
let plain: number;

function listening(server: Server): Promise<number> {
  opened.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

beforeAll(async () => {
  const files = selfSigned(folder);
  const cert = readFileSync(files.certificate);
  end = Date.parse(new X509Certificate(cert).validTo) / 1000;
  secure = await listening(createServer({ cert, key: readFileSync(files.key) }));
  plain = await listening(
    createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  );
});
afterAll(() => {
  for (const server of opened) server.close();
  rmSync(folder, { recursive: true });
});

describe('OPS-08 certificate expiry', () => {
  it('certificateEnd reads the expiry of a certificate from an unknown authority', async () => {
    expect(await certificateEnd(new URL(`https://localhost:${secure}`))).toBe(end);
    expect(await certificateEnd(new URL(`rediss://127.0.0.1:${secure}`))).toBe(end);
  });

  it('certificateEnd is null for a server without TLS and for an address where no server responds', async () => {
    expect(await certificateEnd(new URL(`https://127.0.0.1:${plain}`))).toBeNull();
    expect(await certificateEnd(new URL('https://shop.invalid'))).toBeNull();
  });

  it('certificateEnds reports expiry dates by service and skips plain addresses', async () => {
    const found = await certificateEnds({
      PUBLIC_URL: `https://localhost:${secure}`,
      ERP_URL: `http://127.0.0.1:${plain}`,
      SEARCH_URL: `https://127.0.0.1:${plain}, https://127.0.0.1:${secure}`,
      OIDC_ISSUER: undefined,
      redis: redisAt(`rediss://127.0.0.1:${secure}`),
    });
    expect(found).toEqual(['shop', 'search', 'store'].map((of) => ({ of, ends: end })));
  });
});
