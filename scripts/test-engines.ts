/**
 * `npm run proof -- engines`: everything that the shop asks of its search engine, on the embedded engine and on a real
 * Elasticsearch: the one at ELASTICSEARCH_URL, else one of our own where a JDK and Maven are at hand.
 */
import { commandOf } from '../sandbox/command-line';
import { run } from './run';
import { startNodeOfRun } from './live-node';

commandOf('proof -- engines', {});
const suites = [
  'tests/contract/search/search-engine',
  'tests/contract/search/shop-queries',
  'tests/contract/search/relevance',
];

console.log('engines: embedded engine, speaks Elasticsearch as far as the shop uses it');
const node = await startNodeOfRun((line) => {
  console.log(`engines: ${line}`);
});
const ok = await run('npx', ['vitest', 'run', '--project', 'unit', ...suites], node.env).finally(
  node.stop,
);
process.exitCode = ok ? 0 : 1;
