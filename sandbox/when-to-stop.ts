/**
 * When a command that serves until it is stopped has to end: on Ctrl-C, when it is told to, when its terminal is
 * closed, and when the npm that started it is gone. npm hands a signal on to its shell alone, which dies of it and
 * leaves the command behind.
 */
import { readFileSync } from 'node:fs';

const everyMs = 500;

/** The shell and the npm above it; the shell alone where the system does not tell (`/proc`). */
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
