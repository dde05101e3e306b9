import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { acceptQueue, waitingOn } from './accept-queue';

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (port: string, state: string, queue: string): string =>
  `   0: 0100007F:${port} 00000000:0000 ${state} 00000000:${queue} 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0\n`;

describe('the connections that wait to be taken', () => {
  it('P-59 are those of every listener on the port, and of no other socket', () => {
    const table =
      head +
      row('0BB8', '0A', '0000001F') +
      row('0BB9', '0A', '00000100') +
      row('0BB8', '0A', '00000002') +
      row('0BB8', '01', '00000400');
    expect(waitingOn(3000, table)).toBe(33);
    expect(waitingOn(3001, table)).toBe(256);
    expect(waitingOn(3002, table)).toBe(0);
  });

  it('P-59 are none where the kernel has no such table, or before the shop listens', () => {
    expect(waitingOn(3000, '')).toBe(0);
    expect(acceptQueue(() => null)()).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'P-59 are counted while the event loop takes none of them',
    async () => {
      const server = createServer((socket) => socket.destroy());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const waiting = acceptQueue(() => port);
      expect(waiting()).toBe(0);
      // Another process connects while this one stands still.
      const connect = `const n=require('node:net');let open=0;for(let i=0;i<7;i++)n.connect(${port},'127.0.0.1',()=>{if(++open===7)process.exit(0)})`;
      execFileSync(process.execPath, ['-e', connect]);
      expect(waiting()).toBe(7);
      await new Promise((resolve) => server.close(resolve));
    },
  );
});
