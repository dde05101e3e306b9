/**
 * Reads files of a posted zip archive (APPNOTE.TXT of PKWARE, 4.3). The limits keep a small archive from filling the
 * memory (P-88). Archives with encryption or of more than 4 GB are not read.
 *
 * The reader of fflate has no such limit. It cuts a file at the size that the archive declares, unpacks the rest of it
 * nevertheless, and does so in the event loop: 58 kB that unpack to 60 MB take seconds. zlib stops at the limit, in a
 * thread of its own.
 */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

interface Entry {
  /** 0: stored; 8: deflated. */
  method: number;
  /** Length of the compressed content. */
  packed: number;
  /** Offset of the entry's own header. */
  at: number;
}

type ZipEntries = ReadonlyMap<string, Entry>;

const inflated = promisify(inflateRaw);
const mostEntries = 2_000;
/** Lengths of the fixed parts of the three kinds of header. */
const [endLength, directoryLength, localLength] = [22, 46, 30];
const mostComment = 65_535;
const isEncrypted = (flags: number): boolean => flags % 2 === 1;

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Lists the files of an archive by their names. Null if it is not an archive that the shop reads. */
export function zipEntries(bytes: Uint8Array): ZipEntries | null {
  const archive = bufferOf(bytes);
  const end = archive.lastIndexOf('PK\u0005\u0006', -1, 'latin1');
  if (end < archive.length - endLength - mostComment || end < 0 || end + endLength > archive.length)
    return null;
  const count = archive.readUInt16LE(end + 10);
  const entries = new Map<string, Entry>();
  let at = archive.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    if (read === mostEntries || at + directoryLength > end) return null;
    if (archive.toString('latin1', at, at + 4) !== 'PK\u0001\u0002') return null;
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const nameEnd = at + directoryLength + (name ?? 0);
    if (isEncrypted(archive.readUInt16LE(at + 8))) return null;
    entries.set(archive.toString('utf8', at + directoryLength, nameEnd), {
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      at: archive.readUInt32LE(at + 42),
    });
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/** Returns the content of a file of the archive. Null if it is missing, damaged or longer than `most` bytes. */
export async function unzip(
  bytes: Uint8Array,
  entries: ZipEntries,
  name: string,
  most: number,
): Promise<Uint8Array | null> {
  const archive = bufferOf(bytes);
  const entry = entries.get(name);
  if (!entry || entry.at + localLength > archive.length) return null;
  if (archive.toString('latin1', entry.at, entry.at + 4) !== 'PK\u0003\u0004') return null;
  const names = archive.readUInt16LE(entry.at + 26) + archive.readUInt16LE(entry.at + 28);
  const from = entry.at + localLength + names;
  const content = archive.subarray(from, from + entry.packed);
  if (content.length !== entry.packed) return null;
  if (entry.method === 0) return content.length <= most ? content : null;
  if (entry.method !== 8) return null;
  return inflated(content, { maxOutputLength: most }).catch(() => null);
}
