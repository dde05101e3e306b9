/** Ports for the stand-ins of a shop: the same at every start where they can be, free ones beside another shop. */
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

/** Fixed ones keep the issuer's address, and with it the sessions of the last run. */
export async function standInPorts(port: number): Promise<Ports> {
  const base = DEFAULT_PORT_BASE + port - shopPort;
  if (base < 1024 || base > 65_532) return 'free';
  const ports = portsFrom(base);
  const free = await Promise.all(Object.values(ports).map(isFree));
  return free.every(Boolean) ? ports : 'free';
}

/** Once more on free ports, where another shop that starts at the same time took one of them meanwhile. */
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
