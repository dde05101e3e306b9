/**
 * Intermediate page between a form and the identity provider (AUTH-08, AUTH-13, P-22). Chromium and WebKit apply
 * `form-action` to every redirect after a form post. A provider may redirect to any other origin: its sign-in pages, a
 * broker, a federated directory. This page ends the form's navigation; its refresh and its link start a new one, to
 * which `form-action` does not apply. It needs no script and no file.
 */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import en from '../../locales/en/refusals.json';
import fr from '../../locales/fr/refusals.json';
import nl from '../../locales/nl/refusals.json';
import { escapeMarkup } from '../http/limits/refusal-page';
import type { Locale } from './locale';

const texts = { fr, nl, en };
const css =
  'body{max-width:32rem;margin:15vh auto 0;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif;color:#222;background:#fff}h1{font-size:1.5rem}a{color:#0b5a3a}';
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Sends the page with 200; `url` is absolute, on the provider. The caller sets the caching headers. */
export function sendLeavePage(
  response: Response,
  { locale, to, url }: { locale: Locale; to: 'toSignIn' | 'toSignOut'; url: URL },
): void {
  const { title, lead, go } = texts[locale][to];
  const address = escapeMarkup(url.href);
  // Replaces only the policy; the other headers of the security middleware stay.
  response.setHeader('Content-Security-Policy', policy);
  response
    .status(200)
    .type('html')
    .send(
      `<!DOCTYPE html><html lang="${locale}"><meta charset="utf-8">` +
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
        `<meta http-equiv="refresh" content="0; url=${address}">` +
        `<title>${title}</title><style>${css}</style><body><main id="main"><h1>${title}</h1>` +
        `<p>${lead}</p><p><a href="${address}">${go}</a></p></main></body></html>`,
    );
}
