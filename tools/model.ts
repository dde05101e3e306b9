/**
 * `npm run model`: checks the model of the cart ledger (docs/model) with TLC and prints which configurations hold and
 * which TLC refutes. Arguments select configurations by name; `short` selects those of the test suite.
 */
import { commandLine } from '../sandbox/command-line';
import { everyConfiguration, findChecker, runConfiguration } from './model/check-model';

const every = everyConfiguration();
const names = every.map(({ name }) => name).join(', ');
const usage = `Usage: npm run model [-- short | CONFIGURATION…]\n\nConfigurations: ${names}`;
const { positionals: asked } = commandLine(usage, { allowPositionals: true });
const chosen = every.filter(
  ({ name, short }) =>
    asked.length === 0 || asked.includes(name) || (asked.includes('short') && short),
);
const checker = await findChecker();
if ('missing' in checker) {
  console.error(checker.missing);
  process.exitCode = 1;
} else {
  let wrong = chosen.length === 0 ? 1 : 0;
  if (chosen.length === 0) console.error(usage);
  for (const one of chosen) {
    const { got, detail } = await runConfiguration(checker.jar, one);
    if (got !== one.expect) wrong += 1;
    const mark = got === one.expect ? 'ok   ' : 'WRONG';
    console.log(`${mark} ${one.name}: ${got} (expected: ${one.expect}) ${detail}`);
  }
  if (wrong > 0) process.exitCode = 1;
}
