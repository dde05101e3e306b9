/** Reads requests and writes responses over node:http: bodies, compression, media types. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { illegalArgument, SearchError } from '../errors';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const MAX_BODY = 100 * 1024 * 1024;
const WORTH_COMPRESSING = 1024;
const JSON_TYPES = /^application\/(?:json|x-ndjson|vnd\.elasticsearch\+(?:x-nd)?json)\b/;
const COMPATIBLE = /compatible-with=(\d+)/;
const MAJOR = 8;

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
}

/** A handler's response; a `body` of `null` means no body. */
export interface Answered {
  status: number;
  body: unknown;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > MAX_BODY)
      throw new SearchError(413, { type: 'content_too_long', reason: 'too long' });
    chunks.push(bytes);
  }
  const raw = Buffer.concat(chunks);
  const zipped = request.headers['content-encoding'] === 'gzip' && raw.length > 0;
  return (zipped ? await decompress(raw) : raw).toString('utf8');
}

export async function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Exchange> {
  const url = new URL(request.url ?? '/', 'http://search.invalid');
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: decodePath(url.pathname),
    query: url.searchParams,
    body: await readBody(request),
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw Object.assign(illegalArgument(`invalid path [${path}]`), { cause });
  }
}

const mediaTypeError = (reason: string): SearchError =>
  new SearchError(400, { type: 'media_type_header_exception', reason });

/** Validates media types: a body needs a JSON type of this major version, in the same notation as `accept`. */
export function checkMediaTypes({ request, body }: Exchange): void {
  const { 'content-type': type, accept } = request.headers;
  if (body !== '' && (type === undefined || !JSON_TYPES.test(type))) {
    throw new SearchError(406, {
      type: 'content_type_header_exception',
      reason: `Content-Type header [${type ?? ''}] is not supported`,
    });
  }
  const majors = [accept, type].map((header) => COMPATIBLE.exec(header ?? '')?.[1]);
  const other = majors.find((major) => major !== undefined && Number(major) > MAJOR);
  if (other !== undefined) {
    throw mediaTypeError(
      `Invalid media-type value on headers [Content-Type, Accept]: compatible-with=${other}`,
    );
  }
  const [answered, asked] = majors;
  if (body !== '' && (answered === undefined) !== (asked === undefined)) {
    throw mediaTypeError(
      'A compatible version is required on both Content-Type and Accept headers if either one has requested one. ' +
        `Accept=${accept ?? 'null'}, Content-Type=${type ?? 'null'}`,
    );
  }
}

function answerType(request: IncomingMessage): string {
  const accept = request.headers.accept ?? '';
  return accept.includes('vnd.elasticsearch+json')
    ? `application/vnd.elasticsearch+json;compatible-with=${MAJOR}`
    : 'application/json';
}

export async function sendAnswer(exchange: Exchange, answer: Answered): Promise<void> {
  const { request, response, method } = exchange;
  const opaque = request.headers['x-opaque-id'];
  if (typeof opaque === 'string') response.setHeader('X-Opaque-Id', opaque);
  response.statusCode = answer.status;
  if (answer.body === null) {
    response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  let bytes = Buffer.from(JSON.stringify(answer.body));
  response.setHeader('Content-Type', answerType(request));
  const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (zips && bytes.length > WORTH_COMPRESSING) {
    bytes = await compress(bytes, { level: 1 });
    response.setHeader('Content-Encoding', 'gzip');
  }
  response.setHeader('Content-Length', bytes.length);
  response.end(method === 'HEAD' ? undefined : bytes);
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'malformed JSON';
    throw Object.assign(new SearchError(400, { type: 'x_content_parse_exception', reason }), {
      cause,
    });
  }
}

/** Parses the lines of an `_msearch` or `_bulk` body, which must end with a newline. */
export function parseLines(text: string, what: string): unknown[] {
  if (!text.endsWith('\n')) {
    throw illegalArgument(`The ${what} request must be terminated by a newline [\\n]`);
  }
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => parseJson(line) ?? {});
}

/** Waits, but returns early if the client disconnects. */
export function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
