/**
 * An upstream's raw response: read up to a size limit, decoded strictly, and parsed if its content type is JSON (P-44).
 */
import type { Dispatcher } from 'undici';
import { parseJson } from '../direction-marks';

export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  setCookies: readonly string[];
  contentType: string;
  contentLength: number | null;
  /** Bytes read; for a stream, which is read later, the announced length. */
  bytes: number;
  /** The parsed body; undefined when it is not JSON. */
  json: unknown;
  /** Start of an error response, without tags, for the log. */
  excerpt: string;
  /** Stream of the body; set only when a stream was requested and the status is a success. */
  stream: ReadableStream<Uint8Array> | null;
}

/** The body exceeds the size limit or is not UTF-8. */
export class UnreadableAnswer extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableAnswer';
  }
}

const jsonType = /^application\/([\w.-]+\+)?json\b/i;
type Body = AsyncIterable<Uint8Array> & { destroy(): unknown };

export async function readAnswer(
  response: Dispatcher.ResponseData,
  options: { stream: boolean; maxBytes: number },
): Promise<RawAnswer> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && name !== 'set-cookie')
      headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const cookies = response.headers['set-cookie'];
  const length = Number(headers['content-length']);
  const facts = {
    status: response.statusCode,
    headers,
    setCookies: cookies === undefined ? [] : Array.isArray(cookies) ? cookies : [cookies],
    contentType: headers['content-type'] ?? '',
    contentLength: Number.isSafeInteger(length) && headers['content-length'] ? length : null,
  };
  if (options.stream && response.statusCode >= 200 && response.statusCode < 300)
    return {
      ...facts,
      bytes: facts.contentLength ?? 0,
      json: undefined,
      excerpt: '',
      stream: webStreamOf(response.body),
    };
  const body = await readBytes(response.body, options.maxBytes);
  const json = parsedJson(body, facts.contentType);
  const excerpt = facts.status >= 300 ? excerptOf(body) : '';
  return { ...facts, bytes: body.length, json, excerpt, stream: null };
}

/** Describes a response that does not come from the upstream itself, for the log. */
export function describeAnswer({ status, headers, contentType, json }: RawAnswer): string {
  const { location } = headers;
  if (status >= 300 && status < 400)
    // The query may contain data that only that server and its caller should see.
    return `answers ${status}, a redirect to ${location?.replace(/[?#].*/s, '') ?? 'nowhere'}`;
  const what = contentType.replace(/;.*/s, '') || 'nothing';
  return json === undefined ? `answers ${status} as ${what}, not as JSON` : `answers ${status}`;
}

const excerptOf = (body: Buffer): string =>
  body
    .subarray(0, 2_000)
    .toString('utf8')
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

async function readBytes(body: Body, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      body.destroy();
      throw new UnreadableAnswer(`answer above ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function parsedJson(body: Buffer, contentType: string): unknown {
  if (!jsonType.test(contentType)) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    // A body that is not UTF-8 is rejected: product names with replacement characters would be worse than none.
    throw new UnreadableAnswer('the answer is not UTF-8', { cause });
  }
  try {
    return parseJson(text);
  } catch {
    // Truncated or not JSON: callers treat undefined as "not the contract's JSON".
    return undefined;
  }
}

function webStreamOf(body: Body): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => void body.destroy(),
  });
}
