/**
 * The nginx and Caddy configurations fulfil docs/operating/proxy.md, with two instances that return what they received.
 * rolling-deploy.test.ts tests HAProxy with the complete shop.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type IncomingHttpHeaders as H2Headers } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch, type RequestInit } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { server as processOf, type Server as Process } from '../../load/deployment/process';
import { findProgram } from '../../tools/system-package';
import { freePort } from '../support/free-port';
import { hasOpenssl, selfSigned } from '../support/redis-servers';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  bytes: number;
}

/** An instance of the shop as a proxy sees it. */
class Instance {
  readonly seen: Seen[] = [];
  connections = 0;
  isReady = true;
  checks = 0;
  /** The instance dies when it receives the request. */
  dies = false;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        if (url === '/readyz') this.checks += 1;
        if (url === '/readyz' && !this.isReady) return void response.writeHead(503).end();
        if (url === '/readyz' || url === '/healthz') return void response.end('ok');
        this.seen.push({ method, url, headers, bytes });
        if (this.dies) request.socket.destroy();
        else response.end(JSON.stringify({ bytes }));
      });
    });
    this.#server.keepAliveTimeout = 65_000;
    this.#server.on('connection', () => (this.connections += 1));
  }

  listen(): Promise<number> {
    return new Promise((done) =>
      this.#server.listen(0, '127.0.0.1', () => done((this.#server.address() as AddressInfo).port)),
    );
  }

  end(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}

const isRoot = process.getuid?.() === 0;
const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

interface Place {
  folder: string;
  http: number;
  https: number;
  tls: { certificate: string; key: string };
  ports: readonly number[];
}

/** The proxy's configuration after an operator's edits: names, addresses, certificate, and ports above 1023. */
const files = {
  nginx({ folder, http, https, tls, ports: [one, two] }: Place) {
    const text = readFileSync('deploy/proxy/nginx.conf', 'utf8')
      .replaceAll('/etc/nginx/shop', folder)
      .replace('/etc/nginx/tls/shop.crt', tls.certificate)
      .replace('/etc/nginx/tls/shop.key', tls.key)
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${two}`)
      .replace('https://shop.example', `https://localhost:${https}`)
      .replaceAll(/(listen (?:\[::\]:)?)80;/g, `$1${http};`)
      .replaceAll(/(listen (?:\[::\]:)?)443 /g, `$1${https} `);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, hasIPv6 ? text : text.replaceAll(/^.*listen \[::\].*\n/gm, ''));
    return ['-e', 'stderr', '-p', folder, '-c', file, '-g', 'daemon off;'];
  },
  caddy({ folder, http, https, tls, ports: [one, two] }: Place) {
    const text = readFileSync('deploy/proxy/Caddyfile', 'utf8')
      .replaceAll('/etc/caddy/shop', folder)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${two}`)
      .replaceAll(':3999', `:${http}`)
      .replace(/^\{\n/m, '{\n\tadmin off\n\tauto_https off\n')
      .replace(/^:443 /m, `:${https} `)
      .replace(
        /^shop\.example \{/m,
        `https://localhost:${https} {\n\ttls ${tls.certificate} ${tls.key}`,
      );
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, text);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
} as const;

const proxies: Process[] = [];
const instances: Instance[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((one) => one.kill()));
  await Promise.all(instances.splice(0).map((one) => one.end().catch(() => undefined)));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function started(name: keyof typeof files) {
  const folder = mkdtempSync(join(tmpdir(), `shop-${name}-`));
  folders.push(folder);
  // The proxy's workers run as another user, who must be able to read the folder.
  chmodSync(folder, 0o755);
  copyFileSync('deploy/proxy/unavailable.html', join(folder, 'unavailable.html'));
  mkdirSync(join(folder, 'logs'));
  instances.push(new Instance(), new Instance());
  const ports = await Promise.all(instances.map((one) => one.listen()));
  const [http, https] = [await freePort(), await freePort()];
  const tls = selfSigned(folder);
  const ca = readFileSync(tls.certificate, 'utf8');
  const url = `https://localhost:${https}`;
  const dispatcher = new Agent({ connect: { ca } });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { dispatcher, redirect: 'manual', ...init });
  const proxy = processOf({
    name,
    command: name,
    args: files[name]({ folder, http, https, tls, ports }),
    environment: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    log: join(folder, 'log'),
    ready: () =>
      ask('/ready').then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  proxies.push(proxy);
  await proxy.start();
  const [one, two] = instances as [Instance, Instance];
  const seen = (): Seen[] => instances.flatMap((instance) => instance.seen);
  return { url, http, https, ca, ask, one, two, seen };
}

/** Sends a request over HTTP/2, as browsers do. */
function askByH2(url: string, ca: string, headers: H2Headers): Promise<void> {
  const session = connect(url, { ca });
  return new Promise((done, failed) => {
    const stream = session.request(headers);
    session.once('error', failed);
    stream.once('error', failed);
    stream.once('end', () => {
      session.close();
      done();
    });
    stream.resume();
  });
}

const said = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=203.0.113.7;host=evil.example',
  'x-request-id': 'chosen-by-the-client',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=b',
};

