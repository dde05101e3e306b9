/**
 * Writes the tables of docs/operating/compatibility.md from compatibility.json beside it. `npm run format` writes the
 * page; `npm run check` only compares (`--check`). Commands that test a product add their row with `--record`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { data, Tables } from './compatibility/rows';
import { isCommand } from './is-command';

const page = 'docs/operating/compatibility.md';

const cell = (text: string): string => text.replaceAll('|', '\\|');

export function pageOf(text: string, json: string): Promise<string> {
  const tables = Tables.parse(JSON.parse(json));
  const pageText = Object.entries(tables).reduce((sum, [name, rows]) => {
    const lines = rows.map(
      ({ product, version, what, by, date, result }) =>
        `| ${[product, version, what, by, date, result].map(cell).join(' | ')} |`,
    );
    const head = '| product | version | what ran | by | date | result |';
    const table = [head, '| --- | --- | --- | --- | --- | --- |', ...lines].join('\n');
    const [open, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [from, to] = [sum.indexOf(open), sum.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`${page}: no ${open} … ${end}`);
    return `${sum.slice(0, from)}${open}\n\n${table}\n\n${sum.slice(to)}`;
  }, text);
  return format(pageText, { parser: 'markdown', printWidth: 100 });
}

if (isCommand(import.meta.url)) {
  const text = readFileSync(page, 'utf8');
  const expected = await pageOf(text, readFileSync(data, 'utf8'));
  if (!process.argv.includes('--check')) writeFileSync(page, expected);
  else if (text !== expected) {
    console.error(`${page} differs from ${data}. Run: npm run format`);
    process.exitCode = 1;
  }
}
