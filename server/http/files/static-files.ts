/**
 * Serves the built client: hashed files for a year, precompressed at build time; the rest of public/ for an hour.
 * Hashed files of earlier builds stay available to open tabs, and those of other instances are served too (P-69). A
 * missing file gets a short 404, because no page refers to it.
 */
import { extname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { serialize } from 'cookie';
import { lineOf } from '../refuse';
import { setCodeWorkerHeaders, setFileSecurityHeaders } from '../security-headers';
import { sheetCookie, type PageStyles } from '../styles/used-styles';
import type { SharedFiles } from './shared-files';

/** Files of public/ that pages refer to by a fixed name. */
const named = /^\/(icons\/|favicon)/;

/** The worker that reads barcodes (app/ordering/quick-order/camera/reader/code-worker.ts). */
const codeWorker = /^\/assets\/code-worker-[\w-]+\.js$/;

const precompressed = { brotli: true, gzip: true };
/** The name of a hashed file identifies its content, so browsers never revalidate it. */
const forAYear = { ...precompressed, etag: false, immutable: true, maxAge: 31_536_000 };

/** Cookie that only the stylesheet's response sets: a browser that sends it has received the stylesheet. */
const keptSheet = ({ version }: PageStyles, secure: boolean): string =>
  serialize(sheetCookie, version, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: forAYear.maxAge,
  });

const isRefused = (coding: string): boolean => /;\s*q=0(?:\.0*)?\s*$/i.test(coding);

/**
 * Returns false after a 405 response: files can only be read (P-20). Range requests are ignored and small files are
 * sent whole, as RFC 9110 (14.2) allows. The file server's range parser fails on a range that ends before it begins and
 * returns wrong bytes for one relative to the end (P-93). Its encoding parser looks only for names, so a coding
 * rejected by `br;q=0` is removed first.
 */
export function isFileRead({ method, headers }: Request, response: Response): boolean {
  if (method !== 'GET' && method !== 'HEAD') {
    response.status(405).setHeader('Allow', 'GET, HEAD');
    response.type('text').send(lineOf(405));
    return false;
  }
  delete headers.range;
  const codings = String(headers['accept-encoding'] ?? '').split(',');
  headers['accept-encoding'] = codings.filter((coding) => !isRefused(coding)).join();
  return true;
}

/** Serves a file of another instance's build as sirv would; resolves to false when no build contains it. */
async function sendShared(
  shared: SharedFiles,
  request: Request,
  response: Response,
): Promise<boolean> {
  const name = request.path.slice('/assets/'.length);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packings = [
    ...(/\bbr\b/i.test(accepted) ? [{ ending: '.br', encoding: 'br' }] : []),
    ...(/\bgzip\b/i.test(accepted) ? [{ ending: '.gz', encoding: 'gzip' }] : []),
    { ending: '', encoding: null },
  ];
  for (const { ending, encoding } of packings) {
    const body = await shared.find(name + ending);
    if (!body) continue;
    response.type(extname(name));
    response.setHeader('Cache-Control', `public,max-age=${forAYear.maxAge},immutable`);
    response.setHeader('Vary', 'Accept-Encoding');
    if (encoding) response.setHeader('Content-Encoding', encoding);
    response.send(body);
    return true;
  }
  return false;
}

export function staticFiles(options: {
  clientFolder: string;
  /** Folder that stores the files of earlier builds; null when they cannot be stored. */
  earlierFiles: string | null;
  /** Files of the builds that other instances run; null with a single instance. */
  sharedFiles: SharedFiles | null;
  styles: PageStyles | null;
  /** Whether the public address uses https. */
  secure: boolean;
}): RequestHandler {
  const { clientFolder, earlierFiles, sharedFiles, styles, secure } = options;
  const hashed = sirv(clientFolder, forAYear);
  const earlier = earlierFiles === null ? null : sirv(earlierFiles, forAYear);
  const others = sirv(clientFolder, { ...precompressed, etag: true, maxAge: 3600 });
  return (request, response, next) => {
    const isHashed = request.path.startsWith('/assets/');
    if (!isHashed && !named.test(request.path)) {
      next();
      return;
    }
    setFileSecurityHeaders(response);
    if (codeWorker.test(request.path)) setCodeWorkerHeaders(response);
    if (!isFileRead(request, response)) return;
    // Without a listener, a missing or unreadable file (a build replaced in place) would crash the process.
    response.once('pipe', (file) => {
      file.once('error', () => response.destroy());
    });
    if (styles && request.path === styles.address)
      response.setHeader('Set-Cookie', keptSheet(styles, secure));
    const missing = (): void => {
      response.status(404).type('text').send('Not found');
    };
    const elsewhere = (): void => {
      if (!sharedFiles) missing();
      else
        void sendShared(sharedFiles, request, response).then((isSent) => {
          if (!isSent) missing();
        });
    };
    if (!isHashed) others(request, response, missing);
    else
      hashed(request, response, () =>
        earlier ? earlier(request, response, elsewhere) : elsewhere(),
      );
  };
}