const lacking = (name: string): boolean => !hasOpenssl || !isRoot || findProgram(name) === null;

describe.each(['nginx', 'caddy'] as const)('deploy/proxy for %s', (name) => {
  const why = lacking(name) ? ' (skipped: not here)' : '';

  it.skipIf(lacking(name))(
    `OPS-05 P-28 P-64 the proxy passes host, address and body, trusts no client header, hides private paths, loses no read${why}`,
    async () => {
      const { url, http, https, ca, ask, one, two, seen } = await started(name);
      await ask('/fr?q=x', { headers: said });
      await askByH2(url, ca, { ':path': '/h2', ...said });
      for (const path of ['/fr?q=x', '/h2']) {
        const found = seen().find((request) => request.url === path);
        const headers: IncomingHttpHeaders = found?.headers ?? {};
        expect(headers, path).toMatchObject({
          host: `localhost:${https}`,
          'x-forwarded-proto': 'https',
          'x-forwarded-for': expect.stringMatching(/^(127\.0\.0\.1|::1)$/) as string,
        });
        for (const dropped of ['forwarded', 'x-request-id', 'traceparent', 'tracestate'])
          expect(headers, `${path} ${dropped}`).not.toHaveProperty(dropped);
        expect(headers['x-forwarded-host'] ?? '').not.toContain('evil');
      }
      for (const hidden of ['/readyz', '/healthz', '/metrics'])
        expect((await ask(hidden)).status, hidden).toBe(404);
      expect(seen().filter(({ url: path }) => path === '/metrics')).toEqual([]);
      // The shop must reject another host name; a proxy might answer 200 with an empty body by itself.
      const other = `localhost.:${https}`;
      await askByH2(url, ca, { ':path': '/dot', ':authority': other });
      expect(seen().find((request) => request.url === '/dot')?.headers.host).toBe(other);
      if (name === 'nginx') {
        const plain = await fetch(`http://127.0.0.1:${http}/fr?a=1`, { redirect: 'manual' });
        expect([plain.status, plain.headers.get('location')]).toEqual([308, `${url}/fr?a=1`]);
      }
      const body = Buffer.alloc(12_000_000, 'x');
      const sent = await ask('/fr/cart/import', { method: 'POST', body });
      expect(await sent.json()).toEqual({ bytes: body.length });
      const before = one.connections + two.connections;
      for (let at = 0; at < 40; at += 1) await (await ask('/fr/search')).text();
      expect(one.connections + two.connections - before).toBeLessThan(20);

      // When an instance dies during a GET, the other instance answers; when it dies during a POST, the request is not
      // sent again.
      one.dies = true;
      for (let at = 0; at < 6; at += 1) expect((await ask(`/read/${at}`)).status).toBe(200);
      two.dies = true;
      const lost = await ask('/write', { method: 'POST', body: 'a=b' });
      expect(lost.status).toBe(502);
      expect(seen().filter(({ url: path }) => path === '/write')).toHaveLength(1);
      one.dies = two.dies = false;
    },
  );

  it.skipIf(lacking(name))(
    `OPS-05 P-65 with the proxy, a malformed request body makes no instance unavailable to others${why}`,
    async () => {
      const { ask, https, ca } = await started(name);
      const head = `POST /fr/search HTTP/1.1\r\nHost: localhost:${https}\r\n`;
      for (const chunk of ['-1\r\n\r\n', 'zz\r\n', '5\r\nab'])
        await new Promise<void>((done) => {
          const socket = connectTls({
            port: https,
            host: '127.0.0.1',
            servername: 'localhost',
            ca,
          });
          socket.on('error', () => undefined);
          socket.on('close', () => done());
          socket.on('data', () => socket.destroy());
          socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
          setTimeout(() => socket.destroy(), 500);
        });
      for (let at = 0; at < 6; at += 1) expect((await ask(`/after/${at}`)).status).toBe(200);
    },
  );

  it.skipIf(lacking(name))(
    `OPS-05 P-65 the proxy keeps sending requests when no instance is ready, and shows an error page when none is running${why}`,
    async () => {
      const { ask, one, two } = await started(name);
      one.isReady = two.isReady = false;
      if (name === 'caddy') {
        const checks = [one.checks, two.checks];
        await expect.poll(() => one.checks - (checks[0] ?? 0)).toBeGreaterThan(1);
        await expect.poll(() => two.checks - (checks[1] ?? 0)).toBeGreaterThan(1);
      }
      const page = await ask('/fr');
      expect(page.status).toBe(200);
      const form = await ask('/fr/cart', { method: 'POST', body: 'a=b' });
      expect(await form.json()).toEqual({ bytes: 3 });
      await one.end();
      for (let at = 0; at < 6; at += 1) expect((await ask(`/alone/${at}`)).status).toBe(200);
      await two.end();
      const away = await ask('/fr');
      expect(away.status).toBeGreaterThanOrEqual(502);
      expect(away.headers.get('content-type')).toContain('text/html');
      expect(await away.text()).toContain('<html lang="fr">');
      const write = await ask('/fr/cart', { method: 'POST', body: 'a=b' });
      expect(write.status).toBeGreaterThanOrEqual(502);
      expect(await write.text()).toContain('<html lang="fr">');
    },
  );
});
