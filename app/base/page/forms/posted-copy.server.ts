/**
 * Preserves the input of a posted form that cannot be carried out now, whatever its size. A short form is copied before
 * the action reads it. A form with a large file is not copied: its reader records the fields with `notePosted`; if no
 * reader ran, this module reads the fields before the file.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { kindOf } from '../../../../server/http/forms/body-kind';
import { readFormHead } from '../../../../server/http/form-head';
import type { PageRequest } from '../page';
import { isSecretField } from '../../../../server/http/forms/secret-field';

export interface Typed {
  fields: [string, string][];
  /** The copy lacks no password and no file, so the form can be sent again unchanged. */
  whole: boolean;
  /** The form had a file, which browsers do not choose again. */
  fileMissing: boolean;
}
type Entries = Iterable<readonly [name: string, value: unknown]>;

/** Maximum size in bytes of a form that is copied: the file of a longer form would be in memory twice. */
const maxCopiedBytes = 64 * 1024;
export const nothingTyped: Typed = { fields: [], whole: true, fileMissing: false };

const noted = new WeakMap<Request, Typed>();

/** Called by the reader of a form with a file: records the fields in case the form is not carried out. */
export function notePosted(request: Request, entries: Entries): void {
  noted.set(request, typedOf(entries));
}

function typedOf(entries: Entries): Typed {
  const typed: Typed = { fields: [], whole: true, fileMissing: false };
  for (const [name, value] of entries) {
    if (typeof value === 'string' && !isSecretField(name)) typed.fields.push([name, value]);
    else if (!(value instanceof File && value.size === 0)) typed.whole = false;
    if (value instanceof File && value.size > 0) typed.fileMissing = true;
  }
  return typed;
}

async function entriesOf(copy: Request): Promise<Entries> {
  const kind = kindOf(copy.headers.get('content-type'));
  if (kind === 'form') return new URLSearchParams(await copy.text());
  return kind === 'multipart' ? copy.formData() : [];
}

/** Reads the form fields before the file; the HTTP server discards the rest of the body. */
async function headOf({ headers, body, bodyUsed }: Request): Promise<Typed> {
  const type = headers.get('content-type') ?? '';
  if (kindOf(type) !== 'multipart' || !body || bodyUsed) return nothingTyped;
  const stream = Readable.fromWeb(body as NodeStream<Uint8Array>);
  const fields = await readFormHead(Object.assign(stream, { headers: { 'content-type': type } }));
  return { ...typedOf(fields), whole: false, fileMissing: true };
}

/** The preserved input of a form. It must be created before the form is read. */
export interface PostedCopy {
  /**
   * The input of the form. For a form that was not copied, call it once, after its reader has run or when none will.
   */
  typed: () => Promise<Typed>;
  /** True when the whole form was copied, so that its fields are available before the action reads it. */
  isWhole: boolean;
}

/** Creates the copy of a posted form; null when the request is not a post. */
export function copyOfPosted({
  request,
  context: { oversized },
}: Pick<PageRequest, 'request' | 'context'>): PostedCopy | null {
  if (request.method !== 'POST') return null;
  if (oversized) {
    const typed = { ...typedOf(oversized.fields), whole: false, fileMissing: true };
    return { typed: () => Promise.resolve(typed), isWhole: true };
  }
  const length = Number(request.headers.get('content-length'));
  if (length > maxCopiedBytes)
    return { typed: async () => noted.get(request) ?? headOf(request), isWhole: false };
  if (!(length > 0)) return { typed: () => Promise.resolve(nothingTyped), isWhole: true };
  const copy = request.clone();
  return { typed: async () => typedOf(await entriesOf(copy.clone())), isWhole: true };
}
