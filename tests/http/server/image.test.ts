/** The contents of the image run alone: no other file of the repository, and no unused package. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../../support/shop';
import { Visitor } from '../../support/visitor';
import { isAlive, startProcessWorld, type ProcessWorld } from '../../support/shop-process';
import { until } from '../../support/until';

const mb = 1024 * 1024;
let world: ProcessWorld;
const folder = mkdtempSync(join(tmpdir(), 'shop-image-'));
let said = '';
beforeAll(async () => {
  world = await startProcessWorld();
  // The install command of the Dockerfile.
  said = execFileSync('npm', ['run', '-s', 'tool', '--', 'image-files', folder]).toString();
});
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** In MB. On Node 24 the program alone takes 9 MB more. */
const mostAtRest = Number(process.versions.node.split('.')[0]) < 22 ? 120 : 135;

const rssOf = ({ pid = 0 }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

/** The memory at rest: stable within a megabyte for sixty measurements. */
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

/** Starts the shop with the start command of the image. */
const start = (user: { uid?: number; gid?: number } = {}): ChildProcess =>
  spawn(process.execPath, ['--max-semi-space-size=32', 'dist/server.js'], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      NODE_OPTIONS: '--max-old-space-size=384',
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...world.settings,
    },
    ...user,
  });

async function stop(shop: ChildProcess): Promise<void> {
  // A process that has exited prints nothing more.
  if (shop.exitCode !== null || shop.signalCode !== null) return;
  const gone = new Promise((resolve) => shop.once('close', resolve));
  shop.kill('SIGKILL');
  await gone;
}

