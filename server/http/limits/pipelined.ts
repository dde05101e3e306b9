/**
 * Limits how many requests one connection may have in flight (P-59, P-62). Browsers and proxies wait for a response
 * before they send the next request on the same connection. Another client can put a thousand requests into one packet:
 * all would start before any other work, and their responses would stay in memory until they are read.
 *
 * Requests within the limit are answered in order, and the connection closes after the last of these responses. The
 * rest are not started, so that the client may retry them on another connection (RFC 9112, 9.3.2).
 */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const most = 8;

interface UnderWay {
  count: number;
  last: ServerResponse | null;
  /** More requests arrived than the limit allows. */
  isFull: boolean;
}

const connections = new WeakMap<Socket, UnderWay>();

/** Whether requests of this connection are in flight. */
export const isUnderWay = (socket: Socket): boolean => (connections.get(socket)?.count ?? 0) > 0;

export function fewPerConnection(app: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // A request that was buffered before the connection was cut.
    if (socket.destroyed) return;
    const known = connections.get(socket);
    if (known?.isFull) return;
    const underWay = known ?? { count: 0, last: null, isFull: false };
    connections.set(socket, underWay);
    if (underWay.count === most) {
      underWay.isFull = true;
      // Node still parses the rest of the packet, but reads nothing more.
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
