/**
 * A proxy before Keycloak that counts requests of shop and browser, and can lose a response, which the provider cannot
 * do on demand.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from '../listening';

export type Asked =
  | 'authorize'
  | 'code'
  | 'refresh'
  | 'userinfo'
  | 'keys'
  | 'revocation'
  | 'end-session'
  | 'discovery'
  | 'other';

export interface Front {
  url: string;
  hits(asked: Asked): number;
  /** Parameters of the requests, oldest first. */
  seen(asked: Asked): URLSearchParams[];
  /** Passes the next request of this kind to the provider and drops its response. */
  loseNext(asked: Asked): void;
  close(): Promise<void>;
}

const endpoints: readonly (readonly [end: string, asked: Asked])[] = [
  ['/openid-connect/auth', 'authorize'],
  ['/openid-connect/userinfo', 'userinfo'],
  ['/openid-connect/certs', 'keys'],
  ['/openid-connect/revoke', 'revocation'],
  ['/openid-connect/logout', 'end-session'],
  ['/.well-known/openid-configuration', 'discovery'],
];

function kindOf(path: string, form: URLSearchParams): Asked {
  if (path.endsWith('/openid-connect/token'))
    return form.get('grant_type') === 'refresh_token' ? 'refresh' : 'code';
  return endpoints.find(([end]) => path.endsWith(end))?.[1] ?? 'other';
}

export async function openFront(keycloakUrl: string): Promise<Front> {
  const received: { asked: Asked; form: URLSearchParams }[] = [];
  const lost: Asked[] = [];

  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await buffer(from);
    const url = new URL(from.url ?? '/', keycloakUrl);
    const form = from.method === 'POST' ? new URLSearchParams(body.toString()) : url.searchParams;
    const asked = kindOf(url.pathname, form);
    received.push({ asked, form });
    const losing = lost.indexOf(asked);
    if (losing >= 0) lost.splice(losing, 1);
    const onward = request(url, { method: from.method, headers: from.headers }, (answer) => {
      if (losing >= 0) {
        answer.resume().once('end', () => from.socket.destroy());
        return;
      }
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.once('error', () => from.socket.destroy());
    onward.end(body);
  }

  const server = createServer((from, to) => {
    pass(from, to).catch(() => from.socket.destroy());
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    hits: (asked) => received.filter((one) => one.asked === asked).length,
    seen: (asked) => received.filter((one) => one.asked === asked).map(({ form }) => form),
    loseNext: (asked) => void lost.push(asked),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
