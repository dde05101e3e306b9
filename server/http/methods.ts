/**
 * Pages are read and posted to; every other method is refused before a route sees it, because the runtime
 * hands PUT and DELETE to actions that were written for POST (P-20). Says which methods there are, as
 * RFC 9110 asks of a 405.
 */
import type { RequestHandler } from 'express';
import { refuse } from './refuse';

const served = 'GET, HEAD, POST';
const methods = new Set(served.split(', '));

export const methodCheck: RequestHandler = (request, response, next) => {
  if (methods.has(request.method)) {
    next();
    return;
  }
  response.setHeader('Allow', served);
  refuse(request, response, { status: 405, reason: 'notServed' });
};
