/**
 * Pages accept GET, HEAD and POST. Any other method is rejected before routing, because Remix would pass PUT and DELETE
 * to actions written for POST (P-20). The 405 lists the allowed methods, as RFC 9110 requires.
 */
import type { RequestHandler } from 'express';
import { refuseRequest } from './refuse';

const served = 'GET, HEAD, POST';
const methods = new Set(served.split(', '));

export const methodCheck: RequestHandler = (request, response, next) => {
  if (methods.has(request.method)) {
    next();
    return;
  }
  response.setHeader('Allow', served);
  refuseRequest(request, response, { status: 405, reason: 'notServed' });
};
