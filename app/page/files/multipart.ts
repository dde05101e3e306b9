/**
 * Reads a posted multipart form within limits (P-31): bytes are counted as they come, parts before they are
 * parsed, and all forms that are being read at once share one allowance of memory. What is too much is read
 * on and thrown away, because a browser hears no answer before it has sent its form. The platform parses the
 * parts (Fetch standard), so names of files may hold anything.
 */
import { done, refused, type Outcome } from '~/kernel/outcome';

export interface MultipartLimits {
  /** Of the whole body. */
  maxBytes: number;
  /** Fields and files together. */
  maxParts: number;
}

export type MultipartFault =
  | { kind: 'too-large' }
  /** Too many forms are being read just now: later. */
  | { kind: 'busy' }
  /** More parts than the form has, or no such form at all. */
  | { kind: 'malformed' };

/** Bytes of forms that this process holds while they are being read. */
const allowanceBytes = 24 * 1024 * 1024;
let heldBytes = 0;

interface Reading {
  chunks: Uint8Array[];
  /** Bytes of the chunks, counted in `heldBytes` too. */
  bytes: number;
}

function drop(reading: Reading): void {
  heldBytes -= reading.bytes;
  reading.bytes = 0;
  reading.chunks = [];
}

/** Fills `reading`; what is read after a fault is thrown away. */
async function readBody(
  body: NonNullable<Request['body']>,
  maxBytes: number,
  reading: Reading,
): Promise<MultipartFault | null> {
  let fault: MultipartFault | null = null;
  const reader = body.getReader();
  for (;;) {
    const { done: ended, value } = await reader.read();
    if (ended) return fault;
    if (fault) continue;
    reading.chunks.push(value);
    reading.bytes += value.byteLength;
    heldBytes += value.byteLength;
    if (reading.bytes > maxBytes) fault = { kind: 'too-large' };
    else if (heldBytes > allowanceBytes) fault = { kind: 'busy' };
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

const boundaryOf = (type: string): string | null => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  return quoted ?? bare ?? null;
};

export const isMultipart = (request: Request): boolean =>
  (request.headers.get('content-type') ?? '').startsWith('multipart/form-data');

export async function readMultipart(
  request: Request,
  limits: MultipartLimits,
): Promise<Outcome<FormData, MultipartFault>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = boundaryOf(type);
  if (!isMultipart(request) || !boundary || !request.body) return refused({ kind: 'malformed' });
  const reading: Reading = { chunks: [], bytes: 0 };
  try {
    const fault = await readBody(request.body, limits.maxBytes, reading);
    if (fault) return refused(fault);
    const bytes = Buffer.concat(reading.chunks, reading.bytes);
    const atMost = limits.maxParts + 1;
    if (countBoundaries(bytes, `--${boundary}`, atMost) > atMost)
      return refused({ kind: 'malformed' });
    return done(await new Response(bytes, { headers: { 'content-type': type } }).formData());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refused({ kind: 'malformed' });
  } finally {
    drop(reading);
  }
}
