/**
 * The stand-in for the search engine: a small server with the subset of Elasticsearch that the shop uses
 * (contract/search.md, section 7). Serves the documents of a sample world, or given ones, from memory.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IndexName, Lang, World } from '../world';
import type { Faults } from './http/faults';
import { FaultSwitch } from './http/faults';
import { IndexRoutes } from './http/index-routes';
import { createListener } from './http/listener';
import { RequestLog, type RecordedRequest } from './http/request-log';
import { SearchRoutes } from './http/search-routes';
import { textOf, type JsonObject } from './json';
import { indexBody } from './mapping/index-bodies';
import { Catalog } from './store/catalog';
import type { SearchIndex } from './store/search-index';
import { SharedEntries } from './store/shared-entries';

export interface SearchServerOptions {
  /** World whose documents become the indices `{index}_{fr_be|nl_be|en_us}`. */
  world?: World;
  /** Documents by full index name, for example `products_fr_be`. They replace the world's documents of that index. */
  indices?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Base names of the indices that differ from the defaults. */
  names?: Partial<Record<IndexName, string>>;
  /** Languages whose indices are built at start (default all); others are built by their first search. */
  buildAhead?: readonly Lang[];
  port?: number;
  host?: string;
  /** Required value of `X-Sandbox-Key` for `/_sandbox/…`; without a key these routes are open. */
  key?: string;
  log?: (event: string, detail: Record<string, unknown>) => void;
}

export interface SearchServer {
  url: string;
  faults: Faults;
  /** The latest requests, oldest first. */
  requests(): RecordedRequest[];
  clearRequests(): void;
  /** Settles once everything requested by `buildAhead` is built. Searches wait for their indices themselves. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** Longer than callers keep idle connections, so that the server never closes one during a request. */
const KEEP_ALIVE_MS = 65_000;

const SUFFIXES: Readonly<Record<Lang, string>> = { fr: 'fr_be', nl: 'nl_be', en: 'en_us' };
const LANGS: readonly Lang[] = ['fr', 'nl', 'en'];
const INDEX_NAMES: readonly IndexName[] = [
  'products',
  'categories',
  'info_banners',
  'advertisements',
  'loyalty_programs',
];

function* withIds(
  documents: Iterable<JsonObject>,
): Generator<readonly [id: string, document: JsonObject]> {
  for (const document of documents) yield [textOf(document['id']), document];
}

type Shares = Pick<Parameters<Catalog['define']>[0], 'shared' | 'built'>;

function define(
  catalog: Catalog,
  alias: string,
  index: IndexName,
  lang: Lang,
  documents: () => Iterable<JsonObject>,
  shares: Shares = {},
): void {
  const definition = {
    name: `${alias}-1`,
    ...indexBody(index, lang),
    documents: () => withIds(documents()),
    adoptVectorSizes: true,
    ...shares,
  };
  catalog.define(definition, [alias]);
}

const builds = new WeakMap<World, Map<string, SearchIndex>>();

/** Built indices by name: servers of one process that serve the same world build each index once. */
function builtOf(world: World): Map<string, SearchIndex> {
  const known = builds.get(world) ?? new Map<string, SearchIndex>();
  builds.set(world, known);
  return known;
}

/** Index and language of a full index name. */
function kindOf(alias: string, names: Readonly<Record<IndexName, string>>): [IndexName, Lang] {
  const lang = LANGS.find((candidate) => alias.endsWith(`_${SUFFIXES[candidate]}`));
  const index = INDEX_NAMES.find(
    (candidate) => lang !== undefined && alias === `${names[candidate]}_${SUFFIXES[lang]}`,
  );
  if (!lang || !index) {
    throw new Error(`"${alias}" is not the name of one of the shop's indices with its locale`);
  }
  return [index, lang];
}

function fillCatalog(catalog: Catalog, options: SearchServerOptions): void {
  const names = {
    products: 'products',
    categories: 'categories',
    info_banners: 'info_banners',
    advertisements: 'advertisements',
    loyalty_programs: 'loyalty_programs',
    ...options.names,
  };
  const { world, indices = {} } = options;
  const prices = new SharedEntries();
  const built = world ? builtOf(world) : new Map<string, SearchIndex>();
  for (const lang of world ? LANGS : []) {
    for (const index of INDEX_NAMES) {
      const alias = `${names[index]}_${SUFFIXES[lang]}`;
      const documents = () => world?.documents(index, lang) ?? [];
      const shares = index === 'products' ? { built, shared: prices } : { built };
      define(catalog, alias, index, lang, documents, shares);
    }
  }
  for (const [alias, documents] of Object.entries(indices)) {
    const [index, lang] = kindOf(alias, names);
    define(catalog, alias, index, lang, () => documents);
  }
}

export async function startSearchServer(options: SearchServerOptions = {}): Promise<SearchServer> {
  const { port = 0, host = '127.0.0.1', key, log: report = () => undefined } = options;
  const catalog = new Catalog();
  fillCatalog(catalog, options);
  const faults = new FaultSwitch();
  const log = new RequestLog();
  const server = createListener({
    searches: new SearchRoutes(catalog, faults),
    indices: new IndexRoutes(catalog),
    faults,
    log,
    key: key ?? null,
    report,
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const ready = buildAhead(catalog, options.buildAhead ?? LANGS, report);
  const analysed = ready.then(() => catalog.analyseTexts());
  analysed.catch((cause: unknown) => {
    report('search.index-failed', { error: String(cause) });
  });
  return {
    url: `http://${host}:${addressOf(server.address()).port}`,
    faults,
    requests: () => log.list(),
    clearRequests: () => {
      log.clear();
    },
    ready,
    close: () => {
      catalog.stop();
      return closeServer(server);
    },
  };
}

async function buildAhead(
  catalog: Catalog,
  langs: readonly Lang[],
  report: (event: string, detail: Record<string, unknown>) => void,
): Promise<void> {
  const started = performance.now();
  await catalog.buildAll((name) => langs.some((lang) => name.includes(`_${SUFFIXES[lang]}`)));
  report('search.indexed', { ms: Math.round(performance.now() - started) });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((cause) => {
      if (cause) reject(cause);
      else resolve();
    });
    server.closeAllConnections();
  });
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}
