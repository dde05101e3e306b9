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

/** Null once the table has come to sockets that do not listen: the kernel names those that do first. */
function waitingIn(line: string, port: number): number | null {
  const [, at = '', state, queue = ''] = entry.exec(line) ?? [];
  if (state === undefined) return 0;
  if (state !== listening) return null;
  return parseInt(at, 16) === port ? parseInt(queue, 16) : 0;
}

/** Sum over the listeners on this port in one of the kernel's tables. */
export function waitingOn(port: number, table: string): number {
  let sum = 0;
  for (const line of table.split('\n')) {
    const waiting = waitingIn(line, port);
    if (waiting === null) break;
    sum += waiting;
  }
  return sum;
}

/** More listeners than fit are not looked for: with a thousand connections the whole table has 150 kB. */
const mostBytes = 16_384;

function beginningOf(file: string, buffer: Buffer): string {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    let length = 0;
    // The kernel gives a page at a time.
    for (let read = 1; read > 0 && length < buffer.length; length += read)
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    return buffer.toString('latin1', 0, length);
  } catch {
    return '';
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Asks the kernel for the connections that wait at this port; null: the port is not known yet. */
export function acceptQueue(port: () => number | null): () => number {
  const buffer = Buffer.alloc(mostBytes);
  return () => {
    const own = port();
    if (own === null) return 0;
    return files.reduce((sum, file) => sum + waitingOn(own, beginningOf(file, buffer)), 0);
  };
}
