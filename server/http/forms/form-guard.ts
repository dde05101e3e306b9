/**
 * Runs before every form parser (P-88) and before the session is read. It rejects a body that violates the form rules
 * with 400, and one that is no form with 415. It checks bodies up to `maxBytes`. Larger ones are uploads: it counts the
 * parts and headers in their first `maxBytes`, app/base/page/files/multipart.ts those of the rest, and
 * app/base/page/forms/parse-form.server.ts is the only reader of their field names.
 */
import type { Request, RequestHandler } from 'express';
import { asyncHandler, localsOf } from '../locals';
import { refusedBody } from '../refused-body';
import { bodyArrived } from '../overload/arrivals';
import { kindOf } from './body-kind';
import { isAcceptable, mayBeAcceptable } from './form-rules';

/** Bytes that arrive between two checks: a check reads all bytes so far. */
const bytesPerCheck = 8 * 1024;

/** `early`: the connection closed before the body was complete. */
type Peeked = Buffer<ArrayBuffer> | 'rejected' | 'early';

/**
 * Reads the first `wanted` bytes and puts them back into the stream for the next reader. Stops reading when `mayContinue`
 * rejects the bytes so far.
 */
function peekBody(
  request: Request,
  wanted: number,
  mayContinue: (start: Buffer) => boolean,
): Promise<Peeked> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let checked = 0;
    const finish = (result: Peeked): void => {
      request.off('readable', take).off('close', fail).off('error', fail);
      // The stream leaves paused mode one tick after its last listener is removed.
      setImmediate(() => resolve(result));
    };
    const fail = (): void => finish('early');
    const take = (): void => {
      for (let chunk: unknown; (chunk = request.read()) !== null;) {
        const piece = Buffer.from(chunk as Uint8Array);
        chunks.push(piece);
        bytes += piece.length;
      }
      const isWhole = bytes >= wanted;
      if (!isWhole && bytes - checked < bytesPerCheck) return;
      checked = bytes;
      const start = Buffer.concat(chunks);
      if (!mayContinue(start)) finish('rejected');
      else if (isWhole) {
        request.unshift(start);
        finish(start);
      }
    };
    request.on('readable', take).on('close', fail).on('error', fail);
  });
}

export function formGuard(maxBytes: number): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    const length = Number(request.get('content-length') ?? 0);
    const type = request.get('content-type') ?? '';
    const kind = kindOf(type);
    const isLong = length > maxBytes;
    if (length === 0 || localsOf(response).oversized || (isLong && kind !== 'multipart')) {
      next();
      return;
    }
    if (kind === 'other') {
      next(refusedBody(415, 'body that is no form'));
      return;
    }
    const body = await peekBody(request, Math.min(length, maxBytes), (start) =>
      mayBeAcceptable(start, type),
    );
    if (body === 'early') return;
    if (body !== 'rejected') {
      if (!isLong) bodyArrived(request);
      if (isLong || (await isAcceptable(body, type))) {
        next();
        return;
      }
    }
    next(refusedBody(400, `${kind} form that breaks the rules of forms`));
  });
}
