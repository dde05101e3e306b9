/** Trace of a request: an incoming one is accepted only behind a trusted proxy; it ends with the response. */
import type { RequestHandler } from 'express';
import { incomingTrace, type Tracing } from '../observe/tracing';
import { localsOf } from './locals';
import type { RouteOf } from './policy/route-policy';
import { referenceOf } from './request-id';

export function traceContext(
  tracing: Tracing,
  routeOf: RouteOf,
  behindProxy: boolean,
): RequestHandler {
  return (request, response, next) => {
    const incoming = behindProxy
      ? incomingTrace(request.get('traceparent'), request.get('tracestate'))
      : null;
    const name = `${request.method} ${routeOf(request.path)?.policy.area ?? 'other'}`;
    const trace = tracing.request(name, incoming, referenceOf(response));
    const locals = localsOf(response);
    locals.trace = trace;
    if (trace)
      response.once('close', () => {
        trace.end({ status: response.statusCode, customer: locals.customerRef ?? null });
      });
    next();
  };
}
