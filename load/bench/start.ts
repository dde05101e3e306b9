/**
 * Measures how the built shop starts, with the image's options: time until it responds, CPU time, and memory at rest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isAlive, startProcessWorld } from '../../tests/support/shop-process';
import { until } from '../../tests/support/until';
import { endsWithUs } from './ends-with-us';
import { median } from './ratios';

const owedRssMb = 120;

/** The kernel counts CPU time in hundredths of a second. */
export function factsOf(pid: number): { cpuMs: number; rssMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, rssMb: kilobytes / 1024 };
}

/** Waits until memory has changed by less than one megabyte for three seconds. */
async function settled(pid: number): Promise<number> {
  let last = factsOf(pid).rssMb;
  let since = 0;
  await until(() => {
    const now = factsOf(pid).rssMb;
    since = Math.abs(now - last) > 1 ? 0 : since + 1;
    if (since === 0) last = now;
    return since > 60;
  });
  return last;
}

export async function printStart(rounds: number): Promise<void> {
  const world = await startProcessWorld();
  const found: { aliveMs: number; cpuMs: number; rssMb: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const shop = endsWithUs(
      spawn(process.execPath, ['--max-semi-space-size=32', 'dist/server.js'], {
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'] ?? '',
          NODE_ENV: 'production',
          NODE_OPTIONS: '--max-old-space-size=384',
          MALLOC_TRIM_THRESHOLD_: '131072',
          ...world.settings,
        },
      }),
    );
    const pid = shop.pid ?? 0;
    await until(() => isAlive(world.url));
    const aliveMs = performance.now() - started;
    const { cpuMs } = factsOf(pid);
    found.push({ aliveMs, cpuMs, rssMb: await settled(pid) });
    shop.kill('SIGKILL');
    await once(shop, 'close');
  }
  await world.sandbox.close();
  const of = (read: (one: (typeof found)[number]) => number): number =>
    Math.round(median(found.map(read)));
  const rest = of(({ rssMb }) => rssMb);
  console.log(
    `\nStart with Node ${process.versions.node}, median of ${rounds}; ! is over what is owed`,
  );
  console.table({
    'until it answers, ms': of(({ aliveMs }) => aliveMs),
    'processor time, ms': of(({ cpuMs }) => cpuMs),
    [`memory at rest, MB (owed ${owedRssMb})`]: `${rest}${rest > owedRssMb ? ' !' : ''}`,
  });
}
