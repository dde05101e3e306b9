import { spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openEmbedded } from '../../server/store/embedded';
import { commandFile } from '../support/command-file';

const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
const file = join(folder, 'shop.db');
const clock = { now: () => new Date() };
const hour = { ttlSeconds: 3600 };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function backupOf(store: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [commandFile('tools/backup.ts'), ...args],
    { env: { ...process.env, SESSION_DB: store } },
  );
  return { status, said: `${stdout.toString()}${stderr.toString()}` };
}

const backup = (...args: string[]) => backupOf(file, ...args);

describe('backup of the embedded store', () => {
  it('OPS-01 a backup works while the shop writes; its restore has that state, a new epoch and no lease', async () => {
    const store = openEmbedded({ file, clock });
    await store.write('session:1', 'before', { version: null, ...hour });
    const { id: before } = await store.epoch('cart:1');
    const copy = join(folder, 'copy.db');
    expect(await store.lease('cart:1', 60_000)).not.toBeNull();
    expect(backup(copy)).toMatchObject({ status: 0 });
    expect(backup(copy).said).toContain('is there already');
    const held = await store.read('session:1');
    await store.write('session:1', 'after', { version: held?.version ?? 0, ...hour });
    await store.write('session:2', 'after', { version: null, ...hour });
    const refused = backup('--restore', copy);
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.said).toContain('is in use: stop the shop first');
    expect((await store.read('session:1'))?.value).toBe('after');
    await store.close();

    // Libsql releases a file only when its process ends, so restore next to the file that this process has open.
    for (const place of ['absent', 'damaged'] as const) {
      const elsewhere = join(folder, place, 'deep', 'shop.db');
      if (place === 'damaged') {
        mkdirSync(dirname(elsewhere), { recursive: true });
        writeFileSync(elsewhere, 'no data base any more');
      }
      expect(backupOf(elsewhere, '--restore', copy)).toMatchObject({ status: 0 });
      const restored = openEmbedded({ file: elsewhere, clock });
      expect((await restored.read('session:1'))?.value).toBe('before');
      expect(await restored.read('session:2')).toBeNull();
      expect((await restored.epoch('cart:1')).id).not.toBe(before);
      expect(await restored.lease('cart:1', 60_000)).not.toBeNull();
      await restored.close();
    }
  });

  it('OPS-01 a restore from a file that is not a store overwrites nothing', async () => {
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'no data base, for sure');
    const kept = join(folder, 'kept.db');
    copyFileSync(join(folder, 'copy.db'), kept);
    const { status, said } = backupOf(kept, '--restore', broken);
    expect(status).toBe(1);
    expect(said).toContain(`backup: ${broken} is no store of the shop`);
    const store = openEmbedded({ file: kept, clock });
    expect((await store.read('session:1'))?.value).toBe('before');
    await store.close();
  });

  it('OPS-01 a backup rejects a file that is not a store, and a failed backup leaves no file', () => {
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('empty.db'), '');
    writeFileSync(at('page.db'), '<html>');
    const whole = readFileSync(at('copy.db'));
    const half = whole.length / 2;
    writeFileSync(at('cut.db'), whole.subarray(0, half));
    writeFileSync(at('byte.db'), whole.subarray(0, -1));
    const cut = (name: string, bytes: number): string =>
      `${at(name)} ends in the middle: ${bytes} of ${whole.length} bytes; fetch it once more`;
    const slips: [store: string, args: string[], said: string][] = [
      [at('other.db'), ['--restore', at('cut.db')], cut('cut.db', half)],
      [at('other.db'), ['--restore', at('byte.db')], cut('byte.db', whole.length - 1)],
      [at('cut.db'), [at('out.db')], `${at('cut.db')} is damaged`],
      [at('empty.db'), [at('out.db')], `${at('empty.db')} is no store of the shop`],
      [at('page.db'), [at('out.db')], `${at('page.db')} is no store of the shop`],
      [at('none.db'), [at('out.db')], `${at('none.db')} is not there (SESSION_DB)`],
      [folder, [at('out.db')], `${folder} is no file (SESSION_DB)`],
      [at('copy.db'), [at('no/out.db')], `${at('no')} is not there`],
      [at('other.db'), ['--restore', at('empty.db')], `${at('empty.db')} is no store of the shop`],
      [at('other.db'), ['--restore', at('none.db')], `${at('none.db')} is not there`],
      [at('other.db'), ['--restore', folder], `${folder} is no file`],
      [at('copy.db'), ['--restore', at('copy.db')], `${at('copy.db')} is the store itself`],
    ];
    for (const [store, args, said] of slips)
      expect(backupOf(store, ...args)).toEqual({ status: 1, said: `backup: ${said}\n` });
    const left = readdirSync(folder);
    expect(left.filter((name) => /out|other|unfinished|restored/.test(name))).toEqual([]);
    vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
    expect(backupOf(at('copy.db'), at('out.db')).said).toContain('REDIS_URL is set');
    vi.unstubAllEnvs();
  });

  it.skipIf(spawnSync('unshare', ['-m', 'true']).status !== 0)(
    'OPS-01 a backup to a full disk names the cause, and leaves no partial copy (skipped: only root can mount one)',
    () => {
      const full = join(folder, 'full');
      mkdirSync(full);
      const script = `mount -t tmpfs -o size=8k tmpfs "$FULL"
        "$NODE" "$BACKUP" "$FULL/out.db"
        SESSION_DB="$FULL/shop.db" "$NODE" "$BACKUP" --restore "$SESSION_DB"
        ls -A "$FULL"`;
      const backup = commandFile('tools/backup.ts');
      const names = { FULL: full, NODE: process.execPath, BACKUP: backup, SESSION_DB: file };
      const env = { ...process.env, ...names };
      const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], { env });
      expect(stdout.toString()).toBe('');
      const said =
        /^backup: (?:the disk that the copy goes to has no room, or fails|\S+ does not fit on its disk)$/gm;
      expect(stderr.toString().match(said)).toHaveLength(2);
    },
  );

  it.skipIf(process.getuid?.() !== 0)(
    'OPS-01 P-95 a store restored by root belongs to the owner of its folder (skipped: only root can)',
    () => {
      const of = join(folder, 'of-the-shop');
      mkdirSync(of);
      chownSync(of, 65_534, 65_534);
      const store = join(of, 'shop.db');
      expect(backupOf(store, '--restore', join(folder, 'copy.db'))).toMatchObject({ status: 0 });
      const { uid, gid, mode } = statSync(store);
      expect([uid, gid, mode & 0o777]).toEqual([65_534, 65_534, 0o600]);
    },
  );
});
