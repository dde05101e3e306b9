/**
 * `npm run tool -- quick-test [--since REV]`: a check for daily work, in under three minutes. Checks types and lints
 * the changed files. In parallel it runs unit tests that import them, and http tests that changed or carry the name of
 * a changed feature.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { commandOf } from '../sandbox/command-line';
import { buildShop } from './build';
import { Parts } from './test-parts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from `since`, untracked ones included. */
function changedSince(since: string): string[] {
  const all = [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '-o', '--exclude-standard'),
  ];
  return [...new Set(all)].filter((file) => existsSync(file));
}

const httpTests = (): string[] =>
  readdirSync('tests/http', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `tests/http/${file}`);

/** An http test has the name of its feature: `quotations.test.ts` for `app/account/quotations`. */
function httpTestsOf(changed: readonly string[]): string[] {
  const features = new Set(
    changed.flatMap((file) => /^app\/(?!base\/|routes\/)[\w-]+\/([\w-]+)\//.exec(file)?.[1] ?? []),
  );
  return httpTests().filter(
    (test) =>
      changed.includes(test) ||
      [...features].some((feature) => new RegExp(`[/-]${feature}[/.-]`).test(test)),
  );
}

const { values } = commandOf('tool -- quick-test', {
  options: { since: { type: 'string', default: 'HEAD' } },
});
const changed = changedSince(values.since);
const code = changed.filter((file) => /\.tsx?$/.test(file));
const parts = new Parts();

async function checks(): Promise<void> {
  await parts.command('types', 'npx', [
    'tsc',
    '--noEmit',
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types.tsbuildinfo',
  ]);
  if (code.length === 0) return;
  const quiet = ['--max-warnings', '0', '--no-warn-ignored'];
  await parts.command('lint', 'npx', ['eslint', ...quiet, ...code]);
}

async function tests(): Promise<void> {
  if (code.length > 0) await parts.vitest(['unit'], {}, { related: code });
  const files = httpTestsOf(changed);
  if (files.length > 0 && (await parts.step('build', buildShop)))
    await parts.vitest(['http'], {}, { files });
}

await Promise.all([checks(), tests()]);
process.exitCode = parts.summary() ? 0 : 1;
