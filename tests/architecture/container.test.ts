/** Properties of the image, checked in the Dockerfile, so that no container must be built (P-67). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { settingNames, settings, type Setting } from '../../server/settings';
import { listening } from '../support/listening';

const recipe = readFileSync('Dockerfile', 'utf8').replace(/\\\n/g, ' ');
const stages = recipe.split(/^FROM /m).slice(1);
const last = stages.at(-1) ?? '';

it('P-67 the image runs the shop as an unprivileged user, with node as first process', () => {
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last).toMatch(/^CMD \["node", .*"dist\/server\.js"\]$/m);
  expect(last.indexOf('USER')).toBeGreaterThan(last.lastIndexOf('RUN'));
});

it('P-67 the image contains runtime files only, and its packages were installed without running their scripts', () => {
  const installed = stages.find((stage) => /AS installed/.test(stage)) ?? '';
  expect(installed).toMatch(/--mount=type=cache,target=\/root\/\.npm npm ci --ignore-scripts/);
  expect(recipe.match(/npm (ci|install)/g)).toHaveLength(1);
  expect(recipe).toMatch(/npm run -s tool -- image-files \/image$/m);
  expect(last).toMatch(/^COPY --from=build \/image \.\/$/m);
  expect(last.match(/^(COPY|ADD)/gm)).toHaveLength(1);
});

it('P-67 the Dockerfile names the base image once, by version and release', () => {
  expect(recipe).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+-\w+-slim$/m);
  for (const stage of stages) expect(stage).toMatch(/^(\$\{NODE_IMAGE\}|installed) AS /);
});

it('P-67 no layer of the image contains a secret', () => {
  const secrets = settingNames.filter((name) => (settings[name] as Setting).secret);
  expect(secrets.length).toBeGreaterThan(3);
  for (const name of secrets) expect(recipe).not.toContain(name);
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  for (const name of ['.env', '.git', '.data', 'node_modules']) expect(ignored).toContain(name);
});

it('P-60 P-67 the container health check uses the port without a queue, with a timeout that allows for slow starts and peak load', async () => {
  const [, options = '', code = ''] =
    /^HEALTHCHECK (.*) CMD \["node", "-e", "(.*)"\]$/m.exec(last) ?? [];
  expect(options).toBe('--interval=30s --timeout=10s --start-period=60s --retries=3');
  const asked: string[] = [];
  const alive = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  const port = String(await listening(alive));
  const nobody = '9';
  const check = async (env: Record<string, string>): Promise<unknown> => {
    const [status] = (await once(
      spawn(process.execPath, ['-e', code], {
        env: { NODE_ENV: 'production', ...env },
      }),
      'exit',
    )) as [number];
    return status;
  };
  expect(await check({ PORT: nobody, METRICS_PORT: port })).toBe(0);
  expect(await check({ PORT: port })).toBe(0);
  // METRICS_HOST may name another host, where the check cannot reach the metrics port: it then asks the shop's port.
  expect(await check({ PORT: port, METRICS_PORT: nobody })).toBe(0);
  expect(await check({ PORT: nobody })).toBe(1);
  expect(asked).toEqual(['/healthz', '/healthz', '/healthz']);
  alive.close();
});

it('P-63 the heap limit is three quarters of the memory limit in compose.yaml', () => {
  const heap = Number(/--max-old-space-size=(\d+)/.exec(last)?.[1]);
  const limit = Number(/mem_limit: (\d+)m/.exec(readFileSync('compose.yaml', 'utf8'))?.[1]);
  expect(heap).toBe(limit * 0.75);
});
