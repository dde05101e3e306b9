/** One log line and one metric per page request (OPS-02, P-70): the path without its query, never a body. */
import type { RequestHandler } from 'express';
import { short, type RootLog } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import { localsOf } from './locals';
import type { RouteOf } from './policy/route-policy';
import { referenceOf } from './request-id';

/**
 * A password pasted into the address bar becomes a path too. For an address that is no page, the log keeps only the
 * part that leads to a page, and the length of each further segment.
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
      // A form's result may be displayed by another page after a redirect. This header holds the status of that result.
      const given = Number(response.getHeader('form-answer') ?? Number.NaN);
      const answer = Number.isNaN(given) ? null : given;
      const outcome = answer ?? status;
      const { trace } = localsOf(response);
      const aborted = !response.writableFinished;
      // Label from a closed set: the number of metrics must not grow with the addresses (P-74).
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
        // A streamed response has no length: count the bytes written, including the head.
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
