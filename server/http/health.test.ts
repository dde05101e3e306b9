import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../observe/logger';
import { createMetrics } from '../observe/metrics';
import { health } from './health';

let server: Server | null = null;
afterEach(() => server?.close());

const metrics = createMetrics();

async function started(
  check: () => Promise<void>,
  now: () => number,
  lifecycle = { draining: false, starting: false },
  lines: string[] = [],
): Promise<string> {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: 'info', version: 'test', destination });
  const app = express();
  const dependencies = [{ name: 'erp', needed: false, check }];
  app.use(health({ version: 'test', dependencies, lifecycle, log, metrics, now }));
  server = createServer((request, response) => void app(request, response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
}

const statusAt = async (url: string): Promise<string> =>
  ((await (await fetch(url)).json()) as { status: string }).status;

describe('/readyz', () => {
  it('P-65 P-74 P-88 /readyz checks its dependencies once in two seconds, however often it is requested', async () => {
    let clock = 0;
    let asked = 0;
    const url = await started(
      () => {
        asked += 1;
        return asked === 1 ? Promise.resolve() : Promise.reject(new Error('away'));
      },
      () => clock,
    );
    const answers = await Promise.all(Array.from({ length: 200 }, () => statusAt(url)));
    expect(new Set(answers)).toEqual(new Set(['ready']));
    expect(await metrics.text()).toContain('shop_dependency_up{dependency="erp"} 1');
    expect(asked).toBe(1);
    clock = 1_999;
    expect(await statusAt(url)).toBe('ready');
    clock = 2_000;
    expect(await statusAt(url)).toBe('degraded');
    expect(await metrics.text()).toContain('shop_dependency_up{dependency="erp"} 0');
    expect(asked).toBe(2);
  });

  it('P-65 P-74 OPS-03 the log reports why and since when a dependency is unavailable, and its recovery', async () => {
    let clock = 0;
    const away = [
      Object.assign(new Error(''), { statusCode: 502 }),
      new Error('ping', { cause: new Error('disk is full') }),
    ];
    const lines: string[] = [];
    const url = await started(
      () =>
        Promise.resolve(away.shift()).then((fault) => (fault ? Promise.reject(fault) : undefined)),
      () => clock,
      undefined,
      lines,
    );
    for (; clock < 8_000; clock += 2_000) await statusAt(url);
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.map(({ event, dependency, error }) => [event, dependency, error])).toEqual([
      ['dependency.unavailable', 'erp', 'Error: answered 502'],
      ['dependency.unavailable', 'erp', 'Error: ping (disk is full)'],
      ['dependency.back', 'erp', undefined],
    ]);
    expect(told[0]?.['since']).toBe(told[1]?.['since']);
  });

  it('P-65 /readyz returns 503 while starting and while draining', async () => {
    const lifecycle = { draining: false, starting: true };
    const url = await started(
      () => Promise.resolve(),
      () => 0,
      lifecycle,
    );
    expect([(await fetch(url)).status, await statusAt(url)]).toEqual([503, 'starting']);
    lifecycle.starting = false;
    expect([(await fetch(url)).status, await statusAt(url)]).toEqual([200, 'ready']);
    lifecycle.draining = true;
    expect([(await fetch(url)).status, await statusAt(url)]).toEqual([503, 'draining']);
  });

  it('P-65 /readyz responds and reports a dependency that never answers as unavailable', async () => {
    const url = await started(
      () => new Promise(() => undefined),
      () => performance.now(),
    );
    expect(await statusAt(url)).toBe('degraded');
  }, 20_000);
});
