import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let restMb = Infinity;

/**
 * Collects what earlier work left once the process has grown by so many megabytes since the last time: when the engine
 * would do so by itself depends on what else the machine does.
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

/** What a piece of work costs this process: processor time and memory, never the clock on the wall. */
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
