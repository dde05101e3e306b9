/**
 * How many requests one connection may have under way (P-59, P-62). Browsers and proxies wait for an answer before they
 * ask again on the same connection; whoever does not can put a thousand requests into one packet, which are all
 * begun before anything else gets its turn, and whose answers are held until somebody reads them.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

const most = 8;

export function fewPerConnection(app: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // What had been read of a connection that is cut already.
    if (socket.destroyed) return;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once('close', () => {
      underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
    });
    app(request, response);
  };
}
