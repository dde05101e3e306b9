/** Alert rules and dashboard use metrics that the shop serves, and each alert has its paragraph in the guide. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { createMetrics, type Metrics } from '../../server/observe/metrics';
import { freePort } from '../support/free-port';
import { until } from '../support/until';

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket', 'none']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const rules = Rules.parse(
  parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')),
).groups.flatMap((group) => group.rules);
const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});
const dashboard = Dashboard.parse(
  JSON.parse(readFileSync('deploy/grafana/dashboards/shop.json', 'utf8')),
);

const Answer = z.object({ data: z.object({ result: z.array(z.unknown()) }) });

/** Metric names in a PromQL expression. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(shop|nodejs|process)_[a-z_\d]+/g) ?? [];

/** The metrics of a shop that has served pages, called each upstream and had a write in doubt. */
function fedMetrics(): Metrics {
  const metrics = createMetrics();
  metrics.request('home', 200, 0.1);
  metrics.upstreamCall('erp', 'GET sales', 'timeout', 1);
  metrics.upstreamState('erp', () => 1);
  metrics.count('sign_in.failed');
  const dependencies = ['store', 'store-shards', 'identity', 'search', 'erp'];
  metrics.dependencies(() => Promise.resolve(dependencies.map((name) => ({ name, status: 'ok' }))));
  metrics.indexSizes(() => Promise.resolve([{ index: 'products', locale: 'fr', documents: 1 }]));
  metrics.certificates(() => Promise.resolve([{ of: 'shop', ends: 1 }]));
  return metrics;
}

