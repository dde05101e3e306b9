/**
 * The typed fields of a multipart form that will not be read whole, because its file is too large or the form
 * came too often: what stands before the file is read, so that nothing typed is lost. Forms of the shop have
 * their file last. The platform parses the parts (Fetch standard).
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { boundaryOf } from './forms/body-kind';

type Posted = Readable & Pick<IncomingMessage, 'headers'>;

export type FormFields = readonly (readonly [name: string, value: string])[];

const maxBytes = 64 * 1024;
const patienceMs = 8_000;

const fileHeading = /^content-disposition:[^\r\n]*;\s*filename\*?=/im;

/** Where the first part with a file begins, or -1; a typed value is never taken for a heading. */
function startOfFile(head: Buffer, delimiter: string): number {
  for (let at = head.indexOf(delimiter); at >= 0; at = head.indexOf(delimiter, at + 1)) {
    const end = head.indexOf('\r\n\r\n', at);
    if (end < 0) return -1;
    if (fileHeading.test(head.subarray(at, end).toString('latin1'))) return at;
  }
  return -1;
}

/** The first bytes of the body, until a file begins; what is read is gone for everybody else. */
function readHead(request: Posted, delimiter: string): Promise<Buffer> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', finish).off('close', finish);
      request.pause();
      resolve(head);
    };
    const take = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      if (head.length >= maxBytes || startOfFile(head, delimiter) >= 0) finish();
    };
    const timer = setTimeout(finish, patienceMs);
    request.on('data', take).on('end', finish).on('error', finish).on('close', finish);
  });
}

/** Nothing when it is no form, or none of it came in time. */
export async function readFormHead(request: Posted): Promise<FormFields> {
  const type = request.headers['content-type'] ?? '';
  const boundary = boundaryOf(type);
  if (!boundary) return [];
  const delimiter = `--${boundary}`;
  const head = await readHead(request, delimiter);
  const file = startOfFile(head, delimiter);
  const end = file < 0 ? head.lastIndexOf(delimiter) : file;
  if (end <= 0) return [];
  const whole = Buffer.concat([head.subarray(0, end), Buffer.from(`${delimiter}--\r\n`)]);
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
