/**
 * The built client: hashed files for a year, precompressed at build time; the rest of public/ for an hour.
 * Hashed files of the builds before go on being served to tabs that are still open (P-69). A file that is
 * not there is a short 404: no page names it.
 */
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { setFileSecurityHeaders } from '../security-headers';

/** Files of public/ that pages name by themselves. */
const named = /^\/(icons\/|favicon)/;

const precompressed = { brotli: true, gzip: true };
/** Their name is their version: nobody asks whether they have changed. */
const forAYear = { ...precompressed, etag: false, immutable: true, maxAge: 31_536_000 };

export function staticFiles(folder: string, earlierFiles: string | null): RequestHandler {
  const hashed = sirv(folder, forAYear);
  const earlier = earlierFiles === null ? null : sirv(earlierFiles, forAYear);
  const others = sirv(folder, { ...precompressed, etag: true, maxAge: 3600 });
  return (request, response, next) => {
    const isHashed = request.path.startsWith('/assets/');
    if (!isHashed && !named.test(request.path)) {
      next();
      return;
    }
    setFileSecurityHeaders(response);
    const missing = (): void => {
      response.status(404).type('text').send('Not found');
    };
    if (!isHashed) others(request, response, missing);
    else
      hashed(request, response, () => (earlier ? earlier(request, response, missing) : missing()));
  };
}
