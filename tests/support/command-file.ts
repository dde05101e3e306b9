import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const folder = 'node_modules/.cache/commands';
const known = new Map<string, string>();

function bundled(command: string): string {
  const [{ text } = { text: '' }] = buildSync({
    entryPoints: [command],
    alias: { '~': resolve('app') },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'es2022',
    format: 'esm',
    write: false,
  }).outputFiles;
  mkdirSync(folder, { recursive: true });
  const file = join(realpathSync(folder), `${basename(command, '.ts')}.mjs`);
  // Another worker may be starting the same command.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, file);
  return file;
}

/**
 * A command in one file, to be started by Node. A start from the sources with tsx takes five times as much processor
 * time.
 */
export function commandFile(command: string): string {
  const file = known.get(command) ?? bundled(command);
  known.set(command, file);
  return file;
}
