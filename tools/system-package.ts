/** Programs that the tests need beside Node: found on the path, else installed where that can be done. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run';

/** Path of a program, or null. */
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

export async function installPackage(name: string): Promise<void> {
  await run('apt-get', ['update', '-qq']);
  // Test files beside this one may be installing, too.
  const patient = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...patient, 'install', '-y', '-qq', name], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

/** Path of `program`, installed from its package where it is missing and that can be done; else null. */
export async function neededProgram(program: string, name = program): Promise<string | null> {
  const present = findProgram(program);
  if (present || !canInstall()) return present;
  console.log(`${program}: none found, installing the package ${name}`);
  await installPackage(name);
  return findProgram(program);
}
