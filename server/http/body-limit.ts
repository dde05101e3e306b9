/**
 * Bodies are refused before anything buffers them (P-31): forms 64 kB, files as large as the settings
 * allow. Browsers always announce the length of a form; a body without one is refused (RFC 9110, 411).
 */
import type { RequestHandler } from 'express';

export function bodyLimit(options: { formBytes: number; fileBytes: number }): RequestHandler {
  return (request, response, next) => {
    const length = request.get('content-length');
    if (length === undefined) {
      if (request.get('transfer-encoding') === undefined) next();
      else
        response.setHeader('Connection', 'close').status(411).type('text').send('Length required');
      return;
    }
    const multipart = (request.get('content-type') ?? '').startsWith('multipart/form-data');
    const limit = multipart ? options.fileBytes : options.formBytes;
    if (Number(length) <= limit) {
      next();
      return;
    }
    response.setHeader('Connection', 'close');
    next(Object.assign(new Error(`body above ${limit} bytes`), { status: 413 }));
  };
}
