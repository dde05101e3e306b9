/** Describes what a customer did, without free text: for the timeline of `npm run logs` and the support page. */
import type { LogEntry } from './log-entry';

const events: Readonly<Record<string, string>> = {
  'sign_in.started': 'went to sign in',
  'sign_in.succeeded': 'signed in',
  'sign_in.failed': 'could not sign in',
  'sign_in.anonymous': 'came back from the provider without a sign-in',
  'sign_out.done': 'signed out',
  'session.ended': 'session ended',
  'erp.session_refused': 'ERP refused the session right after the sign-in',
  'token.renewal_failed': 'token could not be renewed',
  'form.kept': 'form kept for after sign-in',
  'order.not_placed': 'order not placed',
  'order.lookup_failed': 'order in doubt could not be looked up',
  'order.answer_lost': 'order in doubt: the ERP did not confirm it, and may have it',
  'order.total_differs': 'order comes to another total than was confirmed: call the customer',
  'order.told': 'read what became of the order',
  'cart.replaced': 'cart was ordered or replaced elsewhere',
  'cart.sync.rejected': 'cart change refused by the ERP',
  'cart.sync.doubt': 'cart change in doubt',
  'cart.sync.resolved': 'cart change no longer in doubt',
  'cart.sync.divergence': 'cart differs from what was sent: call the customer',
  'cart.waiting_lost': 'cart changes that waited may be lost: the store has lost its memory',
  'cart.price_differs': 'cart has other prices than the catalogue',
  'cart.read_failed': 'cart could not be read',
  'cart.sync.unavailable': 'cart change waits in the browser: it could not be taken',
  'cart.sync.repeated': 'cart change sent again: nothing counted twice',
  'form.repeated': 'sent again: nothing counted twice',
  'checkout.repeated': 'checkout sent again: nothing ordered twice',
  'checkout.failed': 'checkout stopped: ERP away',
  'form.failed': 'form not carried out: ERP away',
  'form.older_than_memory': 'form from before the store lost its memory',
  'claims.dropped': 'claims of the sign-in left out',
  'claims.missing': 'price lists unknown: no trade claims in the sign-in',
  'download.refused': 'file not handed on: of another kind than expected',
  'erp.file_elsewhere': 'file not handed on: the ERP names another host',
  'payment.twice': 'order with more than one payment',
  'payment.differs':
    'payment is not what the order comes to, or comes on top of it: call the customer',
  'payment.answer_lost': 'payment in doubt: the ERP’s answer to its start was lost',
  'import.done': 'order file imported',
  'import.answer_lost': 'order file in doubt: the ERP’s answer was lost',
  'block.unavailable': 'part of the page left out',
  'page.unavailable': 'page not shown: its data could not be read',
  'page.failed': 'page failed: fault of the shop',
  'request.failed': 'page failed: fault of the shop',
  'request.refused': 'not taken as it was sent',
  'erp.failed': 'ERP failed',
  'erp.refused': 'ERP refused',
  'erp.answer_invalid': 'ERP answered in another shape',
  'erp.record_dropped': 'record of the ERP left out: it cannot be used',
  'search.document_dropped': 'document of the index left out: it cannot be used',
  'erp.call_missing': 'ERP lacks a call',
  'security.rate_limited': 'too many requests, held back',
  'payment.host_refused': 'payment form led to a host that is not allowed',
  'sheet.unchecked': 'lines not checked against the catalogue',
};

/**
 * The first match applies: method, path without the locale, description. A form whose page has no POST entry is
 * described by its page.
 */
