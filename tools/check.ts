/**
 * `npm run check`: types and typed lint, import rules, unused code, citations, prose, formatting. Runs all steps, then
 * reports which failed.
 */
import { commandOf } from '../sandbox/command-line';
import { checkSteps } from './check-steps';
import { run } from './run';

commandOf('check', {});
const failed: string[] = [];
for (const [name, command, ...args] of checkSteps) {
  console.log(`check: ${name}`);
  if (!(await run(command, args))) failed.push(name);
}
console.log(failed.length === 0 ? 'check: all well' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
