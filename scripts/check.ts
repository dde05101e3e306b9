/** `npm run check`: types, typed lint, arrows, unused code, formatting, CSS weight. Runs all, then says which failed. */
import { run } from './run';

const steps: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types', 'npx', 'tsc', '--noEmit', '-p', '.'],
  [
    'lint',
    'npx',
    'eslint',
    '.',
    '--max-warnings',
    '0',
    '--cache',
    '--cache-location',
    'node_modules/.cache/eslint/',
  ],
  [
    'arrows',
    'npx',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'app',
    'server',
    'sandbox',
    'scripts',
    'tests',
    '--output-type',
    'err',
  ],
  ['unused code', 'npx', 'knip', '--no-progress'],
  ['formatting', 'npx', 'prettier', '--check', '.', '--log-level', 'warn'],
];

const failed: string[] = [];
for (const [name, command, ...args] of steps) {
  console.log(`check: ${name}`);
  if (!(await run(command, args))) failed.push(name);
}
console.log(failed.length === 0 ? 'check: all well' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
