/** Renders the support page as HTML without script; every text from a log line is escaped. */
import { createHash } from 'node:crypto';
import { localTime } from '../../observe/local-time';
import { whyOf, type LogEntry } from '../../observe/log-entry';
import { maxAsked } from '../../observe/meant-reference';
import type { LedgerView } from './cart-ledger';
import type { CallBar, Story, StoryLine } from './request-story';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string | number): string =>
  String(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');

const style = `
body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem;color:#1b2a22;background:#fff}a{color:#0b5d3b}
h1{font-size:1.3rem}h2{font-size:1.05rem;margin:1.6rem 0 .4rem;border-bottom:1px solid #c9d4ce}
form{display:flex;gap:.5rem;align-items:end;flex-wrap:wrap}label{display:block;font-weight:600}
input{font:inherit;padding:.45rem .6rem;border:1px solid #55665c;border-radius:4px;width:100%;min-width:18rem;box-sizing:border-box}
button{font:inherit;padding:.45rem 1rem;border:0;border-radius:4px;background:#0b5d3b;color:#fff}
:focus-visible{outline:3px solid #8a1c4a;outline-offset:2px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0}
th{font-weight:600}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
time,code{font-variant-numeric:tabular-nums;white-space:nowrap}td{overflow-wrap:anywhere}
.bad{color:#a01818;font-weight:600}.soft{color:#55665c}td.bar{width:40%}svg{display:block;width:100%;height:14px}
@media(max-width:40rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid #dde6e1}td{display:inline-block;max-width:100%;padding:0 .5rem 0 0}
td.n::before{content:attr(data-of) " ";color:#55665c}td.bar{display:block;width:auto}input{min-width:0}form>div{flex:1 1 100%}ul{padding-left:1.2rem}}
`;
/** The policy allows nothing but the page's own style. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const time = (at: string | number): string => `<time>${escaped(localTime(at))}</time>`;
const tone = (failed: boolean): string => (failed ? ' class="bad"' : '');

function bar({ startMs, ms, failed }: CallBar, totalMs: number): string {
  const share = (value: number): string => ((value / totalMs) * 100).toFixed(2);
  const width = Math.max(0.4, (ms / totalMs) * 100).toFixed(2);
  return `<svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="14" fill="#eef2ef"/><rect x="${share(startMs)}" width="${width}" height="14" fill="${failed ? '#a01818' : '#0b5d3b'}"/></svg>`;
}

function waterfall({ calls, totalMs, request }: Story): string {
  if (calls.length === 0) return '<p>No upstream call.</p>';
  const rows = calls.map(
    (call) =>
      `<tr><td${tone(call.failed)}>${escaped(call.what)}${call.detail ? `<br><span class="soft">${escaped(call.detail)}</span>` : ''}</td><td${tone(call.failed)}>${escaped(call.status)}</td><td class="n" data-of="from ms">${escaped(call.startMs)}</td><td class="n" data-of="took ms">${escaped(call.ms)}</td><td class="bar">${bar(call, totalMs)}</td></tr>`,
  );
  const whole = request?.ms ?? totalMs;
  return `<table><thead><tr><th>call</th><th>answer</th><th class="n">from ms</th><th class="n">took ms</th><th>of ${escaped(whole)} ms</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const eventRow = ({ event, level, path, order, status, ...entry }: LogEntry): string =>
  `<tr><td${tone(level !== 'info')}>${escaped(event)}</td><td>${escaped(path ?? order ?? '')}</td><td>${escaped(status ?? '')}</td><td>${escaped(whyOf(entry))}</td></tr>`;

function requestPart(story: Story): string {
  if (story.reference === null) return '';
  const { request, events } = story;
  const line = request
    ? `<p>${time(request.time)} <strong${tone((request.status ?? 0) >= 500)}>${escaped(request.method ?? '')} ${escaped(request.path ?? '')} answered ${escaped(request.status ?? '')}</strong> after ${escaped(request.ms ?? '')} ms${request.aborted ? ', <strong class="bad">not received whole: the browser went away</strong>' : ''}, ${story.customer === null ? 'a visitor' : `customer ${escaped(story.customer)}`}</p>`
    : '<p>The line of the request itself is not here: it is older than what is kept, or still being answered.</p>';
  const others =
    events.length === 0
      ? ''
      : `<h2>What the shop noted</h2><table><tbody>${events.map(eventRow).join('')}</tbody></table>`;
  return `<h2>Request ${escaped(story.reference)}</h2>${line}<h2>Upstream calls</h2>${waterfall(story)}${others}`;
}

const lookUp = (reference: string): string =>
  `<a href="/support?q=${encodeURIComponent(reference)}"><code>${escaped(reference)}</code></a>`;

function hourPart({ customer, hour, hourSince }: Story): string {
  if (customer === null) return '';
  const rows = hour.map(
    (one) =>
      `<tr><td>${time(one.time)}</td><td>${one.reference === null ? '' : lookUp(one.reference)}</td><td${tone(one.failed)}>${escaped(one.words)}</td></tr>`,
  );
  const reach = hourSince === null ? 'the last hour' : `since ${time(hourSince)}`;
  return `<h2>Customer ${escaped(customer)}, ${reach}</h2><table><tbody>${rows.join('')}</tbody></table>`;
}

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;

const lineCount = (count: number): string => `${count} line${count === 1 ? '' : 's'}`;

/** After an order, and before the first line is added, the ERP returns a cart without uuid. */
const cartOf = ({ cart, lines }: NonNullable<LedgerView['snapshot']>): string =>
  cart === null ? 'an empty cart' : `cart <code>${escaped(cart)}</code> with ${lineCount(lines)}`;

function ledgerPart(ledger: LedgerView | 'unknown' | 'none' | null): string {
  if (ledger === null) return '';
  const head = '<h2>Cart</h2>';
  if (ledger === 'unknown')
    return `${head}<p>This instance has not served the customer since it started, so it does not know the cart.</p>`;
  if (ledger === 'none') return `${head}<p>The ledger holds nothing of this customer.</p>`;
  const { snapshot, doubt, pending, notices, trouble, settled } = ledger;
  const inDoubt = doubt
    ? `<p class="bad">In doubt: sent ${time(doubt.sentAt)}, may still land until ${time(doubt.until)}; then the cart is read and compared.</p>${list(doubt.edits)}`
    : '<p>No write is in doubt.</p>';
  const waiting =
    pending.length > 0
      ? `<p class="bad">Waiting to be sent: ${pending.length}${trouble ? ` (ERP: ${escaped(trouble)})` : ''}</p>${list(pending)}`
      : '<p>No edit waits on the server.</p>';
  const seen = snapshot
    ? `<p>The ERP last showed ${cartOf(snapshot)} at ${time(snapshot.at)}.</p>`
    : '<p>The ERP has not shown a cart yet.</p>';
  const open = notices.map(
    ({ kind, at, lines }) => `${kind}, ${lineCount(lines)}, since ${localTime(at)}`,
  );
  const unread = open.length > 0 ? `<p>Notices the customer has not closed:</p>${list(open)}` : '';
  const ends = settled.map(
    ({ fate, count, last }) => `${count} ${fate}, the last ${localTime(last)}`,
  );
  const remembered =
    ends.length > 0 ? `<p>What became of earlier edits (30 days):</p>${list(ends)}` : '';
  return `${head}${inDoubt}${waiting}${seen}${unread}${remembered}`;
}

export interface SupportPage {
  version: string;
  asked: string;
  /** The request or customer that was found; null when nothing was searched or found. */
  story: Story | null;
  /** Requests with a reference similar to the one that was not found. */
  near: readonly StoryLine[];
  ledger: LedgerView | 'unknown' | 'none' | null;
  kept: { lines: number; oldest: string | null };
  /** The newest log line of each unavailable server. */
  away?: readonly LogEntry[];
}

/** Lists unavailable services, with the start of the outage if the log line contains it. */
const awayPart = (away: readonly LogEntry[]): string =>
  away.length === 0
    ? ''
    : `<h2 class="bad">Away now</h2><ul>${away
        .map(
          ({ path, since, time: at, detail }) =>
            `<li><strong>${escaped(path ?? '')}</strong> since ${time(since ?? at)}: ${escaped(detail ?? '')}</li>`,
        )
        .join('')}</ul>`;

/** Suggests similar requests and other ways to search. */
function nothingPart(asked: string, near: readonly StoryLine[], extent: string): string {
  const elsewhere = 'Older lines, and those of other instances: npm run logs.';
  if (near.length === 0)
    return `<p class="bad">Nothing found for ${escaped(asked)} in ${escaped(extent)}. ${elsewhere} Neither names nor product codes lead to a request: the reference stands on the customer’s error page, the customer number in the ERP; a login is known of customers whom this instance has served.</p>`;
  const rows = near.map(
    ({ time: at, reference, words, failed }) =>
      `<tr><td>${time(at)}</td><td>${lookUp(reference ?? '')}</td><td${tone(failed)}>${escaped(words)}</td></tr>`,
  );
  return `<h2>Near ${escaped(asked)}</h2><p>Is one of these meant?</p><table><tbody>${rows.join('')}</tbody></table><p>${elsewhere}</p>`;
}

export function supportMarkup({ away = [], ...page }: SupportPage): string {
  const { version, asked, story, near, ledger, kept } = page;
  const extent = `${kept.lines} log lines of this instance${kept.oldest === null ? '' : `, since ${localTime(kept.oldest)}`}`;
  const nothing = asked === '' || story ? '' : nothingPart(asked, near, extent);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Support${story?.reference ? ` ${escaped(story.reference)}` : ''}</title><style>${style}</style></head><body><main><h1>Support</h1><form method="get" action="/support"><div><label for="q">Reference of an error page, number of an order, number or login of a customer</label><input id="q" name="q" value="${escaped(asked)}" maxlength="${maxAsked}" autocomplete="off"></div><button>Look up</button></form>${awayPart(away)}${nothing}${story ? requestPart(story) + ledgerPart(ledger) + hourPart(story) : ''}<p class="soft">${escaped(extent)}. Shop ${escaped(version)}. Times are in Europe/Brussels.</p></main></body></html>`;
}
