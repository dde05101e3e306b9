import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { readClientNetwork } from '../limits/network';
import { Arrivals, bodyArrived } from './arrivals';
import { cutIdleReader } from './idle-reader';

type Pair = Parameters<Arrivals['add']>[0];
const exchange = (): Pair =>
  ({ request: new PassThrough(), response: new PassThrough() }) as unknown as Pair;

describe('Arrivals: request bodies that are still arriving', () => {
  it('P-62 P-61 many arriving bodies of one network leave room for others, and a few are never rejected', () => {
    const arrivals = new Arrivals({ many: 10, mostOfOne: 3 });
    const begun: string[] = [];
    const of = (network: string, count: number): Pair[] =>
      Array.from({ length: count }, () => {
        const pair = exchange();
        arrivals.add(pair, network, () => begun.push(network));
        return pair;
      });
    const first = of('a', 9);
    expect(arrivals.isFullFor('a')).toBe(false);
    first.push(...of('a', 1));
    expect([arrivals.isFullFor('a'), arrivals.isFullFor('b')]).toEqual([true, false]);
    // Complete bodies, each counted once although reported twice.
    for (const { request } of first.slice(0, 8)) {
      bodyArrived(request);
      bodyArrived(request);
    }
    expect(begun).toHaveLength(8);
    expect([arrivals.count, arrivals.isFullFor('a')]).toEqual([2, false]);
    // Closed before the body was complete: never counted as begun.
    for (const { request, response } of first.slice(8)) {
      response.emit('close');
      bodyArrived(request);
    }
    expect([arrivals.count, begun.length]).toEqual([0, 8]);
  });

  it('P-28 P-62 readClientNetwork trusts exactly the configured number of proxies', () => {
    const asked = (forwarded: string | undefined, proxies: number): string =>
      readClientNetwork(
        {
          socket: { remoteAddress: '::ffff:10.0.0.9' },
          headers: { 'x-forwarded-for': forwarded },
        },
        proxies,
      );
    expect(asked('1.1.1.1, 2.2.2.2', 0)).toBe('10.0.0.9');
    expect(asked('1.1.1.1, 2.2.2.2', 1)).toBe('2.2.2.2');
    expect(asked('1.1.1.1, 2.2.2.2', 2)).toBe('1.1.1.1');
    expect(asked('1.1.1.1', 3)).toBe('1.1.1.1');
    expect(asked(undefined, 1)).toBe('10.0.0.9');
  });
});

describe('cutIdleReader', () => {
  let server: Server;
  afterEach(() => server.close());

  async function answering(write: (response: ServerResponse) => void): Promise<number> {
    server = createServer((_request, response) => {
      cutIdleReader(response, 300);
      write(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  it('P-62 a client that reads nothing loses its connection, and the memory of its response is freed', async () => {
    const whole = 64 * 1024 * 1024;
    let letGo: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (letGo = resolve));
    const port = await answering((response) => {
      response.once('close', letGo);
      response.end(Buffer.alloc(whole));
    });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    let taken = 0;
    socket.on('data', (chunk) => (taken += chunk.length));
    socket.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.pause();
    await closed;
    socket.resume();
    await ended;
    // The client has taken only as many bytes as the kernel's buffers held.
    expect(taken).toBeLessThan(whole);
  });

  it('P-62 a client that waits for a response in preparation keeps its connection', async () => {
    const port = await answering((response) => {
      setTimeout(() => response.end('made'), 1_200);
    });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('made');
  });
});
