/**
 * A document that is joined to a form (P-31 … P-33): judged by its content, and by its name only for the
 * extension; nothing is ever named after what it was called. The other fields come back whatever is wrong
 * with the file, so that a form loses nothing typed.
 */
import { done, refused, type Outcome } from '~/kernel/outcome';
import { readMultipart } from './multipart';
import type { PageRequest } from './page';
import { badRequest } from './posted.server';

export type DocumentFault =
  | { kind: 'too-large'; mb: number }
  /** Too many forms are being read just now. */
  | { kind: 'busy' }
  | { kind: 'empty' }
  | { kind: 'not-pdf' }
  /** The form takes one. */
  | { kind: 'several' };

export interface FormWithDocument {
  fields: URLSearchParams;
  /** Null: none was chosen. */
  document: Outcome<File | null, DocumentFault>;
}

const megabyte = 1024 * 1024;
/** Boundaries, headings of the parts and the other fields. */
const aroundFile = 64 * 1024;
const maxParts = 20;

/** Where readers look for the head and the end of a PDF (ISO 32000-1, 7.5.2 and Annex H). */
const lookedAt = 1_024;
const markup = /<(?:!doctype|html|head|body|script|svg|iframe)\b/i;

/** A PDF from its first byte to its end mark, and nothing that a browser could take for a page. */
export function isPdf(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, lookedAt).toString('latin1');
  const end = buffer.subarray(-lookedAt).toString('latin1');
  return /^%PDF-\d\.\d/.test(head) && end.includes('%%EOF') && !markup.test(head);
}

async function judged(
  given: readonly FormDataEntryValue[],
  mb: number,
): Promise<FormWithDocument['document']> {
  const files = given.filter(
    (entry) => entry instanceof File && (entry.size > 0 || entry.name !== ''),
  );
  const [file, second] = files;
  if (!(file instanceof File)) return done(null);
  if (second) return refused({ kind: 'several' });
  if (file.size === 0) return refused({ kind: 'empty' });
  if (file.size > mb * megabyte) return refused({ kind: 'too-large', mb });
  const isNamedSo = /\.pdf$/i.test(file.name.trim());
  if (!isNamedSo || !isPdf(new Uint8Array(await file.arrayBuffer())))
    return refused({ kind: 'not-pdf' });
  return done(file);
}

/** Reads a multipart form with one PDF in the field `name`; 400 when it is no form of ours. */
export async function readFormWithDocument(
  { request, context }: Pick<PageRequest, 'request' | 'context'>,
  name: string,
): Promise<FormWithDocument> {
  const mb = context.site.documentMaxMb;
  const form = await readMultipart(request, { maxBytes: mb * megabyte + aroundFile, maxParts });
  if (!form.ok) {
    if (form.refusal.kind === 'malformed') throw badRequest();
    const fault: DocumentFault =
      form.refusal.kind === 'busy' ? { kind: 'busy' } : { kind: 'too-large', mb };
    return { fields: new URLSearchParams(), document: refused(fault) };
  }
  const fields = new URLSearchParams();
  for (const [field, value] of form.value)
    if (typeof value === 'string') fields.append(field, value);
  return { fields, document: await judged(form.value.getAll(name), mb) };
}

/** RFC 9110: too large is 413, too many at once 503, anything else wrong with the file 422. */
export const statusOfDocument = ({ kind }: DocumentFault): number =>
  kind === 'too-large' ? 413 : kind === 'busy' ? 503 : 422;

/** The same document under a name that the shop chose. */
export const renamed = (document: File, name: string): File =>
  new File([document], name, { type: 'application/pdf' });
