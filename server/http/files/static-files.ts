/**
 * The built client: hashed files for a year, precompressed at build time; the rest of public/ for an hour.
 * Hashed files of the builds before go on being served to tabs that are still open, and those that other
 * instances run (P-69). A file that is not there is a short 404: no page names it.
 */
import { extname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { serialize } from 'cookie';
import { lineOf } from '../refuse';
import { setFileSecurityHeaders } from '../security-headers';
import { sheetCookie, type PageStyles } from '../styles/used-styles';
import type { SharedFiles } from './shared-files';

/** Files of public/ that pages name by themselves. */
const named = /^\/(icons\/|favicon)/;

const precompressed = { brotli: true, gzip: true };
/** Their name is their version: they are never revalidated. */
const forAYear = { ...precompressed, etag: false, immutable: true, maxAge: 31_536_000 };

/** Sent with the sheet and nothing else, so a browser that sends it back has been given the sheet. */
const keptSheet = ({ version }: PageStyles, secure: boolean): string =>
  serialize(sheetCookie, version, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure },
    maxAge: forAYear.maxAge,
  });

const isRefused = (coding: string): boolean => /;\s*q=0(?:\.0*)?\s*$/i.test(coding);

/**
 * False: answered with 405, as a file is only read (P-20). Files are small and sent whole, which RFC 9110 (14.2)
 * allows: the reader of ranges fails on one that ends before it begins, and says the wrong bytes of one that counts from
 * the end (P-93). The reader of codings looks for names alone: one refused by `br;q=0` is taken out before it.
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

/** A file that another instance's build has, as sirv would serve it; false: none has it. */
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
  /** Folder of the files of earlier builds; null where none can be kept. */
  earlierFiles: string | null;
  /** Files of what other instances run; null where there is one instance. */
  sharedFiles: SharedFiles | null;
  styles: PageStyles | null;
  /** The public address is an https one. */
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
    if (!isFileRead(request, response)) return;
    // Without a listener a file that is gone or unreadable would end the process (a build replaced in place).
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
