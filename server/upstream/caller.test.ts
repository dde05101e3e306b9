/** Upstreams that send garbage, hang or race, played by a bare server (P-39 … P-45). */
import dns from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../tests/support/until';
import { createLogger, type Log } from '../observe/logger';
import { createMetrics } from '../observe/metrics';
import { createCaller, type Caller, type UpstreamRequest } from './caller';
import type { GuardTuning } from './guard/guard';
import type { RawAnswer } from './raw-answer';
import { NodeConnection } from './search/node-connection';
import { createSearchEngine } from './search/search';
import type { SearchClient } from './search/search-client';

type Handler = (request: IncomingMessage, response: ServerResponse, hit: number) => void;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const log = createLogger({ level: 'silent', version: 'test' });

async function upstream(handler: Handler): Promise<{ url: string; hits: () => number }> {
  let hits = 0;
  const server = createServer((request, response) => handler(request, response, (hits += 1)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, hits: () => hits };
}

function callerOf(origin: string, tuning: GuardTuning = {}): Caller {
  const caller = createCaller({
    service: 'erp',
    origin,
    metrics: createMetrics(),
    tuning,
    random: () => 0,
  });
  closing.push(() => caller.close().catch(() => undefined));
  return caller;
}

function send(
  caller: Caller,
  url: string,
  more: Partial<UpstreamRequest> = {},
): Promise<RawAnswer> {
  return caller.send({
    operation: 'GET things',
    method: 'GET',
    url: `${url}/things`,
    headers: {},
    timeoutMs: 2_000,
    stream: false,
    log,
    reference: 'r',
    customerRef: null,
    ...more,
  });
}

const json = (response: ServerResponse, status: number, body: string | Buffer): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error && 'reason' in error ? error.reason : error),
  );

