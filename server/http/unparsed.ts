/**
 * What the parser of HTTP gives up: no request of ours ever sees it (P-62, P-93). A head above the limit is answered
 * with a page, as a browser sends one that has collected too many cookies; one that never ended is told that it took
 * too long; anything else is no HTTP and hears 400. The connection ends in each case.
 */
import { STATUS_CODES, type Server } from 'node:http';
import { Socket } from 'node:net';
import { localeAsked } from '../auth/locale';
import { bareHeaders } from './bare-headers';
import { shortRefusalPage } from './limits/refusal-page';
import { isUnderWay } from './limits/pipelined';
import { lineOf, wantsPage } from './refuse';

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The last bytes that were read: more than a head may have is never held. */
type ParserFault = Error & { code?: string; rawPacket?: Buffer };

/** For how long what still comes is taken in, or the reset would overtake the answer. */
const lingerMs = 2_000;

const targetOf = (head: string): string => /^[A-Z]+ (\S{0,40})/.exec(head)?.[1] ?? '';
const headerOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.{0,1000})`, 'im').exec(head)?.[1];

export function answerUnparsed(
  server: Server,
  options: { secure: boolean; stylesheet: string | null },
): void {
  const headers = bareHeaders(options.secure);
  const answered = new WeakSet<object>();
  server.on('clientError', (fault: ParserFault, socket) => {
    // Each further packet is a fault of its own.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (fault.code === 'ECONNRESET' || !(socket instanceof Socket) || !socket.writable) {
      socket.destroy();
      return;
    }
    // A browser that has opened a connection ahead and asked nothing on it must not find an answer there; nor may one
    // stand inside the answer to an earlier request.
    if (socket.bytesRead === 0 || isUnderWay(socket)) {
      socket.destroySoon();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer)).on('error', () => undefined);
    const status = statuses[fault.code ?? ''] ?? 400;
    const head = fault.rawPacket?.toString('latin1') ?? '';
    // On a slow line the packet is a later one, and says neither who asks nor for what.
    const isWhole = /^[A-Z]+ \//.test(head);
    const accept = isWhole ? headerOf(head, 'accept') : 'text/html';
    const isPage = status === 431 && wantsPage({ accept });
    const locale = localeAsked(targetOf(head), headerOf(head, 'accept-language'));
    const text = isPage
      ? shortRefusalPage(
          { reason: 'longHead', status, locale, reference: null },
          options.stylesheet,
        )
      : lineOf(status);
    const given = {
      ...headers,
      ...(isPage ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }),
      'Content-Length': String(Buffer.byteLength(text)),
      Connection: 'close',
    };
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
    const body = head.startsWith('HEAD ') ? '' : text;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  });
}
