/**
 * The built client: hashed files for a year, precompressed at build time; the rest of public/ for an hour.
 * A file that is not there is a short 404: no page names it.
 */
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { setFileSecurityHeaders } from './security-headers';

/** Files of public/ that pages name by themselves. */
const named = /^\/(icons\/|favicon|manifest|sw\.js)/;

export function staticFiles(folder: string): RequestHandler {
  const hashed = sirv(folder, {
    brotli: true,
    gzip: true,
    // Its name is its version: nobody asks whether it has changed.
    etag: false,
    immutable: true,
    maxAge: 31_536_000,
  });
  const others = sirv(folder, { brotli: true, gzip: true, etag: true, maxAge: 3600 });
  return (request, response, next) => {
    const isHashed = request.path.startsWith('/assets/');
    if (!isHashed && !named.test(request.path)) {
      next();
      return;
    }
    // A worker is governed by the policy of its own file.
    if (request.path !== '/sw.js') setFileSecurityHeaders(response);
    const serve = isHashed ? hashed : others;
    serve(request, response, () => {
      response.status(404).type('text').send('Not found');
    });
  };
}
