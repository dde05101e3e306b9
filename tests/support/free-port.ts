/**
 * A loopback port that is free and stays free until the caller listens. It is below the range of outgoing connections
 * (32768 and above on Linux), which could take the port in between. A Redis cluster node also needs the port 10,000
 * above, which is below that range too. No process on this machine gets a port that another got in this or the previous
 * hour, because callers start their servers seconds later.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, openSync, closeSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const lowest = 12_000;
const beyond = 22_000;
const hour = 3_600_000;
const claims = join(tmpdir(), `shop-ports-${userInfo().uid}`);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/** True if this process has claimed the port, with a file that only one process can create. */
function claimed(port: number): boolean {
  const now = Math.floor(Date.now() / hour);
  const [folder, before] = [now, now - 1].map((one) => join(claims, String(one)));
  if (!folder || !before || existsSync(join(before, String(port)))) return false;
  if (mkdirSync(folder, { recursive: true })) {
    for (const old of readdirSync(claims)) {
      if (Number(old) < now - 1) rmSync(join(claims, old), { recursive: true, force: true });
    }
  }
  try {
    closeSync(openSync(join(folder, String(port)), 'wx'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, beyond);
    if (claimed(port) && (await isFree(port))) return port;
  }
}
