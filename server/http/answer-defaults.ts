/**
 * Headers that are added just before an answer is sent if nothing has set them: `no-store` (redirects and fragments of
 * a session too, P-27), and `Allow` on a 405 of a page without a form. Set earlier they would be sent twice, because
 * the runtime's adapter appends its own.
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
