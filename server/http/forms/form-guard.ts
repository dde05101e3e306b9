/**
 * Runs before every form parser (P-88) and before the session is read. It rejects a body that violates the form rules
 * with 400, and one that is no form with 415. It checks bodies up to `maxBytes`. Larger ones are uploads:
 * app/base/page/files/multipart.ts counts their parts, and app/base/page/forms/parse-form.server.ts is the only reader
 * of their field names.
 */
import type { Request, RequestHandler } from 'express';
import { asyncHandler, localsOf } from '../locals';
import { refusedBody } from '../refused-body';
import { bodyArrived } from '../overload/arrivals';
import { kindOf } from './body-kind';
import { isAcceptable } from './form-rules';

/** Reads the whole body and puts it back into the stream for the next reader; null when it ended early. */
function peekBody(request: Request, length: number): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (body: Buffer<ArrayBuffer> | null): void => {
      request.off('readable', take).off('close', fail).off('error', fail);
      // The stream leaves paused mode one tick after its last listener is removed.
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
