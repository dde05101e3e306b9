import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTcpProxy, type Rules, type TcpProxy } from '../../sandbox/faults/tcp-proxy';
import { listening } from '../support/listening';

interface Shop {
  port: number;
  /** Requests that the target has processed, whether or not the client got the response. */
  done: string[];
  close(): Promise<void>;
}

/** A target that records every request and returns the request body, or 64 kB for GET. */
async function startShop(): Promise<Shop> {
  const done: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      done.push(`${req.method ?? ''} ${req.url ?? ''}`);
      res.end(req.method === 'GET' ? 'x'.repeat(65_536) : body);
    });
  });
  const port = await listening(server);
  return {
    port,
    done,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('the fault proxy', () => {
  let shop: Shop;
  let proxy: TcpProxy;
  let agent: Agent;
  beforeEach(async () => {
    shop = await startShop();
    proxy = await startTcpProxy({ target: { host: '127.0.0.1', port: shop.port }, seed: 1 });
    agent = new Agent({ connections: 1, pipelining: 1 });
  });
  afterEach(async () => {
    await agent.destroy();
    await proxy.close();
    await shop.close();
  });

  const post = async (path: string, body = 'two boxes', signal?: AbortSignal): Promise<string> => {
    const answer = await request(proxy.url + path, {
      method: 'POST',
      body,
      dispatcher: agent,
      ...(signal === undefined ? {} : { signal }),
    });
    return answer.body.text();
  };
  const codeOf = async (promise: Promise<unknown>): Promise<unknown> => {
    const failure: unknown = await promise.then(
      () => undefined,
      (error: unknown) => error,
    );
    return failure instanceof Error && 'code' in failure ? failure.code : failure;
  };

  test('P-84 the fault proxy without faults passes everything unchanged over one keep-alive connection', async () => {
    const body = 'é'.repeat(100_000);
    expect(await post('/a', body)).toBe(body);
    expect(await post('/b')).toBe('two boxes');
    expect(proxy.stats).toMatchObject({ connections: 1, open: 1, resets: 0 });
    expect(proxy.stats.bytesUp).toBeGreaterThan(200_000);
  });

  test('P-84 a slow line with stalls delivers all bytes', async () => {
    const stall = { chance: 0.2, minMs: 1, maxMs: 5 };
    await proxy.set({ link: { upKbit: 20_000, downKbit: 8_000, delayMs: 2, stall } });
    const body = 'ab'.repeat(150_000);
    expect(await post('/a', body)).toBe(body);
    expect(proxy.stats.stalls).toBeGreaterThan(0);
  });

  test('P-84 the same seed breaks the connection after the same number of bytes', async () => {
    const link = { resetChance: 0.1 };
    const bytesUntilReset = async (seed: string): Promise<number> => {
      const target = { host: '127.0.0.1', port: shop.port };
      const own = await startTcpProxy({ target, seed, rules: { link } });
      const answer = request(own.url, { dispatcher: agent }).then(({ body }) => body.text());
      expect(await codeOf(answer)).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
      await own.close();
      expect(own.stats.resets).toBe(1);
      return own.stats.bytesDown;
    };
    const first = await bytesUntilReset('seven');
    expect(await bytesUntilReset('seven')).toBe(first);
    expect(await bytesUntilReset('eight')).not.toBe(first);
  });

  test('P-46 a lost response: the target has acted, the client sees a reset, and the next request succeeds', async () => {
    await post('/warm');
    await proxy.set({ fault: { kind: 'cut-answer', afterBytes: 0, times: 1, when: 'POST /sync' } });
    expect(await post('/other')).toBe('two boxes');
    expect(await codeOf(post('/sync'))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(shop.done).toEqual(['POST /warm', 'POST /other', 'POST /sync']);
    expect(await post('/sync')).toBe('two boxes');
    expect(proxy.stats.cutAnswers).toBe(1);
  });

  test('P-44 the fault proxy can cut a response in the middle', async () => {
    await proxy.set({ fault: { kind: 'cut-answer', afterBytes: 1000, times: 1 } });
    const { statusCode, body } = await request(proxy.url, { dispatcher: agent });
    expect(statusCode).toBe(200);
    expect(await codeOf(body.text())).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(proxy.stats.bytesDown).toBe(1000);
  });

  test('P-50 the fault proxy can withhold a response after the target has acted, on an open connection', async () => {
    const fault = { kind: 'cut-answer', afterBytes: 0, then: 'silence', times: 1 } as const;
    await proxy.set({ fault });
    const giveUp = new AbortController();
    const waiting = post('/sync', 'x', giveUp.signal);
    await expect.poll(() => proxy.stats.cutAnswers).toBe(1);
    expect(shop.done).toEqual(['POST /sync']);
    expect(proxy.stats.open).toBe(1);
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => proxy.stats.open).toBe(0);
  });

  test('P-46 a request that the fault proxy drops does not reach the target', async () => {
    await proxy.set({ fault: { kind: 'drop-request', when: /^POST \/sync\b/, times: 2 } });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await codeOf(post('/sync'))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    }
    expect(shop.done).toEqual([]);
    expect(await post('/sync')).toBe('two boxes');
    expect(proxy.stats.droppedRequests).toBe(2);
  });

  test('P-81 a silent line accepts a request and never sends a response', async () => {
    await proxy.set({ fault: { kind: 'silent' } });
    const giveUp = new AbortController();
    const waiting = post('/a', 'x', giveUp.signal);
    await expect.poll(() => proxy.stats.silenced).toBe(1);
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
    expect(shop.done).toEqual([]);
  });

  test('P-46 refused connections fail at the TCP level, and open connections are closed', async () => {
    await post('/a');
    const down: Rules = { fault: { kind: 'refuse' } };
    const noticed = once(agent, 'disconnect');
    await proxy.set(down);
    await noticed;
    expect(proxy.stats.open).toBe(0);
    expect(await codeOf(post('/b'))).toBe('ECONNREFUSED');
    await proxy.set({ fault: null });
    expect(await post('/c')).toBe('two boxes');
    expect(shop.done).toEqual(['POST /a', 'POST /c']);
  });

  test('P-45 a reset of the fault proxy closes the keep-alive connections', async () => {
    await post('/a');
    const noticed = once(agent, 'disconnect');
    proxy.resetAll();
    await noticed;
    expect(proxy.stats.open).toBe(0);
    expect(await post('/b')).toBe('two boxes');
    expect(proxy.stats.connections).toBe(2);
  });

  test('P-46 a stopped target is visible as a reset, and closing the proxy leaves no connections', async () => {
    await shop.close();
    expect(await codeOf(post('/a'))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    const idle = connect(proxy.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    await expect.poll(() => proxy.stats.open).toBe(1);
    const closed = new Promise((resolve) => idle.once('close', resolve));
    idle.on('error', () => idle.destroy());
    await proxy.close();
    await closed;
    expect(proxy.stats.open).toBe(0);
  });
});
