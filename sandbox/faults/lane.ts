/**
 * One direction of a bad line: decides when each piece of the stream arrives. Pure: takes the time and returns a plan,
 * so that tests of rates and probabilities need no waiting.
 *
 * Cuts the stream into segments of 1500 bytes by its own offset, regardless of how it arrives. Every segment draws the
 * same three numbers from the seed, so the same stream meets the same faults in every run.
 */
export interface Link {
  /** Kilobits (1000 bits) per second from the client to the target; absent: as fast as it comes. */
  upKbit?: number;
  /** Kilobits per second from the target to the client. */
  downKbit?: number;
  /** Bytes that may pass at once after a pause (depth of the token bucket). Default 0. */
  burstBytes?: number;
  /** Delay in one direction. A round trip, and so opening a connection, takes twice as long. */
  delayMs?: number;
  /** Probability per segment that the line stalls. */
  stall?: { chance: number; minMs: number; maxMs: number };
  /** Probability per segment that the connection is reset. */
  resetChance?: number;
}

interface Piece {
  start: number;
  end: number;
  /** Delivery time, on the clock given to `plan`. */
  at: number;
  stalled: boolean;
  /** True if the connection is reset here; no piece follows. */
  reset: boolean;
}

export interface Lane {
  /** Plans the delivery of `length` bytes that arrive at `nowMs`; `kbit` is the rate of this direction. */
  plan(nowMs: number, length: number, link: Link, kbit: number | undefined): Piece[];
}

export const SEGMENT_BYTES = 1500;

/** The capacity of a line. Connections that share a wire wait for each other. */
export interface Wire {
  /** Time at which the wire has transmitted everything given to it so far. */
  freeAt: number;
}

export const idleWire = (): Wire => ({ freeAt: Number.NEGATIVE_INFINITY });

interface Accident {
  stallMs: number;
  reset: boolean;
}

function drawAccident(random: () => number, { stall, resetChance = 0 }: Link): Accident {
  // Always draws three numbers, so that a changed rule does not shift the draws of later segments.
  const [stallDraw, lengthDraw, resetDraw] = [random(), random(), random()];
  const stalls = stall !== undefined && stallDraw < stall.chance;
  return {
    stallMs: stalls ? stall.minMs + lengthDraw * (stall.maxMs - stall.minMs) : 0,
    reset: resetDraw < resetChance,
  };
}

export function createLane(random: () => number, wire: Wire = idleWire()): Lane {
  let offset = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    plan(nowMs, length, link, kbit) {
      const { delayMs = 0, burstBytes = 0 } = link;
      const msPerByte = kbit === undefined ? 0 : 8 / kbit;
      const pieces: Piece[] = [];
      for (let start = 0; start < length;) {
        const isNewSegment = offset % SEGMENT_BYTES === 0;
        const room = SEGMENT_BYTES - (offset % SEGMENT_BYTES);
        const end = Math.min(length, start + room);
        const accident = isNewSegment ? drawAccident(random, link) : { stallMs: 0, reset: false };
        const begins = Math.max(wire.freeAt, nowMs - burstBytes * msPerByte);
        wire.freeAt = begins + (end - start) * msPerByte + accident.stallMs;
        // Never delivers before earlier bytes, even if a rule has made the line faster.
        const at = Math.max(lastAt, Math.max(nowMs, wire.freeAt) + delayMs);
        lastAt = at;
        pieces.push({ start, end, at, stalled: accident.stallMs > 0, reset: accident.reset });
        if (accident.reset) return pieces;
        offset += end - start;
        start = end;
      }
      return pieces;
    },
  };
}
