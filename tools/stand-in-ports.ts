/** Ports for the stand-ins of a shop: fixed ones if all are free, otherwise any free ones. */
import { createServer } from 'node:net';
import { DEFAULT_PORT_BASE, portsFrom, type SandboxOptions } from '../sandbox/start';
import { takenPort } from '../sandbox/taken-port';

const shopPort = 3000;

type Ports = NonNullable<SandboxOptions['ports']>;

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Fixed ports preserve the issuer's address and thereby the sessions of the last run. */
export async function standInPorts(port: number): Promise<Ports> {
  const base = DEFAULT_PORT_BASE + port - shopPort;
  if (base < 1024 || base > 65_532) return 'free';
  const ports = portsFrom(base);
  const free = await Promise.all(Object.values(ports).map(isFree));
  return free.every(Boolean) ? ports : 'free';
}

/** Retries on free ports if another shop that starts at the same time takes a fixed one. */
export async function startBeside<T>(
  port: number,
  start: (ports: Ports) => Promise<T>,
): Promise<T> {
  try {
    return await start(await standInPorts(port));
  } catch (error) {
    if (takenPort(error) === null) throw error;
    return start('free');
  }
}
