/**
 * Sends HTML as a whole: collects what the Remix adapter writes, compresses it in one pass off the event loop, sends it
 * with its length, and offers it to the guest page cache. Anything else passes through as written.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { GuestPageCache } from '../caching/guest-page-cache';
import { compressPage } from './compress-page';

const compressGzip = promisify(gzip);

/** Below this size the compression header costs what the compression saves. */
const minCompressedBytes = 512;

/** Remix's response when its second attempt to render a page fails too: plain text or nothing. */
const isUnrendered = (response: Response): boolean =>
  response.statusCode === 500 &&
  /^(?:text\/plain|undefined)/.test(String(response.getHeader('Content-Type')));

const isHtml = (response: Response): boolean =>
  String(response.getHeader('Content-Type')).startsWith('text/html');

async function compressed(request: Request, response: Response, html: Buffer): Promise<Buffer> {
  response.vary('Accept-Encoding, Save-Data');
  if (html.length <= minCompressedBytes) return html;
  // Each encoding is negotiated separately, because browsers list gzip first without preferring it.
  const encoding = request.acceptsEncodings('br') || request.acceptsEncodings('gzip');
  if (!encoding) return html;
  response.setHeader('Content-Encoding', encoding);
  return encoding === 'br' ? compressPage(html) : compressGzip(html);
}

export function wholePages(
  cache: GuestPageCache,
  sendLastResort: (request: Request, response: Response) => void,
): RequestHandler {
  return (request, response, next) => {
    const write = response.write.bind(response);
    const end = response.end.bind(response);
    const parts: Uint8Array[] = [];

    async function send(): Promise<void> {
      const html = Buffer.concat(parts);
      const body = await compressed(request, response, html);
      response.setHeader('Content-Length', body.length);
      cache.offer(response, { html, body });
      end(body);
    }

    const restore = (): void => {
      Object.assign(response, { write, end });
    };
    Object.assign(response, {
      write: (...given: unknown[]): unknown => {
        const [part] = given;
        const isHeld = isHtml(response) || isUnrendered(response);
        if (!isHeld || !(part instanceof Uint8Array)) return Reflect.apply(write, response, given);
        parts.push(part);
        return true;
      },
      end: (...given: unknown[]): unknown => {
        restore();
        const isFree = !response.headersSent && !response.destroyed;
        if (isFree && isUnrendered(response)) sendLastResort(request, response);
        else if (isFree && parts.length > 0) send().catch(next);
        else return Reflect.apply(end, response, given);
        return response;
      },
    });
    next();
  };
}
