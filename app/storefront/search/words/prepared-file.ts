/**
 * Stores prepared words as a file in V8's serialization format. Node's own `deserialize` returns views of the file, so
 * the whole file stays in memory, next to copies of its unaligned parts. Here each array gets a buffer of its own.
 */
import { Deserializer, Serializer } from 'node:v8';
import type { PreparedWords } from './prepared-words';

export function packed(words: PreparedWords): Buffer {
  const to = new Serializer();
  to.writeHeader();
  to.writeValue(words);
  return to.releaseBuffer();
}

/** Parses a file of prepared words. Throws if a newer Node version wrote the file. */
export function unpacked(file: Buffer): PreparedWords {
  const from = new Deserializer(file);
  from.readHeader();
  return from.readValue() as PreparedWords;
}
