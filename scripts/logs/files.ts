/**
 * Lines of log files, oldest file first, gzip unpacked, and of standard input. Where only some lines can matter the
 * blocks are searched for their text before any line is cut out: a reference is found in a gigabyte in a second.
 */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const blockBytes = 8 * 1024 * 1024;
const newLine = 0x0a;

/** The file and what rotation has made of it (`shop.log.1`, `shop.log-20261121.gz`), oldest first. */
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

export function openLog(file: string): Readable {
  const raw = createReadStream(file, { highWaterMark: blockBytes });
  return file.endsWith('.gz') ? raw.pipe(createGunzip({ chunkSize: blockBytes })) : raw;
}

/** Start of each line of a block that holds one of the texts. */
function* hits(block: Buffer, needles: readonly Buffer[]): Generator<string> {
  let from = 0;
  for (;;) {
    let at = -1;
    for (const needle of needles) {
      const found = block.indexOf(needle, from);
      if (found >= 0 && (at < 0 || found < at)) at = found;
    }
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

/** All lines, or those that hold one of `needles`. */
export async function* linesOf(
  input: Readable,
  needles: readonly string[] | null,
): AsyncGenerator<string> {
  const wanted = needles?.map((needle) => Buffer.from(needle));
  const cut = (block: Buffer): Generator<string> =>
    wanted ? hits(block, wanted) : wholeLines(block);
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    const block: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
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
