/**
 * `npm run proof -- engines [--engine NAME]`: runs all queries of the shop on the embedded engine and on a real one:
 * the engine at ELASTICSEARCH_URL, else one started here if a JDK and Maven are available.
 */
import { z } from 'zod';
import { checkedOptions, commandLine } from '../sandbox/command-line';
import { engineNames } from '../tests/support/elasticsearch/distribution';
import { run } from './run';
import { startNodeOfRun } from './live-node';

const usage = `Usage: npm run proof -- engines [--engine ${engineNames.join(' | ')}]`;
const { values } = commandLine(usage, {
  options: { engine: { type: 'string', default: 'elasticsearch-8' } },
});
const { engine } = checkedOptions(usage, z.object({ engine: z.enum(engineNames) }), values);

const suites = [
  'tests/contract/search/search-engine',
  'tests/contract/search/shop-queries',
  'tests/contract/search/relevance',
];

console.log('engines: embedded engine, speaks Elasticsearch as far as the shop uses it');
const node = await startNodeOfRun((line) => {
  console.log(`engines: ${line}`);
}, engine);
const ok = await run('npx', ['vitest', 'run', '--project', 'unit', ...suites], node.env).finally(
  node.stop,
);
process.exitCode = ok ? 0 : 1;
