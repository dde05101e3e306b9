/**
 * Reads lines of log files, oldest file first, with gzip support, and of standard input. For a text search it searches
 * whole blocks before it splits lines: it finds a reference in a gigabyte in a second. For a time range it finds the
 * start of the range by binary search.
 */
import { once } from 'node:events';
import { closeSync, createReadStream, existsSync, openSync } from 'node:fs';
import { readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const blockBytes = 8 * 1024 * 1024;
const newLine = 0x0a;

/** The file and its rotated predecessors (`shop.log.1`, `shop.log-20261121.gz`), oldest first. */
export function withRotated(file: string): string[] {
  if (!existsSync(file)) return [file];
  const folder = dirname(file);
  const name = basename(file);
  const rotated = readdirSync(folder).filter(
    (one) =>
      one !== name && /^[.-][\d.T-]+(\.gz)?$/.test(one.slice(name.length)) && one.startsWith(name),
  );
  return [...rotated, name]
    .map((one) => join(folder, one))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
}

/** Log collectors may write lines of several instances slightly out of order. */
const disorderMs = 60_000;
/** Bytes to read at once in the binary search for a time: more than twice the longest log line. */
const peekBytes = 64 * 1024;
const lineTime = /\n[^\n]*?"time\\?": ?\\?"([^"\\]+)/;

/**
 * Byte offsets around the first line for which `isBefore` is false: `before` is never after it, `after` never before
 * it.
 */
function boundaryOf(
  file: string,
  isBefore: (timeMs: number) => boolean,
): { before: number; after: number } {
  const opened = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(peekBytes);
    const peek = (at: number): string =>
      buffer.toString('latin1', 0, readSync(opened, buffer, 0, peekBytes, at));
    const size = statSync(file).size;
    const nextLine = (at: number): number =>
      at === 0 || at === size ? at : at + peek(at).indexOf('\n') + 1;
    let [before, after] = [0, size];
    while (after - before > peekBytes) {
      const middle = Math.floor((before + after) / 2);
      if (isBefore(Date.parse(lineTime.exec(peek(middle))?.[1] ?? ''))) before = middle;
      else after = middle;
    }
    return { before: nextLine(before), after: nextLine(after) };
  } finally {
    closeSync(opened);
  }
}

const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/**
 * File type by its first bytes. `docker logs shop > shop.log` in Windows PowerShell writes UTF-16 with a byte order
 * mark.
 */
function kindOf(file: string): 'gzip' | 'utf-16' | 'binary' | 'text' {
  const opened = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(4 * 1024);
    const start = buffer.subarray(0, readSync(opened, buffer, 0, buffer.length, 0));
    if (isGzip(start)) return 'gzip';
    if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16';
    return start.includes(0) ? 'binary' : 'text';
  } finally {
    closeSync(opened);
  }
}

/** Opens a file. Of an uncompressed one, reads only the part between the two instants, with a margin of lines. */
export function openLog(
  file: string,
  { sinceMs, untilMs }: { sinceMs: number | null; untilMs: number | null },
): Readable {
  const options = { highWaterMark: blockBytes };
  if (!existsSync(file) || statSync(file).isDirectory()) return createReadStream(file, options);
  const kind = kindOf(file);
  if (kind === 'gzip' || file.endsWith('.gz')) {
    const unpacked = createGunzip({ chunkSize: blockBytes });
    const packed = createReadStream(file, options);
    packed.once('error', (error) => unpacked.destroy(error));
    return packed.pipe(unpacked);
  }
  if (kind === 'binary')
    throw new Error(`${file} is no text: no log, or one packed otherwise than by gzip`);
  if (kind === 'utf-16') return createReadStream(file, { ...options, encoding: 'utf16le' });
  // An unreadable time is NaN; the comparisons then read more, never less.
  const start = sinceMs === null ? 0 : boundaryOf(file, (at) => at < sinceMs - disorderMs).before;
  const end =
    untilMs === null ? Infinity : boundaryOf(file, (at) => !(at > untilMs + disorderMs)).after;
  return start < end
    ? createReadStream(file, { ...options, start, end: end - 1 })
    : Readable.from([]);
}

/** Standard input, decompressed if it begins like gzip. */
export async function openInput(input: Readable): Promise<Readable> {
  await once(input, 'readable');
  const start: unknown = input.read();
  if (!Buffer.isBuffer(start)) return input;
  input.unshift(start);
  return isGzip(start) ? input.pipe(createGunzip({ chunkSize: blockBytes })) : input;
}

/** What a relevant line contains: one of the texts, or the pattern (ASCII, with the flag `g`). */
export type Sought = readonly string[] | RegExp;

/** Finds the next match from a position; the positions must ascend. Returns -1 if there is none. */
function finder(block: Buffer, sought: Sought): (from: number) => number {
  if (sought instanceof RegExp) {
    const text = block.toString('latin1');
    return (from) => {
      sought.lastIndex = from;
      return sought.exec(text)?.index ?? -1;
    };
  }
  // Searches each text again only after its own last match, so a rare or absent text costs one pass.
  const places = sought.map((one) => ({ needle: Buffer.from(one), at: -2 }));
  return (from) => {
    let nearest = -1;
    for (const place of places) {
      if (place.at !== -1 && place.at < from) place.at = block.indexOf(place.needle, from);
      if (place.at >= 0 && (nearest < 0 || place.at < nearest)) nearest = place.at;
    }
    return nearest;
  };
}

/** Each line of a block that contains a match. */
function* hits(block: Buffer, sought: Sought): Generator<string> {
  const next = finder(block, sought);
  let from = 0;
  for (;;) {
    const at = next(from);
    if (at < 0) return;
    const start = block.lastIndexOf(newLine, at) + 1;
    const end = block.indexOf(newLine, at);
    yield block.toString('utf8', start, end < 0 ? block.length : end);
    if (end < 0) return;
    from = end + 1;
  }
}

function* wholeLines(block: Buffer): Generator<string> {
  for (const line of block.toString('utf8').split('\n')) if (line !== '') yield line;
}

/** All lines, or those that contain a match; `seen` receives every block read. */
export async function* linesOf(
  input: Readable,
  sought: Sought | null,
  seen: (block: Buffer) => void = () => undefined,
): AsyncGenerator<string> {
  const cut = (block: Buffer): Generator<string> =>
    sought ? hits(block, sought) : wholeLines(block);
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    const block: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    seen(block);
    const end = block.lastIndexOf(newLine);
    if (end < 0) {
      rest.push(block);
      continue;
    }
    const complete = block.subarray(0, end + 1);
    yield* cut(rest.length > 0 ? Buffer.concat([...rest, complete]) : complete);
    rest = end + 1 < block.length ? [block.subarray(end + 1)] : [];
  }
  if (rest.length > 0) yield* cut(Buffer.concat(rest));
}
