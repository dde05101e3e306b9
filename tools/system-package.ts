/** Programs that the tests need besides Node: found on the path, else installed if possible. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run';

/** Path of a program; null if it is not installed. */
export function findProgram(name: string): string | null {
  try {
    const path = execFileSync('which', [name], { stdio: ['ignore', 'pipe', 'ignore'] });
    return path.toString().trim() || null;
  } catch {
    return null;
  }
}

/** Whether system packages can be installed: root on Debian or Ubuntu. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

async function installPackage(name: string): Promise<void> {
  await run('apt-get', ['update', '-qq']);
  // Waits for the apt lock, which another test process may hold.
  const patient = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...patient, 'install', '-y', '-qq', name], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

/** Path of `program`. Installs its package if it is missing and installing is possible; else null. */
export async function neededProgram(program: string, name = program): Promise<string | null> {
  const present = findProgram(program);
  if (present || !canInstall()) return present;
  console.log(`${program}: none found, installing the package ${name}`);
  await installPackage(name);
  return findProgram(program);
}
