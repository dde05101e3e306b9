/** Distribution of requests over two instances by the proxy of the full deployment. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../../load/deployment/process';
import { freePort } from '../../support/free-port';
import { listening } from '../../support/listening';
import { proxyServer } from '../../support/proxy';
import { until } from '../../support/until';

const lacking = ['haproxy', 'openssl'].filter((program) => spawnSync('which', [program]).status);
const why = lacking.length > 0 ? ` (skipped: no ${lacking.join(', ')} here)` : '';

describe.skipIf(lacking.length > 0)(`the proxy before two instances${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-proxy-'));
  let [proxy, url, counts]: [Server | null, string, string] = [null, '', ''];
  const instances: HttpServer[] = [];
  let agent: Agent | null = null;
  /** Responses that are held until the test releases them. */
  const held: (() => void)[] = [];

  async function instance(name: string): Promise<string> {
    const server = createServer((request, response) => {
      const answer = (): void => void response.end(name);
      if (request.url?.startsWith('/slow')) held.push(answer);
      else answer();
    });
    // As in the shop: when a connection closes while the proxy sends on it, the proxy repeats a read at the other
    // instance.
    server.keepAliveTimeout = 65_000;
    instances.push(server);
    return `127.0.0.1:${await listening(server)}`;
  }

  beforeAll(async () => {
    const shops = [await instance('one'), await instance('two')] as const;
    const [https, http, metrics, identity] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ] as [number, number, number, number];
    execFileSync('sh', ['deploy/proxy/certificate.sh', folder], {
      env: { ...process.env, SHOP_HOST: 'localhost' },
    });
    url = `https://localhost:${https}`;
    counts = `http://127.0.0.1:${metrics}/metrics`;
    agent = new Agent({ connect: { ca: readFileSync(join(folder, 'shop.crt'), 'utf8') } });
    const [pem, log] = [join(folder, 'shop.pem'), join(folder, 'proxy.log')];
    proxy = proxyServer({ ports: { https, http, metrics, identity }, shops, pem, log });
    await proxy.start();
    await until(async () => ['one', 'two'].includes(await whoAnswers('/fr')));
  });
  afterAll(async () => {
    await proxy?.kill();
    await agent?.close();
    for (const server of instances) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function whoAnswers(path: string, session?: string): Promise<string> {
    const cookie = session === undefined ? 'form=x' : `form=x; __Host-Http-sid=${session}; left=y`;
    const answer = await fetch(url + path, {
      ...(agent && { dispatcher: agent }),
      headers: { cookie },
    });
    return answer.text();
  }

  /**
   * Instance that answers a single request: the proxy may still count an earlier request as running, which would fill
   * the share of its instance.
   */
  async function whoAnswersAlone(path: string, session?: string): Promise<string> {
    await until(async () =>
      /^haproxy_backend_current_sessions\{proxy="shop"\} 0$/m.test(
        await (await fetch(counts)).text(),
      ),
    );
    return whoAnswers(path, session);
  }

  it('OPS-05 the proxy sends all pages of one customer to one instance, and spreads customers over both', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `session-${at}-${at * 7919}`);
    const answered = new Map<string, string>();
    for (const name of names) answered.set(name, await whoAnswersAlone('/fr', name));
    const shares = ['one', 'two'].map(
      (instance) => [...answered.values()].filter((by) => by === instance).length,
    );
    expect(Math.min(...shares)).toBeGreaterThan(8);
    for (const path of ['/fr/cart', '/nl/search?q=hond', '/fr/cart'])
      for (const name of names.slice(0, 12))
        expect(await whoAnswersAlone(path, name), `${name} ${path}`).toBe(answered.get(name));
  });

  it('OPS-05 the proxy sends all requests for one public page to one instance, and spreads pages over both', async () => {
    const paths = Array.from({ length: 40 }, (_, at) => `/fr/product/page-${at}-${at * 7919}`);
    const by: string[] = [];
    for (const path of paths) by.push(await whoAnswersAlone(path));
    expect(new Set(by)).toEqual(new Set(['one', 'two']));
    for (const [at, path] of paths.slice(0, 12).entries())
      expect(await whoAnswersAlone(path), path).toBe(by[at]);
  });

  it('OPS-05 P-42 the proxy gives no instance more than its share and a quarter, even for requests of one customer', async () => {
    const all = Array.from({ length: 20 }, (_, at) => whoAnswers(`/slow/${at}`, 'a-busy-clinic'));
    await until(() => held.length === all.length);
    for (const answer of held.splice(0)) answer();
    const answers = await Promise.all(all);
    for (const name of ['one', 'two'])
      expect(answers.filter((by) => by === name).length).toBeGreaterThanOrEqual(7);
  });

  it('OPS-05 the proxy sends all requests to the other instance when one is down', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `later-${at}-${at * 7919}`);
    const before = await Promise.all(names.map((name) => whoAnswers('/fr', name)));
    expect(new Set(before).size).toBe(2);
    const [first] = instances.splice(0, 1);
    first?.close();
    first?.closeAllConnections();
    for (const name of names) expect(await whoAnswers('/fr', name), name).toBe('two');
  });
});
