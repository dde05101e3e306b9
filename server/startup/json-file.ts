/** Reads a JSON configuration file: its value, or a fault in words for the operator. */
import { readFileSync } from 'node:fs';

type JsonFile =
  { kind: 'read'; value: unknown } | { kind: 'missing' } | { kind: 'fault'; fault: string };

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export function readJson(file: string): JsonFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'fault', fault: `cannot be read (${String(code)})` };
  }
  try {
    // Windows editors start a file with a byte order mark, which JSON does not allow (RFC 8259, 8.1).
    return { kind: 'read', value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { kind: 'fault', fault: `not valid JSON (${reasonOf(error)})` };
  }
}
