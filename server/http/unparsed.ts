/**
 * Responds to connections on which Node's HTTP parser fails, so that no request reaches the app (P-62, P-93). A head
 * above the limit gets a page, because browsers with too many cookies send one. A head that never ended gets 408.
 * Anything else is not HTTP and gets 400. The connection always closes.
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

/** `rawPacket`: the last bytes read; Node never buffers more than the largest head. */
type ParserFault = Error & { code?: string; rawPacket?: Buffer };

/** How long to read further bytes; otherwise a connection reset would overtake the response. */
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
    // This connection has already got its response. Each further packet raises another error, which is ignored.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (fault.code === 'ECONNRESET' || !(socket instanceof Socket) || !socket.writable) {
      socket.destroy();
      return;
    }
    // A browser may open a connection in advance without sending a request: it must not find a response there. A
    // response must not be inserted into that of an earlier request either.
    if (socket.bytesRead === 0 || isUnderWay(socket)) {
      socket.destroySoon();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer)).on('error', () => undefined);
    const status = statuses[fault.code ?? ''] ?? 400;
    const head = fault.rawPacket?.toString('latin1') ?? '';
    // On a slow connection the packet may not contain the start of the head: client and target are then unknown.
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
