import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('P-76 the bench measures the parts that it knows, and says so of any other', () => {
  const run = spawnSync('npx', ['tsx', 'scripts/bench.ts', '--part', 'speed,colour'], {
    encoding: 'utf8',
  });
  expect(run.status).toBe(64);
  expect(run.stderr).toContain('--part colour: known are bytes, speed, calls, carts, line, start');
});
