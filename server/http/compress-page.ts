/** Compresses a page that is rendered for one request, off the event loop. */
import { constants, createBrotliCompress } from 'node:zlib';
import { brotliOptions } from './brotli-options';

const options = {
  ...brotliOptions,
  flush: constants.BROTLI_OPERATION_FINISH,
  // Size of the output buffer, which holds nearly every compressed page. A larger page needs a second round trip to the
  // thread pool.
  chunkSize: 32 * 1024,
};

/**
 * Produces the same bytes as `brotliCompress` with one round trip to the thread pool instead of two. It marks the only
 * write as the last, whereas Node's function writes first and flushes separately.
 */
export function compressPage(page: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const engine = createBrotliCompress(options);
    engine.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
    engine.write(page, () => {
      engine.close();
      resolve(Buffer.concat(parts));
    });
  });
}
