/**
 * Reads the fields of a form that is being rejected, so that the response page can return them. It reads only plain
 * forms within the body limit and leaves secret fields empty.
 */
import type { IncomingMessage } from 'node:http';
import { readFormHead, type FormFields } from '../form-head';
import { isCoded, kindOf } from '../forms/body-kind';
import type { RoutePolicy } from '../policy/route-policy';

const maxBytes = 64 * 1024;
const patienceMs = 5_000;

/**
 * Null when the form does not arrive completely in time, or is useless without its file: a message is worth sending
 * without its attachment, an order form without its file is not.
 */
export async function postedFields(
  request: IncomingMessage,
  policy: Pick<RoutePolicy, 'upload'> | null,
): Promise<FormFields | null> {
  const { 'content-type': type, 'content-encoding': coding } = request.headers;
  const readable = !isCoded(coding);
  if (readable && kindOf(type) === 'form') return plainFields(request);
  const head = readable && policy?.upload === 'letter' ? await readFormHead(request) : [];
  return head.length > 0 ? head : null;
}

async function plainFields(request: IncomingMessage): Promise<FormFields | null> {
  const timer = setTimeout(() => request.destroy(), patienceMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      const piece = Buffer.from(chunk as Uint8Array);
      bytes += piece.length;
      if (bytes > maxBytes) return null;
      chunks.push(piece);
    }
  } catch {
    // The browser disconnected or was too slow: nobody would read the page.
    return null;
  } finally {
    clearTimeout(timer);
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  return [...fields].map(([name, value]) => [name, /pass/i.test(name) ? '' : value]);
}
