/**
 * Parses the options of a command. An invalid option prints the usage instead of a stack and ends the process with
 * EX_USAGE.
 */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { z } from 'zod';

const wrongUsage = 64;

/** The message of `parseArgs`, without its hint about file names that look like an option. */
export function slipOf(error: unknown): string {
  const [why = ''] = String(error instanceof Error ? error.message : error).split('. To specify');
  return why;
}

function endWith(why: string, usage: string): never {
  process.stderr.write(`${why}\n\n${usage}\n`);
  process.exit(wrongUsage);
}

const numbers = /^\d+(\.\d+)?(,\d+(\.\d+)?)*$/;

/** An option whose default is a number accepts a number, or several with commas. */
function checkNumbers({ options = {} }: ParseArgsConfig, values: object): void {
  for (const [name, given] of Object.entries(values) as [string, unknown][]) {
    const fallback = options[name]?.default;
    if (typeof fallback !== 'string' || !/^\d+$/.test(fallback)) continue;
    if (typeof given === 'string' && !numbers.test(given))
      throw new Error(`--${name} ${given}: expected a number`);
  }
}

/**
 * A reader such as `head` closes the pipe when it has enough lines. The remaining output is dropped; this is no error.
 */
function withoutReader(error: Error): void {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
}

export function commandLine<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  process.stdout.on('error', withoutReader);
  const asked = process.argv.slice(2);
  const wantsHelp = asked.some((word) => word === '--help' || word === '-h');
  if (wantsHelp) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    const parsed = parseArgs<T>(config);
    checkNumbers(config, parsed.values);
    return parsed;
  } catch (error) {
    endWith(slipOf(error), usage);
  }
}

/** Validates the options with the schema. An error names the invalid option and the expected value. */
export function checkedOptions<T>(
  usage: string,
  schema: z.ZodType<T>,
  values: Readonly<Record<string, unknown>>,
): T {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const slips = read.error.issues.map(({ path: [name = ''], message }) => {
    const given = values[String(name)];
    if (given === undefined) return `--${String(name)} is missing`;
    const expected = message.replace(/^(Invalid|Too) \w+: /, '');
    return `--${String(name)} ${JSON.stringify(given)}: ${expected}`;
  });
  endWith(slips.join('\n'), usage);
}

/**
 * Parses options whose usage needs only their names and defaults.
 *
 * @param name what follows `npm run`: `bench`, or `proof -- cart`
 */
export function commandOf<T extends ParseArgsConfig>(
  name: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  const shown = Object.entries(config.options ?? {}).map(([option, { type, default: value }]) =>
    type === 'boolean' ? `[--${option}]` : `[--${option} ${String(value ?? option.toUpperCase())}]`,
  );
  const separator = name.includes(' -- ') ? ' ' : ' -- ';
  const options = shown.length > 0 ? `${separator}${shown.join(' ')}` : '';
  return commandLine(`Usage: npm run ${name}${options}`, config);
}
