/**
 * How many requests one connection may have under way (P-59, P-62). Browsers and proxies wait for an answer before they
 * ask again on the same connection; a client that does not can put a thousand requests into one packet, which are all
 * begun before anything else gets its turn, and whose answers are held until they are read.
 *
 * What was begun is answered, in order, and the connection ends with the last of these answers: of the rest nothing is
 * begun, so that it may be sent again on another one (RFC 9112, 9.3.2).
 */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const most = 8;

interface UnderWay {
  count: number;
  last: ServerResponse | null;
  /** More came than may be under way. */
  isFull: boolean;
}

const connections = new WeakMap<Socket, UnderWay>();

/** Requests of this connection are being answered. */
export const isUnderWay = (socket: Socket): boolean => (connections.get(socket)?.count ?? 0) > 0;

export function fewPerConnection(app: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // What had been read of a connection that is cut already.
    if (socket.destroyed) return;
    const known = connections.get(socket);
    if (known?.isFull) return;
    const underWay = known ?? { count: 0, last: null, isFull: false };
    connections.set(socket, underWay);
    if (underWay.count === most) {
      underWay.isFull = true;
      // What lies in the packet is parsed all the same; nothing more is read.
      socket.pause();
      const { last } = underWay;
      if (last && !last.headersSent) last.setHeader('Connection', 'close');
      return;
    }
    underWay.count += 1;
    underWay.last = response;
    response.once('close', () => {
      underWay.count -= 1;
      if (underWay.isFull && underWay.last === response) socket.destroySoon();
    });
    app(request, response);
  };
}
