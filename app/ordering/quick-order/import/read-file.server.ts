/**
 * Parses an uploaded file into order lines (P-31 … P-33). The file name is used only for its extension and for display,
 * never to name a stored file. Reads CSV files, and Excel workbooks as the same rows.
 */
import type { MultipartFault } from '~/base/page/files/multipart';
import type { RowLimits } from '~/base/page/files/row-watch';
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import type { Steps } from '~/base/kernel/steps';
import { inTurns } from '~/base/page/in-turns.server';
import { csvSteps, maxRowBytes } from '../csv/csv';
import { decodeSteps, kindOfContent } from '../csv/decode';
import { maxRowLength } from '../pasted.server';
import { readOrderFile, type OrderFile } from '../csv/order-file';
import { readWorkbook } from '../workbook/workbook.server';
import type { FileFault } from './file-fault';

export const megabyte = 1024 * 1024;
/** Bytes for multipart boundaries, part headers and the other form fields. */
export const formAround = 64 * 1024;
/**
 * Rows above these limits are rejected as they arrive. A form of normal size never has such a row, so that its page
 * displays the rejected text again.
 */
export const rowLimits: RowLimits = { field: 64 * 1024, file: maxRowBytes };

/** Makes a file name safe to display: without path, control or direction characters, and shortened. */
const shownName = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? '')
    .replace(/\p{C}+/gu, '')
    .replace(/^(.{70}).{10,}(\.[^.]{1,10})$/, '$1…$2');

export function formFault(fault: MultipartFault, megabytes: number): FileFault {
  switch (fault.kind) {
    case 'too-large':
      return { kind: 'too-large', megabytes };
    case 'busy':
      return { kind: 'busy' };
    case 'long-row':
      return fault.isFile
        ? { kind: 'long-line', line: fault.line }
        : { kind: 'long-row', line: fault.line, max: maxRowLength };
    case 'malformed':
      return { kind: 'no-file' };
  }
}

function* readBytes(bytes: Uint8Array): Steps<Outcome<OrderFile, FileFault>> {
  const text = yield* decodeSteps(bytes);
  if (!text.ok) return text;
  const rows = yield* csvSteps(text.value);
  if (!rows.ok) return rows;
  const file = yield* readOrderFile(rows.value);
  return file.lines.length === 0 ? refused({ kind: 'empty' }) : done(file);
}

async function readXlsx(bytes: Uint8Array): Promise<Outcome<OrderFile, FileFault>> {
  const book = await readWorkbook(bytes);
  if (!book.ok) return book;
  const file = await inTurns(readOrderFile(book.value.rows));
  if (file.lines.length === 0) return refused({ kind: 'empty' });
  return done({ ...file, notes: [book.value.note ?? [], file.notes].flat() });
}

export async function readFile(
  given: FormDataEntryValue | null,
  megabytes: number,
): Promise<Outcome<OrderFile & { name: string }, FileFault>> {
  if (!(given instanceof File) || (given.size === 0 && given.name === ''))
    return refused({ kind: 'no-file' });
  const name = shownName(given.name);
  if (given.size > megabytes * megabyte) return refused({ kind: 'too-large', megabytes });
  const bytes = new Uint8Array(await given.arrayBuffer());
  const kind = kindOfContent(bytes);
  const isXlsx = /\.xlsx$/i.test(name);
  if (!isXlsx && !/\.csv$/i.test(name)) return refused({ kind: kind ?? 'not-csv' });
  if (isXlsx && kind !== 'workbook') return refused({ kind: kind ?? 'not-xlsx' });
  const file = isXlsx ? await readXlsx(bytes) : await inTurns(readBytes(bytes));
  return file.ok ? done({ ...file.value, name }) : file;
}
