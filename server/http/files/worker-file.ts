/**
 * `/sw.js`, the service worker, asked for anew each time a browser looks for a new version: its text is what
 * tells versions apart. With OFFLINE_PAGES off the same address gives the worker that takes the place of the
 * one a browser has, removes what it kept, and then itself; a 404 would leave the old one where it is.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { isFileRead } from './static-files';

interface WorkerOptions {
  clientFolder: string;
  offlinePages: boolean;
  /** Of a brand of its own: pages that were kept of another brand are not shown. */
  brandDigest: string;
}

/**
 * What the worker calls its build, for the pages that this process renders: a page finds by it that a newer build has
 * come (PWA-02). Null without a worker.
 */
export function workerBuild({
  clientFolder,
  offlinePages,
  brandDigest,
}: WorkerOptions): string | null {
  const source = join(clientFolder, 'sw.js');
  if (!offlinePages || !existsSync(source)) return null;
  const [, build] = /^self\.build="(\w+)"/.exec(readFileSync(source, 'utf8')) ?? [];
  return build === undefined ? null : build + brandDigest;
}

export function workerFile(options: WorkerOptions): RequestHandler {
  const { clientFolder, offlinePages, brandDigest } = options;
  const serve = sirv(clientFolder, { brotli: true, gzip: true, etag: true });
  const source = join(clientFolder, 'sw.js');
  const branded =
    offlinePages && brandDigest !== '' && existsSync(source)
      ? `self.brandDigest=${JSON.stringify(brandDigest)};${readFileSync(source, 'utf8')}`
      : null;
  const file = offlinePages ? '/sw.js' : '/sw-off.js';
  return (request, response, next) => {
    if (request.path !== '/sw.js') {
      next();
      return;
    }
    if (!isFileRead(request, response)) return;
    request.url = file;
    response.setHeader('Cache-Control', 'no-cache');
    // A worker lives under the policy of its own file: it asks only the shop.
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    response.removeHeader('Permissions-Policy');
    if (branded !== null) {
      response.type('text/javascript').send(branded);
      return;
    }
    serve(request, response, () => {
      response.status(404).type('text').send('Not found');
    });
  };
}
