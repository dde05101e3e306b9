import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen, sharesPort } from './listeners';

const answering = (): Server => createServer((_request, response) => void response.end('here'));

const asked = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.once('error', reject);
    sent.end();
  });

/** Gives the server what Node 26 does on every version: it closes connections that have sent nothing yet, too. */
function asNode26(server: Server): Server {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => void silent.add(socket));
  server.on('request', ({ socket }: IncomingMessage) => void silent.delete(socket));
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of silent) socket.destroy();
    closeIdle();
  };
  return server;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function untilClosed(server: Server): Promise<void> {
  while (server.listening) await turn();
}

describe('listen', () => {
  it('P-59 sharesPort is true only for Node versions and systems that can share a port', () => {
    expect(sharesPort('20.20.2', 'linux')).toBe(false);
    expect(sharesPort('22.11.0', 'linux')).toBe(false);
    expect(sharesPort('22.12.0', 'linux')).toBe(true);
    expect(sharesPort('24.1.0', 'linux')).toBe(true);
    expect(sharesPort('24.1.0', 'darwin')).toBe(false);
  });

  it('P-59 P-64 any listener answers new connections, and stop() closes all listeners', async () => {
    const server = answering();
    const { port, stop } = await listen(server, 0);
    const statuses = await Promise.all(Array.from({ length: 40 }, () => asked(port)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await stop();
    await expect(asked(port)).rejects.toThrow('ECONNREFUSED');
  });

  it('P-64 OPS-05 a connection that the kernel accepted before the port closed is answered instead of reset', async () => {
    const server = asNode26(answering());
    const { port, stop } = await listen(server, 0);
    const early = Array.from({ length: 40 }, () => asked(port));
    // The clients connect in the next tick, long before the server accepts.
    await new Promise((resolve) => process.nextTick(resolve));
    await stop();
    expect(new Set(await Promise.all(early))).toEqual(new Set([200]));
  });

  it('P-64 OPS-05 the first request of a connection that was accepted before the stop is answered, and the response announces the close', async () => {
    const server = asNode26(answering());
    const { port, stop } = await listen(server, 0);
    const silent = connect(port, '127.0.0.1');
    await once(server, 'connection');
    const stopped = stop();
    await untilClosed(server);
    silent.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    let text = '';
    silent.setEncoding('utf8').on('data', (part: string) => (text += part));
    await Promise.all([stopped, once(silent, 'close')]);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/^connection: close\r$/im);
  });

  it('P-64 OPS-05 a response that a slow client still reads at the stop arrives whole', async () => {
    const body = Buffer.alloc(64 * 1024 * 1024, 'x');
    const server = createServer((_request, response) => void response.end(body));
    const { port, stop } = await listen(server, 0);
    const client = connect(port, '127.0.0.1').pause();
    client.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    await once(server, 'request');
    const stopped = stop();
    await untilClosed(server);
    let bytes = 0;
    client.on('data', (part) => (bytes += part.length)).resume();
    await Promise.all([stopped, once(client, 'close')]);
    expect(bytes).toBeGreaterThan(body.length);
  });

  it('P-64 OPS-05 a connection that a browser opened in advance does not delay the stop', async () => {
    const server = answering();
    const { port, stop } = await listen(server, 0);
    const silent = connect(port, '127.0.0.1').resume();
    await once(server, 'connection');
    const begun = connect(port, '127.0.0.1').resume();
    await once(server, 'connection');
    begun.write('GET / HTTP/1.1\r\nHost: 127.0');
    await Promise.all([stop(), once(silent, 'close'), once(begun, 'close')]);
  });

  it('P-64 OPS-05 a keep-alive connection with a request in flight closes after its response', async () => {
    let answer = (): void => {};
    const server = createServer((request, response) => {
      if (request.url === '/begun') response.write('be');
      answer = () => void response.end('here');
    });
    for (const path of ['/', '/begun']) {
      const { port, stop } = await listen(server, 0);
      const agent = new Agent({ keepAlive: true });
      const sent = request({ host: '127.0.0.1', port, path, agent }).end();
      await once(server, 'request');
      const stopped = stop();
      await untilClosed(server);
      answer();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await Promise.all([stopped, once(response.resume(), 'end')]);
      if (path === '/') expect(response.headers.connection).toBe('close');
      agent.destroy();
    }
  });

  it('P-64 listen rejects a port that is in use instead of sharing it with another process', async () => {
    const first = answering();
    const { port, stop } = await listen(first, 0);
    await expect(listen(answering(), port)).rejects.toThrow('EADDRINUSE');
    await stop();
  });
});
