import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('P-76 npm run bench runs only the parts it knows, and rejects other names', () => {
  const run = spawnSync('npx', ['tsx', 'load/bench.ts', '--part', 'speed,colour'], {
    encoding: 'utf8',
  });
  expect(run.status).toBe(64);
  expect(run.stderr).toContain('--part colour: known are bytes, speed, calls, carts, line, start');
});

/** Starts a process like the measurements and runs `end`; a surviving process would keep the pipe open. */
const measured = (end: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module'], {
    encoding: 'utf8',
    timeout: 20_000,
    input: `
      import { spawn } from 'node:child_process';
      import { endsWithUs } from './load/bench/ends-with-us.ts';
      const stays = ['-e', 'setTimeout(() => undefined, 40_000); console.log("runs")'];
      endsWithUs(spawn(process.execPath, stays, { stdio: ['ignore', 'inherit', 'ignore'] }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      ${end}`,
  });

it.each(["throw new Error('not as expected')", "process.kill(process.pid, 'SIGTERM')"])(
  'P-76 a measurement that ends by %s leaves no process running',
  (end) => {
    // The output pipe stays open as long as a process that has inherited it runs.
    const run = measured(`${end}; await new Promise((resolve) => setTimeout(resolve, 5_000));`);
    expect(run.error).toBeUndefined();
    expect(run.status).toBe(1);
  },
);
