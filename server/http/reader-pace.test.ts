/** Streams files to a browser that reads slowly, disconnects, or requests only the headers (P-31, P-63). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createRequestHandler } from '@remix-run/express';
import compression from 'compression';
import express, { type Response as ExpressResponse } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../tests/support/raw';
import { until } from '../../tests/support/until';
import { atReadersPace, trackBackpressure } from './reader-pace';

type Options = Parameters<typeof createRequestHandler>[0];

const chunk = new Uint8Array(64 * 1024);
/** More than the buffers of a loopback connection hold. */
const whole = 32 * 1024 * 1024;
let made = 0;
let ended = false;

/** Generates a file while it is read. */
const source = (): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made >= whole) return controller.close();
      made += chunk.byteLength;
      controller.enqueue(chunk);
    },
    cancel: () => void (ended = true),
  });

const kinds: Readonly<Record<string, string>> = { file: 'application/pdf', list: 'text/csv' };
const routes = Object.fromEntries(
  Object.entries(kinds).map(([path, type]) => {
    const loader = ({ context }: { context: { response: ExpressResponse } }) =>
      new Response(atReadersPace(context.response, source()), {
        headers: { 'Content-Type': type },
      });
    return [path, { id: path, path, module: { loader } }];
  }),
);
const build = {
  entry: { module: { default: () => new Response() } },
  routes,
  assets: { entry: {}, routes, url: '', version: '' },
  future: {},
  mode: 'production',
} as unknown as Options['build'];

const remix = createRequestHandler({
  build,
  mode: 'production',
  getLoadContext: (_request, response) =>
    ({ response }) as unknown as ReturnType<NonNullable<Options['getLoadContext']>>,
});
const server = createServer(
  express().use(compression(), trackBackpressure, (request, response, next) => {
    void remix(request, response, next);
  }),
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

/** Requests the file without reading the response. */
async function unread(path = '/file') {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`);
  await until(() => made > 0);
  return socket;
}

describe('a file of many megabytes', () => {
  it('P-31 P-63 a file is read no faster than the browser accepts it, and no further after the browser disconnects', async () => {
    const socket = await unread();
    expect(made).toBeLessThan(whole);
    socket.destroy();
    await until(() => ended);
    expect(made).toBeLessThan(whole);
  });

  it('P-31 a file arrives complete at a browser that reads it, compressed or not', async () => {
    for (const path of Object.keys(kinds)) {
      made = 0;
      const answer = await fetch(`${origin}/${path}`, { headers: { 'accept-encoding': 'gzip' } });
      expect((await answer.arrayBuffer()).byteLength, path).toBe(whole);
    }
    expect(ended).toBe(false);
  });

  it('P-31 P-42 a file is cancelled at once when requested by HEAD', async () => {
    const { status, body } = await sendRaw(origin, { method: 'HEAD', path: '/file' });
    await until(() => ended);
    expect([status, body]).toEqual([200, '']);
  });
});
