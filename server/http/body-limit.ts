/**
 * Rejects oversized bodies before anything buffers them (P-31). Limits: forms 64 kB; where a form accepts a file, order
 * files as large as the settings allow and documents 5 MB. Browsers always send Content-Length with a form, so a body
 * without it is rejected unread (RFC 9110, 411), as is a compressed one (415).
 *
 * Each of these responses closes the connection, after the client has had time to send its form and read the response
 * (unread-body.ts).
 */
import type { RequestHandler, Response } from 'express';
import { readFormHead } from './form-head';
import { isCoded, kindOf } from './forms/body-kind';
import { asyncHandler, localsOf } from './locals';
import { refusedBody } from './refused-body';
import type { RouteOf } from './policy/route-policy';

const close = (response: Response): unknown => response.setHeader('Connection', 'close');

/** Largest document that may be attached to a form, in MB (P-31). */
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
    // Only upload routes accept multipart: elsewhere nothing limits the parts of a body, and megabytes of field names
    // would fill the memory.
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
    // An upload comes from one of the shop's own forms, whose action reports the limit. Any other request gets the
    // short response.
    if (multipart) next();
    else next(tooLarge(limit));
  });
}

const tooLarge = (limit: number): Error => refusedBody(413, `body above ${limit} bytes`);

/**
 * Runs after the session is known: guests have one form that accepts files, and no other page handles their uploads.
 */
export const rejectOversizedGuestUpload =
  (routeOf: RouteOf): RequestHandler =>
  (request, response, next) => {
    const { oversized, session } = localsOf(response);
    const takesVisitors = routeOf(request.path)?.policy.upload === 'letter';
    // The fields before the file are preserved until the customer has signed in again.
    const isCustomers = session?.view.kind === 'customer' || session?.ended === true;
    const isHis = isCustomers || takesVisitors;
    next(oversized && !isHis ? tooLarge(0) : undefined);
  };
