/**
 * The reference of a request: on its log lines, on error pages, sent to every upstream. One that comes in
 * from the proxy is taken over if it looks like one (P-70).
 */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { localsOf } from './locals';

const acceptable = /^[\w-]{8,64}$/;

/** The reference that came in, if it looks like one, else a new one, short enough to be read out on the telephone. */
export const referenceFor = (given: string | undefined): string =>
  // The last twelve digits are random ones (RFC 9562, 5.4), which Node draws for many at once.
  given && acceptable.test(given) ? given : randomUUID().slice(-12);

/** Without a proxy of ours in front, the header is a visitor's word: support would follow the wrong lines. */
export const requestId =
  ({ behindProxy }: { behindProxy: boolean }): RequestHandler =>
  (request, response, next) => {
    const reference = referenceFor(behindProxy ? request.get('x-request-id') : undefined);
    localsOf(response).reference = reference;
    response.setHeader('X-Request-Id', reference);
    next();
  };

export const referenceOf = (response: object): string => localsOf(response).reference ?? '';
