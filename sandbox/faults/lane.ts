/**
 * One direction of a bad line: when does which piece of the stream come out at the other end. Pure: time
 * comes in, a plan goes out, so that rates and chances are tested without waiting.
 *
 * The stream is cut into segments of 1500 bytes by its own offset, however it arrives, and every segment
 * draws the same three numbers from the seed: the same stream meets the same accidents in every run.
 */
export interface Link {
  /** Kilobits (1000 bits) per second from the client to the target; absent: as fast as it comes. */
  upKbit?: number;
  /** From the target to the client. */
  downKbit?: number;
  /** Bytes that may pass at once after a pause (depth of the token bucket). Default 0. */
  burstBytes?: number;
  /** Delay in one direction; a round trip takes twice as long, and so does opening a connection. */
  delayMs?: number;
  /** Chance per segment that the line stands still for a while. */
  stall?: { chance: number; minMs: number; maxMs: number };
  /** Chance per segment that the connection is reset instead. */
  resetChance?: number;
}

export interface Piece {
  start: number;
  end: number;
  /** When it is handed on, on the clock given to `plan`. */
  at: number;
  stalled: boolean;
  /** The connection dies here; nothing comes after it. */
  reset: boolean;
}

export interface Lane {
  /** Plans `length` bytes that arrive at `nowMs`; `kbit` is the rate of this direction. */
  plan(nowMs: number, length: number, link: Link, kbit: number | undefined): Piece[];
}

export const SEGMENT_BYTES = 1500;

/** The wire itself: several connections that share it wait for each other. */
export interface Wire {
  /** When it has carried what was given to it so far. */
  freeAt: number;
}

export const idleWire = (): Wire => ({ freeAt: Number.NEGATIVE_INFINITY });

interface Accident {
  stallMs: number;
  reset: boolean;
}

function drawAccident(random: () => number, { stall, resetChance = 0 }: Link): Accident {
  // Always three draws: changing a rule must not shift what later segments meet.
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
        // Never before what was sent earlier, even if the rules became faster in between.
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
