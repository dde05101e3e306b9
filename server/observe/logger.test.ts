import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../tests/support/until';
import { standardOutput } from './logger';

describe('standardOutput: log output that is not read', () => {
  it('P-68 OPS-02 a full disk under the log causes no error and does not delay the exit', async () => {
    const fd = openSync('/dev/full', 'w');
    const output = standardOutput(() => undefined, { fd });
    output.write('a line\n');
    // The write itself fails asynchronously.
    await new Promise((resolve) => setTimeout(resolve, 50));
    output.write('another\n');
    expect(() => output.flushSync?.()).not.toThrow();
    closeSync(fd);
  });

  it('OPS-02 a slow collector receives the buffered lines and then the number of lost ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-log-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Opens both ends, so that neither open call blocks.
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    let lost = 0;
    const output = standardOutput((lines) => (lost += lines), { fd, mostHeld: 20_000 });
    const written = 100;
    for (let at = 0; at < written; at += 1) output.write(`${'x'.repeat(1_999)}\n`);
    let read = '';
    const block = Buffer.alloc(64 * 1024);
    await until(() => {
      try {
        read += block.toString('utf8', 0, readSync(fd, block));
      } catch {
        // The pipe has nothing to read yet.
      }
      return lost > 0;
    });
    const taken = read.split('\n').filter((line) => line.length === 1_999).length;
    expect([taken > 0, taken + lost]).toEqual([true, written]);
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
});
