import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../observe/logger';
import { createMetrics } from '../../observe/metrics';
import { createCaller } from '../caller';
import { everyCapability } from './capabilities';
import { createErp } from './erp';
import type { ErpCall, ErpClient } from './erp-client';
import { fileAddress, fillPath } from './erp-address';
import { noCredentials, type ErpCredentials } from './erp-credentials';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Bench {
  erp: ErpClient;
  hits: IncomingMessage[];
  lines: Record<string, unknown>[];
}

async function bench(
  handler: Handler,
  credentials: ErpCredentials = noCredentials,
  definite503 = false,
  personal: readonly (string | null)[] = [],
  wordsInLog = true,
): Promise<Bench> {
  const hits: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    hits.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({
    level: 'debug',
    version: 'test',
    destination: {
      write: (line: string) =>
        void lines.push(z.record(z.string(), z.unknown()).parse(JSON.parse(line))),
    },
  });
  const caller = createCaller({
    service: 'erp',
    origin: url,
    metrics: createMetrics(),
    random: () => 0,
  });
  closing.push(async () => {
    server.closeAllConnections();
    await caller.close().catch(() => undefined);
    await new Promise((resolve) => server.close(resolve));
  });
  const erp = createErp({
    personal,
    caller,
    baseUrl: `${url}/api`,
    acceptLanguage: 'nl-BE',
    credentials,
    log: log.child({ reference: 'ref-1' }),
    reference: 'ref-1',
    definite503,
    wordsInLog,
    capabilities: everyCapability,
  });
  return { erp, hits, lines };
}

const json =
  (status: number, body: unknown): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const html =
  (status: number): Handler =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<!DOCTYPE html><title>404</title>');
  };
const schema = z.object({ name: z.string() });
const read: ErpCall = { path: 'sales/{id}', params: { id: 7 } };
const write: ErpCall = { method: 'POST', path: 'carts/sync', body: { transactions: [] } };

async function failureOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return { ...error };
  }
  throw new Error('no failure');
}

