/** Runs one command of a table, or prints the table. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandTable } from './commands';
import { run } from './run';

const wrongUsage = 64;

function listCommands(script: string, table: CommandTable): string {
  const width = Math.max(...Object.keys(table).map((name) => name.length));
  const lines = Object.entries(table).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return [`Usage: npm run ${script} -- NAME [options]`, '', ...lines].join('\n');
}

/** Runs a script in this process, so that it receives signals and standard input directly. */
export async function runNamed(script: string, table: CommandTable): Promise<void> {
  const [node = '', , name, ...rest] = process.argv;
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(listCommands(script, table));
    return;
  }
  const command = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!command) {
    console.error(`Unknown command '${name}'\n\n${listCommands(script, table)}`);
    process.exitCode = wrongUsage;
    return;
  }
  if ('tests' in command) {
    const passed = await run('npx', ['vitest', 'run', ...command.tests, ...rest], command.env);
    process.exitCode = passed ? 0 : 1;
    return;
  }
  process.argv = [node, resolve(command.file), ...rest];
  await import(pathToFileURL(resolve(command.file)).href);
}
