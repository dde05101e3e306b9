/**
 * Serves `/sw.js`, the service worker. It is revalidated whenever a browser checks for an update, because the browser
 * compares its text. With OFFLINE_PAGES off the same address serves a worker that replaces the browser's current one,
 * deletes its caches and then unregisters itself. A 404 would leave the old worker in place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { isFileRead } from './static-files';

interface WorkerOptions {
  clientFolder: string;
  offlinePages: boolean;
  /** Digest of the operator's brand: the worker does not show pages that it stored for another brand. */
  brandDigest: string;
}

/**
 * Identifier of the service worker's build, for the pages that this process renders: a page uses it to detect a newer
 * build (PWA-02). Null without a worker.
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
    // A worker is subject to the policy of its own file: it may request only the shop.
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
