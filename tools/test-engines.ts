/**
 * `npm run proof -- engines [--engine NAME]`: runs all queries of the shop on the embedded engine and on a real one:
 * the engine at ELASTICSEARCH_URL, else one started here if a JDK and Maven are available. `--record` adds the result
 * to docs/operating/compatibility.json.
 */
import { z } from 'zod';
import { checkedOptions, commandLine } from '../sandbox/command-line';
import { engineNames } from '../tests/support/elasticsearch/distribution';
import { recordOutcome, type Outcome } from './compatibility/rows';
import { run } from './run';
import { startNodeOfRun } from './live-node';

const usage = `Usage: npm run proof -- engines [--engine ${engineNames.join(' | ')}] [--record]`;
const { values } = commandLine(usage, {
  options: {
    engine: { type: 'string', default: 'elasticsearch-8' },
    record: { type: 'boolean', default: false },
  },
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
if (values.record && node.title === undefined)
  console.error('--record: no engine ran, so there is no row to add');
else if (values.record) recordOutcome(outcomeOf(node.title ?? ''));
process.exitCode = ok ? 0 : 1;

function outcomeOf(title: string): Outcome {
  const [product = title, version = 'unknown'] = title.split(' ');
  const result = ok ? 'works' : 'fails';
  return { table: 'engines', product, version, what: 'the whole search suite', result };
}