describe('ERP client', () => {
  it('AUTH-12 P-70 the ERP client sends the locale’s tag, the reference and the exact path', async () => {
    const { erp, hits } = await bench(json(200, { name: 'S1' }));
    await erp.call(
      { ...read, query: { page: 1, families: ['meds', 'food'], name: undefined } },
      schema,
    );
    expect(hits[0]?.url).toBe('/api/sales/7?page=1&families%5B%5D=meds&families%5B%5D=food');
    expect(hits[0]?.headers['accept-language']).toBe('nl-BE');
    expect(hits[0]?.headers['x-request-id']).toBe('ref-1');
  });

  it('CART-04 a write answered with 204, null or {} is complete, as with any 2xx', async () => {
    for (const handler of [
      json(200, {}),
      json(200, null),
      ((_q, r) => void r.writeHead(204).end()) satisfies Handler,
    ]) {
      const { erp } = await bench(handler);
      expect(await erp.call(write, schema)).toMatchObject({ kind: 'empty' });
    }
    const { erp } = await bench(json(201, { name: 'S1', more: 1 }));
    expect(await erp.call(write, schema)).toEqual({
      kind: 'ok',
      status: 201,
      body: { name: 'S1' },
    });
  });

  it.each([
    ['{}', json(200, {})],
    ['null', json(200, null)],
    ['no byte', ((_q, r) => void r.writeHead(200).end()) satisfies Handler],
    ['no byte of another success', ((_q, r) => void r.writeHead(201).end()) satisfies Handler],
  ])('P-44 DEG-01 a read answered with %s is an invalid response', async (_, handler) => {
    const { erp, lines } = await bench(handler);
    for (const shape of [schema, z.unknown(), z.object({ name: z.string().catch('') })])
      expect(await failureOf(erp.call(read, shape))).toMatchObject({ reason: 'invalid-answer' });
    const told = lines.filter(({ event }) => event === 'erp.answer_invalid');
    expect(told.map(({ detail }) => detail)).toEqual(Array(3).fill('"nothing in it"'));
  });

  it.each([204, 205])(
    'CART-04 the ERP client accepts a read without a body for status %i',
    async (status) => {
      const { erp } = await bench((_request, response) => void response.writeHead(status).end());
      expect(await erp.call(read, schema)).toEqual({ kind: 'empty', status });
    },
  );

  it('P-44 a 404 as HTML means an unavailable ERP and may hide a write; as JSON it is a rejection', async () => {
    const unavailable = await bench(html(404));
    expect(await failureOf(unavailable.erp.call(write, schema))).toMatchObject({
      kind: 'upstream-failure',
      reason: 'unavailable',
      applied: 'unknown',
    });
    const gone = await bench(json(404, { detail: 'MissingError' }));
    expect(await gone.erp.call(write, schema)).toMatchObject({
      kind: 'refused',
      status: 404,
      detail: 'MissingError',
    });
  });

  it('P-37 the ERP client never follows a redirect', async () => {
    const { erp, hits } = await bench(
      (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    // The call was not carried out at the address it was sent to, so nothing is in doubt.
    expect(await failureOf(erp.call(write, schema))).toMatchObject({
      reason: 'unavailable',
      applied: 'nothing',
    });
    expect(hits).toHaveLength(1);
  });

  it('CART-05 a 500 in the contract’s JSON applied nothing; a 503 may hide a write unless ERP_503_DEFINITE is set', async () => {
    const rolledBack = await bench(json(500, { detail: 'Internal Server Error' }));
    expect(await failureOf(rolledBack.erp.call(write, schema))).toMatchObject({
      reason: 'server-error',
      applied: 'nothing',
    });
    const proxy = await bench(html(503));
    expect(await failureOf(proxy.erp.call(write, schema))).toMatchObject({ applied: 'unknown' });
    const definite = await bench(html(503), noCredentials, true);
    expect(await failureOf(definite.erp.call(write, schema))).toMatchObject({ applied: 'nothing' });
  });

  it('CART-05 a 503 of the ERP with Retry-After applied nothing; one of a proxy may hide a write', async () => {
    const refusing =
      (type: string, body: string): Handler =>
      (_request, response) =>
        void response.writeHead(503, { 'content-type': type, 'retry-after': '5' }).end(body);
    const own = await bench(refusing('application/json', '{"detail":"Restarting"}'));
    expect(await failureOf(own.erp.call(write, schema))).toMatchObject({
      reason: 'unavailable',
      applied: 'nothing',
    });
    const proxy = await bench(refusing('text/html', '<h1>Backend fetch failed</h1>'));
    expect(await failureOf(proxy.erp.call(write, schema))).toMatchObject({ applied: 'unknown' });
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'OPS-04 the ERP client retries a read once on %i and never retries a write',
    async (status) => {
      const { erp, hits } = await bench(html(status));
      await failureOf(erp.call(read, schema));
      expect(hits.map(({ method }) => method)).toEqual(['GET', 'GET']);
      const writes = ['POST', 'PUT', 'DELETE'] as const;
      for (const method of writes) await failureOf(erp.call({ ...write, method }, schema));
      expect(hits.slice(2).map(({ method }) => method)).toEqual(writes);
    },
  );

  it.each([400, 403, 404, 410, 422, 501, 505])(
    'OPS-04 the ERP client does not retry a read on %i',
    async (status) => {
      const { erp, hits } = await bench(html(status));
      await failureOf(erp.call(read, schema));
      expect(hits).toHaveLength(1);
    },
  );

  it('P-39 a call to a hanging ERP ends at its deadline, and a write is then in doubt', async () => {
    const { erp } = await bench(() => undefined);
    expect(await failureOf(erp.call({ ...write, timeoutMs: 60 }, schema))).toMatchObject({
      reason: 'timeout',
      applied: 'unknown',
    });
  });

  it('CART-05 a failed read has applied nothing, however it ended', async () => {
    const hanging = await bench(() => undefined);
    const broken = await bench((request) => void request.socket.destroy());
    const proxy = await bench(html(503));
    const shape = await bench(json(200, { title: 1 }));
    for (const { erp } of [hanging, broken, proxy, shape])
      expect(await failureOf(erp.call({ ...read, timeoutMs: 200 }, schema))).toMatchObject({
        kind: 'upstream-failure',
        applied: 'nothing',
      });
  });

  it('P-44 a response above the size limit or of another shape is a fault of the ERP', async () => {
    const shape = await bench(json(200, { title: 1 }));
    expect(await failureOf(shape.erp.call(read, schema))).toMatchObject({
      reason: 'invalid-answer',
    });
    const huge = await bench((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`"${'x'.repeat(9 * 1024 * 1024)}"`);
    });
    expect(await failureOf(huge.erp.call(read, schema))).toMatchObject({
      reason: 'invalid-answer',
    });
  });

  it('P-44 a refused connection applied nothing', async () => {
    const caller = createCaller({
      service: 'erp',
      origin: 'http://127.0.0.1:1',
      metrics: createMetrics(),
    });
    closing.push(() => caller.close());
    const log = createLogger({ level: 'silent', version: 'test' });
    const erp = createErp({
      caller,
      baseUrl: 'http://127.0.0.1:1/',
      acceptLanguage: 'fr-BE',
      credentials: noCredentials,
      log,
      reference: 'r',
      definite503: false,
      capabilities: everyCapability,
    });
    expect(await failureOf(erp.call(write, schema))).toMatchObject({
      reason: 'unreachable',
      applied: 'nothing',
    });
  });

  it('AUTH-05 a 401 ends the session; without a session it is a normal response', async () => {
    let cleared = 0;
    const credentials: ErpCredentials = {
      ...noCredentials,
      customerRef: 'C1',
      headers: () => Promise.resolve({ authorization: 'Bearer SECRET_TOKEN' }),
      rejected: () => Promise.resolve(void (cleared += 1)),
    };
    const { erp } = await bench(json(401, { detail: 'Unauthorized' }), credentials);
    expect(await failureOf(erp.call(read, schema))).toMatchObject({ kind: 'session-ended' });
    expect(cleared).toBe(1);
    expect(await erp.call({ ...read, anonymous: true }, schema)).toMatchObject({
      kind: 'refused',
      status: 401,
    });
    expect(cleared).toBe(1);
  });

  it('AUTH-04 CART-05 a call rejected with 401 because its token expired in transit is sent once more with a new one', async () => {
    const seen: unknown[] = [];
    let ended = 0;
    const withToken: ErpCredentials = {
      ...noCredentials,
      customerRef: 'C1',
      headers: () => Promise.resolve({ authorization: 'Bearer old' }),
      renewed: () => Promise.resolve({ authorization: 'Bearer new' }),
      rejected: () => Promise.resolve(void (ended += 1)),
    };
    const answering =
      (good: string): Handler =>
      (request, response) => {
        seen.push(request.headers.authorization);
        const status = request.headers.authorization === good ? 200 : 401;
        json(status, status === 200 ? { name: 'S1' } : { detail: 'Unauthorized' })(
          request,
          response,
        );
      };
    const renewed = await bench(answering('Bearer new'), withToken);
    expect(await renewed.erp.call(write, schema)).toMatchObject({ kind: 'ok' });
    expect([seen, ended]).toEqual([['Bearer old', 'Bearer new'], 0]);
    // The ERP rejects the customer, not the token: two attempts, never more.
    const refused = await bench(answering('Bearer none'), withToken);
    expect(await failureOf(refused.erp.call(write, schema))).toMatchObject({
      kind: 'session-ended',
    });
    expect([refused.hits.length, ended]).toEqual([2, 1]);
  });

  it('OPS-02 P-71 the log contains the ERP’s own error message without the customer’s data', async () => {
    const fault = await bench(
      json(500, { detail: 'KeyError account.move for Dupont-Lemaire\n at line 7' }),
    );
    await failureOf(fault.erp.call({ ...write, body: { note: 'Dupont-Lemaire' } }, schema));
    const page = await bench((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<style>p{}</style><h1>Bad Gateway</h1><p>upstream <b>prematurely</b> closed');
    });
    await failureOf(page.erp.call(read, schema));
    const causeIn = (lines: readonly Record<string, unknown>[]): unknown =>
      lines.find((line) => line['event'] === 'erp.failed')?.['detail'];
    expect(causeIn(fault.lines)).toBe('KeyError account.move for [as sent]\n at line 7');
    const known = await bench(
      json(500, { detail: 'Dr Dupont-Lemaire (anne) of Cabinet des Prés is archived' }),
      noCredentials,
      false,
      ['Cabinet des Prés', 'Dupont-Lemaire', 'anne', null],
    );
    await failureOf(known.erp.call(read, schema));
    expect(causeIn(known.lines)).toBe('Dr [customer] ([customer]) of [customer] is archived');
    expect(causeIn(page.lines)).toBe('Bad Gateway upstream prematurely closed');
  });

  it('P-71 with ERP_WORDS_IN_LOG off, the log keeps only the codes of the ERP’s messages', async () => {
    const said = [
      'ValidationError: Jean Dupont <j.dupont@clinic.example>, rue du Moulin 3, has no account.payment.term',
      'psycopg2.errors.UniqueViolation: Key (email)=(jean.dupont) res_partner_email_uniq',
      'The operation cannot be completed: Contacts require a name',
    ];
    const told = await Promise.all(
      said.map(async (detail) => {
        const { erp, lines } = await bench(json(400, { detail }), noCredentials, false, [], false);
        const answer = await erp.call(read, schema);
        // The message that the page receives is unchanged.
        expect(answer).toMatchObject({ kind: 'refused', detail });
        return lines.find(({ event }) => event === 'erp.refused')?.['detail'];
      }),
    );
    expect(told).toEqual([
      'ValidationError account.payment.term',
      'UniqueViolation res_partner_email_uniq',
      '',
    ]);
  });

  it('OPS-03 the log names the record of a failed call by number or uuid only', async () => {
    const fault = await bench(json(500, { detail: 'KeyError' }));
    const uuid = '0b6f1c1e-6f0a-4a51-9a7e-0d1f2b3c4d5e';
    for (const params of [{ id: 100_472 }, { id: uuid }, { id: 'dupont' }])
      await failureOf(fault.erp.call({ ...read, params }, schema));
    const failed = fault.lines.filter((line) => line['event'] === 'erp.failed');
    expect(failed.map((line) => line['records'])).toEqual([
      { id: '100472' },
      { id: uuid },
      undefined,
    ]);
  });

  it('OPS-02 the log has one line per call, with template, status and customer and without secrets', async () => {
    const credentials: ErpCredentials = {
      ...noCredentials,
      customerRef: 'C1',
      headers: () => Promise.resolve({ authorization: 'Bearer SECRET_TOKEN' }),
    };
    const { erp, lines } = await bench(json(200, { name: 'S1' }), credentials);
    await erp.call(read, schema);
    const calls = lines.filter((line) => line['event'] === 'erp.called');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      reference: 'ref-1',
      customer: 'C1',
      method: 'GET',
      path: 'sales/{id}',
      status: 200,
      attempts: 1,
    });
    expect(JSON.stringify(lines)).not.toContain('SECRET_TOKEN');
  });

  it('P-71 the log of a 422 omits the input that the ERP echoes', async () => {
    const { erp, lines } = await bench(
      json(422, {
        detail: [
          {
            type: 'missing',
            loc: ['body', 'code'],
            msg: 'Field required',
            input: { secret: 'CANARY' },
          },
        ],
      }),
    );
    const answer = await erp.call(write, schema);
    expect(answer).toMatchObject({
      kind: 'refused',
      errors: [{ type: 'missing', loc: ['body', 'code'] }],
    });
    expect(JSON.stringify(lines)).not.toContain('CANARY');
  });

  it('P-37 fillPath rejects a value that would leave its path segment', () => {
    expect(fillPath('sales/{id}/download', { id: 12 })).toBe('sales/12/download');
    for (const id of ['../admin', '..', 'a/b', 'a%2fb', ''])
      expect(() => fillPath('sales/{id}', { id })).toThrow(RangeError);
  });

  it('P-37 fileAddress accepts only files on the ERP’s own host', () => {
    const base = 'https://erp.example/shopinvader/api/';
    expect(fileAddress(base, '/web/content/1/x.pdf')).toBe(
      'https://erp.example/web/content/1/x.pdf',
    );
    expect(fileAddress(base, 'https://erp.example/a.pdf')).toBe('https://erp.example/a.pdf');
    for (const foreign of [
      'https://evil.example/a.pdf',
      '//evil.example/a',
      'http://erp.example/a',
      '/\\evil.example',
      'file:///etc/passwd',
      'data:application/pdf,x',
      'https://u:p@erp.example/a',
      'http://[',
    ])
      expect(fileAddress(base, foreign), foreign).toBeNull();
  });
});
