/** Builds the one door (context.ts) for a request from the process's services and the request's session. */
import { parse, serialize } from 'cookie';
import type { Request, Response } from 'express';
import type { AuthService } from './auth/service';
import type { Config } from './config';
import type { AppContext, Clock, Cookies, Site } from './context';
import { documentMaxMb } from './http/body-limit';
import { localsOf } from './http/locals';
import { referenceOf } from './http/request-id';
import { allowFormTargets, nonceOf } from './http/security-headers';
import type { RootLog } from './observe/logger';
import type { Metrics } from './observe/metrics';
import type { Memory } from './store/memory';
import type { Records } from './store/records';
import type { Caller } from './upstream/caller';
import { createErp } from './upstream/erp/erp';
import type { SearchEngine } from './upstream/search/search';

/** What lives as long as the process. */
export interface Services {
  version: string;
  clock: Clock;
  log: RootLog;
  metrics: Metrics;
  memory: Memory;
  records: Records;
  auth: AuthService;
  erpCaller: Caller;
  searchEngine: SearchEngine;
}

const tagsOf = (config: Config): Site['tags'] => ({
  fr: config.LOCALE_TAG_FR,
  nl: config.LOCALE_TAG_NL,
  en: config.LOCALE_TAG_EN,
});

export const siteOf = (config: Config, version: string): Site => ({
  origin: config.PUBLIC_URL,
  version,
  tags: tagsOf(config),
  authMode: config.AUTH_MODE,
  guestPrices: config.GUEST_PRICES,
  csvMaxMb: config.CSV_MAX_MB,
  documentMaxMb,
  paymentHosts: config.PAYMENT_HOSTS,
  cartSyncPath: config.CART_SYNC_PATH,
  erpMaxSeconds: config.ERP_MAX_SECONDS,
  erpDedupesTx: config.ERP_DEDUPES_TX,
  erp503Definite: config.ERP_503_DEFINITE,
  analyticsSrc: config.ANALYTICS_SRC ?? null,
  accountUrl: config.OIDC_ACCOUNT_URL ?? null,
});

const cookiesOf = (request: Request, response: Response, config: Config): Cookies => ({
  read: (name) => parse(request.headers.cookie ?? '')[name],
  write: (name, value, { maxAgeSeconds, scriptable = false }) => {
    const cookie = serialize(name, value, {
      path: '/',
      sameSite: 'lax',
      httpOnly: !scriptable,
      secure: config.PUBLIC_URL.startsWith('https:'),
      maxAge: maxAgeSeconds,
    });
    response.append('Set-Cookie', cookie);
  },
  written: () => response.getHeader('set-cookie') !== undefined,
});

export function createContext(
  request: Request,
  response: Response,
  config: Config,
  services: Services,
): AppContext {
  const locals = localsOf(response);
  const { session } = locals;
  if (!session) throw new Error('the session middleware has not run');
  const { view, credentials, authentication } = session;
  const reference = referenceOf(response);
  const customerRef = view.kind === 'customer' ? view.customer.ref : null;
  locals.customerRef = customerRef;
  const log = services.log.child({ reference });
  const site = siteOf(config, services.version);
  const locale = /^\/(fr|nl|en)(\/|$)/.exec(request.path)?.[1];
  const tag = locale === 'nl' || locale === 'en' ? site.tags[locale] : site.tags.fr;
  return {
    requestId: reference,
    nonce: nonceOf(response),
    allowFormTargets: (origins) =>
      allowFormTargets(config, response, [...services.auth.formOrigins(), ...origins]),
    clock: services.clock,
    log,
    site,
    session: view,
    authentication,
    cookies: cookiesOf(request, response, config),
    erp: createErp({
      caller: services.erpCaller,
      baseUrl: config.ERP_URL,
      acceptLanguage: tag,
      credentials,
      log,
      reference,
      definite503: config.ERP_503_DEFINITE,
    }),
    search: services.searchEngine.forRequest({
      log,
      reference,
      customerRef,
      preference: view.kind === 'customer' ? view.key : 'anon',
    }),
    oversized: locals.oversized ?? null,
    records: services.records,
    cartMetrics: services.metrics.cart,
    memory: services.memory,
  };
}
