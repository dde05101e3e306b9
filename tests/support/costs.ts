import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let restMb = Infinity;

/**
 * Runs a garbage collection once the process has grown by `growthMb` since the last one: when the engine would run it
 * depends on other work of the machine.
 */
export function collectAbove(growthMb: number): void {
  const rssMb = process.memoryUsage.rss() / 1024 / 1024;
  if (rssMb - restMb < growthMb) {
    restMb = Math.min(restMb, rssMb);
    return;
  }
  collect();
  restMb = process.memoryUsage.rss() / 1024 / 1024;
}

/** Cost of some work in this process: processor time and memory, never wall-clock time. */
export interface Cost {
  cpuMs: number;
  rssMb: number;
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const rss = process.memoryUsage.rss();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1_000,
    rssMb: (process.memoryUsage.rss() - rss) / 1024 / 1024,
  };
}
