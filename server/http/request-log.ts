/** One line and one measurement per page request (OPS-02, P-70): path without its query, never a body. */
import type { RequestHandler } from 'express';
import { short, type RootLog } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import { localsOf } from './locals';
import type { RouteOf } from './policy/route-policy';
import { referenceOf } from './request-id';

/**
 * A password pasted into the address bar is an address, too: of one that is no page's, only the part that leads to a
 * page is kept, and the length of the rest.
 */
export function loggedPath(path: string, routeOf: RouteOf, status: number): string {
  const isPage = (one: string): boolean => routeOf(one)?.policy.anyText === false;
  const route = routeOf(path);
  if (route && (!route.policy.anyText || status < 400)) return short(path);
  const segments = path.split('/');
  const kept = segments.findIndex(
    (segment, at) => segment !== '' && !isPage(segments.slice(0, at + 1).join('/')),
  );
  return short(
    segments
      .map((segment, at) =>
        at < kept || segment === '' ? segment : `[${segment.length} characters]`,
      )
      .join('/'),
  );
}

export function requestLog(log: RootLog, metrics: Metrics, routeOf: RouteOf): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { path: asked, socket } = request;
    const written = socket.bytesWritten;
    localsOf(response).logged = true;
    response.once('close', () => {
      const ms = Math.round(performance.now() - started);
      const { statusCode: status } = response;
      // What a form was answered with, when its page is shown by a redirect.
      const given = Number(response.getHeader('form-answer') ?? Number.NaN);
      const answer = Number.isNaN(given) ? null : given;
      const outcome = answer ?? status;
      const { trace } = localsOf(response);
      const aborted = !response.writableFinished;
      // A label from a closed set: metrics must not grow with addresses (P-74).
      metrics.request(routeOf(asked)?.policy.area ?? 'other', outcome, ms / 1000);
      const line = {
        event: 'request.answered',
        reference: referenceOf(response),
        ...(trace ? { trace: trace.id } : {}),
        customer: localsOf(response).customerRef ?? null,
        method: request.method,
        path: loggedPath(asked, routeOf, status),
        status,
        ...(answer === null ? {} : { answer }),
        ms,
        // What is sent as it is made has no length of its own: with its head, as it went out.
        bytes: response.chunkedEncoding
          ? socket.bytesWritten - written
          : Number(response.getHeader('content-length') ?? 0),
        ...(aborted ? { aborted } : {}),
      };
      if (outcome >= 500) log.error(line, 'page request failed');
      else log.info(line, 'page request');
    });
    next();
  };
}
