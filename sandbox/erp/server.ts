/**
 * The ERP over HTTP: reads the request, reports a disconnected caller to the ERP, and sends the response or closes the
 * connection. Everything else is in `erp.ts`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createErp, type ErpOptions } from './erp';
import type { Control } from './controls';
import { ConnectionCut, json, type ErpRequest, type ErpResponse } from './protocol/exchange';
import { realScheduler } from './scheduler';

export interface ErpServerOptions extends Omit<ErpOptions, 'scheduler'> {
  port?: number;
  host?: string;
  /** Maximum body size in bytes; default: a file of 5 MB and its multipart overhead (9.10). */
  maxBody?: number;
}

export interface ErpServer {
  /** Base address of the ERP, without trailing slash. */
  url: string;
  control: Control;
  close(): Promise<void>;
}

const MAX_BODY = 5 * 1024 * 1024 + 64 * 1024;

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return headers;
}

/** Reads the body; null if it exceeds the limit. */
async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? null : Buffer.concat(chunks);
}

function isText(headers: Record<string, string>): boolean {
  return !(headers['content-type'] ?? '').startsWith('multipart/');
}

function write(response: ServerResponse, answer: ErpResponse, head: boolean): void {
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (answer.cookies.length > 0) response.setHeader('set-cookie', answer.cookies);
  response.end(head || answer.body === null ? undefined : answer.body);
}

/** Passes UTF-8 text as a string and anything else as bytes, which the ERP validates. */
function asBody(bytes: Uint8Array, headers: Record<string, string>): string | Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const faithful = isText(headers) && Buffer.from(text, 'utf8').equals(bytes);
  return faithful ? text : bytes;
}

export async function startErp(options: ErpServerOptions): Promise<ErpServer> {
  const { port = 0, host = '127.0.0.1', maxBody = MAX_BODY } = options;
  const erp = createErp({ ...options, scheduler: realScheduler() });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const headers = headersOf(request);
    const bytes = await readBody(request, maxBody);
    if (bytes === null) {
      write(response, json(413, { detail: 'Request Entity Too Large' }), false);
      return;
    }
    const { method = 'GET', url = '/' } = request;
    const incoming: ErpRequest = { method, path: url, headers, signal: gone.signal };
    if (bytes.length > 0) incoming.body = asBody(bytes, headers);
    write(response, await erp.handle(incoming), method === 'HEAD');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      if (!(cause instanceof ConnectionCut) && !request.destroyed)
        options.log?.({ event: 'erp.broken', error: String(cause) });
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const url = `http://${host}:${bound}`;
  if (options.publicUrl === undefined) erp.setPublicUrl(url);

  return {
    url,
    control: erp.control,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          erp.close();
          if (error) reject(error);
          else resolve();
        });
        server.closeAllConnections();
      }),
  };
}
