/**
 * Rejects requests that come too often (P-61): 429 with `Retry-After`, as JSON to the cart's island and as a page to a
 * person, with one security log line per rejection (P-73). It runs after the session middleware, because customers are
 * counted by session. The client address is Express's `request.ip`, which trusts as many proxies as TRUST_PROXY says
 * and no other X-Forwarded-For (P-28).
 */
import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config';
import { createBrowserCookies } from '../../auth/session/browser-cookies';
import type { KnownBrowsers } from '../../auth/session/known-browsers';
import { localeOf } from '../../auth/locale';
import type { RootLog } from '../../observe/logger';
import type { Metrics } from '../../observe/metrics';
import type { Counter, Counters } from '../../store/counters';
import { queryOf } from '../address/query';
import { kindOf } from '../forms/body-kind';
import { asyncHandler, localsOf } from '../locals';
import { referenceOf } from '../request-id';
import type { RouteOf } from '../policy/route-policy';
import { hashOf, networkOf, siteOf } from './network';
import { postedFields } from './posted-form';
import { addressesOfSite, rateRules, ruleOf, uploads, type RateRule } from './rate-rules';
import { refusalPage } from './refusal-page';

interface RateLimitOptions {
  config: Pick<Config, 'RATE_LIMITS' | 'AUTH_MODE' | 'OIDC_REDIRECT_PATH' | 'PUBLIC_URL'>;
  counters: Counters;
  knownBrowsers: Pick<KnownBrowsers, 'browserOf'>;
  log: RootLog;
  metrics: Pick<Metrics, 'count'>;
  stylesheet: string | null;
  routeOf: RouteOf;
  /** Length of the window of all counters; 60 by default. */
  windowSeconds?: number | undefined;
}

const browserTtlSeconds = 900;

interface CountersOfRule {
  visitor: Counter;
  customer: Counter | null;
  address: Counter;
  site: Counter;
}

function createCounters(
  { counters, windowSeconds = 60 }: RateLimitOptions,
  factor: number,
): ReadonlyMap<string, CountersOfRule> {
  const counterOf = (name: string, perMinute: number): Counter =>
    counters.counter({ name, limit: Math.max(1, Math.round(perMinute * factor)), windowSeconds });
  return new Map(
    rateRules.map(({ name, perVisitor, perCustomer, perAddress }) => [
      name,
      {
        visitor: counterOf(`${name}:visitor`, perVisitor),
        customer: perCustomer ? counterOf(`${name}:customer`, perCustomer) : null,
        address: counterOf(`${name}:address`, perAddress),
        site: counterOf(`${name}:site`, perAddress * addressesOfSite),
      },
    ]),
  );
}

/** Returns a function for the key under which a rule counts the visitor of a request. */
function createVisitorKeys({ config, knownBrowsers }: RateLimitOptions) {
  const cookies = createBrowserCookies(config.PUBLIC_URL);

  /** Sign-in attempts are counted by browser, because all computers of a practice look the same. */
  function browserOf(request: Request, response: Response): string {
    const name = `${cookies.session.replace(/sid$/, '')}browser`;
    const known = cookies.read(request, name);
    if (known && /^[\w-]{22}$/.test(known)) return known;
    const made = randomBytes(16).toString('base64url');
    cookies.set(response, name, made, browserTtlSeconds);
    return made;
  }

  return function visitorOf(rule: RateRule, request: Request, response: Response): string {
    if (rule.name === 'sign-in') return browserOf(request, response);
    const view = localsOf(response).session?.view;
    if (view?.kind === 'customer') return hashOf(`session|${view.key}`);
    const network = networkOf(request.ip ?? '');
    // A guest can change the user agent freely: that must not allow more posts.
    if (request.method === 'POST')
      return hashOf(knownBrowsers.browserOf(request) ?? `post|${network}`);
    return hashOf(`${network}|${request.get('user-agent') ?? ''}`);
  };
}

