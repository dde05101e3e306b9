/**
 * Bodies are refused before anything buffers them (P-31): forms 64 kB; where a form takes a file, order files as large
 * as the settings allow, documents 5 MB. Browsers always announce the length of a form; a body without one is refused unread (RFC 9110, 411),
 * as is one that says it is compressed (415).
 *
 * The connection ends with each of these answers, once the client has had time to send its form and hear them
 * (unread-body.ts).
 */
import type { RequestHandler, Response } from 'express';
import { readFormHead } from './form-head';
import { isCoded, kindOf } from './forms/body-kind';
import { asyncHandler, localsOf } from './locals';
import { refusedBody } from './refused-body';
import type { RouteOf } from './policy/route-policy';

const close = (response: Response): unknown => response.setHeader('Connection', 'close');

/** Largest document that may be joined to a form, in MB (P-31). */
export const documentMaxMb = 5;
const megabyte = 1024 * 1024;

export function bodyLimit(options: {
  formBytes: number;
  orderFileMb: number;
  routeOf: RouteOf;
}): RequestHandler {
  const { formBytes, orderFileMb, routeOf } = options;
  return asyncHandler(async (request, response, next) => {
    const length = request.get('content-length');
    if (length === undefined) {
      if (request.get('transfer-encoding') === undefined) next();
      else {
        close(response);
        next(refusedBody(411, 'body without its length'));
      }
      return;
    }
    if (Number(length) > 0 && isCoded(request.get('content-encoding'))) {
      close(response);
      response.setHeader('Accept-Encoding', 'identity');
      next(refusedBody(415, 'body that says it is compressed'));
      return;
    }
    const upload = routeOf(request.path)?.policy.upload ?? null;
    // Elsewhere no reader of a body counts its parts: some megabytes of names would fill the memory.
    const multipart = upload !== null && kindOf(request.get('content-type')) === 'multipart';
    const fileMb = upload === 'order-file' ? orderFileMb : documentMaxMb;
    const limit = multipart ? fileMb * megabyte + formBytes : formBytes;
    if (Number(length) <= limit) {
      next();
      return;
    }
    close(response);
    const fields = multipart ? await readFormHead(request) : [];
    localsOf(response).oversized = { mb: fileMb, fields };
    // A file was chosen on a page of ours: its action says it. Anything else gets the short answer.
    if (multipart) next();
    else next(tooLarge(limit));
  });
}

const tooLarge = (limit: number): Error => refusedBody(413, `body above ${limit} bytes`);

/** After the session is known: a visitor has one form for files, nothing is prepared for any other. */
export const oversizedVisitor =
  (routeOf: RouteOf): RequestHandler =>
  (request, response, next) => {
    const { oversized, session } = localsOf(response);
    const takesVisitors = routeOf(request.path)?.policy.upload === 'letter';
    // What was typed before the file waits for the customer to sign in again.
    const isCustomers = session?.view.kind === 'customer' || session?.ended === true;
    const isHis = isCustomers || takesVisitors;
    next(oversized && !isHis ? tooLarge(0) : undefined);
  };
