import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
let watching = false;

function watch(): void {
  watching = true;
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(1));
}

/**
 * Ends the child process when this process ends, for whatever reason. A measurement that throws leaves nothing running.
 */
export function endsWithUs<T extends ChildProcess>(child: T): T {
  if (!watching) watch();
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
