/** Runs one command of a table, or prints the table. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandTable, TestCommand } from './commands';
import { recordOutcome } from './compatibility/rows';
import { run } from './run';

const wrongUsage = 64;

function listCommands(script: string, table: CommandTable): string {
  const width = Math.max(...Object.keys(table).map((name) => name.length));
  const lines = Object.entries(table).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return [`Usage: npm run ${script} -- NAME [options]`, '', ...lines].join('\n');
}

async function runTests(
  name: string,
  { tests, env, proves }: TestCommand,
  rest: readonly string[],
): Promise<number> {
  const isRecorded = rest.includes('--record');
  if (isRecorded && !proves) {
    console.error(`--record: ${name} tests no product of docs/operating/compatibility.md`);
    return wrongUsage;
  }
  const args = rest.filter((one) => one !== '--record');
  const passed = await run('npx', ['vitest', 'run', ...tests, ...args], env);
  if (isRecorded && proves) {
    const { version, ...facts } = proves;
    const result = passed ? 'works' : 'fails';
    recordOutcome({ ...facts, version: version() ?? 'unknown', result });
  }
  return passed ? 0 : 1;
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
    process.exitCode = await runTests(name, command, rest);
    return;
  }
  process.argv = [node, resolve(command.file), ...rest];
  await import(pathToFileURL(resolve(command.file)).href);
}
