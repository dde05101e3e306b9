/**
 * A form that was answered before it was read is read on and thrown away: the adapter of the runtime stops
 * reading when the bytes are not taken, and the next request of a kept-alive connection would wait behind them
 * for ever. Body limits and the watch on slow bodies bound what comes.
 */
import type { RequestHandler } from 'express';

export const unreadBody: RequestHandler = (request, response, next) => {
  response.once('finish', () => {
    if (request.complete) return;
    request.removeAllListeners('data');
    request.resume();
  });
  next();
};
