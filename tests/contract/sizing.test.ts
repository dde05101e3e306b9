/** The queueing model compared with textbook formulas and values, and the guide's table. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  erlangC,
  longWaitMs,
  longWorkerWaitMs,
  meanWaitMs,
  measured,
  mixOf,
  sizeFor,
  usualDemand,
} from '../../load/sizing/model';

describe('OPS-01 npm run tool -- sizing', () => {
  it('OPS-01 npm run tool -- sizing computes waiting times like M/M/1 for exponential service times, and M/D/1 for constant ones', () => {
    const exponential = { meanMs: 20, squareMs: 800, erpCalls: 0 };
    // ρ = 0.5: W = ρ S / (1 − ρ).
    expect(meanWaitMs(25, exponential)).toBeCloseTo(20);
    expect(meanWaitMs(25, { ...exponential, squareMs: 400 })).toBeCloseTo(10);
    expect(meanWaitMs(50, exponential)).toBe(Number.POSITIVE_INFINITY);
    // M/M/1: P(wait > t) = ρ e^(−(1−ρ) t / S) = 0.05.
    expect(longWaitMs(25, exponential)).toBeCloseTo((20 / 0.5) * Math.log(0.5 / 0.05));
    expect(longWaitMs(2, exponential)).toBe(0);
  });

  it('OPS-01 npm run tool -- sizing computes waits for workers like Erlang’s tables', () => {
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7);
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3);
    expect(erlangC(10, 8)).toBeCloseTo(0.4092, 3);
    expect(erlangC(3, 3)).toBe(1);
    expect(longWorkerWaitMs(2, 10, 200)).toBe(Number.POSITIVE_INFINITY);
    expect(erlangC(400, 350)).toBeGreaterThan(0);
  });

  it('OPS-01 npm run tool -- sizing computes the average page from the shares of page kinds', () => {
    const mix = mixOf([
      { page: 'a', share: 3, cpuMs: 10, erpCalls: 0 },
      { page: 'b', share: 1, cpuMs: 50, erpCalls: 4 },
    ]);
    expect(mix).toEqual({ meanMs: 20, squareMs: 2 * ((3 * 100 + 2_500) / 4), erpCalls: 1 });
    expect(measured.reduce((sum, { share }) => sum + share, 0)).toBe(100);
  });

  it('OPS-01 the computed number of instances meets the target, one instance fewer does not, and more customers never need fewer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (customers) => {
        const size = sizeFor({ ...usualDemand, customers });
        const mix = mixOf(measured);
        const left = size.instances - 1;
        expect(size.longWaitMs).toBeLessThanOrEqual(100);
        if (left > 1)
          expect(longWaitMs(size.pagesPerSecond / (left - 1), mix)).toBeGreaterThan(100);
        expect(size.longWorkerWaitMs).toBeLessThanOrEqual(300);
        const more = sizeFor({ ...usualDemand, customers: customers + 1_000 });
        expect(more.instances).toBeGreaterThanOrEqual(size.instances);
        expect(more.erpWorkers).toBeGreaterThanOrEqual(size.erpWorkers);
      }),
    );
  });

  it('OPS-01 npm run tool -- sizing prints its usage, and what it does not model', () => {
    const sizing = (...args: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'load/sizing.ts', ...args], {
        encoding: 'utf8',
      });
    const help = sizing('--help');
    expect([help.status, help.stdout]).toEqual([0, expect.stringMatching(/^Usage/)]);
    const slips = [
      [['--customers', '500', '--peak-share', '2'], /^--peak-share: .*1 at most/],
      [['--customers', '1e9'], /more than this model reckons/],
      [['--customers', '5.000'], /^--customers: 5\.000 may be read in two ways/],
      [['--customers', 'Infinity', '--json'], /more than this model reckons/],
    ] as const;
    for (const [args, said] of slips) {
      const { status, stdout, stderr } = sizing(...args);
      expect([status, stdout, stderr]).toEqual([64, '', expect.stringMatching(said)]);
    }
  });

  it('OPS-01 the sizing table of the guide matches the model', () => {
    const guide = readFileSync('docs/operating/sizing.md', 'utf8');
    const rows = [...guide.matchAll(/^\| ([\d,]+) +\| ([\d.]+) +\| (\d+) +\| (\d+) +\|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const [, count = '', pages, instances, workers] of rows) {
      const size = sizeFor({ ...usualDemand, customers: Number(count.replace(',', '')) });
      expect([size.pagesPerSecond.toFixed(1), size.instances, size.erpWorkers], count).toEqual([
        pages,
        Number(instances),
        Number(workers),
      ]);
    }
  });
});
