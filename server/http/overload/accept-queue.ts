/**
 * Connections that the kernel has taken and the process has not (P-59). Node takes one for each turn of the
 * event loop, so a rush of new connections waits where the loop's lag does not show it. Linux tells how many:
 * `rx_queue` of a listening socket in /proc/net/tcp and tcp6. Elsewhere the queue counts as empty.
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

/** A listener on this port; `other` for one elsewhere; null once the table has come to sockets that do not listen. */
function listenerIn(line: string, port: number): Listener | 'other' | null {
  const [, at = '', state, queue = ''] = entry.exec(line) ?? [];
  if (state === undefined) return 'other';
  if (state !== listening) return null;
  return parseInt(at, 16) === port ? { waiting: parseInt(queue, 16) } : 'other';
}

/** The listeners on a port that a table names, and how many connections wait at them together. */
export interface Waiting {
  listeners: number;
  waiting: number;
}

const none: Waiting = { listeners: 0, waiting: 0 };

/**
 * Reads a table from its beginning, where the kernel names the sockets that listen, and no further than it must:
 * the rest is every connection of the machine, which takes milliseconds to write down. `most`: how many listeners
 * the port has.
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

/** Some lines of the table: the kernel writes down as many as are asked for. */
const bytesAtOnce = 1_024;
/** More listeners than this holds are not looked for. */
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
 * Asks the kernel for the connections that wait at this port; null: the port is not known yet. The first look finds
 * out in which of its tables the listeners are and how many there are, the later ones end with the last of them.
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
