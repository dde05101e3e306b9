/**
 * In front of every form parser (P-88): a body that breaks the rules of forms is refused with 400, one that is
 * no form at all with 415, before a session is read for it. Bodies up to `maxBytes` are judged here. Larger ones are uploads: their parts are
 * counted where they are read (app/base/page/files/multipart.ts), and the parser takes plain names from no other reader
 * than app/base/page/forms/parse-form.server.ts.
 */
import type { Request, RequestHandler } from 'express';
import { asyncHandler, localsOf } from '../locals';
import { refusedBody } from '../refused-body';
import { bodyArrived } from '../overload/arrivals';
import { kindOf } from './body-kind';
import { isAcceptable } from './form-rules';

/** The whole body, left in the stream for the next reader; null when it ended early. */
function peekBody(request: Request, length: number): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (body: Buffer<ArrayBuffer> | null): void => {
      request.off('readable', take).off('close', fail).off('error', fail);
      // The stream leaves its paused mode a tick after its last listener.
      setImmediate(() => resolve(body));
    };
    const fail = (): void => finish(null);
    const take = (): void => {
      for (let chunk: unknown; (chunk = request.read()) !== null;) {
        const piece = Buffer.from(chunk as Uint8Array);
        chunks.push(piece);
        bytes += piece.length;
      }
      if (bytes < length) return;
      const body = Buffer.concat(chunks);
      request.unshift(body);
      finish(body);
    };
    request.on('readable', take).on('close', fail).on('error', fail);
  });
}

export function formGuard(maxBytes: number): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    const length = Number(request.get('content-length') ?? 0);
    if (length === 0 || length > maxBytes || localsOf(response).oversized) {
      next();
      return;
    }
    const type = request.get('content-type') ?? '';
    if (kindOf(type) === 'other') {
      next(refusedBody(415, 'body that is no form'));
      return;
    }
    const body = await peekBody(request, length);
    if (!body) return;
    bodyArrived(request);
    if (await isAcceptable(body, type)) {
      next();
      return;
    }
    next(refusedBody(400, `${kindOf(type)} form that breaks the rules of forms`));
  });
}
