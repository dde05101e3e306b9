/**
 * Finds a row that is too long while a posted list or text file arrives (P-88), so that the shop rejects megabytes on
 * one row without reading them. Only sizes decide here: the parser of the list checks every row exactly.
 */

/** Maximum bytes of a row, in a text field and in a CSV file. */
export interface RowLimits {
  field: number;
  file: number;
}

export interface LongRow {
  isFile: boolean;
  /** Row number within its field or file, counted from 1. */
  line: number;
  /** Position of the part that contains the row. */
  part: number;
}

/** Bytes that end a row in ASCII, and the last byte of U+0085, U+2028 and U+2029 in UTF-8. */
const endsRow = (byte: number): boolean =>
  (byte > 9 && byte < 14) || byte === 0x85 || byte === 0xa8 || byte === 0xa9;

/** True for a zip archive, by its first bytes. */
export const isZip = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte);
/** True for an Office document of up to 2003 (a compound file), by its first bytes. */
export const isOldOffice = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
/** A workbook has no rows. */
const isWorkbook = (bytes: Uint8Array): boolean => isZip(bytes) || isOldOffice(bytes);

/** Maximum bytes of the headers of a part that is checked; the limit of headers rejects longer ones. */
const maxHeadBytes = 4 * 1024;
const fileHead = /filename\*?=/i;
/** Rows of other files have no limit: the shop rejects such files by their name. */
const csvName = /\.csv/i;

export class RowWatch {
  readonly #limits: RowLimits;
  readonly #delimiter: string;
  /** Bytes since the last row end. */
  #bytes = 0;
  #limit: number;

  constructor(limits: RowLimits, boundary: string) {
    this.#limits = limits;
    this.#limit = limits.field;
    this.#delimiter = `--${boundary}`;
  }

  /**
   * Takes the next chunk of the body. `read` returns all bytes so far, this chunk included. Returns the row that is too
   * long, or null. A row within one chunk is left to the parser.
   */
  add(chunk: Uint8Array, read: () => Buffer): LongRow | null {
    const first = chunk.findIndex(endsRow);
    this.#bytes += first < 0 ? chunk.length : first;
    const long =
      this.#bytes > this.#limit ? this.#judge(read(), first < 0 ? 0 : chunk.length - first) : null;
    if (first >= 0) this.#bytes = chunk.length - 1 - chunk.findLastIndex(endsRow);
    return long;
  }

  /** `behind`: bytes behind the row. */
  #judge(bytes: Buffer, behind: number): LongRow | null {
    const end = bytes.length - behind;
    const start = end - this.#bytes;
    const part = bytes.lastIndexOf(this.#delimiter, start);
    const heading = part < 0 ? -1 : bytes.indexOf('\r\n\r\n', part);
    if (heading < 0 || heading > start || heading - part > maxHeadBytes)
      return this.#pass(Infinity);
    const head = bytes.toString('latin1', part, heading);
    const value = bytes.subarray(heading + 4, start);
    const isFile = fileHead.test(head);
    if (isFile && (!csvName.test(head) || isWorkbook(bytes.subarray(heading + 4))))
      return this.#pass(Infinity);
    if (isFile && this.#bytes <= this.#limits.file) return this.#pass(this.#limits.file);
    // UTF-16 has a NUL byte beside each byte of a line end.
    const rowsAbove = value
      .toString('latin1')
      .replaceAll('\0', '')
      .match(/\r\n|\r|\n/g);
    return { isFile, line: (rowsAbove?.length ?? 0) + 1, part };
  }

  /** Accepts the row, and checks the rows behind it against this limit. */
  #pass(limit: number): null {
    this.#limit = limit;
    return null;
  }
}
