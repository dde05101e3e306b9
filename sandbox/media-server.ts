/**
 * Serves the drawn pictures and documents of the sample world below `/media/`, like an ERP's web server: with a long
 * cache lifetime, and without the right to run scripts even if opened directly.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './identity/listen';
import type { World } from './world';

interface MediaServerOptions {
  /** Called for each request: the world is created after this server, because it needs the server's address. */
  world(): Pick<World, 'media'> | undefined;
  port?: number;
  host?: string;
}

export interface MediaServer {
  /** Address of the media, without trailing slash: `mediaBase` of the world. */
  url: string;
  /** Lets the process end while the server listens. */
  unref(): void;
  close(): Promise<void>;
}

const PREFIX = '/media/';
/** One week, not a year: pictures depend on the world's seed, which a later run may change. */
const MAX_AGE_SECONDS = 604_800;

function pathOf(url: string): string | null {
  const { pathname } = new URL(url, 'http://media.invalid');
  if (!pathname.startsWith(PREFIX)) return null;
  try {
    return decodeURIComponent(pathname.slice(PREFIX.length));
  } catch {
    // A malformed percent encoding matches no picture.
    return null;
  }
}

export async function startMediaServer(options: MediaServerOptions): Promise<MediaServer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = pathOf(request.url ?? '/');
    const found = isRead && path !== null ? (options.world()?.media(path) ?? null) : null;
    if (found === null) {
      response.writeHead(isRead ? 404 : 405, { 'content-type': 'text/plain' }).end();
      return;
    }
    const body = Buffer.from(found.body);
    response.writeHead(200, {
      'content-type': found.type,
      'content-length': body.length,
      'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      // The shop is another origin, possibly on another host.
      'cross-origin-resource-policy': 'cross-origin',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const server = await listen(answer, port, host);
  return { ...server, url: `http://${host}:${server.port}/media` };
}
