/** What Node's reader of `--env-file` makes of a file, and says no word about. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { secretNames, type Environment } from './secret-files';

const fileOf = (execArgv: readonly string[]): string[] =>
  execArgv.flatMap((option) => /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1] ?? []);

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    // One that Node could read, and this process cannot: its values have come.
    return null;
  }
}

/** `SESSION_SECRET=abc#def` is taken as `abc`: the name of such a line. */
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

/** Operators who follow the guide have their settings in `.env`, which Node reads only where it is told to. */
export function hintOfUnreadFile(environment: Environment, execArgv: readonly string[]): string {
  const isRead = fileOf(execArgv).length > 0;
  if (isRead || !existsSync('.env') || environment['ERP_URL'] || environment['SEARCH_URL'])
    return '';
  const command = relative(process.cwd(), process.argv[1] ?? '');
  const loader = command.endsWith('.ts') ? '--import tsx ' : '';
  return `\nThe settings of .env are not read by themselves: node --env-file=.env ${loader}${command}`;
}

/** Of the files that the options of this process (`process.execArgv`) name. A shop may have lived with what was read. */
export const envFileSlips = (execArgv: readonly string[]): string[] =>
  fileOf(execArgv).flatMap(slipsOf);
