/**
 * A visitor's page request whose shop uses the engine that a test has loaded: the shop's own queries and search client,
 * and a load context with only a search client and a clock.
 */
import { sampleBrand } from '../../../server/startup/brand';
import { translator } from '~/base/i18n/translate';
import type { Locale } from '~/base/i18n/locales';
import type { PageRequest } from '~/base/page/page';
import type { AppContext } from '../../../server/context';
import { createLogger, type RootLog } from '../../../server/observe/logger';
import { createMetrics } from '../../../server/observe/metrics';
import { createCache } from '../../../server/store/cache';
import { createSearchEngine, type SearchEngine } from '../../../server/upstream/search/search';
import { TODAY } from '../search-fixture/days';
import type { LoadedEngine } from '../search-fixture/engine';

const tags = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-US' } as const;
const clock = { now: () => new Date(`${TODAY}T10:00:00Z`) };

/**
 * Placeholder for parts of the load context that a visitor's search does not use: a page that uses one fails the test.
 */
const absent = (what: string) => (): never => {
  throw new Error(`a visitor's search asked for ${what}`);
};

function pageTo(search: AppContext['search'], log: RootLog): AppContext {
  return {
    savesData: false,
    visitorNetwork: 'test',
    oversized: null,
    countUpload: absent('a count'),
    atReadersPace: (source) => source,
    offlineShare: () => '',
    receipts: { give: absent('a receipt'), read: () => null },
    operatorWords: { read: () => Promise.resolve(null) },
    noteMissedSearch: absent('a note'),
    requestId: 'test',
    nonce: 'test',
    styles: null,
    workerBuild: null,
    withoutNonce: () => undefined,
    allowFormTargets: absent('form targets'),
    clock,
    log,
    site: {
      brand: sampleBrand,
      origin: 'http://shop.example',
      version: 'test',
      tags,
      authMode: 'credentials',
      guestPrices: true,
      csvMaxMb: 1,
      askAbove: 999,
      documentMaxMb: 1,
      paymentHosts: [],
      linkHosts: [],
      cartSyncPath: 'cart/sync',
      erpMaxSeconds: 1,
      erpDedupesTx: false,
      erp503Definite: false,
      analyticsSrc: null,
      accountUrl: null,
    },
    session: { kind: 'guest' },
    authentication: {
      signInPath: absent('a sign-in'),
      signInWithPassword: absent('a sign-in'),
      adoptErpSession: absent('a sign-in'),
      adoptOnlyErpSession: absent('a sign-in'),
      refreshCustomer: absent('a sign-in'),
      fault: null,
      declinedAt: null,
      evenTime: absent('a sign-in'),
      mayMail: absent('a sign-in'),
      saveForm: absent('a kept form'),
      refusedAtOnce: () => false,
      takeSavedForm: absent('a kept form'),
    },
    cookies: { read: absent('a cookie'), write: absent('a cookie'), written: () => false },
    erp: {
      call: absent('the ERP'),
      download: absent('the ERP'),
      offers: () => true,
      lacks: absent('the ERP'),
    },
    search,
    keyValueStore: {
      read: absent('a record'),
      write: absent('a record'),
      delete: absent('a record'),
      keys: absent('a record'),
      lease: absent('a record'),
      ping: absent('a record'),
      epoch: absent('a record'),
      close: absent('a record'),
    },
    cache: createCache({ clock }),
    cartMetrics: createMetrics().cart,
    countIncident: () => undefined,
  };
}

export interface VisitorShop {
  /** Creates the page request for this URL path, which includes the locale. */
  page(path: string): PageRequest;
  close(): Promise<void>;
  /** Warnings that the shop has logged: parts that it left out. */
  warnings: readonly string[];
}

function engineOf(loaded: LoadedEngine): SearchEngine {
  return createSearchEngine({
    url: loaded.url,
    apiKey: undefined,
    indices: {
      products: loaded.alias('products'),
      categories: loaded.alias('categories'),
      infoBanners: loaded.alias('info_banners'),
      advertisements: loaded.alias('advertisements'),
      loyaltyPrograms: loaded.alias('loyalty_programs'),
    },
    tags,
    metrics: createMetrics(),
  });
}

/** The test checks queries, so a cold engine on a busy machine gets more time. */
const patient = ({ search, searchMany }: AppContext['search']): AppContext['search'] => ({
  search: (locale, request, timing) => search(locale, request, { ...timing, timeoutMs: 30_000 }),
  searchMany: (locale, requests, timing) =>
    searchMany(locale, requests, { ...timing, timeoutMs: 30_000 }),
});

const localeOf = (path: string): Locale =>
  path.startsWith('/nl') ? 'nl' : path.startsWith('/en') ? 'en' : 'fr';

export function openVisitorShop(loaded: LoadedEngine): VisitorShop {
  const warnings: string[] = [];
  const log = createLogger({
    level: 'warn',
    version: 'test',
    destination: { write: (line: string) => void warnings.push(line) },
  });
  const engine = engineOf(loaded);
  const facts = { log, reference: 'test', customerRef: null, preference: 'anon' };
  const context = pageTo(patient(engine.forRequest(facts)), log);
  return {
    page: (path) => {
      const url = new URL(path, 'http://shop.example');
      const locale = localeOf(path);
      const request = new Request(url);
      return { context, request, url, locale, params: {}, t: translator(locale) };
    },
    close: () => engine.close(),
    warnings,
  };
}
