/**
 * Rejects a request. A person gets the reason and a next step, in the language of the page or browser; a program gets
 * the status and a line of plain text (P-23). It reads no request body and renders nothing through the app.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { localeAsked } from '../auth/locale';
import { shortRefusalPage, type ShortReason } from './limits/refusal-page';
import { localsOf } from './locals';
import { referenceOf } from './request-id';

const lines: Readonly<Record<number, string>> = {
  400: 'Bad request',
  403: 'Cross-origin request refused',
  405: 'Method not allowed',
  408: 'Request timeout',
  411: 'Length required',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  431: 'Request header fields too large',
};
export const lineOf = (status: number): string => lines[status] ?? 'Bad request';

/** Browsers accept HTML when they will display a page; islands and programs do not. */
export const wantsPage = ({ accept }: IncomingHttpHeaders): boolean =>
  accept?.toLowerCase().includes('text/html') ?? false;

export interface Refused {
  status: number;
  reason: ShortReason;
  /** Public origin of the shop, when the client used another host. */
  origin?: string;
}

export function refuseRequest(request: Request, response: Response, refused: Refused): void {
  const { status } = refused;
  response.status(status).setHeader('Cache-Control', 'no-store');
  if (!wantsPage(request.headers)) {
    const { origin } = refused;
    response.type('text').send(lineOf(status) + (origin ? `: this shop is at ${origin}` : ''));
    return;
  }
  const page = shortRefusalPage(
    {
      ...refused,
      locale: localeAsked(request.originalUrl, request.headers['accept-language']),
      reference: localsOf(response).logged ? referenceOf(response) : null,
    },
    localsOf(response).stylesheet ?? null,
  );
  response.type('html').send(page);
}