it('P-65 OPS-08 ping reports what a server that is not the upstream answers', async () => {
  const answers = [
    { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
    { status: 302, headers: { location: '/web/login?redirect=secret' } },
    { status: 502, headers: {} },
    { status: 503, headers: { 'content-type': 'application/json' } },
  ];
  const { url } = await upstream((_request, response, hit) => {
    const { status = 500, headers = {} } = answers[hit - 1] ?? {};
    response.writeHead(status, headers).end('{}');
  });
  const options = { service: 'erp', origin: url, probeUrl: `${url}/customer` } as const;
  const caller = createCaller({ ...options, metrics: createMetrics() });
  closing.push(() => caller.close());
  const told: unknown[] = [];
  while (told.length < answers.length)
    told.push(await caller.ping().catch((error: unknown) => (error as Error).message));
  expect(told).toEqual([
    'answers 200 as text/html, not as JSON',
    'answers 302, a redirect to /web/login',
    'answers 502 as nothing, not as JSON',
    'answers 503',
  ]);
});

describe('an upstream whose address changes', () => {
  /** The old server answers 0; after `move()` the name resolves to a new server, which answers 1. */
  async function moving() {
    const [old, next] = ['127.0.0.1', '127.0.0.2'].map((host, at) => ({
      server: createServer((_request, response) => json(response, 200, String(at))),
      host,
    }));
    if (!old || !next) throw new Error('no servers');
    await new Promise<void>((done) => old.server.listen(0, old.host, done));
    const { port } = old.server.address() as AddressInfo;
    await new Promise<void>((done) => next.server.listen(port, next.host, done));
    let leadsTo = old.host;
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((
        _host: string,
        _options: object,
        answer: (fault: null, found: dns.LookupAddress[]) => void,
      ) => answer(null, [{ address: leadsTo, family: 4 }])) as never);
    const clock = vi.spyOn(Date, 'now');
    closing.push(async () => {
      for (const { server } of [old, next]) server.close().closeAllConnections();
      lookup.mockRestore();
      clock.mockRestore();
    });
    return {
      url: `http://upstream.example:${port}`,
      move: () => {
        leadsTo = next.host;
      },
      minuteLater: () => {
        const now = Date.now();
        clock.mockImplementation(() => now + 61_000);
      },
    };
  }

  it.each([
    [
      'the ERP',
      (url: string) => {
        const caller = callerOf(url);
        return async () => (await send(caller, url)).json;
      },
    ],
    [
      'a node of the search',
      (url: string) => {
        const node = new NodeConnection({ url: new URL(url) });
        closing.push(() => node.close());
        const facts = {
          requestId: 'one',
          name: 'search',
          context: null,
          signal: new AbortController().signal,
        };
        return async () => Number((await node.request({ method: 'GET', path: '/' }, facts)).body);
      },
    ],
  ])(
    'P-45 OPS-08 %s: a changed DNS entry takes effect within a minute, even if the old address still answers',
    async (_upstream, asker) => {
      const { url, move, minuteLater } = await moving();
      const ask = asker(url);
      const who = async () => {
        const answered = await ask();
        // Lets the connection become free before the next call.
        await new Promise((resolve) => setImmediate(resolve));
        return answered;
      };
      expect(await who()).toBe(0);
      move();
      expect(await who()).toBe(0);
      minuteLater();
      expect(await who()).toBe(1);
    },
  );

  it('P-39 P-45 the first call after all connections have expired is answered', async () => {
    const { url } = await upstream((_request, response) => json(response, 200, '{}'));
    const caller = callerOf(url, { concurrency: 4 });
    const statuses = () =>
      Promise.all([1, 2, 3, 4].map(async () => (await send(caller, url)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
    closing.push(async () => clock.mockRestore());
    expect((await send(caller, url)).status).toBe(200);
    clock.mockImplementation(() => now + 122_000);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });
});

describe('files of an upstream', () => {
  /** Starts each file and never ends it; answers every other request. `open` counts the files. */
  async function endless() {
    let open = 0;
    const { url } = await upstream((request, response) => {
      if (request.url !== '/files') return json(response, 200, '{}');
      open += 1;
      response.once('close', () => (open -= 1));
      response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF');
    });
    return { url, open: () => open };
  }
  const file = (caller: Caller, url: string, more: Partial<UpstreamRequest> = {}) =>
    caller.send({
      operation: 'GET files',
      method: 'GET',
      url: `${url}/files`,
      headers: {},
      timeoutMs: 60_000,
      stream: true,
      log,
      reference: 'r',
      customerRef: null,
      ...more,
    });

  it('P-42 P-62 slowly read files use only a share of the connections, and other calls are answered', async () => {
    const { url, open } = await endless();
    const caller = callerOf(url, { concurrency: 8, maxWaitMs: 50 });
    const gone = new AbortController();
    for (let count = 0; count < 3; count += 1) await file(caller, url, { gone: gone.signal });
    expect(await reasonOf(file(caller, url))).toBe('overloaded');
    expect((await send(caller, url)).status).toBe(200);
    expect(open()).toBe(3);
    gone.abort();
    await until(() => open() === 0);
    expect((await file(caller, url, { gone: gone.signal })).status).toBe(200);
    await until(() => open() === 0);
  });

  it('P-39 the deadline of a call applies while it waits for a connection behind files', async () => {
    const { url } = await upstream((request, response) => {
      if (request.url === '/files')
        response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF');
    });
    const caller = callerOf(url, { concurrency: 2 });
    const gone = new AbortController();
    await file(caller, url, { gone: gone.signal });
    const patient = reasonOf(send(caller, url, { timeoutMs: 60_000 }));
    expect(await reasonOf(send(caller, url, { timeoutMs: 80 }))).toBe('timeout');
    gone.abort();
    void patient;
  });

  it('P-39 P-42 a stalled file is cancelled', async () => {
    const { url, open } = await endless();
    const { stream } = await file(callerOf(url), url, { timeoutMs: 500 });
    const reader = stream?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await expect(reader?.read()).rejects.toThrow('Body Timeout');
    await until(() => open() === 0);
  });
});

describe('an upstream that answers garbage', () => {
  it('P-44 a response above the size limit, or with JSON that is not UTF-8, is rejected', async () => {
    const huge = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = 'x'.repeat(1024 * 1024);
      for (let count = 0; count < 30; count += 1) response.write(block);
      response.end();
    });
    expect(await reasonOf(send(callerOf(huge.url), huge.url))).toBe('invalid-answer');
    const latin = await upstream((_request, response) =>
      json(response, 200, Buffer.from('{"name":"Médicament"}', 'latin1')),
    );
    expect(await reasonOf(send(callerOf(latin.url), latin.url))).toBe('invalid-answer');
  });

  it('P-44 a compressed bomb is never decompressed, because the shop requests no compression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const { url } = await upstream((_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(bomb);
    });
    expect(await reasonOf(send(callerOf(url), url))).toBe('invalid-answer');
  });

  it('P-44 an HTML page, truncated JSON and an empty body are not parsed as JSON', async () => {
    const bodies = ['<!DOCTYPE html>', '{"name":', ''];
    for (const body of bodies) {
      const { url } = await upstream((_request, response) => json(response, 200, body));
      expect((await send(callerOf(url), url)).json).toBeUndefined();
    }
    const empty = await upstream((_request, response) => void response.writeHead(204).end());
    expect(await send(callerOf(empty.url), empty.url)).toMatchObject({ status: 204, bytes: 0 });
  });
});

