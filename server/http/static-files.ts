/**
 * The built client: hashed files for a year, precompressed at build time; the rest of public/ for an hour.
 * A name that is not there goes on to Remix, whose 404 is a page.
 */
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

export function staticFiles(folder: string): RequestHandler[] {
  const hashed = sirv(join(folder, 'assets'), {
    brotli: true,
    gzip: true,
    etag: true,
    immutable: true,
    maxAge: 31_536_000,
  });
  const others = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: 3600,
    ignores: false,
  });
  return [
    (request, response, next) => {
      if (!request.path.startsWith('/assets/')) {
        next();
        return;
      }
      const { url } = request;
      request.url = url.slice('/assets'.length);
      hashed(request, response, () => {
        request.url = url;
        response.status(404).type('text').send('Not found');
      });
    },
    (request, response, next) => {
      const isFile = /^\/(icons\/|icons\.svg|favicon|manifest|sw\.js)/.test(request.path);
      if (isFile && (request.method === 'GET' || request.method === 'HEAD'))
        others(request, response, next);
      else next();
    },
  ];
}
