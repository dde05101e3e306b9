/** The TLA+ model of the cart ledger matches the code: its actions name existing functions, and TLC confirms it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyConfiguration, findChecker, runConfiguration } from '../../tools/model/check-model';

const model = readFileSync('docs/model/CartLedger.tla', 'utf8');
const rows = [
  ...readFileSync('docs/model/README.md', 'utf8').matchAll(
    /^\| `(\w+)`\s*\| `(\w+)`\s*\| `([\w/.-]+)`\s*\|$/gm,
  ),
].map(([, action = '', name = '', file = '']) => ({ action, name, file }));

/** The actions of an instance, and the requests that start them. */
function actionsOf(part: string): string[] {
  const [, text = ''] = model.split(`\n${part} ==`);
  const [body = ''] = text.split('\n\n');
  return [...body.matchAll(/([A-Z]\w+)\((?:i|d|t)\b/g)].map(([, name = '']) => name);
}

describe('the TLA+ model of the cart ledger', () => {
  it('CART-06 P-46 the TLA+ model maps each of its actions to a function of the code', () => {
    const actions = new Set([...actionsOf('Work(i)'), ...actionsOf('Requests')]);
    expect(actions.size).toBeGreaterThan(28);
    const named = new Set(rows.map(({ action }) => action));
    expect([...actions].filter((action) => !named.has(action))).toEqual([]);
  });

  it.each(rows)(
    'CART-06 P-46 the TLA+ model maps $action to $name in $file',
    ({ action, name, file }) => {
      expect(model).toMatch(new RegExp(`^${action}(\\(\\w+(, \\w+)*\\))? ==`, 'm'));
      const code = readFileSync(`app/ordering/cart/${file}`, 'utf8');
      expect(code).toMatch(new RegExp(`(function|const) ${name}\\b`));
    },
  );
});

const checker = await findChecker();
const short = everyConfiguration().filter((one) => one.short);
const why = 'missing' in checker ? ` (skipped: ${checker.missing})` : '';
describe.skipIf('missing' in checker)(`TLC on the short configurations${why}`, () => {
  it.each(short)(
    'CART-06 P-46 TLC checks the configuration $name: $expect',
    { timeout: 600_000 },
    async (one) => {
      if ('missing' in checker) throw new Error(checker.missing);
      expect(await runConfiguration(checker.jar, one)).toMatchObject({ got: one.expect });
    },
  );
});
