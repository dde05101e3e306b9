/**
 * Detects when a serving command must end: on Ctrl-C, on a signal, when its terminal closes, or when its npm process is
 * gone. npm forwards a signal only to its shell, which dies and leaves the command running.
 */
import { readFileSync } from 'node:fs';

const everyMs = 500;

/**
 * Process ids of the parent shell and of the npm process above it; only that of the shell where the system has no
 * `/proc`.
 */
function above(): string {
  try {
    const [, , parent = ''] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\)/s, '')
      .split(' ');
    return `${process.ppid} ${parent}`;
  } catch {
    return String(process.ppid);
  }
}

/** Calls `stop` once. */
export function whenToStop(stop: () => void): void {
  let isStopping = false;
  const once = (): void => {
    if (isStopping) return;
    isStopping = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once);
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const atStart = above();
  setInterval(() => {
    if (above() !== atStart) once();
  }, everyMs).unref();
}
