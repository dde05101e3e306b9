import { get } from 'node:http';
import { expect, it } from 'vitest';
import { createLogger } from '../observe/logger';
import { createMetrics } from '../observe/metrics';
import { metricsServer } from './metrics-server';

it('P-60 P-74 the metrics port serves /healthz and /metrics and nothing else', async () => {
  const server = await metricsServer({
    metrics: createMetrics(),
    version: '1.2.3',
    log: createLogger({ level: 'silent', version: '1.2.3' }),
    port: 0,
    host: '127.0.0.1',
    support: null,
  });
  const url = `http://${server.address}`;
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    200,
    { status: 'alive', version: '1.2.3' },
  ]);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_seconds_total');
  const elsewhere = await fetch(`${url}/fr`);
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    404,
    'Here are /healthz, /metrics. The support page needs SUPPORT_PASSWORD, or METRICS_HOST on loopback.\n',
  ]);
  server.close();
});

it('OPS-07 the root of the metrics port redirects to the support page if there is one', async () => {
  const options = {
    metrics: createMetrics(),
    version: '1.2.3',
    log: createLogger({ level: 'silent', version: '1.2.3' }),
    port: 0,
    host: '127.0.0.1',
  };
  const without = await metricsServer({ ...options, support: null });
  expect((await fetch(`http://${without.address}/`)).status).toBe(404);
  without.close();
  const server = await metricsServer({
    ...options,
    support: (request, response) => Promise.resolve(void response.end(`at ${request.url}`)),
  });
  expect(await (await fetch(`http://${server.address}/`)).text()).toBe('at /support');
  const posted = await fetch(`http://${server.address}/support`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await posted.text()).toMatch(/only read/);
  server.close();
});

it('P-74 a loopback metrics port rejects requests with another host name', async () => {
  const server = await metricsServer({
    metrics: createMetrics(),
    version: '1.2.3',
    log: createLogger({ level: 'silent', version: '1.2.3' }),
    port: 0,
    host: '127.0.0.1',
    support: null,
  });
  const statusUnder = (host: string) =>
    new Promise((resolve, reject) => {
      const request = get(`http://${server.address}/metrics`, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.once('error', reject);
    });
  for (const host of ['localhost', '127.0.0.1:9464', '[::1]:9464'])
    expect(await statusUnder(host), host).toBe(200);
  for (const host of ['evil.example', 'localhost.evil.example:9464'])
    expect(await statusUnder(host), host).toBe(403);
  server.close();
});
