/**
 * Pages of the provider: sign-in, sign-out, errors. Plain forms and one small stylesheet from the provider itself.
 * Without scripts or inline styles they work under the strictest content security policy.
 */
import type { Lang, WorldCustomer } from '../../world';
import { TEXTS, type Texts } from './texts';

export const STYLE_PATH = '/_look/sign-in.css';
export const PAGE_HEADERS: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // With `no-referrer` browsers would send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const LOGO =
  '<svg viewBox="0 0 126 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3.4" ' +
  'stroke-linecap="round" stroke-linejoin="round"><circle cx="16" cy="17" r="12.3"/>' +
  '<path d="M16 12v10M11 17h10"/><path d="M37 5v22.300M44.500 13.500l6.200 13.800 6.200-13.800' +
  'M79 13.500v13.800M79 20.400a6.900 6.900 0 11-13.800 0 6.900 6.900 0 0113.800 0M86.500 27.300V13.500' +
  'M86.500 20a6.200 6.200 0 0112.400 0v7.300M106 20.400h13.600a6.900 6.900 0 10-2.200 5"/></svg>';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

interface PageOptions {
  lang: Lang;
  title: string;
  body: string;
  /** Path on which `?lang=` switches the language; without it the page has no language switcher. */
  switchOn?: string;
}

function languageLinks(current: Lang, path: string, words: Texts): string {
  const links = (['fr', 'nl', 'en'] as const).map(
    (lang) =>
      `<a href="${escapeHtml(path)}?lang=${lang}" lang="${lang}"${lang === current ? ' aria-current="true"' : ''}>` +
      `${lang.toUpperCase()}</a>`,
  );
  return `<nav class="lang" aria-label="${escapeHtml(words.languages)}">${links.join('')}</nav>`;
}

function page({ lang, title, body, switchOn }: PageOptions): string {
  const words = TEXTS[lang];
  return `<!DOCTYPE html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | Olvane</title>
<meta name="theme-color" content="#0c4e99">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header class="top"><div class="wrap bar"><span class="logo">${LOGO}<span class="vh">Olvane</span></span>
<span class="what">${escapeHtml(words.account)}</span>${switchOn === undefined ? '' : languageLinks(lang, switchOn, words)}</div></header>
<main class="wrap">
${body}
</main>
</body>
</html>
`;
}

export interface SignInView {
  lang: Lang;
  /** Path of this page, for its forms and its language links. */
  path: string;
  login: string;
  problem: 'wrong' | 'missing' | null;
  customers: readonly WorldCustomer[];
}

function sampleRow(customer: WorldCustomer, view: SignInView): string {
  const words = TEXTS[view.lang];
  const label = words.signInAs.replace('{name}', customer.name);
  return `<li><div><b>${escapeHtml(customer.name)}</b><span class="code">${escapeHtml(customer.ref)}</span>
<p>${escapeHtml(customer.summary[view.lang])}</p></div>
<button class="btn quiet small" name="as" value="${escapeHtml(customer.ref)}" aria-label="${escapeHtml(label)}">${escapeHtml(words.submit)}</button></li>`;
}

/** Forms send the language, so that the page after a wrong password keeps it. */
const actionOf = (view: SignInView): string => escapeHtml(`${view.path}?lang=${view.lang}`);

function samples(view: SignInView): string {
  if (view.customers.length === 0) return '';
  const words = TEXTS[view.lang];
  const featuredFirst = [...view.customers].sort((a, b) => Number(b.featured) - Number(a.featured));
  return `<section class="samples" aria-labelledby="samples">
<h2 id="samples">${escapeHtml(words.samplesTitle)}</h2>
<p class="muted">${escapeHtml(words.samplesLead)}</p>
<form class="panel" id="sample-form" method="post" action="${actionOf(view)}"><ul>
${featuredFirst.map((customer) => sampleRow(customer, view)).join('\n')}
</ul></form>
</section>`;
}

export function signInPage(view: SignInView): string {
  const words = TEXTS[view.lang];
  const error =
    view.problem === null
      ? ''
      : `<p class="error" id="problem" role="alert">${escapeHtml(words[view.problem])}</p>`;
  const invalid = view.problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const focus = view.login === '' ? ['autofocus', ''] : ['', 'autofocus'];
  const body = `<div class="panel block">
<h1>${escapeHtml(words.signInTitle)}</h1>
<p class="muted">${escapeHtml(words.signInLead)}</p>
<form class="stack" id="password-form" method="post" action="${actionOf(view)}">
${error}
<div class="field"><label for="login">${escapeHtml(words.email)}</label>
<input id="login" name="login" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="${escapeHtml(view.login)}" ${focus[0]}></div>
<div class="field"><label for="password">${escapeHtml(words.password)}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalid} ${focus[1]}></div>
<button class="btn big wide">${escapeHtml(words.submit)}</button>
</form>
<p class="small"><a href="${actionOf(view)}&amp;password=new">${escapeHtml(words.forgotten)}</a></p>
<form id="cancel-form" method="post" action="${actionOf(view)}"><button class="btn plain wide" name="cancel" value="1">${escapeHtml(words.cancel)}</button></form>
</div>
${samples(view)}`;
  return page({ lang: view.lang, title: words.signInTitle, body, switchOn: view.path });
}

interface NoteView {
  lang: Lang;
  title: string;
  lead: string;
  /** A detail for support, e.g. an OAuth error and its description. */
  detail?: string;
  /** HTML of the buttons and links below the text. */
  actions?: string;
}

export function notePage({ lang, title, lead, detail, actions = '' }: NoteView): string {
  const small = detail === undefined ? '' : `<p class="muted small">${escapeHtml(detail)}</p>`;
  const body = `<div class="panel block stack"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p>${small}${actions}</div>`;
  return page({ lang, title, body });
}

/** Replaces the password reset of a real provider: passwords of the stand-in cannot change. */
export function newPasswordPage({ lang, path }: SignInView): string {
  const { forgottenTitle: title, forgottenLead: lead, backToSignIn } = TEXTS[lang];
  return notePage({ lang, title, lead, actions: linkButton(`${path}?lang=${lang}`, backToSignIn) });
}

export const linkButton = (href: string, label: string): string =>
  `<a class="btn wide" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
