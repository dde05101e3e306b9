/** Certificates of a custom authority are replaced, and a node's host name changes its address, while the shop runs. */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../server/observe/logger';
import { createMetrics } from '../../server/observe/metrics';
import { followAuthorities } from '../../server/startup/authorities';
import { redisAt } from '../../server/store/redis-settings';
import { openStore } from '../../server/store/open-store';
import { createSearchEngine } from '../../server/upstream/search/search';
import { hasOpenssl, hasRedis, redisFolder, selfSigned } from '../support/redis-servers';
import { patience } from '../support/until';
import { listening } from '../support/listening';

const minuteMs = 60_000;
let folder: string;
let lines: { event: string; detail?: string }[];
const log = createLogger({
  level: 'info',
  version: 'test',
  destination: { write: (line: string) => void lines.push(JSON.parse(line) as { event: string }) },
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-authorities-'));
  lines = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});
const events = (): string[] =>
  lines.map(({ event }) => event).filter((event) => event.startsWith('authority.'));

/** A key with a self-signed certificate, which is also the authority file. */
function pair(name: string): { cert: string; key: string } {
  mkdirSync(join(folder, name));
  const { certificate, key } = selfSigned(join(folder, name));
  return { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** A fake Elasticsearch node with one fixed response, which records the connection of each request. */
async function node(tls: { cert: string; key: string }) {
  const over: object[] = [];
  const server: Server = createServer(tls, (request, response) => {
    over.push(request.socket);
    response.setHeader('x-elastic-product', 'Elasticsearch');
    response.setHeader('content-type', 'application/json');
    response.end('{"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}');
  });
  const port = await listening(server);
  return {
    server,
    url: `https://127.0.0.1:${port}`,
    over,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const engineAt = (url: string, ca: string[]) =>
  createSearchEngine({
    url,
    ca,
    apiKey: undefined,
    tags: { fr: 'fr-BE' },
    indices: {
      products: 'products',
      categories: 'categories',
      infoBanners: 'info_banners',
      advertisements: 'advertisements',
      loyaltyPrograms: 'loyalty_programs',
    },
    metrics: createMetrics(Date.now),
  });

describe.skipIf(!hasOpenssl)('a custom certificate authority (skipped: no openssl here)', () => {
  it('OPS-01 a new Elasticsearch certificate is trusted within a minute after its authority is in the file', async () => {
    const [old, next] = [pair('old'), pair('next')];
    const file = join(folder, 'ca.pem');
    writeFileSync(file, old.cert);
    const searchCa = [old.cert.trim()];
    const at = await node(old);
    const engine = engineAt(at.url, searchCa);
    const files = { SEARCH_CA_FILE: file, REDIS_CA_FILE: undefined, searchCa, redis: undefined };
    const following = followAuthorities(files, log);
    await engine.ping();
    at.server.setSecureContext(next);
    at.server.closeAllConnections();
    await expect(engine.ping()).rejects.toThrow(/self-signed certificate/);
    // The shop ignores an incomplete authority file, as it exists while an operator writes it.
    writeFileSync(file, `${old.cert}${next.cert.slice(0, 300)}`);
    vi.advanceTimersByTime(2 * minuteMs);
    expect([searchCa, events()]).toEqual([[old.cert.trim()], ['authority.unreadable']]);
    writeFileSync(file, `${old.cert}${next.cert}`);
    vi.advanceTimersByTime(minuteMs);
    expect(events()).toEqual(['authority.unreadable', 'authority.read']);
    await engine.ping();
    following.stop();
    await engine.close();
    await at.close();
  });

  it('OPS-01 the host name of an Elasticsearch node is resolved again within a minute, even with busy connections', async () => {
    const own = pair('own');
    const at = await node(own);
    const engine = engineAt(at.url, [own.cert]);
    const asked = async (): Promise<readonly object[]> => {
      for (let call = 0; call < 3; call += 1) await engine.ping();
      return at.over.splice(0);
    };
    const before = [...(await asked()), ...(await asked())];
    expect(new Set(before).size).toBeLessThan(before.length);
    const later = Date.now() + minuteMs + 1;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
    expect((await asked()).filter((one) => before.includes(one))).toEqual([]);
    clock.mockRestore();
    await engine.close();
    await at.close();
  });

  it.skipIf(!hasRedis)(
    'OPS-01 after Redis gets a new certificate, the shop reconnects without a restart',
    async () => {
      const redis = redisFolder();
      const [old, next] = [pair('old'), pair('next')];
      const [certificate, key, file] = ['crt', 'key', 'ca'].map((end) => join(folder, end)) as [
        string,
        string,
        string,
      ];
      const present = ({ cert, key: secret }: typeof old): void => {
        writeFileSync(certificate, cert);
        writeFileSync(key, secret);
      };
      present(old);
      writeFileSync(file, old.cert);
      const server = await redis.server({
        args: [
          '--tls-port',
          'PORT',
          '--port',
          '0',
          '--tls-auth-clients',
          'no',
          '--tls-cert-file',
          certificate,
          '--tls-key-file',
          key,
          '--tls-ca-cert-file',
          certificate,
        ],
        reach: ['--tls', '--cacert', certificate],
      });
      const ca = [old.cert.trim()];
      const settings = redisAt(`rediss://127.0.0.1:${server.port}`, { ca });
      const following = followAuthorities(
        { SEARCH_CA_FILE: undefined, REDIS_CA_FILE: file, searchCa: undefined, redis: settings },
        log,
      );
      const store = await openStore({
        redis: settings,
        file: '',
        log,
        clock: { now: () => new Date() },
      });
      await store.ping();
      await server.kill();
      present(next);
      await server.start();
      await expect(store.ping()).rejects.toMatchObject({ service: 'store' });
      writeFileSync(file, next.cert);
      vi.advanceTimersByTime(minuteMs);
      await vi.waitFor(() => store.ping(), patience);
      following.stop();
      await store.close();
      await redis.end();
    },
  );
});