const pages: readonly (readonly [method: string, path: RegExp, words: string])[] = [
  ['POST', /^\/cart\/sync$/, 'cart changes sent by the browser'],
  ['POST', /^\/cart$/, 'cart change sent'],
  ['POST', /^\/(search|c\/|promotions|selection|vetgroup|quick-order)/, 'lines sent from a list'],
  ['POST', /^\/p\//, 'lines sent from a product'],
  ['POST', /^\/scan/, 'lines sent from the scanner'],
  ['POST', /^\/cart-confirm$/, 'checkout sent'],
  ['POST', /^\/cart-confirm\/payment$/, 'payment sent'],
  ['POST', /^\/cart\/import/, 'order file sent'],
  ['POST', /^\/account$/, 'lines sent from the order sheet'],
  ['POST', /^\/account\/sign-out$/, 'asked to sign out'],
  ['POST', /\/again$/, 'order put into the cart again'],
  ['POST', /^\/account\/keep$/, 'product put on a list'],
  ['GET', /^\/cart-confirm\/payment$/, 'payment'],
  ['GET', /^\/search$/, 'searched'],
  ['GET', /^\/p\//, 'looked at a product'],
  ['GET', /^\/c\//, 'looked at a category'],
  ['GET', /^\/promotions$/, 'looked at the promotions'],
  ['GET', /^\/(selection|vetgroup)$/, 'looked at a list for this customer'],
  ['GET', /^\/cart(\/sync)?$/, 'looked at the cart'],
  ['GET', /^\/cart\/csv$/, 'downloaded the cart'],
  ['GET', /^\/cart\/import/, 'looked at the order file page'],
  ['GET', /^\/cart-confirm/, 'checkout'],
  ['GET', /^\/cart-validated$/, 'order confirmation'],
  ['GET', /^\/account\/\w+\/[\w-]+\/(download|csv|document)$/, 'downloaded a document'],
  ['GET', /^\/account\/documents/, 'looked at documents'],
  ['GET', /^\/account\/sales\/\d+/, 'looked at an order'],
  ['GET', /^\/account\/sales$/, 'looked at the orders'],
  ['GET', /^\/account\/quotations/, 'looked at quotations'],
  ['GET', /^\/account\/(wishlists|keep)/, 'looked at own lists'],
  ['GET', /^\/account\/products_on_order/, 'looked at products on order'],
  ['GET', /^\/account\/alerts/, 'looked at promotion alerts'],
  ['GET', /^\/account\/smallads/, 'looked at small ads'],
  ['GET', /^\/account\/profile/, 'looked at the profile'],
  ['GET', /^\/account\/(sign-in|oidc-redirect)$/, 'sign-in'],
  ['GET', /^\/account\/sign(ed)?-out$/, 'sign-out'],
  ['GET', /^\/account\/(register|validate-email)/, 'opening an account'],
  ['GET', /^\/account\/(forgotten|new)-password$/, 'forgotten password'],
  ['GET', /^\/account$/, 'dashboard'],
  ['GET', /^$/, 'home page'],
  ['GET', /^\/quick-order$/, 'quick order'],
  ['GET', /^\/scan/, 'scanner'],
  ['GET', /^\/news/, 'read the news'],
  ['GET', /^\/newsletter$/, 'newsletter'],
  ['GET', /^\/page\//, 'read a page'],
  ['GET', /^\/(form|contact)/, 'contact'],
];

/** Technical requests, which a customer's timeline omits. */
const quiet =
  /\/(autocomplete|account\/session|consent|manifest\.|offline$|robots\.|sitemap\.|news-media\/|favicon)/;

const wordsOf = (method: string, below: string): string | undefined =>
  pages.find(([verb, pattern]) => verb === method && pattern.test(below))?.[2];

function requestInWords(method: string | null, path: string): string {
  const below = path.replace(/^\/(fr|nl|en)(?=\/|$)/, '').replace(/\/$/, '');
  const page = wordsOf('GET', below);
  if (method === 'POST') return wordsOf('POST', below) ?? `form sent: ${page ?? path}`;
  return page ?? `asked for ${path}`;
}

function pageInWords({ method, path, status, ms, aborted }: LogEntry): string | null {
  if (path === null || quiet.test(path)) return null;
  const words = requestInWords(method, path);
  const after = ms === null ? '' : ` after ${ms} ms`;
  const cut = aborted ? `: not received whole, the browser went away${after}` : '';
  if (status === null || status < 400) return words + cut;
  const outcome = status === 422 ? 'refused, said why' : `answered ${status}`;
  return `${words}: ${outcome}${cut || after}`;
}

const services: Readonly<Record<string, string>> = {
  erp: 'ERP',
  search: 'search',
  identity: 'sign-in service',
};

/** Describes a failed upstream call; null for a call that was answered. */
function callInWords({ event, status, method, path, detail }: LogEntry): string | null {
  if (status !== null && status < 500) return null;
  const service = event.replace('.called', '');
  const outcome = status === null ? 'no answer' : String(status);
  const call = `${method ?? ''} ${path ?? ''}`.trim();
  return `${services[service] ?? service} ${outcome} (${call})${detail ? `: ${detail}` : ''}`;
}

const lineCount = (count: number): string => `${count} line${count === 1 ? '' : 's'}`;

/**
 * Describes log entries about a payment, a placed order with its number of lines, or a change of cart lines; null for
 * any other.
 */
function countedInWords({ event, order, lines, detail, beside }: LogEntry): string | null {
  const payment = /^payment\.(begun|returned)$/.exec(event)?.[1];
  if (payment) {
    const extras = [detail, beside].filter(Boolean).join(', ');
    const ofOrder = `payment of ${order ?? 'an order'}`;
    const told = payment === 'begun' ? `${ofOrder} begun` : `back from the ${ofOrder}`;
    return extras ? `${told} (${extras})` : told;
  }
  if (event === 'order.placed') {
    const extras = [lines === null ? null : lineCount(lines), detail].filter(Boolean).join(', ');
    return `order ${order === null ? '' : `${order} `}placed${extras ? ` (${extras})` : ''}`;
  }
  const touched = /^cart\.lines_(added|reduced|removed)$/.exec(event)?.[1];
  return touched && lines !== null ? `${lineCount(lines)} ${touched}` : null;
}

/** Describes a log entry; null when it is nothing that the customer did or noticed. */
export function inWords(entry: LogEntry): string | null {
  const { event, order, path, lines, detail, beside } = entry;
  if (event === 'request.answered') return pageInWords(entry);
  if (event.endsWith('.called')) return callInWords(entry);
  const counted = countedInWords(entry);
  if (counted !== null) return counted;
  const words = events[event];
  if (words === undefined) return null;
  const count = event === 'form.repeated' && lines !== null ? lineCount(lines) : null;
  const what = [order, path, count, detail, beside].filter(Boolean).join(': ');
  return what ? `${words} (${what})` : words;
}
