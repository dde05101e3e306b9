/**
 * What is answered when even the page of an error cannot be made: short HTML in three languages with the
 * reference that finds the request in the log.
 */
import type { ErrorRequestHandler } from 'express';
import { localeOf } from '../auth/locale';
import { errorDetail, type RootLog } from '../observe/logger';
import { referenceOf } from './request-id';

const words = {
  fr: ['Service momentanément indisponible', 'Réessayez dans un instant. Référence :'],
  nl: ['Dienst tijdelijk niet beschikbaar', 'Probeer het zo dadelijk opnieuw. Referentie:'],
  en: ['Service temporarily unavailable', 'Please try again in a moment. Reference:'],
} as const;

const tooLargeWords = {
  fr: ['Envoi trop volumineux', 'Rien n’a été lu. Référence :'],
  nl: ['Te veel in één keer', 'Er is niets gelezen. Referentie:'],
  en: ['Too much at once', 'Nothing was read. Reference:'],
} as const;

export function lastResort(log: RootLog): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const reference = referenceOf(response);
    const tooLarge =
      typeof error === 'object' && error !== null && 'status' in error && error.status === 413;
    const upstream =
      typeof error === 'object' &&
      error !== null &&
      'kind' in error &&
      error.kind === 'upstream-failure';
    const status = tooLarge ? 413 : upstream ? 503 : 500;
    log[status < 500 ? 'warn' : 'error'](
      {
        event: 'request.failed',
        reference,
        error: errorDetail(error),
        stack: error instanceof Error ? error.stack : undefined,
      },
      'a request failed outside the pages',
    );
    if (response.headersSent) {
      next(error);
      return;
    }
    const locale = localeOf(request.path);
    const texts = tooLarge ? tooLargeWords : words;
    const [title, body] = texts[locale];
    if (status === 503) response.setHeader('Retry-After', '5');
    response.setHeader('Cache-Control', 'no-store');
    response
      .status(status)
      .type('html')
      .send(
        `<!DOCTYPE html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><h1>${title}</h1><p>${body} <code>${reference}</code></p><p><a href="/${locale}">↩</a></p></html>`,
      );
  };
}