it('OPS-01 P-67 each operator tool starts in the image, and shows its usage for a wrong argument', () => {
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

/** Packages that a file of the build imports statically, including its parts. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = /^(?:import|export)\b[^'"();]*?["']([^"']+)["']/gm;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports))
    if (name.startsWith('.')) loadedWith(join(dirname(file), name), seen);
    else seen.add(name);
  return seen;
}

it('P-67 rarely used packages are not loaded at start-up', () => {
  for (const file of ['dist/server.js', 'build/server/index.js']) {
    const loaded = [...loadedWith(join(folder, file))];
    expect(loaded).toEqual(expect.arrayContaining([expect.stringMatching(/^zod|^react$/)]));
    for (const name of ['redis', 'tough-cookie', 'rate-limiter-flexible', 'fflate', 'bwip-js/node'])
      expect(loaded, file).not.toContain(name);
  }
});

it('P-67 the image serves pages from its own files: at most 60 MB of packages, 120 MB of memory when idle', async () => {
  expect(Number(/^packages ([\d.]+) MB/m.exec(said)?.[1])).toBeLessThan(60);
  for (const name of ['typescript', 'apache-arrow', '@remix-run/dev', 'vite'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);

  let shop = start();
  try {
    await until(() => isAlive(world.url));
    let least = (await settledRss(shop)) / mb;
    // Garbage of the start is collected at a time that Node chooses, so the least of three starts counts.
    for (let starts = 1; least >= mostAtRest && starts < 3; starts += 1) {
      await stop(shop);
      shop = start();
      await until(() => isAlive(world.url));
      least = Math.min(least, (await settledRss(shop)) / mb);
    }
    expect(least).toBeLessThan(mostAtRest);
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

const isRoot = process.getuid?.() === 0;
const { uid, gid } = { uid: 10_001, gid: 10_001 };

/** Files of the image belong to root; returns the store's folder, which corresponds to /data. */
function dataOfUser(): string {
  execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
  const data = dirname(world.settings['SESSION_DB'] ?? '');
  execFileSync('chown', ['-R', `${uid}:${gid}`, data]);
  return data;
}

async function servesAnOrder(shop: ChildProcess): Promise<void> {
  await until(() => isAlive(world.url));
  const status = readFileSync(`/proc/${shop.pid ?? 0}/status`, 'utf8');
  expect(status).toMatch(/^Uid:\s+10001\s+10001/m);
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  const [persona] = world.sandbox.personas;
  const customer = new Visitor(world.url);
  await signIn(customer, persona?.login ?? '', persona?.password ?? '');
  const variant = [...world.sandbox.world.variants.values()].find(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite,
  );
  const sheet = await customer.get(`/fr/search?q=${variant?.sku}&exact=0`);
  const added = await sheet
    .form('form[data-sheet]')
    .fill({ [`q.${variant?.id}`]: '2' })
    .submit({ name: 'add', value: 'all' });
  expect(added.status).toBe(200);
  const cart = await customer.get('/fr/cart');
  expect(cart.dom.querySelector(`input[name="q.${variant?.id}"]`)).not.toBeNull();
}

it.skipIf(!isRoot)(
  'P-67 an unprivileged user who can write to /data only serves an order (skipped: only root can become another)',
  async () => {
    dataOfUser();
    const files = (): string => execFileSync('find', [folder, '-type', 'f']).toString();
    const before = files();
    const shop = start({ uid, gid });
    try {
      await servesAnOrder(shop);
      expect(files()).toBe(before);
    } finally {
      await stop(shop);
    }
  },
);

/** Control groups v1 or v2; null if this machine allows none. */
const memoryGroup = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
]
  .map(({ folder: above, limit }) => ({ at: join(above, `shop-${process.pid}`), limit }))
  .find(({ at, limit }) => {
    try {
      mkdirSync(at);
      return existsSync(join(at, limit));
    } catch {
      // The test does not run as root, or the folder of the control group is read-only.
      return false;
    }
  });
afterAll(() => {
  if (memoryGroup) rmdirSync(memoryGroup.at);
});

/** The equivalent of `docker run --read-only --cap-drop ALL --tmpfs /tmp --memory 512m`, with kernel features. */
const contained = `
set -e
echo $$ > "$GROUP/cgroup.procs"
mount --make-rprivate /
mount --bind "$DATA" "$DATA"
awk '{ print $2 }' /proc/mounts | grep -vE '^/(proc|sys)' | grep -vxF "$DATA" |
  while read -r at; do mount -o remount,bind,ro "$at" || true; done
for one in "$FOLDER" "$HOME" /var/tmp /dev/shm; do
  if touch "$one/written" 2> /dev/null; then exit 9; fi
done
# Where the files themselves, or Node, lie in /tmp, it stays as it is: read-only.
case " $FOLDER $NODE" in *" /tmp/"*) ;; *) mount -t tmpfs -o size=16m tmpfs /tmp ;; esac
cd "$FOLDER"
exec setpriv --reuid=${uid} --regid=${gid} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
  "$NODE" --max-semi-space-size=32 dist/server.js
`;
const canContain =
  isRoot &&
  memoryGroup !== undefined &&
  ['unshare', 'setpriv'].every((program) => spawnSync(program, ['--version']).status === 0) &&
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount --make-rprivate /']).status === 0;

it.skipIf(!canContain)(
  'P-67 read-only, without a capability and with 512 MB of memory it serves an order (skipped: no namespaces here)',
  async () => {
    const data = dataOfUser();
    const { at = '', limit = '' } = memoryGroup ?? {};
    writeFileSync(join(at, limit), String(512 * mb));
    const shop = spawn('unshare', ['-m', 'sh', '-c', contained], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        NODE_OPTIONS: '--max-old-space-size=384',
        ...world.settings,
        GROUP: at,
        DATA: data,
        FOLDER: folder,
        NODE: process.execPath,
        HOME: '/root',
      },
    });
    try {
      await servesAnOrder(shop);
      expect(readFileSync(`/proc/${shop.pid ?? 0}/cgroup`, 'utf8')).toContain(
        `shop-${process.pid}`,
      );
      for (let page = 0; page < 60; page += 1)
        expect((await fetch(`${world.url}/fr/search?q=a${page}`)).status).toBe(200);
      expect(rssOf(shop)).toBeLessThan(512 * mb);
    } finally {
      await stop(shop);
    }
  },
);
