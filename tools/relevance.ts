/**
 * `npm run relevance [-- --misses] [-- --ablate]`: measures how well the search answers judged queries, per language and
 * kind, on the embedded engine and, if available, on a real Elasticsearch. `--misses` lists the queries below their
 * target. `--ablate` prints instead what each reading step is worth, on the embedded engine alone.
 */
import { commandOf } from '../sandbox/command-line';
import { findLiveNode } from '../tests/support/elasticsearch/node';
import { reportAblation } from './relevance/ablation';
import { loadLive, startEmbedded, type Engine } from './relevance/engines';
import { factQueries, writtenQueries } from './relevance/judged';
import { agreement, by, isAsDemanded, judge, measure, type Verdict } from './relevance/measures';
import { linesOf, reportPractice } from './relevance/practice-report';
import { createSample } from './relevance/sample';
import { worldQueries } from './relevance/world-queries';

const { values } = commandOf('relevance', {
  options: {
    misses: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
  },
});

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);

function line(name: string, verdicts: readonly Verdict[]): string {
  const { count, at1, at3, mrr, asDemanded } = measure(verdicts);
  const figures = [percent(at1), percent(at3), mrr.toFixed(3).padStart(7), percent(asDemanded)];
  return `  ${name.padEnd(20)} ${String(count).padStart(5)} ${figures.join(' ')}`;
}

function report(engine: Engine, verdicts: readonly Verdict[]): void {
  console.log(`\n${engine.name}`);
  console.log(`  ${''.padEnd(20)} ${'count'.padStart(5)}  first    top 3    MRR   demanded`);
  for (const [name, part] of by(verdicts, ({ locale }) => locale)) console.log(line(name, part));
  for (const [name, part] of by(verdicts, ({ kind }) => kind)) console.log(line(name, part));
  console.log(line('all', verdicts));
  if (!values.misses) return;
  for (const verdict of verdicts.filter((one) => !isAsDemanded(one))) {
    const { query, rank } = verdict;
    const demand = `rank ${rank ?? 'none'}, wanted within ${query.within}`;
    console.log(`  miss: ${query.locale} "${query.q}" (${query.kind}): ${demand}`);
  }
}

const sample = createSample();
const queries = [...factQueries(), ...writtenQueries(), ...worldQueries(sample.groups)];
console.log(`relevance: ${queries.length} judged queries, ${sample.traits.size} articles`);
const embedded = await startEmbedded(sample);
const lines = linesOf(sample);
if (values.ablate) {
  await reportAblation(embedded, sample, lines, { judged: queries, showCases: values.misses });
  await embedded.stop();
  process.exit(0);
}
const ours = await judge(embedded, sample, queries);
report(embedded, ours);
await reportPractice(embedded, lines, values.misses).finally(embedded.stop);

const node = await findLiveNode();
if (typeof node === 'string') {
  console.log(`\nskipped: ${node}`);
} else {
  try {
    const live = await loadLive(sample, node.url, node.title);
    const theirs = await judge(live, sample, queries);
    report(live, theirs);
    await reportPractice(live, lines, values.misses).finally(live.stop);
    console.log(`\nsame product first on both: ${percent(agreement(sample, ours, theirs)).trim()}`);
  } finally {
    await node.stop();
  }
}
