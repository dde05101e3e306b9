/**
 * `npm test`: builds, then runs the http, browser, unit and contract tests in one run. In parallel it runs the tests
 * with a real provider, the deployment proof and the checks. Prints the duration of each part and ends with one line of
 * counts. A part that cannot run is reported and counts as failed, never as passed.
 */
import { commandOf } from '../sandbox/command-line';
import { findBrowsers } from './browser';
import { buildShop } from './build';
import { checkSteps } from './check-steps';
import { startNodeOfRun } from './live-node';
import { Parts, type Project } from './test-parts';
import { unsupportedNode } from './supported-node';
import { neededProgram } from './system-package';

commandOf('test', {});
const parts = new Parts();
const warning = unsupportedNode();
if (warning !== null) console.log(`test: ${warning}`);

/** Runs the steps of `npm run check` one after the other. */
async function checks(): Promise<void> {
  for (const [name, command, ...args] of checkSteps) {
    await parts.command(`check: ${name}`, command, args);
  }
}

// Tests with several instances need Redis; without it they skip and report that.
console.log(`test: redis-server: ${(await neededProgram('redis-server')) ?? 'not available'}`);
const promtool = await neededProgram('promtool', 'prometheus').catch(() => null);
console.log(
  `test: promtool: ${promtool ?? 'not available, the tests of the alert rules are skipped'}`,
);
const amtool = await neededProgram('amtool', 'prometheus-alertmanager').catch(() => null);
console.log(`test: amtool: ${amtool ?? 'not available, alert routing is not tested'}`);
for (const [proxy, name] of [
  ['nginx', 'nginx-light'],
  ['caddy', 'caddy'],
] as const)
  console.log(
    `test: ${proxy}: ${(await neededProgram(proxy, name).catch(() => null)) ?? 'not available, its configuration file is not tested'}`,
  );
const browsers = await findBrowsers();
const noBrowser = browsers.CHROMIUM_PATH === undefined;
/** One node for the search tests and for the deployment proof. */
const node = startNodeOfRun((line) => {
  console.log(`test: ${line}`);
});
const built = await parts.step('build', buildShop);

/**
 * Runs the provider tests, which mostly wait for Keycloak and its clock, then the checks, which compute in their own
 * processes.
 */
async function providerAndChecks(): Promise<void> {
  if (built) await parts.vitest(['provider'], { ...(await node).env, ...browsers });
  await checks();
}

/** Runs the tests of the search suite that need a real engine on the engines other than the main node. */
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
  if (noBrowser) parts.missing('browser', 'no browser is available');
  await parts.vitest(projects, { ...(await node).env, ...browsers });
}

await Promise.all([providerAndChecks(), tests()])
  .then(() => parts.runFailedAlone())
  .finally(async () => (await node).stop());
// Runs last: a second search server in parallel would delay its first responses.
await otherEngines();
process.exitCode = parts.summary() ? 0 : 1;
