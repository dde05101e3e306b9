/**
 * Reads and discards a body that was answered before it was read. A client that sends everything before it listens, as
 * browsers do, would otherwise miss the response. On a keep-alive connection the next request would wait behind the
 * bytes forever. When the connection closes after the response, as for an HTTP/1.0 proxy, only the writing half closes
 * first: closing both with unread bytes resets the connection and loses the response (RFC 9112, 9.6).
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { Socket } from 'node:net';

/**
 * How long to read the rest on a connection that closes; on a keep-alive connection slow-bodies.ts watches the rate.
 */
const lingerMs = 20_000;

const carriesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export function drainUnreadBodies(app: RequestListener): RequestListener {
  return (request, response) => {
    if (carriesBody(request)) {
      const { socket } = request;
      // Node calls this after it has written the last response of a connection.
      socket.destroySoon = () => {
        if (request.complete) Socket.prototype.destroySoon.call(socket);
        else socket.end();
      };
      response.once('finish', () => {
        if (request.complete) return;
        // Remix's adapter stops reading when nobody consumes the bytes.
        request.removeAllListeners('data');
        request.resume();
        if (!socket.writableEnded) return;
        const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
        request.once('end', () => socket.destroySoon());
        socket.once('close', () => clearTimeout(timer));
      });
    }
    app(request, response);
  };
}
