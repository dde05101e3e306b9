/** One direction of one connection: plans arriving data on its lane and forwards it when due. */
import type { Socket } from 'node:net';
import type { Lane, Link } from './lane';

/** Pauses the sender beyond this queue size, like a full router queue. */
const QUEUE_BYTES = 65_536;

interface PipeOptions {
  from: Socket;
  to: Socket;
  lane: Lane;
  link(): Link;
  kbit(): number | undefined;
  onBytes(count: number): void;
  onStall(): void;
  onReset(): void;
}

export interface Pipe {
  carry(bytes: Buffer, extraDelayMs?: number): void;
  /** Runs once all bytes accepted so far have been forwarded. */
  after(action: () => void): void;
  stop(): void;
}

interface Due {
  at: number;
  bytes?: Buffer;
  action?: () => void;
}

export function createPipe(options: PipeOptions): Pipe {
  const { from, to, lane } = options;
  const queue: Due[] = [];
  let queuedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const regulate = (): void => {
    const isFull = queuedBytes > QUEUE_BYTES || to.writableNeedDrain;
    if (isFull && !from.isPaused()) from.pause();
    if (!isFull && from.isPaused()) from.resume();
  };
  const handOn = (): void => {
    timer = undefined;
    while (!stopped && queue[0] !== undefined && queue[0].at <= performance.now()) {
      const due = queue.shift();
      if (due?.bytes !== undefined) {
        queuedBytes -= due.bytes.length;
        options.onBytes(due.bytes.length);
        to.write(due.bytes);
      }
      due?.action?.();
    }
    if (!stopped) {
      regulate();
      schedule();
    }
  };
  const schedule = (): void => {
    const next = queue[0];
    if (next === undefined || timer !== undefined || stopped) return;
    const waitMs = next.at - performance.now();
    // Rounds up because timers may fire slightly early. If nothing must be delayed, no timer is needed.
    if (waitMs > 0) timer = setTimeout(handOn, Math.ceil(waitMs));
    else handOn();
  };
  to.on('drain', regulate);

  return {
    carry(bytes, extraDelayMs = 0) {
      const now = performance.now() + extraDelayMs;
      for (const piece of lane.plan(now, bytes.length, options.link(), options.kbit())) {
        if (piece.stalled) options.onStall();
        if (piece.reset) {
          queue.push({ at: piece.at, action: options.onReset });
          break;
        }
        queue.push({ at: piece.at, bytes: bytes.subarray(piece.start, piece.end) });
        queuedBytes += piece.end - piece.start;
      }
      regulate();
      schedule();
    },
    after(action) {
      queue.push({ at: queue.at(-1)?.at ?? performance.now(), action });
      schedule();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      queue.length = 0;
    },
  };
}
