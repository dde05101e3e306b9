/**
 * One primary of a Redis cluster is full: customers on other shards are served, and readiness, log, metrics and doctor
 * name the shard.
 */
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port';
import { hasRedis, redisFolder, startCluster, type RedisServer } from '../../support/redis-servers';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import { until } from '../../support/until';

describe.skipIf(!hasRedis)('a Redis cluster (skipped: no redis-server here)', () => {
  const folder = redisFolder();
  let nodes: RedisServer[];
  let shops: ShopProcesses;
  let settings: Record<string, string>;
  beforeAll(async () => {
    nodes = await startCluster(folder);
    shops = await startShopProcesses({ store: 'embedded', instances: 1, profile: 'odoo16' });
    settings = {
      REDIS_URL: nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
      REDIS_MODE: 'cluster',
      METRICS_PORT: String(await freePort()),
    };
    await shops.kill(0);
    await shops.start(0, settings);
  });
  afterAll(async () => {
    await shops.stop();
    await folder.end();
  });

  const ready = async () => {
    const { status, text } = await fetch(`${shops.url}/readyz`).then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));
    return `${status} ${text}`;
  };
  const metrics = async () =>
    (await fetch(`http://127.0.0.1:${settings['METRICS_PORT'] ?? ''}/metrics`)).text();

  it('P-65 P-96 OPS-01 OPS-08 CFG-08 when one Redis cluster shard is full the shop serves, and readiness, log, metrics and doctor name the shard', async () => {
    const customers = await Promise.all(
      Array.from({ length: 6 }, () => shops.customer('vet@demo.example')),
    );
    expect(await ready()).toMatch(/^200 .*"status":"ready".*"name":"store-shards"/);
    const [full] = nodes;
    await full?.cli('config', 'set', 'maxmemory', '1');
    await until(async () => (await ready()).includes('"degraded"'));
    expect(await ready()).toMatch(
      /^200 .*"name":"store","needed":true,"status":"ok".*"name":"store-shards","needed":false,"status":"unavailable"/,
    );
    const away = new RegExp(
      `"dependency.unavailable","dependency":"store-shards".*1 of 3: 127.0.0.1:${full?.port} \\(33 % of the keys\\) .*OOM command`,
    );
    // The log line may arrive after the response.
    await until(() => Promise.resolve(away.test(shops.logOf(0))));
    expect(await metrics()).toContain('shop_dependency_up{dependency="store-shards"} 0\n');
    expect(await metrics()).toContain('shop_dependency_up{dependency="store"} 1\n');
    const pages = await Promise.all(
      customers.map((who) => shops.read(0, who, '/fr/account/sales')),
    );
    expect(pages.some(({ status }) => status === 200)).toBe(true);
    const env = { ...process.env, ...shops.settings, ...settings };
    // The doctor exits with 1; it runs asynchronously because the stand-ins that it calls run in this process.
    const doctor = await new Promise<string>((said) => {
      execFile(process.execPath, ['dist/doctor.js'], { env }, (_fault, stdout) => said(stdout));
    });
    expect(doctor).toMatch(/FAIL +store .*1 of 3: .*OOM.* → give Redis more room/);

    await full?.cli('config', 'set', 'maxmemory', '0');
    await until(async () => (await ready()).includes('"ready"'));
    const back = /"dependency.back","dependency":"store-shards"/;
    await until(() => Promise.resolve(back.test(shops.logOf(0))));
  });
});