describe('alert rules and dashboard', () => {
  it('OPS-08 P-74 alert rules and dashboard query only metrics that the shop serves', async () => {
    const metrics = createMetrics();
    const text = await metrics.text();
    const served = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(metricsIn);
    expect(new Set(asked).size).toBeGreaterThan(10);
    for (const name of asked) expect(served, name).toContain(name);
  });

  it('OPS-08 P-74 alert rules and dashboard select and group by existing labels of those metrics', async () => {
    const metrics = fedMetrics();
    const has = new Map<string, Set<string>>();
    for (const [, name = '', pairs = ''] of (await metrics.text()).matchAll(/^(\w+)\{(.*)\} /gm)) {
      const labels = has.get(name) ?? new Set();
      for (const [, label = '', value = ''] of pairs.matchAll(/(\w+)="([^"]*)"/g))
        labels.add(label).add(`${label}=${value}`);
      has.set(name, labels);
    }
    // An alert on the increase of a missing series would ignore the first burst.
    const atStart = await createMetrics().text();
    // Labels that Prometheus itself sets, and label values that the shop can report but has not reported yet.
    const also = ['job', 'job=shop', 'instance', 'service=search'];
    let seen = 0;
    for (const expression of [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]) {
      const known = new Set([
        ...also,
        ...metricsIn(expression).flatMap((name) => [...(has.get(name) ?? [])]),
      ]);
      const by = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
        list.split(',').map((label) => label.trim()),
      );
      const picked = [...expression.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(
        ([, label = '', values = '']) => values.split('|').map((value) => `${label}=${value}`),
      );
      for (const one of [...by, ...picked]) {
        seen += 1;
        if (one.startsWith('event='))
          expect(atStart).toContain(`shop_events_total{event="${one.slice(6)}"} 0\n`);
        else expect([...known], `${one} in ${expression}`).toContain(one);
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('OPS-08 P-74 every alert has a paragraph in the guide, and a promtool rule test', () => {
    const guide = readFileSync('docs/operating/incidents.md', 'utf8');
    const tests = readFileSync('deploy/prometheus/alerts.test.yml', 'utf8');
    expect(rules.length).toBeGreaterThanOrEqual(8);
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operating/incidents.md#${alert.toLowerCase()}`);
      const paragraph = guide.split(`\n## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';
      expect(paragraph.length, alert).toBeGreaterThan(120);
      expect(tests).toMatch(new RegExp(`alertname: ${alert}\\n\\s+eval_time`));
    }
  });

  it('OPS-08 P-74 every severity and every alert that Alertmanager names has a receiver', () => {
    const Prometheus = z.object({
      alerting: z.object({
        alertmanagers: z.array(
          z.object({ file_sd_configs: z.array(z.object({ files: z.array(z.string()) })) }),
        ),
      }),
    });
    const read = (file: string): unknown => parse(readFileSync(`deploy/${file}`, 'utf8'));
    const [to] = Prometheus.parse(read('prometheus/prometheus.yml')).alerting.alertmanagers;
    expect(to?.file_sd_configs[0]?.files).toEqual(['targets/alertmanager.json']);
    expect(read('prometheus/targets/alertmanager.json')).toHaveLength(1);
    const source = readFileSync('deploy/alertmanager/alertmanager.yml', 'utf8');
    const named = [...source.matchAll(/alertname=~?"([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split('|'),
    );
    expect(named).toContain('Watchdog');
    const known = rules.map(({ alert }) => alert);
    for (const name of named) expect(known).toContain(name);
    const watchdog = rules.find(({ alert }) => alert === 'Watchdog');
    expect([watchdog?.expr, watchdog?.labels.severity]).toEqual(['vector(1)', 'none']);
    expect(rules.some(({ expr }) => expr === 'absent(up{job="shop"})')).toBe(true);
  });

  const hasAmtool = spawnSync('amtool', ['--version']).status === 0;
  it.skipIf(!hasAmtool)(
    'OPS-08 P-74 Alertmanager routes alerts by severity (skipped: no amtool here)',
    () => {
      const file = '--config.file=deploy/alertmanager/alertmanager.yml';
      const goesTo = (...labels: string[]): string =>
        spawnSync('amtool', ['config', 'routes', 'test', file, ...labels])
          .stdout.toString()
          .trim();
      expect(goesTo('severity=page', 'alertname=ErpDown')).toBe('page');
      expect(goesTo('severity=ticket', 'alertname=SearchSlow')).toBe('ticket');
      expect(goesTo('severity=none', 'alertname=Watchdog')).toBe('watchdog');
    },
  );

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  it.skipIf(!hasPromtool)(
    'OPS-08 P-74 the alert rules pass their promtool tests (skipped: no promtool here)',
    () => {
      const cwd = 'deploy/prometheus';
      for (const args of [
        ['check', 'config', 'prometheus.yml'],
        ['test', 'rules', 'alerts.test.yml'],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', args, { cwd });
        expect(status, `${stdout.toString()}${stderr.toString()}`).toBe(0);
      }
    },
  );

  const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
  it.skipIf(!hasPrometheus)(
    'OPS-08 P-74 every dashboard query returns data from a Prometheus that scrapes the shop (skipped: no prometheus here)',
    async () => {
      const metrics = fedMetrics();
      const shop = createServer((_, response) => {
        void metrics.text().then((text) => {
          response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
        });
      });
      const [shopPort, port] = [await freePort(), await freePort()];
      await new Promise<void>((resolve) => shop.listen(shopPort, '127.0.0.1', resolve));
      const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
      const jobs = [{ job_name: 'shop', static_configs: [{ targets: [`127.0.0.1:${shopPort}`] }] }];
      const global = { scrape_interval: '500ms', scrape_timeout: '500ms' };
      writeFileSync(join(folder, 'prometheus.yml'), stringify({ global, scrape_configs: jobs }));
      const prometheus = spawn(
        'prometheus',
        [
          `--config.file=${folder}/prometheus.yml`,
          `--storage.tsdb.path=${folder}/data`,
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { stdio: 'ignore' },
      );
      const ended = new Promise((resolve) => prometheus.once('close', resolve));
      const series = async (query: string): Promise<number> => {
        const asked = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
        // While Prometheus starts it refuses connections or answers 503: retry.
        const answer = await fetch(asked)
          .then((one): Promise<unknown> => one.json())
          .catch(() => null);
        return Answer.safeParse(answer).data?.data.result.length ?? 0;
      };
      try {
        // A rate needs two scrapes.
        await until(async () => (await series('rate(process_cpu_seconds_total[30s])')) > 0);
        let asked = 0;
        for (const { targets } of dashboard.panels)
          for (const { expr } of targets) {
            asked += 1;
            const query = expr.replaceAll('$__rate_interval', '30s');
            // A late scrape leaves a gap until the next one.
            const found = expect.poll(() => series(query), { timeout: 20_000, message: query });
            await found.toBeGreaterThan(0);
          }
        expect(asked).toBeGreaterThanOrEqual(16);
      } finally {
        prometheus.kill();
        await ended;
        shop.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
