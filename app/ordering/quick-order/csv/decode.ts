/**
 * Decodes the bytes of a posted CSV file (P-32): UTF-8, Windows-1252 or Mac Roman of older programs, or the UTF-16 that
 * Excel calls "Unicode text". Other file types are recognised and rejected.
 */
import { done, refused, type Outcome } from '~/base/kernel/outcome';
import { runAllSteps, type Steps } from '~/base/kernel/steps';
import { isOldOffice, isZip } from '~/base/page/files/row-watch';

type DecodeFault =
  | { kind: 'empty' }
  /** An Excel workbook: the customer can save it as CSV. */
  | { kind: 'workbook' }
  /** A workbook of Excel up to 2003. */
  | { kind: 'xls' }
  /** A workbook with macros. */
  | { kind: 'xlsm' }
  /** Spreadsheet formats that are text too, but do not store cells row by row. */
  | { kind: 'sylk' }
  | { kind: 'dif' }
  /** An OpenDocument spreadsheet, zipped or as flat XML. */
  | { kind: 'ods' }
  | { kind: 'rtf' }
  /** A web page; some programs export HTML with a spreadsheet's file name. */
  | { kind: 'html' }
  | { kind: 'not-text' };

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/**
 * Characters of Windows-1252 for the bytes from 80 hex on. Node's decoder treats Windows-1252 as Latin-1, which has
 * other characters there.
 */
const from80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => from80.charAt(char.charCodeAt(0) - 0x80));

/**
 * `é`, `è`, `ê`, `ç`, `à` or `ù` in Mac Roman behind a letter. In Windows-1252 these bytes are signs that no word
 * contains there.
 */
const macWord = /[a-z][\x88\x8d-\x90\x9d]/i;
const hasMacWord = (bytes: Uint8Array): boolean =>
  macWord.test(Buffer.from(bytes).toString('latin1'));

/** Number of bytes per step. */
const ofOneStep = 32 * 1024;

/** Splits the file into pieces; each piece starts with the last `shared` bytes of the previous one. */
function* piecesOf(bytes: Uint8Array, shared = 0): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += ofOneStep)
    yield bytes.subarray(Math.max(at - shared, 0), at + ofOneStep);
}

function* oldText(bytes: Uint8Array): Steps<string> {
  let isMac = false;
  for (const piece of piecesOf(bytes, 1)) {
    isMac ||= hasMacWord(piece);
    if (isMac) break;
    yield;
  }
  const mac = new TextDecoder('macintosh');
  const texts: string[] = [];
  for (const piece of piecesOf(bytes)) {
    texts.push(isMac ? mac.decode(piece, { stream: true }) : windows1252(piece));
    yield;
  }
  return texts.join('');
}

/** Decodes in steps. Throws a TypeError when the bytes are not valid UTF-8. */
function* decoded(bytes: Uint8Array, encoding: string): Steps<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  const texts: string[] = [];
  for (const piece of piecesOf(bytes)) {
    texts.push(decoder.decode(piece, { stream: true }));
    yield;
  }
  return texts.join('') + decoder.decode();
}

/**
 * Detects UTF-16 without a byte-order mark: nearly every second byte is NUL, and its position in the pair shows the
 * byte order.
 */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const start = bytes.subarray(0, 1_000);
  const nuls = (odd: 0 | 1): number =>
    start.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  const most = start.length * 0.3;
  if (bytes.length % 2 === 1 || Math.min(nuls(0), nuls(1)) > 0) return null;
  return nuls(1) > most ? 'utf-16le' : nuls(0) > most ? 'utf-16be' : null;
}

function* textOf(bytes: Uint8Array): Steps<string> {
  if (startsWith(bytes, 0xff, 0xfe)) return yield* decoded(bytes, 'utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return yield* decoded(bytes, 'utf-16be');
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked) return yield* decoded(bytes, unmarked);
  try {
    return yield* decoded(bytes, 'utf-8');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return yield* oldText(bytes);
  }
}

/** Control characters that no text file contains, such as NUL; tab, line ends and form feed are allowed. */
const control = /(?![\t\n\f\r\u0085])\p{Cc}/u;

/** Detects a spreadsheet format that is text but not a list of rows, by the start of the file: SYLK or DIF. */
export const spreadsheetIn = (text: string): 'sylk' | 'dif' | null =>
  /^\s*ID;P/.test(text) ? 'sylk' : /^\s*TABLE\s+0,1\s/.test(text) ? 'dif' : null;

/**
 * Detects a document that is text but not a list, by the start of the file: RTF, HTML, or a flat OpenDocument
 * spreadsheet.
 */
function documentIn(text: string): 'rtf' | 'html' | 'ods' | null {
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('{\\rtf')) return 'rtf';
  if (start.startsWith('<?xml') && start.includes('opendocument')) return 'ods';
  return /^<(?:!doctype html|html|table|meta|head)\b/i.test(start) ? 'html' : null;
}

const holds = (bytes: Uint8Array, text: string, encoding: BufferEncoding = 'latin1'): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text, 0, encoding);

type PackedKind = 'workbook' | 'xls' | 'xlsm' | 'ods' | 'not-text';

/** The first entry of an OpenDocument file holds its media type, uncompressed. Names of entries are uncompressed too. */
function kindOfZip(bytes: Uint8Array): PackedKind {
  if (holds(bytes.subarray(0, 120), 'vnd.oasis.opendocument.spreadsheet')) return 'ods';
  if (holds(bytes, 'word/document.xml')) return 'not-text';
  return holds(bytes, 'xl/vbaProject.bin') ? 'xlsm' : 'workbook';
}

/** The streams of an old Office file have names in UTF-16. */
function kindOfOldOffice(bytes: Uint8Array): PackedKind {
  if (holds(bytes, 'WordDocument', 'utf16le')) return 'not-text';
  return holds(bytes, 'Workbook', 'utf16le') ? 'xls' : 'workbook';
}

/** Detects an Office document that is not text. */
function packedIn(bytes: Uint8Array): PackedKind | null {
  if (isOldOffice(bytes)) return kindOfOldOffice(bytes);
  return isZip(bytes) ? kindOfZip(bytes) : null;
}

/** Number of bytes that name the kind of a file. */
const ofKind = 4 * 1024;

/** Names a file that is no list by its content; null for other content. */
export function kindOfContent(bytes: Uint8Array): DecodeFault['kind'] | null {
  const packed = packedIn(bytes);
  if (packed) return packed;
  const text = runAllSteps(textOf(bytes.subarray(0, ofKind)));
  return spreadsheetIn(text) ?? documentIn(text);
}

/** Decodes a file in steps of 32 KiB or characters. */
export function* decodeSteps(bytes: Uint8Array): Steps<Outcome<string, DecodeFault>> {
  const packed = packedIn(bytes);
  if (packed) return refused({ kind: packed });
  const text = yield* textOf(bytes);
  for (let at = 0; at < text.length; at += ofOneStep) {
    if (control.test(text.slice(at, at + ofOneStep))) return refused({ kind: 'not-text' });
    yield;
  }
  const kind = spreadsheetIn(text) ?? documentIn(text);
  if (kind) return refused({ kind });
  return text.trim() === '' ? refused({ kind: 'empty' }) : done(text);
}

/** Decodes a short file at once instead of in steps. */
export const decodeCsv = (bytes: Uint8Array): Outcome<string, DecodeFault> =>
  runAllSteps(decodeSteps(bytes));
