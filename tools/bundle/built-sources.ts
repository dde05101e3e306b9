/** Records which sources a build was made from, so that a second demo does not rebuild while the first one serves. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'app',
  'locales',
  'public',
  'sandbox',
  'server',
  'tools',
  'words',
  'package-lock.json',
  'package.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
];
const note = join('build', 'sources');

export function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** Hash of the content of all sources, independent of file times. `version`: the version that the build displays. */
function digest(root: string, version: string): string {
  const all = createHash('sha256').update(version);
  for (const name of sources) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    const files = statSync(path).isDirectory() ? filesIn(path).sort() : [path];
    for (const file of files)
      all.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file));
  }
  return all.digest('hex');
}

export const noteSources = (root: string, version: string): void =>
  writeFileSync(join(root, note), digest(root, version));

/** An interrupted build has no digest file, because each build begins by emptying its folder. */
export const isBuilt = (root: string, version: string): boolean =>
  existsSync(join(root, note)) && readFileSync(join(root, note), 'utf8') === digest(root, version);
