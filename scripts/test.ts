/**
 * `npm test`: check, build, then unit and contract, http, provider and browser tests; ends with one line that counts.
 * A step that cannot run says so and counts as failed, never as passed.
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findBrowser } from './browser';
import { buildShop } from './build';
import { startNodeOfRun } from './live-node';
import { run } from './run';
import { neededProgram } from './system-package';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
});

const total = { passed: 0, failed: 0, skipped: 0 };

async function vitest(project: string, env: Record<string, string>): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'shop-tests-')), `${project}.json`);
  console.log(`test: ${project}`);
  const args = [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ];
  const ok = await run('npx', args, env);
  try {
    const result = report.parse(JSON.parse(readFileSync(file, 'utf8')));
    total.passed += result.numPassedTests;
    total.skipped += result.numPendingTests;
    total.failed += result.numFailedTests;
    // A file that could not even be loaded has no failed test of its own.
    if (!ok && result.numFailedTests === 0) total.failed += Math.max(1, result.numFailedTestSuites);
  } catch (error) {
    console.error(`test: ${project} left no report: ${String(error)}`);
    total.failed += 1;
  }
}

async function step(name: string, work: () => Promise<boolean>): Promise<boolean> {
  console.log(`test: ${name}`);
  const ok = await work();
  if (ok) total.passed += 1;
  else total.failed += 1;
  return ok;
}

await step('check', () => run('npx', ['tsx', 'scripts/check.ts']));
// Several instances share a Redis: its tests skip, and say so, where none can be had.
console.log(`test: redis-server: ${(await neededProgram('redis-server')) ?? 'none to be had'}`);
const node = await startNodeOfRun((line) => {
  console.log(`test: ${line}`);
});
await vitest('unit', node.env).finally(node.stop);
if (await step('build', buildShop)) {
  await vitest('http', {});
  await vitest('provider', {});
  const browser = await findBrowser();
  if (browser === null) {
    console.error('test: no browser could be had; the browser tests count as failed');
    total.failed += 1;
  } else {
    await vitest('browser', { CHROMIUM_PATH: browser });
  }
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