describe('mayLeave: a call that may no longer be sent once it has its connection', () => {
  it.each(['new', 'open'])(
    'P-96 a call that may no longer be sent sends no byte on a %s connection',
    async (kind) => {
      const { url, hits } = await upstream((_, response) => json(response, 200, '{}'));
      const caller = callerOf(url, { concurrency: 1, consecutiveFailures: 1 });
      if (kind === 'open') await send(caller, url);
      const before = hits();
      let asked = 0;
      const mayLeave = (): boolean => (asked += 1) === 0;
      const call = { operation: 'POST things', method: 'POST', mayLeave } as const;
      const body = { kind: 'json', text: '{"one":1}' } as const;
      await expect(send(caller, url, { ...call, body })).rejects.toMatchObject({
        reason: 'overloaded',
        applied: 'nothing',
      });
      expect([asked, hits()]).toEqual([1, before]);
      // An unsent call says nothing about the upstream's health, and the next call gets a slot.
      expect((await send(caller, url, { ...call, body, mayLeave: () => true })).status).toBe(200);
      expect(hits()).toBe(before + 1);
    },
  );
});

describe('an upstream that is slow or down', () => {
  it('P-39 a call ends at its deadline, even when headers have arrived and the body hangs', async () => {
    const { url } = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    });
    expect(await reasonOf(send(callerOf(url), url, { timeoutMs: 80 }))).toBe('timeout');
  });

  it('P-40 a read is sent twice and a write once when the upstream answers 503', async () => {
    const { url, hits } = await upstream(
      (_request, response) => void response.writeHead(503).end(),
    );
    const caller = callerOf(url);
    expect((await send(caller, url)).status).toBe(503);
    expect(hits()).toBe(2);
    for (const method of ['POST', 'PUT', 'DELETE'] as const) await send(caller, url, { method });
    expect(hits()).toBe(5);
  });

  it('P-40 a read is not retried when Retry-After exceeds the limit', async () => {
    const { url, hits } = await upstream(
      (_request, response) => void response.writeHead(503, { 'retry-after': '60' }).end(),
    );
    expect((await send(callerOf(url), url)).status).toBe(503);
    expect(hits()).toBe(1);
  });

  it('P-41 an open breaker sends no call; rejections of any number do not open it', async () => {
    const refusing = await upstream((_request, response, hit) =>
      json(response, hit % 2 ? 422 : 429, '{"detail":"no"}'),
    );
    const polite = callerOf(refusing.url);
    const write = { method: 'POST' } as const;
    for (let count = 0; count < 40; count += 1) await send(polite, refusing.url, write);
    expect(refusing.hits()).toBe(40);

    const down = await upstream((_request, response) => void response.writeHead(502).end());
    const caller = callerOf(down.url);
    for (let count = 0; count < 5; count += 1) await send(caller, down.url, write);
    expect(await reasonOf(send(caller, down.url, write))).toBe('unavailable');
    expect(down.hits()).toBe(5);
  });

  it('P-41 OPS-03 the log line of a rejected call names the start of the outage and the last failure', async () => {
    const { url } = await upstream((_request, response) => json(response, 503, 'down'));
    const lines: Record<string, unknown>[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
    const told = createLogger({ level: 'info', version: 'test', destination });
    const caller = callerOf(url, { consecutiveFailures: 2 });
    const write = { operation: 'POST carts/confirm', method: 'POST' as const, log: told };
    for (const reference of ['r1', 'r2']) await send(caller, url, { ...write, reference });
    // Two rejected calls: a call that was not sent is no failure of the upstream.
    for (const reference of ['r3', 'r4'])
      await send(caller, url, { ...write, reference }).catch(() => null);
    expect(lines.map(({ status }) => status)).toEqual([503, 503, null, null]);
    for (const { error } of lines.slice(2))
      expect(error).toMatch(
        /^not asked: the breaker is open since \d\d:\d\d:\d\d, last failure: 503 of POST carts\/confirm \(r2\)$/,
      );
  });

  it('P-41 a call that the contract’s 500 rolled back does not open the breaker', async () => {
    const { url, hits } = await upstream((_request, response) =>
      json(response, 500, '{"detail":"Internal Server Error"}'),
    );
    const caller = callerOf(url);
    for (let count = 0; count < 8; count += 1) await send(caller, url, { method: 'POST' });
    expect(hits()).toBe(8);
  });

  it('P-42 the bulkhead limits the number of calls', async () => {
    const { url, hits } = await upstream(() => undefined);
    const caller = callerOf(url, { concurrency: 3, queue: 2, maxWaitMs: 50 });
    const reasons = await Promise.all(
      Array.from({ length: 8 }, () =>
        reasonOf(send(caller, url, { method: 'POST', timeoutMs: 300 })),
      ),
    );
    expect(reasons.filter((reason) => reason === 'overloaded')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'timeout')).toHaveLength(3);
    expect(hits()).toBe(3);
  });

  it('P-45 no read fails when the upstream closes idle connections at any time', async () => {
    const { url } = await upstream((request, response, hit) => {
      json(response, 200, '{"name":"x"}');
      // The server closes the connection at once, or about when the next request is in transit.
      setTimeout(() => request.socket.destroy(), (hit * 7) % 12);
    });
    const caller = callerOf(url);
    const reasons = new Set<unknown>();
    for (let count = 0; count < 150; count += 1) {
      reasons.add(await reasonOf(send(caller, url)));
      await new Promise((resolve) => setTimeout(resolve, (count * 5) % 9));
    }
    expect([...reasons]).toEqual(['answered']);
  });
});

