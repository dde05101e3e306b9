/**
 * `npm run proof -- line --runs 50`: order journeys in Chromium over a slow line that stalls and breaks (P-84), half of
 * them without script. Prints a line for each run and the figures at the end.
 *
 *   --parallel 4    journeys at the same time
 *   --profile seed  the ERP as specified (default: as a released Odoo 16 behaves, which counts every repetition)
 *   --first 1       number of the first run, which is its seed
 */
import { commandOf } from '../sandbox/command-line';
import { LOSSY_LINE } from '../sandbox/faults/tcp-proxy';
import { startLineWorld, type LineRun } from './proofs/line-proof';
import { buildShop } from '../tools/build';

const { values } = commandOf('proof -- line', {
  options: {
    runs: { type: 'string', default: '50' },
    parallel: { type: 'string', default: '4' },
    profile: { type: 'string', default: 'odoo16' },
    first: { type: 'string', default: '1' },
    'no-build': { type: 'boolean', default: false },
  },
});
if (!values['no-build'] && !(await buildShop())) process.exit(1);
const runs = Number(values.runs);
const first = Number(values.first);
const world = await startLineWorld({ profile: values.profile === 'seed' ? 'seed' : 'odoo16' });
const done: LineRun[] = [];
const columns = ['steps', 'retries', 'resets', 'stalls', 'syncs', 'doubled', 'lost'] as const;
console.log(
  ['run', 'script', 'seconds', ...columns].map((name) => name.padStart(8)).join('') + '  cart',
);
let next = 0;
async function one(): Promise<void> {
  while (next < runs) {
    const number = first + next;
    next += 1;
    const run = await world.run(number, {
      script: number % 2 === 1,
      link: LOSSY_LINE,
      paceMs: 300,
    });
    done.push(run);
    const cells = [run.number, run.script ? 'on' : 'off', run.seconds];
    const figures = columns.map((name) => run[name]);
    const cart = run.exact ? 'exact' : 'NOT EXACT';
    const stuck = run.stuck === null ? '' : `  stuck at ${run.stuck}`;
    console.log(
      [...cells, ...figures].map((cell) => String(cell).padStart(8)).join('') + `  ${cart}${stuck}`,
    );
  }
}
await Promise.all(Array.from({ length: Number(values.parallel) }, one));
await world.stop();
const sum = (name: (typeof columns)[number]): number =>
  done.reduce((total, run) => total + run[name], 0);
const exact = done.filter((run) => run.exact).length;
const completed = done.filter((run) => run.completed).length;
console.log(`${exact} of ${runs} carts exact, ${completed} of ${runs} journeys completed`);
console.log(columns.map((name) => `${name} ${sum(name)}`).join(', '));
process.exit(exact === runs && completed >= Math.floor(runs * 0.98) ? 0 : 1);
