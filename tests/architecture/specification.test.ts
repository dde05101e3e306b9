/** docs/specification.md: each difference from the owner's specification works, shown by a test, or has a reason. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Row {
  numbers: number[];
  state: string;
  today: string;
}

const folder = 'docs';
const page = readFileSync(join(folder, 'specification.md'), 'utf8');

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, numbers = '', , state = '', today = ''] = line.split('|').map((cell) => cell.trim());
      return { numbers: numbers.split(', ').map(Number), state, today };
    });

const tests = ['app', 'server', 'sandbox', 'tests'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(top, name)),
);

/** Names in backticks that end in `.test.ts`, and the targets of links. */
const proofsOf = ({ today }: Row): { tests: string[]; pages: string[] } => ({
  tests: [...today.matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, name = '']) => name),
  pages: [...today.matchAll(/\]\(([^()#]+)/g)].map(([, path = '']) => path),
});

function faultsIn(rows: readonly Row[]): string[] {
  const working = new Set(rows.filter(({ state }) => state === 'works').flatMap((r) => r.numbers));
  const seen = new Set<number>();
  return rows.flatMap((row) => {
    const name = row.numbers.join(', ');
    const faults: string[] = [];
    for (const number of row.numbers) {
      if (!Number.isInteger(number)) faults.push(`${name} has a number that is none`);
      if (seen.has(number)) faults.push(`${number} stands twice`);
      seen.add(number);
    }
    if (!['works', 'reasoned', 'open'].includes(row.state))
      faults.push(`${name} has the unknown state ${row.state}`);
    if (row.today.length < 3) faults.push(`${name} has no text`);
    const proofs = proofsOf(row);
    for (const test of proofs.tests)
      if (tests.filter((file) => file.endsWith(`/${test}`)).length !== 1)
        faults.push(`${name}: ${test} is not the name of exactly one test file`);
    for (const path of proofs.pages)
      if (!existsSync(join(folder, path))) faults.push(`${name}: there is no page ${path}`);
    const [, other] = /^see (\d+)$/.exec(row.today) ?? [];
    const isShown =
      proofs.tests.length + proofs.pages.length > 0 || working.has(Number(other ?? Number.NaN));
    if (row.state === 'works' && !isShown)
      faults.push(`${name} works, but names no test, page or other row`);
    return faults;
  });
}

const countOf = (word: string): number =>
  Number(new RegExp(`^- (\\d+) (?:are )?\\*\\*${word}\\*\\*`, 'm').exec(page)?.[1]);

it('OPS-03 each row of docs/specification.md has a known state, and each working one names an existing test or page', () => {
  expect(faultsIn(rowsOf(page))).toEqual([]);
});

it('OPS-03 the introduction of docs/specification.md counts the statements of its tables', () => {
  const rows = rowsOf(page);
  const total = (state: string): number =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.numbers.length, 0);
  expect([countOf('work'), countOf('reasoned'), countOf('open')]).toEqual([
    total('works'),
    total('reasoned'),
    total('open'),
  ]);
  const [, all, done, others] = /Of (\d+) statements (\d+) were.*the other (\d+)/.exec(page) ?? [];
  const listed = rows.flatMap(({ numbers }) => numbers);
  expect(listed.filter((number) => number <= Number(all))).toHaveLength(Number(others));
  expect(Number(all) - Number(done)).toBe(Number(others));
  expect(Number(/Of these (\d+) statements/.exec(page)?.[1])).toBe(listed.length);
});

it('OPS-03 the check of docs/specification.md reports duplicates, unknown states, missing tests and missing evidence', () => {
  const table = [
    '| 1, 2 | a | works | shown (`reachable.test.ts`) |',
    '| 2 | b | done | see [page](nowhere.md) |',
    '| 3 | c | works | it does |',
    '| 4 | d | works | `none.test.ts` |',
    '| 5 | e | works | see 1 |',
    '| 6 | f | works | see 9 |',
  ];
  expect(faultsIn(rowsOf(table.join('\n')))).toEqual([
    '2 stands twice',
    '2 has the unknown state done',
    '2: there is no page nowhere.md',
    '3 works, but names no test, page or other row',
    '4: none.test.ts is not the name of exactly one test file',
    '6 works, but names no test, page or other row',
  ]);
});
