/**
 * Packs files into one zip archive: streamed, never held in memory whole. Files are stored uncompressed, because
 * business documents are usually compressed already.
 */
export interface Packed {
  /** Path inside the archive. */
  name: string;
  content: AsyncIterable<Uint8Array>;
}

export async function* zipFiles(
  files: AsyncIterable<Packed>,
): AsyncGenerator<Uint8Array, undefined> {
  // Loaded with the first archive, because archives are rarely requested.
  const { Zip, ZipPassThrough } = await import('fflate');
  let waiting: Uint8Array[] = [];
  const faults: Error[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) faults.push(error);
    else waiting.push(chunk);
  });
  function* ready(): Generator<Uint8Array> {
    const [fault] = faults;
    if (fault) throw fault;
    const chunks = waiting;
    waiting = [];
    yield* chunks;
  }
  for await (const { name, content } of files) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const chunk of content) {
      entry.push(chunk);
      yield* ready();
    }
    entry.push(new Uint8Array(), true);
    yield* ready();
  }
  zip.end();
  yield* ready();
  return undefined;
}
