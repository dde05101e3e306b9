/**
 * Checks the language of the documents with `tools/prose-rules.ts`. `unchecked` lists files that still need rewriting.
 * The check fails if a listed file has no fault, so the list only shrinks. Part of `npm run check`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { checkProse } from './prose-rules';

const unchecked: readonly string[] = [
  'docs/acceptance.md',
  'docs/operating/settings.md',
  'docs/promises.md',
];

const files = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/^(docs\/contract|findings|templates)\//.test(file));

const faults: string[] = unchecked
  .filter((file) => !files.includes(file))
  .map((file) => `${file}: no such file, remove it from the list in tools/check-prose.ts`);
for (const file of files) {
  const found = await checkProse(readFileSync(file, 'utf8'));
  if (!unchecked.includes(file))
    faults.push(...found.map(({ line, message }) => `${file}:${line}: ${message}`));
  else if (found.length === 0)
    faults.push(`${file}: has no fault, remove it from the list in tools/check-prose.ts`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
