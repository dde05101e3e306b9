/**
 * Reads the fields before the file of a multipart form that will not be read whole. The reason is a file that is too
 * large, or a form that was sent too often. This preserves what the customer entered: the shop's forms have their file
 * input last. The platform parses the parts (Fetch standard).
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { boundaryOf } from './forms/body-kind';

type Posted = Readable & Pick<IncomingMessage, 'headers'>;

export type FormFields = readonly (readonly [name: string, value: string])[];

const maxBytes = 64 * 1024;
const patienceMs = 8_000;

const fileHeading = /^content-disposition:.*;\s*filename\*?=/i;

/**
 * Returns a function that finds the start of the first part with a file in a growing buffer, or -1. It examines each
 * line once, regardless of the number of delimiters and chunks (P-92), and never mistakes a field value for a part
 * header.
 */
function fileFinder(delimiter: string): (head: Buffer) => number {
  let line = 0;
  let searched = 0;
  /** Start of the part whose headers are being read; -1 outside of headers. */
  let part = -1;
  return (head) => {
    for (;;) {
      const end = head.indexOf('\r\n', Math.max(line, searched));
      if (end < 0) {
        // A CRLF pair may be split over two chunks.
        searched = Math.max(line, head.length - 1);
        return -1;
      }
      const text = head.toString('latin1', line, end);
      if (text.startsWith(delimiter)) part = line;
      else if (text === '') part = -1;
      else if (part >= 0 && fileHeading.test(text)) return part;
      line = end + 2;
    }
  };
}

interface Head {
  bytes: Buffer;
  /** Position of the first file, or -1. */
  file: number;
}

/** Reads the body up to the first file; later readers do not see these bytes. */
function readHead(request: Posted, delimiter: string): Promise<Head> {
  return new Promise((resolve) => {
    const room = Buffer.allocUnsafe(maxBytes);
    const findFile = fileFinder(delimiter);
    let length = 0;
    let file = -1;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', finish).off('close', finish);
      request.pause();
      resolve({ bytes: room.subarray(0, length), file });
    };
    const take = (chunk: Buffer): void => {
      length += chunk.copy(room, length);
      file = findFile(room.subarray(0, length));
      if (length >= maxBytes || file >= 0) finish();
    };
    const timer = setTimeout(finish, patienceMs);
    request.on('data', take).on('end', finish).on('error', finish).on('close', finish);
  });
}

/** Parses whole parts that precede a delimiter; empty when they are malformed. */
export async function parseFields(parts: Buffer, boundary: string): Promise<FormFields> {
  const whole = Buffer.concat([parts, Buffer.from(`--${boundary}--\r\n`)]);
  const type = `multipart/form-data; boundary="${boundary}"`;
  try {
    const form = await new Response(whole, { headers: { 'content-type': type } }).formData();
    return [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return [];
  }
}

/** Fields before the file; empty when the body is no form or nothing of it arrived in time. */
export async function readFormHead(request: Posted): Promise<FormFields> {
  const type = request.headers['content-type'] ?? '';
  const boundary = boundaryOf(type);
  if (!boundary) return [];
  const delimiter = `--${boundary}`;
  const { bytes, file } = await readHead(request, delimiter);
  const end = file < 0 ? bytes.lastIndexOf(delimiter) : file;
  if (end <= 0) return [];
  return parseFields(bytes.subarray(0, end), boundary);
}
