/**
 * `npm test`: build, then http, browser, unit and contract tests in one run, and beside it those of a real provider with
 * the proof of the whole set, and the checks; says what each part took and ends with one line that counts.
 * A part that cannot run says so and counts as failed, never as passed.
 */
import { commandOf } from '../sandbox/command-line';
import { findBrowsers } from './browser';
import { buildShop } from './build';
import { checkSteps } from './check-steps';
import { startNodeOfRun } from './live-node';
import { Parts, type Project } from './test-parts';
import { neededProgram } from './system-package';

commandOf('test', {});
const parts = new Parts();

/** One after the other. */
async function checks(): Promise<void> {
  for (const [name, command, ...args] of checkSteps) {
    await parts.command(`check: ${name}`, command, args);
  }
}

// Several instances share a Redis: its tests skip, and say so, where none can be had.
console.log(`test: redis-server: ${(await neededProgram('redis-server')) ?? 'none to be had'}`);
const promtool = await neededProgram('promtool', 'prometheus').catch(() => null);
console.log(
  `test: promtool: ${promtool ?? 'none to be had, the tests of the alert rules are skipped'}`,
);
const amtool = await neededProgram('amtool', 'prometheus-alertmanager').catch(() => null);
console.log(`test: amtool: ${amtool ?? 'none to be had, who is told of an alert is not tested'}`);
for (const [proxy, name] of [
  ['nginx', 'nginx-light'],
  ['caddy', 'caddy'],
] as const)
  console.log(
    `test: ${proxy}: ${(await neededProgram(proxy, name).catch(() => null)) ?? 'none to be had, its file is not tested'}`,
  );
const browsers = await findBrowsers();
const noBrowser = browsers.CHROMIUM_PATH === undefined;
/** One for the search tests and for the proof of the whole set. */
const node = startNodeOfRun((line) => {
  console.log(`test: ${line}`);
});
const built = await parts.step('build', buildShop);

/** What waits most, for a Keycloak and for its clock, and then what computes in a process of its own. */
async function providerAndChecks(): Promise<void> {
  if (built) await parts.vitest(['provider'], { ...(await node).env, ...browsers });
  await checks();
}

/** The search suite's half on a real engine, for those that are not the node of the run. */
async function otherEngines(): Promise<void> {
  for (const engine of ['elasticsearch-9', 'opensearch-3'] as const) {
    const started = await startNodeOfRun((line) => {
      console.log(`test: ${line}`);
    }, engine);
    if (started.env['ELASTICSEARCH_URL'] === undefined) continue;
    const files = ['tests/contract/search/search-engine', 'tests/contract/search/shop-queries'];
    const only = { files, named: 'real node', retries: 2, title: `search: ${engine}` };
    await parts.vitest(['unit'], started.env, only).finally(started.stop);
  }
}

async function tests(): Promise<void> {
  const browser: readonly Project[] = noBrowser ? [] : ['browser'];
  const projects: readonly Project[] = built ? ['http', ...browser, 'unit'] : ['unit'];
  if (noBrowser) parts.missing('browser', 'no browser could be had');
  await parts.vitest(projects, { ...(await node).env, ...browsers });
}

await Promise.all([providerAndChecks(), tests()])
  .then(() => parts.runFailedAlone())
  .finally(async () => (await node).stop());
// Alone: a second search server beside the tests would be late with its first answers.
await otherEngines();
process.exitCode = parts.summary() ? 0 : 1;
