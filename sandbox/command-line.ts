/** Options of a command. A slip is said with the usage instead of a stack, and ends the process with EX_USAGE. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

const wrongUsage = 64;

/** What `parseArgs` says, without what it adds to "Unknown option '--x'" about file names that look like one. */
export function slipOf(error: unknown): string {
  const [why = ''] = String(error instanceof Error ? error.message : error).split('. To specify');
  return why;
}

export function commandLine<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const asked = process.argv.slice(2);
  const wantsHelp = asked.some((word) => word === '--help' || word === '-h');
  if (wantsHelp) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs<T>(config);
  } catch (error) {
    const why = slipOf(error);
    process.stderr.write(`${why}\n\n${usage}\n`);
    process.exit(wrongUsage);
  }
}

/** The same for a command whose options need no other words than their names and defaults. */
export function commandOf<T extends ParseArgsConfig>(
  name: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const shown = Object.entries(config.options ?? {}).map(([option, { type, default: value }]) =>
    type === 'boolean' ? `[--${option}]` : `[--${option} ${String(value ?? option.toUpperCase())}]`,
  );
  return commandLine(`Usage: npm run ${name} -- ${shown.join(' ')}`, config);
}
