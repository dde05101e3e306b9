/**
 * Adds missing headers just before a response is sent: `no-store` (also on redirects and fragments of a session, P-27),
 * and `Allow` on a 405 of a page without a form. Setting them earlier would send them twice, because Remix's adapter
 * appends its own.
 */
import type { RequestHandler, Response } from 'express';

function complete(response: Response, status: number): void {
  if (!response.hasHeader('Cache-Control'))
    response.setHeader('Cache-Control', 'private, no-store');
  if (status === 405 && !response.hasHeader('Allow')) response.setHeader('Allow', 'GET, HEAD');
}

export const answerDefaults: RequestHandler = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response);
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: (...given: unknown[]): unknown => {
      const [status] = given;
      complete(response, typeof status === 'number' ? status : response.statusCode);
      const result: unknown = Reflect.apply(writeHead, response, given);
      return result;
    },
  });
  next();
};
