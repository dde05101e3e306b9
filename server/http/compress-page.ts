/** Compresses a page that is made for one request, off the event loop. */
import { constants, createBrotliCompress } from 'node:zlib';
import { brotliOptions } from './brotli-options';

const options = {
  ...brotliOptions,
  flush: constants.BROTLI_OPERATION_FINISH,
  // Room for nearly every page: what is left over is asked for by another hand-over.
  chunkSize: 32 * 1024,
};

/**
 * The same bytes as `brotliCompress`, with one hand-over to the thread that compresses in place of two: the text is
 * written as the last one, where Node's own function writes it and then asks for the end.
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
