/** What Node's reader of `--env-file` makes of a file, and says no word about. */
import { existsSync, readFileSync } from 'node:fs';
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

/** `SESSION_SECRET=abc#def` is taken as `abc`. */
const isCut = (line: string): boolean => {
  const [, name = '', value = ''] = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
  return secretNames.some((one) => one === name) && /^[^"'`\s#]+#/.test(value);
};

function faultsOf(file: string): string[] {
  const bytes = bytesOf(file);
  if (bytes === null) return [];
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)))
    return [`${file}: UTF-16, of which no setting is read; expected UTF-8`];
  const cut = bytes.toString('utf8').split('\n').filter(isCut);
  return cut.map(
    (line) =>
      `${line.split('=', 1)[0]?.trim() ?? ''}: in ${file} a # stands in it, and Node reads no further; make one without`,
  );
}

/** Operators who follow the guide have their settings in `.env`, which Node reads only where it is told to. */
export function hintOfUnreadFile(environment: Environment, execArgv: readonly string[]): string {
  const isRead = fileOf(execArgv).length > 0;
  if (isRead || !existsSync('.env') || environment['ERP_URL'] || environment['SEARCH_URL'])
    return '';
  const command = process.argv[1] ?? '';
  return `\nThe settings of .env are not read by themselves: node --env-file=.env ${command}`;
}

/** Faults of the files that the options of this process (`process.execArgv`) name. */
export const envFileFaults = (execArgv: readonly string[]): string[] =>
  fileOf(execArgv).flatMap(faultsOf);
