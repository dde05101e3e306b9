/**
 * Streams files no faster than the browser reads them. The Remix adapter writes everything that a body yields without
 * waiting for the connection. It would hold a file for a slow browser in memory as a whole, and would read a file from
 * the ERP to its end after the browser has disconnected. A body from `atReadersPace` yields its next chunk only when
 * the response has room.
 */
import type { RequestHandler, Response } from 'express';

interface Room {
  isFull: boolean;
  /** Resumes the body that waits for room in the response. */
  wake: () => void;
}

const rooms = new WeakMap<object, Room>();

/**
 * Records after each write whether the response accepts more; must be mounted after any other middleware that wraps
 * `write`.
 */
export const trackBackpressure: RequestHandler = (_request, response, next) => {
  const room: Room = { isFull: false, wake: () => undefined };
  rooms.set(response, room);
  const write = response.write.bind(response);
  Object.defineProperty(response, 'write', {
    configurable: true,
    writable: true,
    value: (...given: unknown[]): unknown => {
      const takesMore: unknown = Reflect.apply(write, response, given);
      room.isFull = takesMore === false;
      return takesMore;
    },
  });
  const empty = (): void => {
    room.isFull = false;
    room.wake();
  };
  // The response gets one listener for all writes, because the compression middleware moves it to its own stream and
  // cannot remove it.
  response.on('drain', empty).on('close', empty);
  next();
};

/** Resolves when the response accepts more or is closed. */
async function waitForRoom(response: Response): Promise<void> {
  const room = rooms.get(response);
  if (!room?.isFull || response.destroyed) return;
  await new Promise<void>((resolve) => {
    room.wake = resolve;
  });
}

/**
 * The same bytes, read only when the response has room. The source is cancelled when the response closes: the browser
 * has disconnected, or the request was a HEAD, whose body Remix leaves unread.
 */
export function atReadersPace(
  response: Response,
  source: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  response.once('close', () => void cancel());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await waitForRoom(response);
        const part = await reader.read();
        if (part.done) controller.close();
        else controller.enqueue(part.value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
