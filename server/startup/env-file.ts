/** Detects mistakes in an `--env-file` that Node's parser accepts silently. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { secretNames, type Environment } from './secret-files';

const fileOf = (execArgv: readonly string[]): string[] =>
  execArgv.flatMap((option) => /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1] ?? []);

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    // Node could read the file but this process cannot: its values are already in the environment.
    return null;
  }
}

/** Node parses `SESSION_SECRET=abc#def` as `abc`. Returns the name of a secret that is cut off like this. */
function cutIn(line: string): string[] {
  const [, name = '', value = ''] = /^\s*(?:export\s+)?(\w+)\s*=(.*)$/.exec(line) ?? [];
  const isCut = secretNames.some((one) => one === name) && /^\s*[^"'`\s#]+#/.test(value);
  return isCut ? [name] : [];
}

function slipsOf(file: string): string[] {
  const bytes = bytesOf(file);
  if (bytes === null) return [];
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)))
    return [`${file}: UTF-16, of which no setting is read; expected UTF-8`];
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap(cutIn)
    .map((name) => `${name}: in ${file} a # stands in it, and Node reads no further`);
}

/** Operators who follow the guide store their settings in `.env`, which Node reads only with `--env-file`. */
export function hintOfUnreadFile(environment: Environment, execArgv: readonly string[]): string {
  const isRead = fileOf(execArgv).length > 0;
  if (isRead || !existsSync('.env') || environment['ERP_URL'] || environment['SEARCH_URL'])
    return '';
  const command = relative(process.cwd(), process.argv[1] ?? '');
  const loader = command.endsWith('.ts') ? '--import tsx ' : '';
  return `\nThe settings of .env are not read by themselves: node --env-file=.env ${loader}${command}`;
}

/**
 * Mistakes in the files that the options of this process (`process.execArgv`) name. They are reported only when the
 * start fails: a running shop may depend on what Node read.
 */
export const envFileSlips = (execArgv: readonly string[]): string[] =>
  fileOf(execArgv).flatMap(slipsOf);
