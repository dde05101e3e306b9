/** Options of a command. A slip is said with the usage instead of a stack, and ends the process with EX_USAGE. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

const wrongUsage = 64;

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
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${why}\n\n${usage}\n`);
    process.exit(wrongUsage);
  }
}
