/**
 * Another build than the one that runs, for a deploy: these sources with a line more in the sheet, the script and the
 * version, so that every page names other files.
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const left = new Set(['node_modules', '.git', '.data', 'build', 'dist']);

/** Folder of the built shop, among the system's temporary files; it goes when this process ends. */
export function buildNext(say: (line: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-next-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  say('building what will be deployed');
  const root = resolve('.');
  cpSync(root, folder, {
    recursive: true,
    filter: (from) => resolve(from, '..') !== root || !left.has(basename(from)),
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  appendFileSync(join(folder, 'app/styles/base.css'), '\n.next-build {\n  color: inherit;\n}\n');
  appendFileSync(
    join(folder, 'app/entry.client.ts'),
    "\ndocument.documentElement.dataset['build'] = 'next';\n",
  );
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts'], {
    cwd: folder,
    env: { ...process.env, BUILD_COMMIT: 'next' },
    stdio: 'pipe',
  });
  return folder;
}
