/**
 * Builds a second version of the shop for a deploy test. It adds a line to the stylesheet, the script and the version,
 * so every page links to different files.
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const left = new Set(['node_modules', '.git', '.data', 'build', 'dist']);

/**
 * Returns the folder of the built shop in the system's temporary folder. The folder is deleted when this process exits.
 */
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
