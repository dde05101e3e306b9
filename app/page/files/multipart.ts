/**
 * Reads a posted multipart form within limits (P-31): bytes are counted as they come, parts before they are
 * parsed, and all forms that are being read at once share one allowance of memory. What exceeds them is read
 * and discarded, because a browser reads no answer before it has sent its form. The platform parses the
 * parts (Fetch standard), so names of files may hold anything.
 */
import { done, refused, type Outcome } from '~/kernel/outcome';
import { refuseOthersForm, type PageOfAccount } from '../forms/others-form.server';
import { notePosted } from '../forms/posted-copy.server';
import { cleanForm } from '../forms/posted.server';
import { boundaryOf, kindOf } from '../../../server/http/forms/body-kind';

export interface MultipartLimits {
  /** Of the whole body. */
  maxBytes: number;
  /** Fields and files together. */
  maxParts: number;
  /** Network of a visitor; null: a customer's form. */
  visitorNetwork: string | null;
}

export type MultipartFault =
  | { kind: 'too-large' }
  /** Too many forms are being read just now: later. */
  | { kind: 'busy' }
  /** More parts than the form has, or no such form at all. */
  | { kind: 'malformed' };

/** Bytes of forms that this process holds while they are being read. */
const allowanceBytes = 24 * 1024 * 1024;
/** Visitors' letters never keep customers' orders out. */
const visitorBytes = allowanceBytes / 3;
const held = { all: 0, ofVisitors: 0 };
/** Networks of visitors whose form is being read: one at a time of each. */
const readingNow = new Set<string>();

interface Reading {
  chunks: Uint8Array[];
  /** Bytes of the chunks, counted in `held` too. */
  bytes: number;
  ofVisitor: boolean;
}

function hold(reading: Reading, bytes: number): void {
  reading.bytes += bytes;
  held.all += bytes;
  if (reading.ofVisitor) held.ofVisitors += bytes;
}

function drop(reading: Reading): void {
  hold(reading, -reading.bytes);
  reading.chunks = [];
}

/** Fills `reading`; what is read after a fault, or with one from before, is thrown away. */
async function readBody(
  body: NonNullable<Request['body']>,
  maxBytes: number,
  reading: Reading,
  before: MultipartFault | null,
): Promise<MultipartFault | null> {
  let fault = before;
  const reader = body.getReader();
  for (;;) {
    const { done: ended, value } = await reader.read();
    if (ended) return fault;
    if (fault) continue;
    reading.chunks.push(value);
    hold(reading, value.byteLength);
    if (reading.bytes > maxBytes) fault = { kind: 'too-large' };
    else if (held.all > allowanceBytes || (reading.ofVisitor && held.ofVisitors > visitorBytes))
      fault = { kind: 'busy' };
    if (fault) drop(reading);
  }
}

/** How often the boundary stands in the body: once before each part and once at the end. */
function countBoundaries(bytes: Buffer, boundary: string, atMost: number): number {
  let count = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + 1)) {
    count += 1;
    if (count > atMost) break;
  }
  return count;
}

export const isMultipart = (request: Request): boolean =>
  kindOf(request.headers.get('content-type')) === 'multipart';

/** Throws 409 for a form of another account's page. */
export async function readMultipart(
  { request, context }: PageOfAccount & { request: Request },
  limits: MultipartLimits,
): Promise<Outcome<FormData, MultipartFault>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = boundaryOf(type);
  if (!isMultipart(request) || !boundary || !request.body) return refused({ kind: 'malformed' });
  const { maxBytes, visitorNetwork } = limits;
  const reading: Reading = { chunks: [], bytes: 0, ofVisitor: visitorNetwork !== null };
  const isSecond = visitorNetwork !== null && readingNow.has(visitorNetwork);
  if (visitorNetwork !== null && !isSecond) readingNow.add(visitorNetwork);
  try {
    const before: MultipartFault | null = isSecond ? { kind: 'busy' } : null;
    const fault = await readBody(request.body, maxBytes, reading, before);
    if (fault) return refused(fault);
    const bytes = Buffer.concat(reading.chunks, reading.bytes);
    const atMost = limits.maxParts + 1;
    if (countBoundaries(bytes, `--${boundary}`, atMost) > atMost)
      return refused({ kind: 'malformed' });
    const whole = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    const form = cleanForm(whole, new FormData());
    notePosted(request, form);
    refuseOthersForm({ context }, form);
    return done(form);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refused({ kind: 'malformed' });
  } finally {
    drop(reading);
    if (visitorNetwork !== null && !isSecond) readingNow.delete(visitorNetwork);
  }
}
