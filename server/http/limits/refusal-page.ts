/**
 * Page for a request that is rejected before the app runs: too many requests (429), overload (503) or an unreadable
 * session (503). It is short, in the customer's language, and contains the reference. It returns the fields of a posted
 * form for sending again, except passwords and files. The short variant explains why a request was not served at all.
 * No script, one stylesheet.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import en from '../../../locales/en/refusals.json';
import fr from '../../../locales/fr/refusals.json';
import nl from '../../../locales/nl/refusals.json';

const texts = { fr, nl, en };
type RefusalLocale = keyof typeof texts;

export interface Refusal {
  reason: 'tooMany' | 'tooMuch' | 'away';
  status: 429 | 503;
  locale: RefusalLocale;
  retryAfterSeconds: number;
  reference: string;
  /** Path and query of the rejected request. */
  here: string;
  /** Fields of the posted form; null when there was none or it could not be read. */
  posted: readonly (readonly [name: string, value: string])[] | null;
  /** The rejected request was a form, whether or not its fields were preserved. */
  wasForm: boolean;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Address of the shop's stylesheet among the built files; null in development. */
export function stylesheetIn(clientFolder: string): string | null {
  try {
    const file = readdirSync(join(clientFolder, 'assets')).find((name) =>
      /^shop-.*\.css$/.test(name),
    );
    return file ? `/assets/${file}` : null;
  } catch {
    // There is no build, as in development: the page is displayed without a stylesheet.
    return null;
  }
}

function fieldOf([name, value]: readonly [string, string], label: string): string {
  const named = `name="${escapeMarkup(name)}"`;
  return /pass/i.test(name)
    ? `<p><label>${label} <input type="password" ${named} autocomplete="current-password" required></label></p>`
    : `<input type="hidden" ${named} value="${escapeMarkup(value)}">`;
}

/** Button that repeats the request, or a link to the home page when the form was lost. */
function wayOn(refusal: Refusal): string {
  const { again, resend, back, password } = texts[refusal.locale];
  const here = escapeMarkup(refusal.here);
  if (refusal.posted) {
    const fields = refusal.posted.map((pair) => fieldOf(pair, password)).join('');
    return `<form method="post" action="${here}" class="stack">${fields}<p><button class="btn">${resend}</button></p></form>`;
  }
  return refusal.wasForm
    ? `<p><a class="btn" href="/${refusal.locale}">${back}</a></p>`
    : `<p><a class="btn" href="${here}">${again}</a></p>`;
}

/** Common markup of all rejection pages: title, status, one stylesheet and no script. */
function frame(
  { locale, status, title }: { locale: RefusalLocale; status: number; title: string },
  stylesheet: string | null,
  said: string,
): string {
  return (
    `<!DOCTYPE html><html lang="${locale}"><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    (stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : '') +
    `<title>${title}</title><body><main id="main" class="wrap bare"><div class="panel block oops">` +
    `<p class="big-code" aria-hidden="true">${status}</p><div class="stack"><h1>${title}</h1>` +
    `${said}</div></div></main></body></html>`
  );
}

export type ShortReason =
  | 'badAddress'
  | 'longAddress'
  | 'unreadable'
  | 'otherSite'
  | 'notServed'
  | 'tooSlow'
  | 'tooLarge'
  | 'otherHost'
  | 'longHead';

interface ShortRefusal {
  reason: ShortReason;
  status: number;
  locale: RefusalLocale;
  /** Reference of the request. Null when the request is not logged, because the reference would find no log line. */
  reference: string | null;
  /** Public origin of the shop when the client used another host; otherwise empty. */
  origin?: string;
}

const referenceLine = (locale: RefusalLocale, reference: string): string =>
  `<p class="hint">${texts[locale].reference} <span class="ref">${escapeMarkup(reference)}</span></p>`;

/**
 * Explains the rejection and links to the home page. It costs only a few string operations, because any client can
 * trigger it, and repeats nothing of the request.
 */
export function shortRefusalPage(refusal: ShortRefusal, stylesheet: string | null): string {
  const { reason, status, locale, reference, origin = '' } = refusal;
  const { title, lead } = texts[locale][reason];
  const address = origin && `<p><b>${escapeMarkup(origin)}</b></p>`;
  const said =
    `<p>${lead}</p>${address}<p><a class="btn" href="${escapeMarkup(origin)}/${locale}">${texts[locale].back}</a></p>` +
    (reference === null ? '' : referenceLine(locale, reference));
  return frame({ locale, status, title }, stylesheet, said);
}

export function refusalPage(refusal: Refusal, stylesheet: string | null): string {
  const { reason, status, locale, retryAfterSeconds, posted, wasForm } = refusal;
  const words = texts[locale];
  const { title, lead } = words[reason];
  const wait =
    retryAfterSeconds === 1
      ? words.wait_one
      : words.wait_other.replace('{{count}}', String(retryAfterSeconds));
  const kept = posted ? words.kept : wasForm ? words.notKept : '';
  const said =
    `<p>${lead} ${wait}</p>${kept ? `<p>${kept}</p>` : ''}${wayOn(refusal)}` +
    referenceLine(locale, refusal.reference);
  return frame({ locale, status, title }, stylesheet, said);
}
