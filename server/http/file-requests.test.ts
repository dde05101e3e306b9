/** Answers of Remix on their way to a browser that takes them slowly, leaves, or asks for their head alone (P-31, P-63). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../tests/support/raw';
import { until } from '../../tests/support/until';
import { fileRequests } from './file-requests';

type Options = Parameters<typeof fileRequests>[0];

const chunk = new Uint8Array(64 * 1024);
/** More than the buffers of a loopback connection hold. */
const whole = 32 * 1024 * 1024;
let made = 0;
let ended = false;

/** One address that answers with a file that is made as it is read. */
const file = (): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (made >= whole) return controller.close();
        made += chunk.byteLength;
        controller.enqueue(chunk);
      },
      cancel: () => void (ended = true),
    }),
  );
const route = { id: 'file', path: 'file', module: { loader: file } };
const build = {
  entry: { module: { default: () => new Response() } },
  routes: { file: route },
  assets: { entry: {}, routes: { file: route }, url: '', version: '' },
  future: {},
  mode: 'production',
} as unknown as Options['build'];

const server = createServer(
  express().use(
    fileRequests({
      ...{ build, mode: 'production', origin: 'http://shop.example' },
      contextOf: () => ({}) as ReturnType<Options['contextOf']>,
    }),
  ),
);
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  made = 0;
  ended = false;
});

/** Asks for the file and reads nothing of it. */
async function unread() {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.pause().write('GET /file HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await until(() => made > 0);
  return socket;
}

describe('an answer of many megabytes', () => {
  it('P-31 P-63 is made no faster than it is taken, and no further once its browser has gone', async () => {
    const socket = await unread();
    expect(made).toBeLessThan(whole);
    socket.destroy();
    await until(() => ended);
    expect(made).toBeLessThan(whole);
  });

  it('P-31 comes whole to a browser that takes it', async () => {
    const answer = await fetch(`${origin}/file`);
    expect((await answer.arrayBuffer()).byteLength).toBe(whole);
    expect(ended).toBe(false);
  });

  it('P-31 P-42 asked for by HEAD is given up at once', async () => {
    const { status, body } = await sendRaw(origin, { method: 'HEAD', path: '/file' });
    expect([status, body, ended]).toEqual([200, '', true]);
  });
});
