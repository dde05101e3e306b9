/** The build to compare with: a built checkout, or a git reference, which is built in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const isBuiltCheckout = (folder: string): boolean => existsSync(join(folder, 'dist/server.js'));

/** Returns the folder of the build. The folder of a reference goes when this process ends. */
export function otherBuild(reference: string): string {
  const given = resolve(reference);
  if (isBuiltCheckout(given)) return given;
  const folder = mkdtempSync(join(tmpdir(), 'shop-against-'));
  const checkout = join(folder, 'checkout');
  const inCheckout = { cwd: checkout, stdio: 'inherit' } as const;
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune']);
  });
  execFileSync('git', ['worktree', 'add', '--detach', checkout, reference], { stdio: 'inherit' });
  const lock = 'package-lock.json';
  if (readFileSync(lock, 'utf8') === readFileSync(join(checkout, lock), 'utf8'))
    symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], inCheckout);
  execFileSync('npm', ['run', 'build'], inCheckout);
  return checkout;
}
