/**
 * Reads a form with an attached document (P-31 … P-33). The content of the document decides whether the shop accepts
 * it. Only the extension of its name is used; a stored file never gets that name. The other form fields are returned
 * even if the document is rejected, so that the form preserves its input.
 */
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { readMultipart } from './multipart';
import type { PageRequest } from '../page';
import { badRequest, cleanForm } from '../forms/posted.server';

export type DocumentFault =
  | { kind: 'too-large'; mb: number }
  /** The server is reading too many forms at the moment. */
  | { kind: 'busy' }
  | { kind: 'empty' }
  /** Name or content of the document is neither a PDF nor another type that the form accepts. */
  | { kind: 'not-pdf' }
  /** The form accepts one file only. */
  | { kind: 'several' };

interface FormWithDocument {
  fields: URLSearchParams;
  /** The uploaded document, or why it was rejected; a null document when no file was chosen. */
  document: Outcome<File | null, DocumentFault>;
}

const megabyte = 1024 * 1024;
/** Bytes that a form may have besides its file: boundaries, part headers and the other fields. */
const aroundFile = 64 * 1024;
const usualParts = 20;

export type DocumentKind = 'pdf' | 'jpeg' | 'png';

/**
 * Number of bytes at the start and end in which PDF readers search for the header and the end mark (ISO 32000-1, 7.5.2
 * and Annex H).
 */
const lookedAt = 1_024;
const markup = /<(?:!doctype|html|head|body|script|svg|iframe)\b/i;

/** Whether the bytes start and end as a PDF and contain nothing that a browser could interpret as HTML. */
export function isPdf(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, lookedAt).toString('latin1');
  const end = buffer.subarray(-lookedAt).toString('latin1');
  return /^%PDF-\d\.\d/.test(head) && end.includes('%%EOF') && !markup.test(head);
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, position) => bytes[position] === byte);
/** First bytes of the accepted picture types (JFIF and Exif alike; PNG, third edition, 5.2). */
const signatures = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const;
const isPicture = (bytes: Uint8Array, kind: keyof typeof signatures): boolean =>
  startsWith(bytes, signatures[kind]) &&
  !markup.test(Buffer.from(bytes.subarray(0, lookedAt)).toString('latin1'));

/** File name pattern of each accepted type, and the extension and media type with which it is sent on. */
const kinds = {
  pdf: { named: /\.pdf$/i, extension: 'pdf', type: 'application/pdf', is: isPdf },
  jpeg: {
    named: /\.jpe?g$/i,
    extension: 'jpg',
    type: 'image/jpeg',
    is: (bytes: Uint8Array) => isPicture(bytes, 'jpeg'),
  },
  png: {
    named: /\.png$/i,
    extension: 'png',
    type: 'image/png',
    is: (bytes: Uint8Array) => isPicture(bytes, 'png'),
  },
} as const satisfies Record<DocumentKind, unknown>;

async function checkDocument(
  given: readonly FormDataEntryValue[],
  mb: number,
  accepted: readonly DocumentKind[],
): Promise<FormWithDocument['document']> {
  const files = given.filter(
    (entry) => entry instanceof File && (entry.size > 0 || entry.name !== ''),
  );
  const [file, second] = files;
  if (!(file instanceof File)) return done(null);
  if (second) return refused({ kind: 'several' });
  if (file.size === 0) return refused({ kind: 'empty' });
  if (file.size > mb * megabyte) return refused({ kind: 'too-large', mb });
  const kind = accepted.find((one) => kinds[one].named.test(file.name.trim()));
  if (!kind || !kinds[kind].is(new Uint8Array(await file.arrayBuffer())))
    return refused({ kind: 'not-pdf' });
  return done(new File([file], file.name, { type: kinds[kind].type }));
}

/** Reads a multipart form with one document in the field `name`; throws 400 when the request is not such a form. */
export async function readFormWithDocument(
  { request, context }: Pick<PageRequest, 'request' | 'context'>,
  name: string,
  accepted: readonly DocumentKind[] = ['pdf'],
  maxParts = usualParts,
): Promise<FormWithDocument> {
  const mb = context.site.documentMaxMb;
  const { visitorNetwork } = context;
  const maxBytes = mb * megabyte + aroundFile;
  const form = await readMultipart({ request, context }, { maxBytes, maxParts, visitorNetwork });
  if (!form.ok) {
    if (form.refusal.kind === 'malformed') throw badRequest();
    const { kind, fields: typed } = form.refusal;
    const fields = new URLSearchParams(typed.map(([field, value]) => [field, value]));
    const fault: DocumentFault = kind === 'busy' ? { kind } : { kind: 'too-large', mb };
    return { fields: cleanForm(fields, new URLSearchParams()), document: refused(fault) };
  }
  const fields = new URLSearchParams();
  let typed = 0;
  for (const [field, value] of form.value) {
    if (typeof value !== 'string') continue;
    typed += field.length + value.length;
    // The text may be as long as in a form without a file; the page sends it back when it rejects the form.
    if (typed > aroundFile) throw badRequest();
    fields.append(field, value);
  }
  return { fields, document: await checkDocument(form.value.getAll(name), mb, accepted) };
}

/**
 * HTTP status for a rejected document (RFC 9110): 413 when it is too large, 503 for too many uploads, 422 for any other
 * fault.
 */
export const statusOfDocument = ({ kind }: DocumentFault): number =>
  kind === 'too-large' ? 413 : kind === 'busy' ? 503 : 422;

/** The extension for the document's media type: `pdf`, `jpg` or `png`. */
export const extensionOf = ({ type }: File): string =>
  Object.values(kinds).find((kind) => kind.type === type)?.extension ?? kinds.pdf.extension;

/** A copy of the document with a name that the shop chose. */
export const renameDocument = (document: File, name: string): File =>
  new File([document], name, { type: document.type });
