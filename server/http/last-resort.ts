/**
 * Responds when even the error page cannot be rendered: short HTML in the page's language, with the reference that
 * finds the request in the log. When an upstream is unavailable (in practice the session store), the page returns the
 * posted fields so that the customer can send them again.
 */
import type { ErrorRequestHandler, Request, Response } from 'express';
import { localeOf } from '../auth/locale';
import { errorDetail, type RootLog } from '../observe/logger';
import { postedFields } from './limits/posted-form';
import { refusalPage } from './limits/refusal-page';
import type { RouteOf } from './policy/route-policy';
import { refuseRequest } from './refuse';
import { referenceOf } from './request-id';

const retryAfterSeconds = 5;

const words = {
  fr: ['Service momentanément indisponible', 'Réessayez dans un instant. Référence :'],
  nl: ['Dienst tijdelijk niet beschikbaar', 'Probeer het zo dadelijk opnieuw. Referentie:'],
  en: ['Service temporarily unavailable', 'Please try again in a moment. Reference:'],
} as const;

/** Status when the request itself is at fault (400, 413, 415); null when the shop or an upstream is. */
function refusedStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  if ('kind' in error) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

/** Sends a page of a few lines with the reference; the status is that of the response. */
export function sendLastResort(request: Request, response: Response): void {
  const locale = localeOf(request.path);
  const [title, body] = words[locale];
  const reference = referenceOf(response);
  response.setHeader('Cache-Control', 'no-store');
  response
    .type('html')
    .send(
      `<!DOCTYPE html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${response.statusCode}</title><h1>${title}</h1><p>${body} <code>${reference}</code></p><p><a href="/${locale}">↩</a></p></html>`,
    );
}

interface Facts {
  log: RootLog;
  /** Address of the built stylesheet; null when none is built. */
  stylesheet: string | null;
  routeOf: RouteOf;
}

/** Sends the page that returns the posted fields. */
async function sessionUnread(
  { stylesheet, routeOf }: Facts,
  request: Request,
  response: Response,
): Promise<void> {
  const wasForm = request.method === 'POST';
  const policy = routeOf(request.path)?.policy ?? null;
  const canBeRead = wasForm && !request.readableEnded;
  const page = refusalPage(
    {
      reason: 'away',
      status: 503,
      locale: localeOf(request.path),
      retryAfterSeconds,
      reference: referenceOf(response),
      here: request.originalUrl,
      wasForm,
      posted: canBeRead ? await postedFields(request, policy) : null,
    },
    stylesheet,
  );
  response.setHeader('Retry-After', String(retryAfterSeconds));
  response.status(503).type('html').send(page);
}

export function lastResort(facts: Facts): ErrorRequestHandler {
  const { log } = facts;
  return (error: unknown, request, response, next) => {
    const reference = referenceOf(response);
    // The connection closed before the request was complete.
    const brokenOff = request.destroyed && !request.complete;
    const refused = brokenOff ? 400 : refusedStatus(error);
    const upstream =
      typeof error === 'object' &&
      error !== null &&
      'kind' in error &&
      error.kind === 'upstream-failure';
    const status = refused ?? (upstream ? 503 : 500);
    if (refused !== null) {
      const line = { event: 'request.refused', reference, status, error: errorDetail(error) };
      log.warn(line, 'a request was refused as it was sent');
    } else if (upstream) {
      const line = { event: 'page.unavailable', reference, error: errorDetail(error) };
      log.error(line, 'a request could not be answered: an upstream is unavailable');
    } else {
      const stack = error instanceof Error ? error.stack : undefined;
      log.error(
        { event: 'request.failed', reference, error: errorDetail(error), stack },
        'a request failed outside the pages',
      );
    }
    if (response.headersSent) {
      // Cut off a partly sent response as Express would; Express would also print the error a second time.
      if (!response.writableEnded) response.destroy();
      return;
    }
    if (refused !== null) {
      refuseRequest(request, response, {
        status: refused,
        reason: refused === 413 ? 'tooLarge' : 'unreadable',
      });
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    if (status === 503) {
      sessionUnread(facts, request, response).catch(next);
      return;
    }
    response.status(status);
    sendLastResort(request, response);
  };
}
