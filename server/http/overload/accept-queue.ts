/**
 * Counts connections that the kernel has accepted and the process has not (P-59). Node accepts one per event loop turn,
 * so the loop's lag does not show a rush of new connections. Linux reports the number as `rx_queue` of a listening
 * socket in /proc/net/tcp and tcp6. On other systems the queue counts as empty.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const files = ['/proc/net/tcp', '/proc/net/tcp6'];
const listening = '0A';

/** `   0: 0100007F:0BB8 00000000:0000 0A 00000000:0000001F …`: address and port, peer, state, tx and rx queue. */
const entry =
  /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:[\dA-F]{4} ([\dA-F]{2}) [\dA-F]{8}:([\dA-F]{8})/;

interface Listener {
  waiting: number;
}

/**
 * A listener on this port; `other` for a listener on another port; null when the table has reached sockets that do not
 * listen.
 */
function listenerIn(line: string, port: number): Listener | 'other' | null {
  const [, at = '', state, queue = ''] = entry.exec(line) ?? [];
  if (state === undefined) return 'other';
  if (state !== listening) return null;
  return parseInt(at, 16) === port ? { waiting: parseInt(queue, 16) } : 'other';
}

/** Number of listeners on a port and of connections in their queues. */
export interface Waiting {
  listeners: number;
  waiting: number;
}

const none: Waiting = { listeners: 0, waiting: 0 };

/**
 * Counts the listening sockets of a port and their queued connections. Reads the table from its beginning, where the
 * kernel lists the listening sockets, and stops as early as possible. The rest of the table lists every connection of
 * the machine, which the kernel needs milliseconds to write. `most`: number of listeners on the port.
 */
export function waitingOn(
  port: number,
  more: () => string,
  most: number = Number.POSITIVE_INFINITY,
): Waiting {
  const found = { ...none };
  let rest = '';
  for (let text = more(); text !== ''; text = more()) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const one = listenerIn(line, port);
      if (one === null) return found;
      if (one === 'other') continue;
      found.listeners += 1;
      found.waiting += one.waiting;
      if (found.listeners >= most) return found;
    }
  }
  return found;
}

/** Bytes per read: a few lines of the table, because the kernel writes only as many lines as a read requests. */
const bytesAtOnce = 1_024;
/** Maximum number of bytes of the table to read; listeners after them are not counted. */
const mostBytes = 65_536;

function waitingIn(file: string, port: number, buffer: Buffer, most?: number): Waiting {
  let descriptor: number | null = null;
  try {
    const open = openSync(file, 'r');
    descriptor = open;
    let taken = 0;
    return waitingOn(
      port,
      () => {
        if (taken >= mostBytes) return '';
        const read = readSync(open, buffer, 0, buffer.length, null);
        taken += read;
        return buffer.toString('latin1', 0, read);
      },
      most,
    );
  } catch {
    return none;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/**
 * Returns a function that asks the kernel how many connections wait at the port; 0 while the port is unknown (null).
 * Its first call finds the tables with the listeners and their number; later calls stop at the last listener.
 */
export function acceptQueue(port: () => number | null): () => number {
  const buffer = Buffer.alloc(bytesAtOnce);
  let own: readonly { file: string; listeners: number }[] | null = null;
  return () => {
    const at = port();
    if (at === null) return 0;
    own ??= files
      .map((file) => ({ file, listeners: waitingIn(file, at, buffer).listeners }))
      .filter(({ listeners }) => listeners > 0);
    return own.reduce(
      (sum, { file, listeners }) => sum + waitingIn(file, at, buffer, listeners).waiting,
      0,
    );
  };
}
