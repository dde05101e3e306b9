/**
 * Prepared words as a file, in the form in which V8 writes values. Node's own `deserialize` gives views of the file, all
 * of which then stays in memory beside copies of what lies unevenly in it; here each array gets a buffer of its own.
 */
import { Deserializer, Serializer } from 'node:v8';
import type { PreparedWords } from './prepared-words';

export function packed(words: PreparedWords): Buffer {
  const to = new Serializer();
  to.writeHeader();
  to.writeValue(words);
  return to.releaseBuffer();
}

/** Throws where a newer Node than this one has written it. */
export function unpacked(file: Buffer): PreparedWords {
  const from = new Deserializer(file);
  from.readHeader();
  return from.readValue() as PreparedWords;
}
