/**
 * `npm test`: check, build, then unit and contract, http, provider and browser tests; says what each part took and
 * ends with one line that counts. Parts that wait on other programs run beside parts that compute.
 * A part that cannot run says so and counts as failed, never as passed.
 */
import { findBrowser } from './browser';
import { buildShop } from './build';
import { checkSteps } from './check-steps';
import { startNodeOfRun } from './live-node';
import { Parts } from './test-parts';
import { neededProgram } from './system-package';

const parts = new Parts();

/** A slow machine does without the real provider: the tests before it have spoken to one of our own. */
const lateMinutes = 30;
const since = performance.now();
const isLate = (): boolean => performance.now() - since > lateMinutes * 60_000;

/** Checks one after the other, beside whatever else runs: each is a process of its own. */
async function checks(): Promise<void> {
  for (const [name, command, ...args] of checkSteps) {
    await parts.command(`check: ${name}`, command, args);
  }
}

async function unit(): Promise<void> {
  const node = await startNodeOfRun((line) => {
    console.log(`test: ${line}`);
  });
  await parts.vitest('unit', node.env).finally(node.stop);
}

async function browser(): Promise<void> {
  const path = await findBrowser();
  if (path === null) parts.missing('browser', 'no browser could be had');
  else await parts.vitest('browser', { CHROMIUM_PATH: path });
}

// Several instances share a Redis: its tests skip, and say so, where none can be had.
console.log(`test: redis-server: ${(await neededProgram('redis-server')) ?? 'none to be had'}`);
const promtool = await neededProgram('promtool', 'prometheus').catch(() => null);
console.log(
  `test: promtool: ${promtool ?? 'none to be had, the tests of the alert rules are skipped'}`,
);
const built = await parts.step('build', buildShop);
await Promise.all([checks(), unit()]);
if (built) {
  await parts.vitest('http', {});
  await Promise.all([
    isLate()
      ? parts.skipped('provider', `the run is ${lateMinutes} minutes old`)
      : parts.vitest('provider', {}),
    browser(),
  ]);
}
process.exitCode = parts.summary() ? 0 : 1;
