/** Builds the services of the process and starts them in a fixed order, authentication first (CFG-06). */
import { createAuth } from './auth/create-auth';
import { createSeal } from './auth/session/seal';
import { ConfigFault, type Config } from './config';
import type { Clock } from './context';
import type { Services } from './create-context';
import { createReceipts } from './http/forms/receipts';
import type { Dependency } from './http/health';
import { createLedgerKeys } from './http/support/ledger-keys';
import { errorDetail, type RootLog } from './observe/logger';
import type { Metrics } from './observe/metrics';
import { createMissedSearches } from './observe/missed-searches';
import { createOperatorWords } from './operator-words';
import { createCache } from './store/cache';
import type { KeyValueStore } from './store/key-value-store';
import { openStore } from './store/open-store';
import { sealedRecords } from './store/sealed';
import { createCaller } from './upstream/caller';
import { askAnonymously } from './upstream/erp/ask-anonymously';
import { createCapabilities } from './upstream/erp/capabilities';
import type { GuardTuning } from './upstream/guard/guard';
import { createSearchEngine } from './upstream/search/search';
import { watchSearchProduct } from './upstream/search/watch-product';
import { version } from './version';

/** A store file that cannot be opened or written is reported like any other configuration fault. */
async function storeOf(
  config: Config,
  parts: { clock: Clock; log: RootLog; count: Metrics['count'] },
): Promise<KeyValueStore> {
  const { redis, SESSION_DB: file } = config;
  try {
    return await openStore({ redis, file, ...parts });
  } catch (error) {
    if (redis) throw error;
    throw new ConfigFault([`SESSION_DB: ${file} given; ${errorDetail(error)}`]);
  }
}

/** Builds every service and starts those that need it. */
export async function startServices(options: {
  config: Config;
  clock: Clock;
  log: RootLog;
  metrics: Metrics;
  tuning?: GuardTuning;
  evenStepMs?: number | undefined;
}): Promise<Services> {
  const { config, clock, log, metrics, tuning = {}, evenStepMs } = options;
  const seal = createSeal(config.SESSION_SECRET);
  const keyValueStore = sealedRecords({
    keyValueStore: await storeOf(config, { clock, log, count: metrics.count }),
    seal,
    secretLost: config.SESSION_SECRET_LOST,
    clock,
    log,
    count: metrics.count,
  });
  const erpCaller = createCaller({
    service: 'erp',
    origin: new URL(config.ERP_URL).origin,
    // Without a token this call costs the ERP nothing and returns 401; without a database it returns HTML
    // (contract/erp.md 3.2).
    probeUrl: new URL('customer', config.ERP_URL.replace(/(?<!\/)\/*$/, '/')).href,
    metrics,
    log,
    tuning,
  });
  const searchEngine = createSearchEngine({
    url: config.SEARCH_URL,
    apiKey: config.SEARCH_API_KEY,
    user: searchUser(config),
    ca: config.searchCa,
    indices: {
      products: config.SEARCH_INDEX_PRODUCTS,
      categories: config.SEARCH_INDEX_CATEGORIES,
      infoBanners: config.SEARCH_INDEX_INFO_BANNERS,
      advertisements: config.SEARCH_INDEX_ADVERTISEMENTS,
      loyaltyPrograms: config.SEARCH_INDEX_LOYALTY_PROGRAMS,
    },
    tags: { fr: config.LOCALE_TAG_FR, nl: config.LOCALE_TAG_NL, en: config.LOCALE_TAG_EN },
    metrics,
    log,
    tuning,
  });
  const capabilities = createCapabilities({
    clock,
    log,
    ask: askAnonymously(erpCaller, config.ERP_URL, config.LOCALE_TAG_FR, log),
  });
  const auth = createAuth({
    config,
    keyValueStore,
    clock,
    log,
    metrics,
    erpCaller,
    evenStepMs,
  });
  const services: Services = {
    version,
    clock,
    log,
    metrics,
    keyValueStore,
    auth,
    erpCaller,
    capabilities,
    searchEngine,
    watchedSearch: watchSearchProduct(searchEngine, log),
    cache: createCache({ clock }),
    operatorWords: createOperatorWords(config.CONFIG_DIR, clock),
    missedSearches: createMissedSearches({ log, metrics, clock }),
    ledgerKeys: createLedgerKeys({ log, clock, secrets: config.SESSION_SECRET }),
    receipts: createReceipts(seal),
  };
  await startInOrder(services);
  return services;
}

const searchUser = ({ SEARCH_USERNAME: username, SEARCH_PASSWORD: password }: Config) =>
  username === undefined || password === undefined ? undefined : { username, password };

export function dependenciesOf(services: Services): Dependency[] {
  const { keyValueStore } = services;
  const { pingEach } = keyValueStore;
  return [
    { name: 'store', needed: true, check: () => keyValueStore.ping() },
    // Not needed for readiness: customers on the other shards are served, and no other instance reaches more shards.
    ...(pingEach ? [{ name: 'store-shards', needed: false, check: pingEach }] : []),
    {
      name: 'identity',
      // Needed only until its first successful read: after that the instance serves guests and existing sessions, and
      // no other instance can do more.
      get needed() {
        return services.auth.isProviderNeeded();
      },
      async check() {
        const state = await services.auth.readiness();
        if (!state.ok) throw new Error(state.reason);
      },
    },
    {
      name: 'search',
      needed: false,
      check: () => services.watchedSearch.check(),
      productTitle: () => services.watchedSearch.productTitle(),
    },
    { name: 'erp', needed: false, check: () => services.erpCaller.ping() },
  ];
}

/** Starts the services in the order of the numbers in the list below, lowest first. */
async function startInOrder({ auth, capabilities, watchedSearch, log }: Services): Promise<void> {
  const order: { order: number; name: string; start(): Promise<void> }[] = [
    { order: 1000, name: 'authentication', start: () => auth.start() },
    {
      order: 2000,
      name: 'search',
      start: () =>
        watchedSearch.check().catch((error: unknown) => {
          log.warn(
            { event: 'search.unreachable', error: String(error) },
            'search does not answer yet',
          );
        }),
    },
    { order: 3000, name: 'capabilities', start: () => capabilities.survey() },
  ];
  for (const service of order.sort((a, b) => a.order - b.order)) {
    await service.start();
    log.info(
      { event: 'service.started', service: service.name, order: service.order },
      'service started',
    );
  }
}
