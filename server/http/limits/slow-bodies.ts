/**
 * A body must arrive at a kilobyte a second once thirty seconds have passed (P-62): a clinic's 50 kbit/s is six
 * times that, and sockets that drip for hours hold nothing. Node has one time limit for all requests, which
 * must leave room for the largest upload, so the rate is watched here. What waits because we do not read on
 * is our slowness and not counted.
 */
import type { RequestHandler } from 'express';

export interface BodyRate {
  graceMs: number;
  bytesPerSecond: number;
  everyMs: number;
}

const defaultRate: BodyRate = { graceMs: 30_000, bytesPerSecond: 1_000, everyMs: 5_000 };

export function slowBodies(rate: Partial<BodyRate> = {}): RequestHandler {
  const { graceMs, bytesPerSecond, everyMs } = { ...defaultRate, ...rate };
  return (request, response, next) => {
    if (Number(request.get('content-length') ?? 0) === 0) {
      next();
      return;
    }
    const started = performance.now();
    const before = request.socket.bytesRead;
    const watch = setInterval(() => {
      // An answer does not end it: Node goes on reading what is left of the body.
      if (request.complete || request.socket.destroyed) {
        clearInterval(watch);
        return;
      }
      const elapsedMs = performance.now() - started;
      const arrived = request.socket.bytesRead - before;
      const held = request.readableLength >= request.readableHighWaterMark;
      if (elapsedMs < graceMs || held || arrived >= (elapsedMs / 1000) * bytesPerSecond) return;
      clearInterval(watch);
      if (!response.headersSent)
        response.status(408).setHeader('Connection', 'close').type('text').send('Request timeout');
      request.socket.destroySoon();
    }, everyMs).unref();
    next();
  };
}
