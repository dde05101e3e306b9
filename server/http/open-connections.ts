/**
 * Follows the connections of an HTTP server, so that a stop closes each one at the right time. Node's `close` and
 * `closeIdleConnections` close too many: as of Node 26 those that were accepted and have sent nothing yet, and in every
 * version those whose response is complete but still waits for a slow client.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** Responses that are not sent yet, in order of their requests. */
  responses: Set<ServerResponse>;
  /** Bytes received when the last response was sent; null before that. Further bytes belong to another request. */
  restedAt: number | null;
}

interface OpenConnections {
  /** Closes idle connections now, and every other one after its response, which announces it if possible. */
  finish(): void;
  /** Closes all connections without a complete request. */
  closeWaiting(): void;
}

/** `server` must have its request listeners. */
export function followConnections(server: Server): OpenConnections {
  const open = new Map<Socket, Connection>();
  let isFinishing = false;

  function announce(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  function onSent(socket: Socket, response: ServerResponse): void {
    const connection = open.get(socket);
    if (!connection) return;
    connection.responses.delete(response);
    if (connection.responses.size > 0) return;
    connection.restedAt = socket.bytesRead;
    if (isFinishing) socket.destroySoon();
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, { responses: new Set(), restedAt: null });
    socket.once('close', () => open.delete(socket));
  });
  function onRequest({ socket }: IncomingMessage, response: ServerResponse): void {
    open.get(socket)?.responses.add(response);
    if (isFinishing) announce(response);
    response.once('close', () => onSent(socket, response));
  }
  // Runs before the application, which may send the head at once.
  server.prependListener('request', onRequest);
  if (server.listenerCount('checkExpectation') > 0)
    server.prependListener('checkExpectation', onRequest);

  return {
    finish() {
      isFinishing = true;
      for (const [socket, { responses, restedAt }] of open) {
        const last = [...responses].at(-1);
        if (last) announce(last);
        else if (socket.bytesRead === restedAt) socket.destroy();
      }
    },
    closeWaiting() {
      for (const [socket, { responses }] of open) if (responses.size === 0) socket.destroy();
    },
  };
}
