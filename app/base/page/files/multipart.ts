/**
 * Reads a posted multipart form within limits (P-31). It counts bytes as they arrive and parts before they are parsed;
 * all forms being read share one memory allowance. Excess bytes are read and discarded, because a browser reads no
 * response before it has sent its form. When the shop rejects a form, the form fields before the file are preserved.
 * The platform parses the parts (Fetch standard), so file names may contain any character.
 */
import { Readable } from 'node:stream';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { PageRequest } from '../page';
import { refuseOthersForm, type PageOfAccount } from '../forms/others-form.server';
import { notePosted } from '../forms/posted-copy.server';
import { cleanForm } from '../forms/posted.server';
import { boundaryOf, kindOf } from '../../../../server/http/forms/body-kind';
import { arePlainParts } from '../../../../server/http/forms/multipart-parts';
import { parseFields, readFormHead, type FormFields } from '../../../../server/http/form-head';
import { RowWatch, type LongRow, type RowLimits } from './row-watch';

export interface MultipartLimits {
  /** Limit of the whole body, in bytes. */
  maxBytes: number;
  /** Limit of fields and files together. */
  maxParts: number;
  /** Network address of a guest; null for a customer's form. */
  visitorNetwork: string | null;
  /** Limits of the rows of a list or text file; a longer row ends the reading. */
  rows?: RowLimits;
}

export type MultipartFault =
  /**
   * `too-large`: the form exceeds the limit. `busy`: too many forms are being read; the client may retry later.
   * `fields`: the form fields before the file.
   */
  | { kind: 'too-large' | 'busy'; fields: FormFields }
  /** A row of a list is too long; the rest of the form was not read. `fields`: the form fields before the list. */
  | { kind: 'long-row'; isFile: boolean; line: number; fields: FormFields }
  /** The form has more parts than allowed, or the request is not a multipart form. */
  | { kind: 'malformed' };

/** Bytes of forms that this process may hold while it reads them. */
const allowanceBytes = 24 * 1024 * 1024;
/** Part of the allowance that forms of guests may use: a third, so that guests never block customers' uploads. */
const visitorBytes = allowanceBytes / 3;
/**
 * Maximum length in bytes of a form without a file. Such a form does not count as an upload of its network and never
 * waits.
 */
const typedBytes = 64 * 1024;
const held = { all: 0, ofVisitors: 0 };
/** Guest networks whose form is being read: one at a time per network. */
const readingNow = new Set<string>();

interface Reading {
  chunks: Uint8Array[];
  /** Bytes of the stored chunks, which are also counted in `held`. */
  bytes: number;
  ofVisitor: boolean;
}

function count(reading: Reading, bytes: number): void {
  reading.bytes += bytes;
  held.all += bytes;
  if (reading.ofVisitor) held.ofVisitors += bytes;
}

function hold(reading: Reading, chunk: Uint8Array): void {
  reading.chunks.push(chunk);
  count(reading, chunk.byteLength);
}

function drop(reading: Reading): void {
  count(reading, -reading.bytes);
  reading.chunks = [];
}

const isFull = ({ ofVisitor }: Reading): boolean =>
  held.all > allowanceBytes || (ofVisitor && held.ofVisitors > visitorBytes);

const wholeOf = ({ chunks, bytes }: Reading): Buffer<ArrayBuffer> => Buffer.concat(chunks, bytes);

/** Reduces the stored bytes to the part that may contain form fields. */
function shorten(reading: Reading): void {
  const head = Buffer.from(wholeOf(reading).subarray(0, typedBytes));
  drop(reading);
  hold(reading, head);
}

type Fault = 'too-large' | 'busy' | LongRow;

/**
 * Reads the body into `reading`. After a fault, or when `before` names one, it stores only the part that may contain
 * form fields. It does not read on behind a row that is too long: unread-body.ts discards the rest after the response.
 */
async function readBody(
  body: NonNullable<Request['body']>,
  reading: Reading,
  { maxBytes, before, rows }: { maxBytes: number; before: Fault | null; rows: RowWatch | null },
): Promise<Fault | null> {
  let fault = before;
  const reader = body.getReader();
  for (;;) {
    const { done: ended, value } = await reader.read();
    if (ended) return fault;
    if (fault) {
      const room = isFull(reading) ? 0 : typedBytes - reading.bytes;
      if (room > 0) hold(reading, Buffer.from(value.subarray(0, room)));
      continue;
    }
    hold(reading, value);
    const row = rows?.add(value, () => wholeOf(reading)) ?? null;
    if (row) return row;
    if (reading.bytes > maxBytes) fault = 'too-large';
    else if (isFull(reading)) fault = 'busy';
    if (fault) shorten(reading);
  }
}

export const isMultipart = (request: Request): boolean =>
  kindOf(request.headers.get('content-type')) === 'multipart';

const typedOf = ({ chunks }: Reading, type: string): Promise<FormFields> =>
  readFormHead(
    Object.assign(Readable.from(chunks.map((one) => Buffer.from(one))), {
      headers: { 'content-type': type },
    }),
  );

/**
 * Maximum bytes of the fields in front of a row that is too long. The lines that a quick order displays need a third.
 */
const maxFieldsBytes = 256 * 1024;

/** Returns the fields of the whole parts in front of a row that is too long. */
async function fieldsBefore(
  reading: Reading,
  { part }: LongRow,
  boundary: string,
  maxParts: number,
): Promise<FormFields> {
  const bytes = wholeOf(reading).subarray(0, part);
  if (bytes.length > maxFieldsBytes || !arePlainParts(bytes, boundary, maxParts)) return [];
  return parseFields(bytes, boundary);
}

/** Parses a posted multipart form. Throws 409 for a form from a page of another account. */
export async function readMultipart(
  {
    request,
    context,
  }: PageOfAccount & {
    request: Request;
    context: Pick<PageRequest['context'], 'oversized'>;
  },
  limits: MultipartLimits,
): Promise<Outcome<FormData, MultipartFault>> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = boundaryOf(type);
  if (context.oversized) return refused({ kind: 'too-large', fields: context.oversized.fields });
  if (!isMultipart(request) || !boundary || !request.body) return refused({ kind: 'malformed' });
  const { maxBytes, visitorNetwork } = limits;
  const reading: Reading = { chunks: [], bytes: 0, ofVisitor: visitorNetwork !== null };
  const isShort = Number(request.headers.get('content-length') ?? Infinity) <= typedBytes;
  const network = isShort ? null : visitorNetwork;
  const isSecond = network !== null && readingNow.has(network);
  if (network !== null && !isSecond) readingNow.add(network);
  try {
    const rows = limits.rows ? new RowWatch(limits.rows, boundary) : null;
    const before = isSecond ? 'busy' : null;
    const fault = await readBody(request.body, reading, { maxBytes, before, rows });
    if (fault !== null && typeof fault === 'object') {
      const fields = await fieldsBefore(reading, fault, boundary, limits.maxParts);
      return refused({ kind: 'long-row', isFile: fault.isFile, line: fault.line, fields });
    }
    if (fault) return refused({ kind: fault, fields: await typedOf(reading, type) });
    const bytes = wholeOf(reading);
    if (!arePlainParts(bytes, boundary, limits.maxParts)) return refused({ kind: 'malformed' });
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
    if (network !== null && !isSecond) readingNow.delete(network);
  }
}
