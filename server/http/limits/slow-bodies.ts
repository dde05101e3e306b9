/**
 * Requires that a body arrives at one kilobyte per second within any thirty seconds, and a form without files within
 * any ten (P-62). A clinic's line of 50 kbit/s is six times faster, while a connection that drips for hours is cut.
 * Node has a single time limit for all requests, which must allow the largest upload; hence this check of the rate.
 * Time in which the shop itself does not read is not counted.
 */
import type { RequestHandler } from 'express';
import { refuseRequest } from '../refuse';

export interface BodyRate {
  graceMs: number;
  /** Applies to bodies that are no uploads. */
  smallGraceMs: number;
  bytesPerSecond: number;
  everyMs: number;
}

const smallBytes = 64 * 1024;
const defaultRate: BodyRate = {
  graceMs: 30_000,
  smallGraceMs: 10_000,
  bytesPerSecond: 1_000,
  everyMs: 2_500,
};

export function slowBodies(rate: Partial<BodyRate> = {}): RequestHandler {
  const { graceMs, smallGraceMs, bytesPerSecond, everyMs } = { ...defaultRate, ...rate };
  return (request, response, next) => {
    const length = Number(request.get('content-length') ?? 0);
    const isEndless = request.get('transfer-encoding') !== undefined;
    if (length === 0 && !isEndless) {
      next();
      return;
    }
    // A body without a length has no known end, so the connection closes after the response.
    if (isEndless) response.setHeader('Connection', 'close');
    const patienceMs = length > smallBytes ? graceMs : Math.min(graceMs, smallGraceMs);
    // Bytes received at each check, newest last: they also detect a body that starts fast and then stalls.
    let marks = [{ at: performance.now(), bytes: request.socket.bytesRead }];
    const watch = setInterval(() => {
      // A response does not end the watch, because Node still reads the rest of the body.
      if (request.complete || request.socket.destroyed) {
        clearInterval(watch);
        return;
      }
      const now = { at: performance.now(), bytes: request.socket.bytesRead };
      if (request.readableLength >= request.readableHighWaterMark) {
        marks = [now];
        return;
      }
      marks.push(now);
      // The window starts at the newest mark that is old enough.
      while (marks[1] && now.at - marks[1].at >= patienceMs) marks.shift();
      const [from = now] = marks;
      const elapsedMs = now.at - from.at;
      const arrived = now.bytes - from.bytes;
      if (elapsedMs < patienceMs || arrived >= (elapsedMs / 1000) * bytesPerSecond) return;
      clearInterval(watch);
      if (!response.headersSent) {
        response.setHeader('Connection', 'close');
        refuseRequest(request, response, { status: 408, reason: 'tooSlow' });
      }
      const { socket } = request;
      socket.end(() => socket.destroy());
    }, everyMs).unref();
    next();
  };
}
