/**
 * Sends files no faster than the browser reads them. The Remix adapter writes whatever a body yields without waiting
 * for the connection: a file for a slow browser would be held whole in memory, and one for a browser that has left
 * would be read from the ERP to its end. A body from `atReadersPace` yields its next part when there is room for it.
 */
import type { RequestHandler, Response } from 'express';

interface Room {
  isFull: boolean;
  /** Continues the body that waits. */
  wake: () => void;
}

const rooms = new WeakMap<object, Room>();

/** Notes after each write whether the response takes more; mounted after whatever else wraps `write`. */
export const noteRoom: RequestHandler = (_request, response, next) => {
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
  // One listener for the whole response: the compression middleware moves it to its stream and cannot remove it.
  response.on('drain', empty).on('close', empty);
  next();
};

/** Resolves when the response takes more, or is closed. */
async function waitForRoom(response: Response): Promise<void> {
  const room = rooms.get(response);
  if (!room?.isFull || response.destroyed) return;
  await new Promise<void>((resolve) => {
    room.wake = resolve;
  });
}

/**
 * The same bytes, read when the response has room for them. The source is cancelled when the response is closed: the
 * browser has left, or the request was a HEAD, whose body Remix leaves unread.
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
