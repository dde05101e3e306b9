/** Builds the load context (context.ts) of a request from the process's services and the request's session. */
import { createHmac } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { Request, Response } from 'express';
import { localeOf } from './auth/locale';
import type { AuthService } from './auth/service';
import type { Config } from './config';
import type { AppContext, Clock, Cookies, Site } from './context';
import { documentMaxMb } from './http/body-limit';
import type { Receipts } from './http/forms/receipts';
import { hashOf, networkOf } from './http/limits/network';
import { localsOf } from './http/locals';
import { readerGone } from './http/reader-gone';
import { atReadersPace } from './http/reader-pace';
import { referenceOf } from './http/request-id';
import { changePolicy, nonceOf } from './http/security-headers';
import { savesData } from './http/saves-data';
import { sheetCookie, type PageStyles } from './http/styles/used-styles';
import type { LedgerKeys } from './http/support/ledger-keys';
import type { RootLog } from './observe/logger';
import type { OperatorWords } from './operator-words';
import type { Metrics } from './observe/metrics';
import type { MissedSearches } from './observe/missed-searches';
import type { Cache } from './store/cache';
import type { KeyValueStore } from './store/key-value-store';
import type { Caller } from './upstream/caller';
import type { Capabilities } from './upstream/erp/capabilities';
import { createErp } from './upstream/erp/erp';
import type { SearchEngine } from './upstream/search/search';
import type { WatchedSearch } from './upstream/search/watch-product';

/** Services that live as long as the process. */
export interface Services {
  version: string;
  clock: Clock;
  log: RootLog;
  metrics: Metrics;
  cache: Cache;
  keyValueStore: KeyValueStore;
  auth: AuthService;
  erpCaller: Caller;
  capabilities: Capabilities;
  searchEngine: SearchEngine;
  watchedSearch: WatchedSearch;
  operatorWords: OperatorWords;
  missedSearches: MissedSearches;
  ledgerKeys: LedgerKeys;
  receipts: Receipts;
}

/** Services that only page requests need. */
interface PageServices extends Services {
  site: Site;
  /** Styles to inline into pages; null in development, where pages link to the stylesheet. */
  styles: PageStyles | null;
  workerBuild: string | null;
}

const tagsOf = (config: Config): Site['tags'] => ({
  fr: config.LOCALE_TAG_FR,
  nl: config.LOCALE_TAG_NL,
  en: config.LOCALE_TAG_EN,
});

/** Hosts that links in content may lead to: those of LINK_HOSTS, of payment and of the identity provider. */
export const linkHostsOf = (config: Config): readonly string[] => [
  ...config.LINK_HOSTS,
  ...config.PAYMENT_HOSTS,
  ...[config.OIDC_ISSUER, config.OIDC_ACCOUNT_URL].flatMap((url) =>
    url === undefined ? [] : [new URL(url).host],
  ),
];

export const siteOf = (config: Config, version: string): Site => ({
  brand: config.brand,
  origin: config.PUBLIC_URL,
  version,
  tags: tagsOf(config),
  authMode: config.AUTH_MODE,
  guestPrices: config.GUEST_PRICES,
  csvMaxMb: config.CSV_MAX_MB,
  askAbove: config.QUANTITY_ASK_ABOVE,
  documentMaxMb,
  paymentHosts: config.PAYMENT_HOSTS,
  linkHosts: linkHostsOf(config),
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

function stylesOf(
  request: Request,
  response: Response,
  config: Config,
  styles: PageStyles | null,
): AppContext['styles'] {
  if (!styles || parse(request.headers.cookie ?? '')[sheetCookie] === styles.version) return null;
  return {
    address: styles.address,
    into(page) {
      const { html, sources } = styles.into(page);
      changePolicy(config, response, { styleSources: sources });
      return html;
    },
  };
}

export function createContext(
  request: Request,
  response: Response,
  config: Config,
  services: PageServices,
): AppContext {
  const locals = localsOf(response);
  const { session } = locals;
  if (!session) throw new Error('the session middleware has not run');
  const { view, credentials, authentication } = session;
  const reference = referenceOf(response);
  const customerRef = view.kind === 'customer' ? view.customer.ref : null;
  locals.customerRef = customerRef;
  if (view.kind === 'customer') services.ledgerKeys.note(view.customer);
  const trace = locals.trace ?? null;
  const about = { reference, ...(trace ? { trace: trace.id } : {}) };
  const log = services.log.child({ ...about, ...(customerRef ? { customer: customerRef } : {}) });
  // Log lines of upstream calls already contain the customer, so their logger does not add it.
  const callLog = customerRef ? services.log.child(about) : log;
  const { site } = services;
  const locale = localeOf(request.path);
  // Guests have no session of their own: IP address and user agent identify them. The counter hashes both at once.
  const visitor =
    view.kind === 'customer'
      ? view.key
      : `${request.ip ?? ''} ${request.headers['user-agent'] ?? ''}`;
  const tag = site.tags[locale];
  return {
    requestId: reference,
    nonce: nonceOf(response),
    styles: stylesOf(request, response, config, services.styles),
    workerBuild: services.workerBuild,
    withoutNonce: () => changePolicy(config, response, { nonce: null }),
    allowFormTargets: (origins) => changePolicy(config, response, { formHosts: origins }),
    clock: services.clock,
    log,
    site,
    session: view,
    savesData: savesData(request),
    visitorNetwork: view.kind === 'customer' ? null : hashOf(networkOf(request.ip ?? '')),
    authentication,
    offlineShare: (name) =>
      createHmac('sha256', config.SESSION_SECRET.split(',')[0] ?? '')
        .update(`offline ${name}`)
        .digest('base64url'),
    receipts: services.receipts,
    cookies: cookiesOf(request, response, config),
    erp: createErp({
      caller: services.erpCaller,
      baseUrl: config.ERP_URL,
      acceptLanguage: tag,
      credentials,
      log: callLog,
      reference,
      trace,
      personal: personalOf(view),
      gone: readerGone(response),
      wordsInLog: config.ERP_WORDS_IN_LOG,
      definite503: config.ERP_503_DEFINITE,
      capabilities: services.capabilities,
    }),
    search: services.searchEngine.forRequest({
      log: callLog,
      reference,
      trace,
      customerRef,
      preference: view.kind === 'customer' ? view.key : 'anon',
    }),
    oversized: locals.oversized ?? null,
    countUpload: () => locals.countUpload?.() ?? Promise.resolve(null),
    atReadersPace: (source) => atReadersPace(response, source),
    keyValueStore: services.keyValueStore,
    cartMetrics: services.metrics.cart,
    countIncident: services.metrics.count,
    cache: services.cache,
    operatorWords: services.operatorWords,
    noteMissedSearch: (text) => {
      locals.isCounted = true;
      services.missedSearches.note(locale, text, visitor);
    },
  };
}

/** Personal values that the ERP may repeat in its own messages; the log removes them. */
function personalOf(view: AppContext['session']): readonly (string | null)[] {
  if (view.kind !== 'customer') return [];
  const { name, givenName, familyName, email, login } = view.customer;
  return [name, email, login, familyName, givenName];
}