/** Seconds to wait and the name of the exhausted counter, or null. */
async function waitFor(
  counters: CountersOfRule,
  request: Request,
  response: Response,
  visitorKey: () => string,
) {
  const ip = request.ip ?? '';
  const address = hashOf(networkOf(ip));
  const site = siteOf(ip);
  const view = localsOf(response).session?.view;
  const owner = view?.kind === 'customer' ? view.customer.owner : null;
  const shared = [
    ...(owner === null || counters.customer === null
      ? []
      : [{ by: 'customer', counter: counters.customer, key: hashOf(`customer|${owner}`) }]),
    { by: 'address', counter: counters.address, key: address },
    ...(site === null ? [] : [{ by: 'site', counter: counters.site, key: hashOf(site) }]),
  ];
  // Check the shared counters before creating a key for the guest, who gets a new one with each cookie or user agent.
  for (const { by, counter, key } of shared) {
    const seconds = await counter.waitSeconds(key);
    if (seconds !== null) return { seconds, by };
  }
  const visitor = await counters.visitor.take(visitorKey());
  if (visitor !== null) return { seconds: visitor, by: 'visitor' };
  for (const { by, counter, key } of shared) {
    const seconds = await counter.take(key);
    if (seconds !== null) return { seconds, by };
  }
  return null;
}

async function refuse(
  options: RateLimitOptions,
  request: Request,
  response: Response,
  seconds: number,
): Promise<void> {
  response.status(429).setHeader('Retry-After', String(seconds));
  response.setHeader('Cache-Control', 'no-store');
  if (kindOf(request.get('content-type')) === 'json') {
    response.json({ error: 'too-many-requests' });
    return;
  }
  const policy = options.routeOf(request.path)?.policy ?? null;
  if (policy?.load === 'suggestion') {
    response.end();
    return;
  }
  const wasForm = request.method === 'POST';
  const page = refusalPage(
    {
      reason: 'tooMany',
      status: 429,
      locale: localeOf(request.path),
      retryAfterSeconds: seconds,
      reference: referenceOf(response),
      here: request.originalUrl,
      wasForm,
      posted: wasForm ? await postedFields(request, policy) : null,
    },
    options.stylesheet,
  );
  response.type('html').send(page);
}

export function rateLimits(options: RateLimitOptions): RequestHandler {
  const { config, log, metrics } = options;
  const factor = config.RATE_LIMITS;
  if (factor === 'off') return (_request, _response, next) => next();
  const isOidc = config.AUTH_MODE !== 'credentials';
  const countersOfRules = createCounters(options, factor);
  const visitorOf = createVisitorKeys(options);

  /** Counts and logs a rejection and returns the seconds to wait; null within the limits. */
  async function stopped(rule: RateRule, request: Request, response: Response) {
    const counters = countersOfRules.get(rule.name);
    const visitor = (): string => visitorOf(rule, request, response);
    const wait = counters ? await waitFor(counters, request, response, visitor) : null;
    if (!wait) return null;
    const view = localsOf(response).session?.view;
    metrics.count('security.rate_limited');
    log.warn(
      {
        event: 'security.rate_limited',
        reference: referenceOf(response),
        customer: view?.kind === 'customer' ? view.customer.ref : null,
        rule: rule.name,
        by: wait.by,
        seconds: wait.seconds,
      },
      'security event',
    );
    return wait.seconds;
  }

  return asyncHandler(async (request, response, next) => {
    const view = localsOf(response).session?.view;
    localsOf(response).countUpload = () => stopped(uploads, request, response);
    const rule = ruleOf({
      method: request.method,
      rate: options.routeOf(request.path)?.policy.rate ?? null,
      query: queryOf(request),
      // `slice(3)` removes the locale prefix, such as `/fr`.
      isReturn: isOidc && request.path.slice(3) === config.OIDC_REDIRECT_PATH,
      kind: kindOf(request.get('content-type')),
      guest: view?.kind !== 'customer',
      byPassword: config.AUTH_MODE === 'credentials',
    });
    const seconds = rule && (await stopped(rule, request, response));
    if (seconds === null) next();
    else await refuse(options, request, response, seconds);
  });
}
