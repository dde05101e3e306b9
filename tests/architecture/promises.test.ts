/** The table of promises is complete, and each promise has a test or a reason why it is open. */
import { expect, it } from 'vitest';
import {
  faultsOf,
  readPromises,
  readScripts,
  standings,
  type PromiseTable,
} from '../../tools/promises/table';
import { testTitles, titlesIn } from '../../tools/promises/titles';

const sample: PromiseTable = [
  {
    section: 'A',
    title: 'Sample',
    promises: [
      { number: 1, promise: 'has a test' },
      { number: 2, promise: 'has a reason', open: 'no load has been put on it' },
    ],
  },
];

it('OPS-03 every promise has a test, or a reason why it is open', () => {
  const table = readPromises();
  const numbers = table.flatMap(({ promises }) => promises.map(({ number }) => number));
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  const titles = testTitles(['app', 'server', 'sandbox', 'tests']);
  expect(faultsOf(table, titles, readScripts())).toEqual([]);
});

it('OPS-03 the check reports a promise without test and reason, and a title with an unknown promise', () => {
  const shown = { file: 'a.test.ts', title: 'P-01 holds' };
  expect(faultsOf(sample, [shown])).toEqual([]);
  expect(faultsOf(sample, [])).toEqual(['P-1 has neither a test nor a reason why it is open']);
  expect(faultsOf(sample, [shown, { file: 'b.test.ts', title: 'P-3 P-01 strays' }])).toEqual([
    'b.test.ts names P-3, which is no row: P-3 P-01 strays',
  ]);
  expect(faultsOf(sample, [{ ...shown, file: 'tests/contract/tcp-proxy.test.ts' }])).toHaveLength(
    1,
  );
  const [first, second] = standings(sample, [shown]);
  expect(first?.provenBy).toEqual([shown]);
  expect(second).toMatchObject({ open: 'no load has been put on it', provenBy: [] });
});

it('OPS-03 a long-running proof script that package.json lists can prove a promise, and no other script can', () => {
  const measured = { script: 'proof:x', on: '2026-11-23', found: 'nothing lost' };
  const table = [
    { section: 'A', title: 'Sample', promises: [{ number: 1, promise: 'is measured', measured }] },
  ];
  expect(faultsOf(table, [], ['proof:x'])).toEqual([]);
  expect(faultsOf(table, [], ['proof:y'])).toEqual([
    'P-1 is measured by proof:x, which is no script of package.json',
  ]);
});

it('OPS-03 the promise check parses titles from every form of test call, and from nothing else', () => {
  const source = [
    "// it('P-01 in a comment')",
    "it('P-02 plain', () => { run('P-03 not a title'); });",
    "it.each([1])('P-04 each %s', () => {});",
    "it.skipIf(true)(`P-05 template ${'x'}`, () => {});",
    "describe('P-06 group', () => {});",
    "const title = 'P-07 text';",
  ].join('\n');
  expect(titlesIn('x.test.ts', source).map(({ title }) => title.slice(0, 4))).toEqual([
    'P-02',
    'P-04',
    'P-05',
    'P-06',
  ]);
});
