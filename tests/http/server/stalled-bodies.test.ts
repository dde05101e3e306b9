/** Request bodies that never arrive and responses that are never read: each holds only its own socket (P-59, P-62). */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '../../support/shop';

let shop: TestShop;
let endless: Held;
let kept: Held;
beforeAll(async () => {
  // The limits of production, but with shorter time-outs.
  shop = await startTestShop({
    tuning: { bodies: { smallGraceMs: 4_000, everyMs: 200 } },
    settings: { TRUST_PROXY: '1' },
  });
  // These connections are opened first, so that they wait in parallel.
  const { host } = new URL(shop.url);
  kept = held('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  endless = held(`GET /fr HTTP/1.1\r\nHost: ${host}\r\n`);
});
afterAll(() => {
  kept.socket.destroy();
  return shop.stop();
});

interface Held {
  socket: Socket;
  answer: () => string;
  closed: Promise<void>;
}
function held(begun: string): Held {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname, () => socket.write(begun));
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, answer: () => answer, closed };
}
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

interface Stalled {
  closed: Promise<void>;
  answer: () => string;
}

/** Opens `count` posts with a length of a hundred bytes whose body never arrives. */
function stalled(
  count: number,
  path: string,
  networkOf: (at: number) => string,
): Promise<Stalled[]> {
  const { hostname, port, host } = new URL(shop.url);
  return Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Stalled> => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${networkOf(at)}\r\nOrigin: ${shop.url}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nmessage=`;
      await new Promise<void>((resolve) => socket.write(head, () => resolve()));
      return { closed, answer: () => answer };
    }),
  );
}

const contact = { headers: { 'x-forwarded-for': '10.9.0.1' }, follow: false } as const;

describe('twelve hundred request bodies that never arrive', () => {
  it.each([
    ['one network', () => '10.2.0.1'],
    ['as many networks', (at: number) => `10.3.${at >> 8}.${at & 255}`],
  ])(
    'P-59 P-62 twelve hundred stalled request bodies from %s do not affect page, cart and contact form of others, and are cut',
    async (_what, of) => {
      const customer = await shop.customer('vet@demo.example');
      const all = await stalled(1_200, '/fr/contact', of);
      const page = await shop.visitor().get('/fr', { headers: { 'x-forwarded-for': '10.9.0.1' } });
      expect(page.status).toBe(200);
      const cart = await customer.get('/fr/cart');
      expect(cart.status).toBe(200);
      // A complete post is handled, not rejected.
      expect((await shop.visitor().post('/fr/contact', { message: 'x' }, contact)).status).not.toBe(
        503,
      );
      expect((await customer.post('/fr/cart', { do: 'update' }, contact)).status).not.toBe(503);
      await Promise.all(all.map(({ closed }) => closed));
      // The response is a time-out or an overload error, or missing if the socket closed first.
      const told = new Set(all.map(({ answer }) => /^HTTP\/1\.1 (\d+)/.exec(answer())?.[1] ?? ''));
      expect([...told].filter((status) => !['', '408', '503'].includes(status))).toEqual([]);
      expect(told).toContain('408');
      expect(
        (await shop.visitor().get('/fr', { headers: { 'x-forwarded-for': '10.9.0.1' } })).status,
      ).toBe(200);
    },
  );

  it('P-62 a small body that is rejected before it is read does not keep its socket open', async () => {
    const all = await stalled(5, '/fr/nowhere-at-all', () => '10.4.0.1');
    await Promise.all(all.map(({ closed }) => closed));
  });

  it.each(['/healthz', '/favicon.svg', '/fr', '/account/backchannel-logout'])(
    'P-62 a body without a length, to %s, does not keep its socket open',
    async (path) => {
      const { hostname, port, host } = new URL(shop.url);
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${shop.url}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n4\r\na=12\r\n`,
      );
      await closed;
    },
  );
});

describe('a request header that never ends', () => {
  it('P-62 a request header that never ends keeps its socket for less time than an idle keep-alive connection', async () => {
    const drip = setInterval(() => endless.socket.write('X: y\r\n'), 1_000);
    await endless.closed;
    clearInterval(drip);
    expect(endless.answer()).toMatch(/^HTTP\/1\.1 408 [^]+Request timeout$/);
    expect(kept.answer()).toMatch(/^HTTP\/1\.1 200 /);
    expect(kept.socket.closed).toBe(false);
  });
});
