/**
 * The page of a request that was refused before any page could be made: too many of them (429), too much to do (503),
 * or a session that cannot be read (503). Short, in the customer's language, with the reference; a form that was posted is given back
 * to be sent again as it was, passwords and files apart. The short one says why a request was not served at all.
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
  /** Path and query that were asked for. */
  here: string;
  /** Fields of a form that was posted; null when none was, or it could not be read. */
  posted: readonly (readonly [name: string, value: string])[] | null;
  /** The refused request was a form, kept or not. */
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

/** The shop's one stylesheet among the built files; none in development. */
export function stylesheetIn(clientFolder: string): string | null {
  try {
    const file = readdirSync(join(clientFolder, 'assets')).find((name) =>
      /^shop-.*\.css$/.test(name),
    );
    return file ? `/assets/${file}` : null;
  } catch {
    // Not built: the page stands without it.
    return null;
  }
}

function fieldOf([name, value]: readonly [string, string], label: string): string {
  const named = `name="${escapeMarkup(name)}"`;
  return /pass/i.test(name)
    ? `<p><label>${label} <input type="password" ${named} autocomplete="current-password" required></label></p>`
    : `<input type="hidden" ${named} value="${escapeMarkup(value)}">`;
}

/** Again as it was, or the way back to the page when it cannot be. */
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

/** What every refusal begins with: no script, one stylesheet, its title and status. */
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

/** Why a request was not served at all. */
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

export interface ShortRefusal {
  reason: ShortReason;
  status: number;
  locale: RefusalLocale;
  /** Null where nothing of the request is logged: it would lead to no line. */
  reference: string | null;
  /** Of the shop, where it is not the one that was asked; else empty. */
  origin?: string;
}

const referenceLine = (locale: RefusalLocale, reference: string): string =>
  `<p class="hint">${texts[locale].reference} <span class="ref">${escapeMarkup(reference)}</span></p>`;

/** What was wrong and the way home; a few string operations, as anyone may ask for it. Nothing of the request is in it. */
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
