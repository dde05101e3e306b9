/**
 * Two instances behind the proxy of the full deployment are replaced by another build, one after the other, while
 * customers shop: the short form of `npm run proof -- whole`, with stand-ins for search engine and provider.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../../sandbox/start';
import { startLoad } from '../../../load/deployment/load';
import { answers, server, type Server } from '../../../load/deployment/process';
import { freePort } from '../../support/free-port';
import { proxyServer } from '../../support/proxy';
import { renamedBuild } from '../../support/renamed-build';
import { until } from '../../support/until';

const lacking = ['haproxy', 'redis-server', 'openssl'].filter(
  (program) => spawnSync('which', [program]).status !== 0,
);
const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const folder = mkdtempSync(join(tmpdir(), 'shop-rolling-'));
const servers: Server[] = [];
let sandbox: Sandbox | null = null;
let next: string | null = null;
const dispatcher = getGlobalDispatcher();
afterAll(async () => {
  setGlobalDispatcher(dispatcher);
  await Promise.all(servers.map((one) => one.kill()));
  await sandbox?.close();
  for (const one of [folder, next]) if (one) rmSync(one, { recursive: true, force: true });
});

async function started(options: Omit<Parameters<typeof server>[0], 'log'>): Promise<Server> {
  const one = server({ ...options, log: join(folder, `${options.name}.log`) });
  servers.push(one);
  await one.start();
  return one;
}

async function versionAt(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  return ((await answer.json()) as { version: string }).version;
}

const why = lacking.length > 0 ? ` (skipped: no ${lacking.join(', ')} here)` : '';
it.skipIf(lacking.length > 0)(
  `OPS-05 P-64 P-69 a rolling deploy of another build fails no page and no file, and neither doubles nor loses anything${why}`,
  async () => {
    const ports = await Promise.all(Array.from({ length: 7 }, freePort));
    const [https = 0, one = 0, two = 0, redis = 0, metrics = 0, plain = 0, identity = 0] = ports;
    const url = `https://localhost:${https}`;
    sandbox = await startSandbox({ products: 60, shopUrl: url, ports: 'free' });
    await sandbox.search.ready;
    execFileSync('sh', ['deploy/proxy/certificate.sh', folder], {
      env: { ...process.env, SHOP_HOST: 'localhost' },
    });
    const ca = readFileSync(join(folder, 'shop.crt'), 'utf8');
    setGlobalDispatcher(new Agent({ connect: { ca } }));
    await started({
      name: 'redis',
      command: 'redis-server',
      environment: {},
      args: ['--port', String(redis), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      ready: () =>
        Promise.resolve(spawnSync('redis-cli', ['-p', String(redis), 'ping']).status === 0),
    });
    const instance = (name: string, port: number): Promise<Server> => {
      mkdirSync(join(folder, name));
      return started({
        name,
        command: process.execPath,
        args: ['dist/server.js'],
        environment: {
          ...sandbox?.settings,
          PORT: String(port),
          PUBLIC_URL: url,
          TRUST_PROXY: '1',
          RATE_LIMITS: 'off',
          CONFIG_DIR: folder,
          SESSION_DB: join(folder, name, 'shop.db'),
          SESSION_SECRET: 'a secret of thirty-two characters',
          REDIS_URL: `redis://127.0.0.1:${redis}`,
        },
        ready: () => answers(`http://127.0.0.1:${port}/readyz`),
      });
    };
    const instances = [await instance('one', one), await instance('two', two)];
    const proxy = proxyServer({
      ports: { https, http: plain, metrics, identity },
      shops: [`127.0.0.1:${one}`, `127.0.0.1:${two}`],
      address: hasIPv6 ? '::' : '',
      pem: join(folder, 'shop.pem'),
      log: join(folder, 'proxy.log'),
    });
    servers.push(proxy);
    await proxy.start();
    await until(() => answers(`${url}/fr`));
    for (const host of ['127.0.0.1', ...(hasIPv6 ? ['[::1]'] : [])]) {
      const { status } = await fetch(`http://${host}:${plain}/fr`, { redirect: 'manual' });
      expect(status, host).toBe(308);
    }
    next = renamedBuild();
    const { world } = sandbox;
    const goods = [...world.variants.values()].filter(
      (variant) => variant.orderMode === 'direct_sale' && !variant.notSoldOnWebsite,
    );
    const people = world.customers.filter((person) => person.featured && person.canOrder);
    const load = await startLoad(
      url,
      people.slice(0, 2).map((customer, at) => ({
        customer,
        goods: { id: goods[at]?.id ?? 0, sku: goods[at]?.sku ?? '' },
      })),
    );
    const deploy = load.phase('deploy');
    const before = await versionAt(one);
    for (const shop of instances) {
      expect(await shop.stop()).toBe(0);
      await shop.start({ cwd: next });
      // For a while both builds serve requests.
      const rounds = load.rounds();
      await until(() => load.rounds() >= rounds + 6);
    }
    expect(await Promise.all([versionAt(one), versionAt(two)])).not.toContain(before);
    const held = await load.end();
    expect(deploy.told).toEqual([]);
    expect(held).toEqual({ doubled: 0, lost: 0 });
    expect(deploy).toMatchObject({ failed: 0, signedOut: 0 });
    expect(deploy.edits).toBeGreaterThan(10);
  },
  400_000,
);
