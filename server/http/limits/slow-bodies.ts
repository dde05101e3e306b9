/**
 * A body must arrive at a kilobyte a second within any thirty seconds, a form without files within ten (P-62): a
 * clinic's 50 kbit/s is six times that, and sockets that drip for hours hold nothing. Node has one time limit for
 * all requests, which must leave room for the largest upload, so the rate is watched here. What waits because we do
 * not read on is our slowness and not counted.
 */
import type { RequestHandler } from 'express';
import { refuse } from '../refuse';

export interface BodyRate {
  graceMs: number;
  /** Of a body that is no upload. */
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
    // A body without a length has no known end: the connection closes with the answer.
    if (isEndless) response.setHeader('Connection', 'close');
    const patienceMs = length > smallBytes ? graceMs : Math.min(graceMs, smallGraceMs);
    // What has come by when, newest last: a body that came fast and then stands still is slow, too.
    let marks = [{ at: performance.now(), bytes: request.socket.bytesRead }];
    const watch = setInterval(() => {
      // An answer does not end it: Node goes on reading what is left of the body.
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
      // The newest mark that is old enough opens the window.
      while (marks[1] && now.at - marks[1].at >= patienceMs) marks.shift();
      const [from = now] = marks;
      const elapsedMs = now.at - from.at;
      const arrived = now.bytes - from.bytes;
      if (elapsedMs < patienceMs || arrived >= (elapsedMs / 1000) * bytesPerSecond) return;
      clearInterval(watch);
      if (!response.headersSent) {
        response.setHeader('Connection', 'close');
        refuse(request, response, { status: 408, reason: 'tooSlow' });
      }
      const { socket } = request;
      socket.end(() => socket.destroy());
    }, everyMs).unref();
    next();
  };
}