describe('a search engine that is unavailable', () => {
  type Engine = ReturnType<typeof createSearchEngine>;
  const clientOf = (engine: Engine, facts: { log: Log; reference: string }): SearchClient =>
    engine.forRequest({ ...facts, customerRef: null, preference: 'anon' });
  function engineOf(url: string, apiKey?: string): Engine {
    const engine = createSearchEngine({
      url,
      apiKey,
      metrics: createMetrics(),
      random: () => 0,
      indices: {
        products: 'products',
        categories: 'categories',
        infoBanners: 'info_banners',
        advertisements: 'advertisements',
        loyaltyPrograms: 'loyalty_programs',
      },
      tags: { fr: 'fr-BE', nl: 'nl-BE', en: 'en-US' },
    });
    closing.push(() => engine.close());
    return engine;
  }
  const searchOf = (url: string, apiKey?: string): SearchClient =>
    clientOf(engineOf(url, apiKey), { log, reference: 'r' });
  const ask = (client: SearchClient, timeoutMs = 2_000) =>
    client.search('fr', { index: 'products', body: {}, operation: 'test' }, { timeoutMs });
  const elastic = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' };

  it('P-39 a search ends at its deadline, even when headers have arrived and the body hangs', async () => {
    const { url } = await upstream((_request, response) => {
      response.writeHead(200, elastic).write('{');
    });
    expect(await reasonOf(ask(searchOf(url), 80))).toBe('timeout');
    const mute = await upstream(() => undefined);
    expect(await reasonOf(ask(searchOf(mute.url), 80))).toBe('timeout');
  });

  it('P-41 OPS-03 the log line of a rejected search names the start of the outage and the last failure', async () => {
    const { url } = await upstream((_request, response) => response.writeHead(503, elastic).end());
    const lines: Record<string, unknown>[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
    const told = createLogger({ level: 'info', version: 'test', destination });
    const engine = engineOf(url);
    for (const reference of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'])
      await ask(clientOf(engine, { log: told, reference })).catch(() => null);
    const refused = lines.filter(({ status }) => status === null).map(({ error }) => error);
    expect(refused.length).toBeGreaterThan(1);
    for (const error of refused)
      expect(error).toMatch(
        /^not asked: the breaker is open since \d\d:\d\d:\d\d, last failure: 503 of test \(r\d\)$/,
      );
  });

  it('P-44 a search response above the size limit is rejected, compressed or not', async () => {
    const large = await upstream((_request, response) => {
      response.writeHead(200, elastic).end(`"${'x'.repeat(9 * 1024 * 1024)}"`);
    });
    expect(await reasonOf(ask(searchOf(large.url)))).toBe('invalid-answer');
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const packed = await upstream((_request, response) => {
      response.writeHead(200, { ...elastic, 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await reasonOf(ask(searchOf(packed.url)))).toBe('invalid-answer');
  });

  const noHits =
    '{"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"failed":0},"hits":{"hits":[]}}';

  it('P-40 SRCH-01 when one of two nodes is down, the other answers every search', async () => {
    const open = await upstream((_request, response) => {
      response.writeHead(200, elastic).end(noHits);
    });
    const gone = await upstream(() => undefined);
    await closing.pop()?.();
    const client = searchOf(`${gone.url}, ${open.url}`);
    const reasons = new Set<unknown>();
    for (let count = 0; count < 20; count += 1) reasons.add(await reasonOf(ask(client)));
    expect([...reasons]).toEqual(['answered']);
    expect(open.hits()).toBe(20);
  });

  it('P-40 P-41 SRCH-01 a node that dies during many searches fails none of them', async () => {
    const open = await upstream((_request, response) => {
      response.writeHead(200, elastic).end(noHits);
    });
    const held: ServerResponse[] = [];
    const seen: (string | undefined)[] = [];
    const dying = await upstream(({ method }, response, hit) => {
      seen.push(method);
      if (hit > 15) response.writeHead(200, elastic).end(noHits);
      else held.push(response);
      if (hit === 15) for (const one of held) one.destroy();
    });
    const client = searchOf(`${dying.url}, ${open.url}`);
    const asked = Array.from({ length: 30 }, () => reasonOf(ask(client)));
    expect([...new Set(await Promise.all(asked))]).toEqual(['answered']);
    expect(seen).toEqual(Array.from({ length: 15 }, () => 'POST'));
    // After an outage, retry as soon as the ping succeeds, regardless of calls still pending.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_100 });
    try {
      await until(async () => {
        expect(await reasonOf(ask(client))).toBe('answered');
        return seen.slice(16).includes('POST');
      });
    } finally {
      vi.useRealTimers();
    }
    expect(seen[15]).toBe('HEAD');
  });

  it('SRCH-01 an API key is sent in the form that the server expects', async () => {
    const seen: unknown[] = [];
    const { url } = await upstream((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, elastic).end(noHits);
    });
    await ask(searchOf(url, 'bXkta2V5OnNlY3JldA=='));
    expect(seen).toEqual(['ApiKey bXkta2V5OnNlY3JldA==']);
  });

  it('P-40 P-41 a search is tried twice, and not sent at all once the breaker is open', async () => {
    const { url, hits } = await upstream((_request, response) => {
      response.writeHead(503, elastic).end('{"error":"down"}');
    });
    const client = searchOf(url);
    expect(await reasonOf(ask(client))).toBe('unavailable');
    expect(hits()).toBe(2);
    for (let count = 0; count < 4; count += 1) await reasonOf(ask(client));
    const before = hits();
    expect(await reasonOf(ask(client))).toBe('unavailable');
    expect(hits()).toBe(before);
  });
});
