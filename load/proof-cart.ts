/**
 * `npm run proof -- cart`: runs the exactly-once test and prints its results, one line per scenario and ERP profile.
 */
import { commandOf } from '../sandbox/command-line';
import { profiles, runMany, scenarios } from './proofs/cart-proof';

const { runs, first } = commandOf('proof -- cart', {
  options: {
    runs: { type: 'string', default: '50' },
    first: { type: 'string', default: '100000' },
  },
}).values;
const seeds = Array.from({ length: Number(runs) }, (_, index) => Number(first) + index);
const columns = [
  'edits',
  'faults',
  'crashes',
  'doubled',
  'lost',
  'flagged',
  'dropped',
  'rejected',
  'unsettled',
] as const;
console.log(`${seeds.length} runs each, seeds ${first} and on`);
console.log(
  ['scenario'.padEnd(36), 'profile', ...columns.map((name) => name.padStart(9))].join(' '),
);
let wrong = 0;
for (const scenario of scenarios) {
  for (const profile of profiles) {
    const figures = await runMany(scenario, profile, seeds);
    const cells = columns.map((name) => String(figures[name]).padStart(9));
    console.log([scenario.name.padEnd(36), profile.name.padEnd(7), ...cells].join(' '));
    if (!scenario.repEdits && !scenario.memoryLedger) wrong += figures.doubled + figures.lost;
    if (figures.unsettled > 0) wrong += figures.unsettled;
  }
}
if (wrong > 0) {
  console.error(`${wrong} edits doubled or lost, or runs that did not come to rest`);
  process.exitCode = 1;
}
