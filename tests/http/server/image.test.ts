/** What the image holds, run by itself: nothing else of the checkout, no package that it does not load. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAlive, startProcessWorld, type ProcessWorld } from '../../support/shop-process';
import { until } from '../../support/until';

const mb = 1024 * 1024;
let world: ProcessWorld;
const folder = mkdtempSync(join(tmpdir(), 'shop-image-'));
let said = '';
beforeAll(async () => {
  world = await startProcessWorld();
  // As the Dockerfile calls it.
  said = execFileSync('npm', ['run', '-s', 'image-files', '--', folder]).toString();
});
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const rssOf = ({ pid = 0 }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

/** At rest: less than a megabyte more or less for sixty looks. */
async function settledRss(shop: ChildProcess): Promise<number> {
  let last = rssOf(shop);
  let since = 0;
  await until(() => {
    const now = rssOf(shop);
    since = Math.abs(now - last) > mb ? 0 : since + 1;
    if (since === 0) last = now;
    return since > 60;
  });
  return last;
}

async function stop(shop: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => shop.once('close', resolve));
  shop.kill('SIGKILL');
  await gone;
}

it('OPS-01 P-67 each tool of the operator starts in the image: a slip is the usage, not a stack', () => {
  const tools = readdirSync(join(folder, 'dist')).filter(
    (name) => name.endsWith('.js') && name !== 'server.js',
  );
  expect(tools).toEqual(expect.arrayContaining(['backup.js', 'doctor.js', 'load-index.js']));
  for (const tool of tools) {
    const slip = spawnSync(process.execPath, [`dist/${tool}`, '--no-such-option'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(slip.stderr, tool).not.toMatch(/^ +at /m);
    expect(slip.status, tool).toBe(64);
  }
});

it('P-67 the image answers pages from its own files: at most 60 MB of packages, 150 MB of memory at rest', async () => {
  expect(Number(/^packages ([\d.]+) MB/m.exec(said)?.[1])).toBeLessThan(60);
  for (const name of ['typescript', 'apache-arrow', '@remix-run/dev', 'vite'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);

  const start = (): ChildProcess =>
    spawn(process.execPath, ['--max-semi-space-size=32', 'dist/server.js'], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
        NODE_OPTIONS: '--max-old-space-size=384',
        ...world.settings,
      },
    });
  let shop = start();
  try {
    await until(() => isAlive(world.url));
    let least = (await settledRss(shop)) / mb;
    // What a start leaves behind is collected when the runtime likes: the least of three starts counts.
    for (let starts = 1; least >= 150 && starts < 3; starts += 1) {
      await stop(shop);
      shop = start();
      await until(() => isAlive(world.url));
      least = Math.min(least, (await settledRss(shop)) / mb);
    }
    expect(least).toBeLessThan(150);
    const maps = readFileSync(`/proc/${shop.pid ?? 0}/maps`, 'utf8');
    expect(maps).toContain('libsql');
    for (const path of ['/fr', '/nl/search?q=spuit', '/en/cart']) {
      const page = await fetch(world.url + path);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('</html>');
    }
  } finally {
    await stop(shop);
  }
});
