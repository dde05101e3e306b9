/** The connections to one upstream: sends a request, with a share of the connections for files. */
import { Pool, type Dispatcher } from 'undici';
import type { TracedCall } from '../observe/tracing';
import type { UpstreamRequest } from './caller';
import { unlessAborted } from './deadline';
import { Bulkhead, type BulkheadOptions } from './guard/bulkhead';
import { checkBeforeLeaving } from './leave-check';
import { readAnswer, type RawAnswer } from './raw-answer';
import { renewConnections } from './renewed-connections';
import { encodeBody } from './request-body';

/**
 * Share of all connections that files may occupy, because a file for a slow reader keeps its connection until the end.
 */
const shareOfFiles = 3 / 8;

export interface Connections {
  send(
    request: UpstreamRequest,
    deadline: AbortSignal,
    call: TracedCall | null,
  ): Promise<RawAnswer>;
  /** Sends a GET without a session. */
  probe(url: string, patienceMs: number): Promise<RawAnswer>;
  close(): Promise<void>;
}

export function openConnections(
  origin: string,
  { concurrency = 64, queue = 128, maxWaitMs = 1_000 }: Partial<BulkheadOptions>,
  maxBytes: number,
): Connections {
  const pool = renewConnections(
    () =>
      new Pool(origin, {
        connections: concurrency,
        pipelining: 1,
        connect: { timeout: 3_000 },
        // Below the usual keep-alive of servers and proxies (5 s), so that the shop closes the connection (P-45).
        keepAliveTimeout: 4_000,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
  );
  const files = new Bulkhead({
    concurrency: Math.max(1, Math.floor(concurrency * shareOfFiles)),
    queue: Math.floor(queue * shareOfFiles),
    maxWaitMs,
  });
  return {
    async send(
      request: UpstreamRequest,
      deadline: AbortSignal,
      call: TracedCall | null,
    ): Promise<RawAnswer> {
      const url = new URL(request.url);
      const body = request.body ? await encodeBody(request.body) : null;
      const dispatcher = request.mayLeave
        ? pool.current().compose(checkBeforeLeaving(request.mayLeave))
        : pool.current();
      const ask = (): Promise<Dispatcher.ResponseData> =>
        dispatcher.request({
          method: request.method,
          path: url.pathname + url.search,
          headers: {
            ...request.headers,
            ...call?.headers,
            ...(body ? { 'content-type': body.type } : {}),
          },
          body: body?.bytes ?? null,
          signal: deadline,
          // A file has no deadline once it has started: it may stall for at most the time that its start may take.
          ...(request.stream ? { bodyTimeout: request.timeoutMs } : {}),
        });
      const asked = request.stream ? amongFiles(files, ask, request.gone) : ask();
      // undici ignores the abort signal while a call waits for a connection.
      const response = await unlessAborted(asked, deadline);
      return readAnswer(response, { stream: request.stream, maxBytes });
    },
    probe: async (url, patienceMs) => {
      const { pathname, search } = new URL(url);
      const response = await pool.current().request({
        method: 'GET',
        path: pathname + search,
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(patienceMs),
      });
      return readAnswer(response, { stream: false, maxBytes });
    },
    close: () => pool.close(),
  };
}

/** A file keeps its slot until it is complete or its reader disconnects. */
const amongFiles = (
  files: Bulkhead,
  ask: () => Promise<Dispatcher.ResponseData>,
  gone: AbortSignal | undefined,
): Promise<Dispatcher.ResponseData> =>
  new Promise((resolve, reject) => {
    files
      .run(async () => {
        const response = await ask();
        const { body } = response;
        const closed = new Promise((done) => body.once('close', done));
        const leave = (): void => void body.destroy();
        if (gone?.aborted) leave();
        else gone?.addEventListener('abort', leave);
        resolve(response);
        await closed;
        gone?.removeEventListener('abort', leave);
      })
      .catch(reject);
  });
