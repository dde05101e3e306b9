/**
 * `npm run tool -- promises`: prints each promise (faults that the shop must withstand) with the tests that prove it,
 * or the reason why it is open. Fails if a row has neither. `-- --open` prints only open rows.
 */
import { commandOf } from '../sandbox/command-line';
import { faultsOf, readPromises, readScripts, standings, type Standing } from './promises/table';
import { testTitles } from './promises/titles';

const { values } = commandOf('tool -- promises', {
  options: { open: { type: 'boolean', default: false } },
});
const table = readPromises();
const titles = testTitles(['app', 'server', 'sandbox', 'tests']);
const rows = standings(table, titles);

function wordOf({ open, measured, provenBy }: Standing): string {
  if (provenBy.length === 0 && measured === null) return 'open';
  return open === null ? 'shown' : 'in part';
}

for (const { section, title } of table) {
  console.log(`\n${section}  ${title}`);
  for (const row of rows.filter((one) => one.section === section)) {
    if (values.open && row.open === null) continue;
    console.log(`  P-${String(row.number).padStart(2, '0')} ${wordOf(row)}: ${row.promise}`);
    for (const test of row.provenBy) console.log(`         ${test.file}: ${test.title}`);
    for (const test of row.instruments)
      console.log(`         (tests the tool only) ${test.file}: ${test.title}`);
    if (row.measured !== null) {
      const { script, on, found } = row.measured;
      console.log(`         npm run ${script}, last on ${on}: ${found}`);
    }
    if (row.open !== null) console.log(`         open: ${row.open}`);
  }
}
const counted = (word: string): number => rows.filter((row) => wordOf(row) === word).length;
console.log(
  `\n${rows.length} rows: ${counted('shown')} shown, ${counted('in part')} in part, ${counted('open')} open`,
);
const faults = faultsOf(table, titles, readScripts());
for (const fault of faults) console.error(`promises: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
