/** One line and one measurement per page request (OPS-02, P-70): path without its query, never a body. */
import type { RequestHandler } from 'express';
import { short, type RootLog } from '../observe/logger';
import type { Metrics } from '../observe/metrics';
import { localsOf } from './locals';
import { referenceOf } from './request-id';

export function requestLog(log: RootLog, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const path = short(request.path);
    response.once('close', () => {
      const ms = Math.round(performance.now() - started);
      const { statusCode: status } = response;
      const aborted = !response.writableFinished;
      metrics.request(areaOf(path), status, ms / 1000);
      const line = {
        event: 'request.answered',
        reference: referenceOf(response),
        customer: localsOf(response).customerRef ?? null,
        method: request.method,
        path,
        status,
        ms,
        bytes: Number(response.getHeader('content-length') ?? 0),
        ...(aborted ? { aborted } : {}),
      };
      if (status >= 500) log.error(line, 'page request failed');
      else log.info(line, 'page request');
    });
    next();
  };
}

export const areas = new Set([
  'p',
  'c',
  'search',
  'cart',
  'cart-confirm',
  'cart-validated',
  'account',
  'promotions',
  'news',
  'page',
  'quick-order',
  'contact',
  'form',
  'selection',
  'vetgroup',
]);

/** A label from a closed set: metrics must not grow with addresses (P-74). */
function areaOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  if (!/^(fr|nl|en)$/.test(first)) return 'other';
  if (second === '') return 'home';
  return areas.has(second) ? second : 'other';
}
