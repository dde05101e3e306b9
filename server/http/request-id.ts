/**
 * The reference of a request: written to its log lines, displayed on error pages and sent to every upstream. A valid
 * one from the proxy is reused (P-70).
 */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { localsOf } from './locals';

const acceptable = /^[\w-]{8,64}$/;

/** The incoming reference if it is valid, otherwise a new one that is short enough to read out on the telephone. */
export const referenceFor = (given: string | undefined): string =>
  // The last twelve digits are random (RFC 9562, 5.4); Node generates them in bulk.
  given && acceptable.test(given) ? given : randomUUID().slice(-12);

/** Without a trusted proxy the header is ignored: any client could make support follow the wrong log lines. */
export const requestId =
  ({ behindProxy }: { behindProxy: boolean }): RequestHandler =>
  (request, response, next) => {
    const reference = referenceFor(behindProxy ? request.get('x-request-id') : undefined);
    localsOf(response).reference = reference;
    response.setHeader('X-Request-Id', reference);
    next();
  };

export const referenceOf = (response: object): string => localsOf(response).reference ?? '';
