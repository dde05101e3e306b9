/**
 * What was answered before its body was read is read on and thrown away. A client that sends all before it listens, as
 * browsers do, would not hear the answer otherwise, and the next request of a kept connection would wait behind the
 * bytes for ever. Where the connection ends with the answer, as that of a proxy of HTTP/1.0 does, only our half of it is
 * closed at first: closing both with bytes unread resets it, and the answer is lost on its way (RFC 9112, 9.6).
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { Socket } from 'node:net';

/** For how long the rest is taken in on a connection that ends; on a kept one slow-bodies.ts watches what comes. */
const lingerMs = 20_000;

const carriesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export function readOn(app: RequestListener): RequestListener {
  return (request, response) => {
    if (carriesBody(request)) {
      const { socket } = request;
      // Node calls it when the last answer of a connection is written.
      socket.destroySoon = () => {
        if (request.complete) Socket.prototype.destroySoon.call(socket);
        else socket.end();
      };
      response.once('finish', () => {
        if (request.complete) return;
        // The adapter of the runtime stops reading when the bytes are not taken.
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
