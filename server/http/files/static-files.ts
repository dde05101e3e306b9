/**
 * The built client: hashed files for a year, precompressed at build time; the rest of public/ for an hour.
 * Hashed files of the builds before go on being served to tabs that are still open (P-69). A file that is
 * not there is a short 404: no page names it.
 */
import type { Request, RequestHandler } from 'express';
import sirv from 'sirv';
import { serialize } from 'cookie';
import { setFileSecurityHeaders } from '../security-headers';
import { sheetCookie, type PageStyles } from '../styles/used-styles';

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

/**
 * Files are small and sent whole, which RFC 9110 (14.2) allows: the reader of ranges fails on one that ends before it
 * begins, and says the wrong bytes of one that counts from the end (P-93).
 */
export const wholeFile = ({ headers }: Pick<Request, 'headers'>): void => {
  delete headers.range;
};

export function staticFiles(options: {
  clientFolder: string;
  /** Folder of the files of earlier builds; null where none can be kept. */
  earlierFiles: string | null;
  styles: PageStyles | null;
  /** The public address is an https one. */
  secure: boolean;
}): RequestHandler {
  const { clientFolder, earlierFiles, styles, secure } = options;
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
    wholeFile(request);
    // Without a listener a file that is gone or unreadable would end the process (a build replaced in place).
    response.once('pipe', (file) => {
      file.once('error', () => response.destroy());
    });
    if (styles && request.path === styles.address)
      response.setHeader('Set-Cookie', keptSheet(styles, secure));
    const missing = (): void => {
      response.status(404).type('text').send('Not found');
    };
    if (!isHashed) others(request, response, missing);
    else
      hashed(request, response, () => (earlier ? earlier(request, response, missing) : missing()));
  };
}
