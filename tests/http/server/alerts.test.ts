/**
 * Causes the condition of each alert at a running shop that a Prometheus scrapes: the shipped rule fires (without its
 * waiting time), and the log contains the line that its paragraph in the guide refers to.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../support/free-port';
import { hasOpenssl, hasRedis, selfSigned } from '../../support/redis-servers';
import { startShopProcesses, type ShopProcesses } from '../../support/shop-processes';
import { until } from '../../support/until';
import type { Visitor } from '../../support/visitor';
import { variants } from '../checkout/checkout-carts';

const login = 'vet@demo.example';
const hourMs = 3_600_000;
const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()) })) }),
});
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
const isHere = hasPrometheus && hasRedis && hasOpenssl;

describe.skipIf(!isHere)('alerts (skipped: no prometheus, redis-server or openssl here)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-alerts-'));
  const sockets = new Set<Socket>();
  let shops: ShopProcesses;
  let prometheus: ChildProcess;
  let alertsUrl: string;
  let tls: Server;
  let searchPort: number;
  let settings: Record<string, string>;

  const listenForSearch = () =>
    new Promise<void>((done) => void tls.listen(searchPort, '127.0.0.1', done));
  /** A search engine whose certificate expires in two days. */
  async function searchBehindTls(): Promise<string> {
    const search = new URL(shops.settings['SEARCH_URL'] ?? '');
    const { certificate, key } = selfSigned(folder);
    tls = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (socket) => {
      const to = connect(Number(search.port), search.hostname);
      for (const [one, other] of [
        [socket, to],
        [to, socket],
      ] as const)
        sockets.add(one.on('error', () => other.destroy()));
      socket.pipe(to).pipe(socket);
    });
    searchPort = await freePort();
    await listenForSearch();
    return certificate;
  }
  async function startPrometheus(metricsPort: string): Promise<void> {
    const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
    writeFileSync(join(folder, 'alerts.yml'), rules.replace(/^ +for: .*\n/gm, ''));
    const jobs = [
      { job_name: 'shop', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] },
    ];
    const global = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' };
    const config = { global, rule_files: ['alerts.yml'], scrape_configs: jobs };
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
    const port = await freePort();
    alertsUrl = `http://127.0.0.1:${port}/api/v1/alerts`;
    const where = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
    const args = [...where, `--web.listen-address=127.0.0.1:${port}`];
    prometheus = spawn('prometheus', args, { stdio: 'ignore' });
  }

  beforeAll(async () => {
    shops = await startShopProcesses({ store: 'redis', instances: 1, profile: 'odoo16' });
    const SEARCH_CA_FILE = await searchBehindTls();
    const METRICS_PORT = String(await freePort());
    settings = { METRICS_PORT, SEARCH_CA_FILE, SEARCH_URL: `https://127.0.0.1:${searchPort}` };
    await shops.kill(0);
    await shops.start(0, settings);
    await startPrometheus(METRICS_PORT);
  });
  afterAll(async () => {
    const ended = new Promise((done) => prometheus.once('close', done));
    prometheus.kill();
    await ended;
    await shops.stop();
    tls.close();
    for (const socket of sockets) socket.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  async function firing(): Promise<string[]> {
    const answer: unknown = await fetch(alertsUrl).then(
      (one): Promise<unknown> => one.json(),
      () => null,
    );
    const alerts = Alerts.safeParse(answer).data?.data.alerts ?? [];
    return alerts.map(({ labels }) => labels['alertname'] ?? '').sort();
  }
  const soon = { timeout: 90_000, interval: 500 };
  const fires = (alert: string) => expect.poll(firing, soon).toContain(alert);
  const rests = (alert: string) => expect.poll(firing, soon).not.toContain(alert);

  async function owned(): Promise<{ who: Visitor; owner: string }> {
    const who = await shops.customer(login);
    const page = await who.get('/fr/cart');
    return { who, owner: page.dom.querySelector('cart-island')?.getAttribute('data-owner') ?? '' };
  }
  const oneMore = (owner: string) => ({
    owner,
    sent: null,
    txs: [
      { uuid: crypto.randomUUID(), product_id: variants(shops, 1)[0] ?? 0, qty: 1, cart: null },
    ],
  });
  /** The customer returns and time passes, until the alert no longer fires. */
  const settled = (who: Visitor, alert: string) =>
    until(async () => {
      await shops.advance(30_000);
      await shops.read(0, who, '/fr/cart');
      return !(await firing()).includes(alert);
    });
  async function renewalsFailed(): Promise<number> {
    const metrics = await fetch(`http://127.0.0.1:${settings['METRICS_PORT'] ?? ''}/metrics`);
    return Number(/"token.renewal_failed"} (\d+)/.exec(await metrics.text())?.[1]);
  }
  /** An instance's output arrives through a pipe with a short delay. */
  const logged = (text: RegExp) => expect.poll(() => shops.logOf(0), soon).toMatch(text);

  it('OPS-08 P-74 a healthy shop: only the Watchdog and the alert about the two-day certificate fire', async () => {
    await fires('CertificateEnding');
    await owned();
    await expect.poll(firing, soon).toEqual(['CertificateEnding', 'Watchdog']);
  });

  it('OPS-08 P-74 the alert SearchDown fires while the search engine is down, and ends when it is back', async () => {
    tls.close();
    for (const socket of sockets) socket.destroy();
    await fires('SearchDown');
    await logged(/"dependency.unavailable","dependency":"search".*ECONNREFUSED/);
    await listenForSearch();
    await rests('SearchDown');
    await logged(/"dependency.back","dependency":"search"/);
  });

  it('OPS-08 P-74 the alert ErpFailing fires when one kind of ERP call fails, ErpIll and ErpDown while the ERP refuses connections', async () => {
    const { who } = await owned();
    const { control } = shops.sandbox.erp;
    // Only one kind of ERP call fails, so that the circuit breaker stays closed.
    control.fault({ match: { path: '*orders*' }, status: 500, times: 1_000 });
    await until(async () => {
      await shops.read(0, who, '/fr/account/sales');
      await shops.read(0, who, '/fr/cart');
      return (await firing()).includes('ErpFailing');
    });
    control.clearFaults();
    await shops.erpLine.set({ fault: { kind: 'refuse' } });
    await until(async () => {
      await shops.read(0, who, '/fr/account/sales');
      return (await firing()).includes('ErpIll');
    });
    await fires('ErpDown');
    await logged(/"dependency.unavailable","dependency":"erp"/);
    await logged(/"upstream.away"/);
    await shops.erpLine.set({ fault: null });
    await rests('ErpDown');
    await rests('ErpIll');
    await logged(/"upstream.back"/);
  });

  it('OPS-08 P-74 the alert SignInFailing fires when the provider rejects sign-in codes, ProviderDown while its discovery fails', async () => {
    const { faults } = shops.sandbox.identity;
    faults.add({ at: 'code', kind: 'status', status: 400 });
    for (let made = 0; made < 20; made += 1) await shops.customer(login).catch(() => null);
    await fires('SignInFailing');
    await logged(/"sign_in.failed".*"reason":"provider-error"/);
    faults.clear();
    faults.add({ at: 'discovery', kind: 'status', status: 503 });
    await fires('ProviderDown');
    await logged(/"dependency.unavailable","dependency":"identity"/);
    faults.clear();
    await rests('ProviderDown');
  });

  it('OPS-08 P-74 the alert ShopDown fires for a killed instance, StoreUnreadable for another secret, RedisAway while Redis is down', async () => {
    const { who, owner } = await owned();
    await shops.sync(0, who, oneMore(owner));
    await shops.kill(0);
    await fires('ShopDown');
    const SESSION_SECRET = 'another secret of thirty-two characters';
    await shops.start(0, { ...settings, SESSION_SECRET });
    await rests('ShopDown');
    const again = await shops.customer(login);
    expect((await shops.read(0, again, '/fr/cart')).status).toBe(503);
    await fires('StoreUnreadable');
    await logged(/"store.unreadable","kind":"cart"/);
    await shops.stopStore();
    await fires('RedisAway');
    await logged(/"store.lost"/);
    await shops.startStore();
    await rests('RedisAway');
    await logged(/"store.found"/);
    await shops.kill(0);
    await shops.start(0, settings);
    expect((await shops.read(0, who, '/fr/cart')).status).toBe(200);
  });

  // From here on the clock is advanced: tokens use real time, so nobody signs in any more.
  let customers: Visitor[] = [];
  it('OPS-08 P-74 CART-08 the alerts CartBacklog (waiting edits) and CartDoubtOpen (write in doubt) fire until the customer is back', async () => {
    const { who, owner } = await owned();
    customers = [who];
    while (customers.length < 24) customers.push(await shops.customer(login));
    const { control } = shops.sandbox.erp;
    const product = shops.sandbox.world.variants.get(variants(shops, 1)[0] ?? 0);
    const page = await who.get(`/fr/search?q=${product?.sku ?? ''}&exact=0`);
    const sheet = page.form('form[data-sheet]');
    sheet.fields.set('add', 'all');
    const form = sheet.fill({ [`q.${product?.id ?? 0}`]: '2' });
    // Refused connections have no effect; a 503 would leave the change in doubt.
    await shops.erpLine.set({ fault: { kind: 'refuse' } });
    expect((await shops.post(0, who, form)).status).toBe(303);
    await shops.advance(hourMs / 2 + 60_000);
    await fires('CartBacklog');
    await shops.erpLine.set({ fault: null });
    await settled(who, 'CartBacklog');

    control.fault({ match: { path: '*sync*' }, drop: 'after' });
    await shops.sync(0, who, oneMore(owner));
    await logged(/"cart.sync.doubt"/);
    await shops.advance(4 * hourMs + 60_000);
    await fires('CartDoubtOpen');
    await settled(who, 'CartDoubtOpen');
    await logged(/"cart.sync.resolved"/);
  });

  it('OPS-08 P-74 AUTH-07 the alert SessionsEnding fires when the provider refuses renewals, not when it is unavailable', async () => {
    const { faults } = shops.sandbox.identity;
    const all = async (): Promise<void> => {
      for (const who of customers) await shops.read(0, who, '/fr/account/sales');
    };
    for (let day = 0; day < 3; day += 1) {
      await all();
      await shops.advance(7 * hourMs);
    }
    faults.add({ at: 'refresh', kind: 'status', status: 503 });
    await all();
    await logged(/"token.renewal_failed".*"reason":"unavailable"/);
    await expect.poll(renewalsFailed, soon).toBeGreaterThan(22);
    expect(await firing()).not.toContain('SessionsEnding');
    faults.clear();
    await shops.advance(120_000);
    faults.add({ at: 'refresh', kind: 'status', status: 400 });
    await all();
    await fires('SessionsEnding');
    await logged(/"token.renewal_failed".*"reason":"refused"/);
    await logged(/"session.ended".*"reason":"invalid_grant"/);
  });

  it('OPS-08 P-74 the alert ClockApart fires when the clocks differ, SearchEmpty when a product index is missing', async () => {
    await fires('ClockApart');
    const index = `${shops.settings['SEARCH_URL'] ?? ''}/products_fr_be-1`;
    expect((await fetch(index, { method: 'DELETE' })).status).toBe(200);
    await fires('SearchEmpty');
    await logged(/"dependency.unavailable","dependency":"search".*index_not_found/);
  });
});
