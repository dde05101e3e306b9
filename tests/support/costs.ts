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
