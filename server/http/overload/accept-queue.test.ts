import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { acceptQueue, waitingOn } from './accept-queue';

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (port: string, state: string, queue: string): string =>
  `   0: 0100007F:${port} 00000000:0000 ${state} 00000000:${queue} 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0\n`;

/** Returns the table in chunks with lines cut anywhere, as the kernel does. */
function read(table: string): () => string {
  let at = 0;
  return () => table.slice(at, (at += 64));
}

describe('accept queue', () => {
  it('P-59 waitingOn counts the connections of every listener on the port and of no other socket', () => {
    const table =
      head +
      row('0BB8', '0A', '0000001F') +
      row('0BB9', '0A', '00000100') +
      row('0BB8', '0A', '00000002') +
      row('0BB8', '01', '00000400');
    expect(waitingOn(3000, read(table))).toEqual({ listeners: 2, waiting: 33 });
    expect(waitingOn(3001, read(table))).toEqual({ listeners: 1, waiting: 256 });
    expect(waitingOn(3002, read(table))).toEqual({ listeners: 0, waiting: 0 });
  });

  it('P-59 waitingOn stops reading after the port’s listeners, and after the listening sockets', () => {
    const connections = row('0BB8', '01', '00000400').repeat(100);
    const table =
      head + row('0BB9', '0A', '00000001') + row('0BB8', '0A', '00000002') + connections;
    const asked: number[] = [];
    const counted = (text: string) => {
      const next = read(text);
      asked.push(0);
      return () => {
        asked[asked.length - 1] = (asked.at(-1) ?? 0) + 1;
        return next();
      };
    };
    expect(waitingOn(3000, counted(table), 1).waiting).toBe(2);
    expect(waitingOn(3002, counted(table)).listeners).toBe(0);
    // Three lines of the table are 400 bytes: seven reads of 64 bytes, and a few more to the end of the first
    // connection.
    expect(Math.max(...asked)).toBeLessThan(10);
  });

  it('P-59 the accept queue is empty without a kernel table and before the shop listens', () => {
    expect(waitingOn(3000, read('')).waiting).toBe(0);
    expect(acceptQueue(() => null)()).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'P-59 the accept queue is counted while the event loop is blocked',
    async () => {
      const server = createServer((socket) => socket.destroy());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const waiting = acceptQueue(() => port);
      expect(waiting()).toBe(0);
      // Another process connects while this one is blocked.
      const connect = `const n=require('node:net');let open=0;for(let i=0;i<7;i++)n.connect(${port},'127.0.0.1',()=>{if(++open===7)process.exit(0)})`;
      execFileSync(process.execPath, ['-e', connect]);
      expect(waiting()).toBe(7);
      await new Promise((resolve) => server.close(resolve));
    },
  );
});
