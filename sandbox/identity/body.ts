/** Reads a request body up to a limit; null if it is longer. */
import type { IncomingMessage } from 'node:http';

export async function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream: AsyncIterable<Buffer> = req;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limitBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
