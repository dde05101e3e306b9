import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fewPerConnection } from './pipelined';

let server: Server;
let begun: ServerResponse[] = [];
let answers = true;
let sockets: Socket[] = [];
beforeEach(async () => {
  [begun, answers, sockets] = [[], true, []];
  server = createServer(
    fewPerConnection((_request, response) => {
      begun.push(response);
      if (answers) response.end('x');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
/** Collects the bytes that arrive on one connection; `closed` resolves when the server has ended it. */
function connection(): { send: (count: number) => void; closed: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { send: (count) => socket.write(ask.repeat(count)), closed };
}

const answersIn = (text: string): number => text.split('HTTP/1.1 200').length - 1;

it('P-59 P-62 a thousand requests in one packet: eight are processed and answered, then the connection closes', async () => {
  answers = false;
  const one = connection();
  one.send(1_000);
  const other = connection();
  other.send(8);
  await expect.poll(() => begun.length).toBe(16);
  for (const response of begun) response.end('x');
  const text = await one.closed;
  expect(answersIn(text)).toBe(8);
  expect(text.split('Connection: close')).toHaveLength(2);
  expect(begun).toHaveLength(16);
});

it('P-59 P-62 the limit per packet also applies when each request is answered before the next is parsed', async () => {
  const one = connection();
  one.send(1_000);
  expect(answersIn(await one.closed)).toBe(8);
  expect(begun).toHaveLength(8);
});

it('P-62 a connection may send any number of requests one after the other', async () => {
  const one = connection();
  for (let count = 1; count <= 40; count += 1) {
    one.send(1);
    await expect.poll(() => begun.length).toBe(count);
    await expect.poll(() => begun.at(-1)?.writableFinished).toBe(true);
  }
});
