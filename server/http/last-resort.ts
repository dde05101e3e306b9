/**
 * What is answered when even the page of an error cannot be made: short HTML in three languages with the
 * reference that finds the request in the log, and with the form that was posted, to be sent again.
 */
import type { ErrorRequestHandler, Request, Response } from 'express';
import { localeOf } from '../auth/locale';
import { errorDetail, type RootLog } from '../observe/logger';
import { escapeHtml, hiddenFields, pathWithin } from './forms/typed-form';
import { localsOf } from './locals';
import { referenceOf } from './request-id';

interface Texts {
  title: string;
  text: string;
  reference: string;
}

const words = {
  fr: {
    title: 'Service momentanément indisponible',
    text: 'Réessayez dans un instant.',
    kept: 'Votre saisie est gardée sur cette page.',
    reference: 'Référence :',
    send: 'Envoyer à nouveau',
    again: 'Réessayer',
    home: 'Page d’accueil',
  },
  nl: {
    title: 'Tijdelijk niet beschikbaar',
    text: 'Probeer het zo dadelijk opnieuw.',
    kept: 'Wat u invulde, blijft op deze pagina bewaard.',
    reference: 'Referentie:',
    send: 'Opnieuw versturen',
    again: 'Opnieuw proberen',
    home: 'Startpagina',
  },
  en: {
    title: 'Temporarily unavailable',
    text: 'Please try again in a moment.',
    kept: 'What you entered is kept on this page.',
    reference: 'Reference:',
    send: 'Send again',
    again: 'Try again',
    home: 'Home page',
  },
} as const;

const tooLargeWords: Readonly<Record<keyof typeof words, Texts>> = {
  fr: { title: 'Envoi trop volumineux', text: 'Rien n’a été lu.', reference: 'Référence :' },
  nl: { title: 'Te veel in één keer', text: 'Er is niets gelezen.', reference: 'Referentie:' },
  en: { title: 'Too much at once', text: 'Nothing was read.', reference: 'Reference:' },
};

/** The form as it was posted, or the way to the page that was asked for; nothing for a post that has neither. */
async function nextStep(
  request: Request,
  response: Response,
  texts: (typeof words)[keyof typeof words],
): Promise<string> {
  const path = pathWithin(request);
  if (path === null) return '';
  const to = escapeHtml(path);
  if (request.method === 'GET') return `<p><a href="${to}">${texts.again}</a></p>`;
  const { posted } = localsOf(response);
  const fields = posted ? await hiddenFields(posted).catch(() => null) : null;
  if (fields === null) return '';
  return `<form method="post" action="${to}"><p>${texts.kept}</p>${fields}<button>${texts.send}</button></form>`;
}

const page = (locale: keyof typeof words, texts: Texts, step: string, reference: string) =>
  `<!DOCTYPE html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${texts.title}</title><h1>${texts.title}</h1><p>${texts.text}</p>${step}<p>${texts.reference} <code>${escapeHtml(reference)}</code></p><p><a href="/${locale}">${words[locale].home}</a></p></html>`;

/** What a reader of bodies says of the request itself (400, 413, 415); null: the fault is ours, or an upstream's. */
function refusedStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  if ('kind' in error) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

export function lastResort(log: RootLog): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const reference = referenceOf(response);
    // The connection was gone before the whole request had come.
    const brokenOff = request.destroyed && !request.complete;
    const refused = brokenOff ? 400 : refusedStatus(error);
    const upstream =
      typeof error === 'object' &&
      error !== null &&
      'kind' in error &&
      error.kind === 'upstream-failure';
    const status = refused ?? (upstream ? 503 : 500);
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
    if (refused !== null && refused !== 413) {
      // No form of ours makes one: who asks is a program.
      request.resume();
      response.setHeader('Cache-Control', 'no-store');
      response.status(refused).type('text').send('Bad request');
      return;
    }
    const locale = localeOf(request.path);
    if (status === 503) response.setHeader('Retry-After', '5');
    response.setHeader('Cache-Control', 'no-store');
    const send = (texts: Texts, step: string): void => {
      response
        .status(status)
        .type('html')
        .send(page(locale, texts, step, reference));
    };
    if (refused === 413) return send(tooLargeWords[locale], '');
    const texts = words[locale];
    nextStep(request, response, texts).then((step) => send(texts, step), next);
  };
}
