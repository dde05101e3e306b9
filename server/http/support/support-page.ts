/**
 * The support page (OPS-07): finds a request by its reference and shows its upstream calls and the customer's last hour
 * and cart. It is served only on the metrics port, and only when a password protects it or no other machine can reach
 * it.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config';
import type { Clock } from '../../context';
import type { RootLog } from '../../observe/logger';
import { parseLine } from '../../observe/log-entry';
import type { Metrics } from '../../observe/metrics';
import type { RecentLines } from '../../observe/recent-lines';
import type { Counters } from '../../store/counters';
import type { KeyValueStore } from '../../store/key-value-store';
import { hashOf, networkOf } from '../limits/network';
import { readLedger } from './cart-ledger';
import type { LedgerKeys } from './ledger-keys';
import { awayNow, findStory, findSimilarReferences } from './request-story';
import { styleSource, supportMarkup, type SupportPage } from './support-markup';

interface SupportDeps {
  config: Pick<Config, 'METRICS_HOST' | 'SUPPORT_USER' | 'SUPPORT_PASSWORD' | 'RATE_LIMITS'>;
  version: string;
  clock: Clock;
  log: RootLog;
  metrics: Pick<Metrics, 'count'>;
  counters: Counters;
  lines: RecentLines;
  ledgerKeys: LedgerKeys;
  keyValueStore: Pick<KeyValueStore, 'read'>;
}

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/**
 * Whether the Host header names this machine. Otherwise the page of another site whose name resolves to this machine
 * (DNS rebinding) could read the support page, which has no password there.
 */
export const isOwnName = (host: string | undefined): boolean =>
  host !== undefined && isLoopback(host.replace(/:\d+$/, ''));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isLetIn({ config }: SupportDeps, { headers }: IncomingMessage): boolean {
  const { SUPPORT_USER: user, SUPPORT_PASSWORD: password } = config;
  if (password === undefined) return isOwnName(headers.host);
  const [scheme, given = ''] = headers.authorization?.split(' ', 2) ?? [];
  if (scheme?.toLowerCase() !== 'basic') return false;
  const said = Buffer.from(given, 'base64').toString('utf8');
  return timingSafeEqual(digest(said), digest(`${user}:${password}`));
}

async function pageOf(deps: SupportDeps, asked: string): Promise<SupportPage> {
  const { lines, clock, version, ledgerKeys, keyValueStore } = deps;
  const sought = ledgerKeys.refByLogin(asked) ?? asked;
  const story = asked === '' ? null : findStory(lines, sought, clock.now().getTime());
  const { lines: count, oldest } = lines.extent();
  const key = story?.customer ? ledgerKeys.of(story.customer) : null;
  const ledger = key === null ? null : ((await readLedger(keyValueStore, key)) ?? 'none');
  return {
    version,
    asked,
    story,
    away: awayNow(lines),
    near: story || asked === '' ? [] : findSimilarReferences(lines, asked),
    ledger: story?.customer ? (ledger ?? 'unknown') : null,
    kept: { lines: count, oldest: oldest === null ? null : (parseLine(oldest)?.time ?? null) },
  };
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };

/**
 * A browser's first request counts too, because it carries no password yet. RATE_LIMITS, which is meant for customers,
 * may lower this limit but neither raise nor disable it.
 */
const refusedPerMinute = 30;
const limitAt = (factor: Config['RATE_LIMITS']): number =>
  Math.max(1, Math.round(refusedPerMinute * (factor === 'off' ? 1 : Math.min(1, factor))));

/** Null when the settings allow no support page. */
export function supportPage(deps: SupportDeps) {
  const { METRICS_HOST: host, SUPPORT_PASSWORD: password, RATE_LIMITS: factor } = deps.config;
  if (password === undefined && !isLoopback(host)) return null;
  const limit = limitAt(factor);
  const refused = deps.counters.counter({
    name: 'support',
    limit,
    windowSeconds: 60,
    givesBack: true,
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asker = hashOf(networkOf(request.socket.remoteAddress ?? ''));
    // Counted before the password is compared, so that concurrent attempts cannot exceed the limit.
    const seconds = await refused.take(asker);
    if (seconds !== null) {
      // A rejected attempt is counted but not logged: a flood of lines would displace those that support looks for.
      deps.metrics.count('security.rate_limited');
      response.writeHead(429, { ...plain, 'Retry-After': String(seconds) });
      response.end(`Too many refusals in a minute: ask again in ${seconds} s.\n`);
      return;
    }
    if (isLetIn(deps, request)) await refused.giveBack(asker);
    else {
      deps.log.warn({ event: 'support.refused' }, 'the support page was refused');
      if (password === undefined) {
        response.writeHead(403, plain);
        response.end('Ask under a name of this machine (127.0.0.1), or set SUPPORT_PASSWORD.\n');
        return;
      }
      response.writeHead(401, {
        ...plain,
        'WWW-Authenticate': 'Basic realm="support", charset="UTF-8"',
      });
      response.end('Name and password are needed: SUPPORT_USER and SUPPORT_PASSWORD.\n');
      return;
    }
    const query = new URL(request.url ?? '/', 'http://support.invalid').searchParams;
    const asked = (query.get('q') ?? '').trim().slice(0, 500);
    // Logging the reference itself would add this line to the lines of that request.
    if (asked !== '') deps.log.info({ event: 'support.asked' }, 'support looked something up');
    const markup = supportMarkup(await pageOf(deps, asked));
    response.writeHead(200, headers).end(markup);
  };
}
