/**
 * Checks each index in each locale: it exists and has the fields that the shop's queries need, with the right types.
 */
import { Agent, type RequestInit } from 'undici';
import { z } from 'zod';
import type { Config } from '../../server/config';
import { linkHostsOf } from '../../server/create-context';
import { indexSuffix, nodesIn } from '../../server/upstream/search/search';
import {
  findSearchProduct,
  formatSearchProduct,
  judgeSearchProduct,
  supportedProducts,
} from '../../server/upstream/search/search-product';
import { redirectPlace } from '../answers-of-servers';
import {
  ask as askAny,
  clockOf,
  fail,
  ok,
  readAs,
  warn,
  type Finding,
  type Reply,
} from './finding';

const ask = (url: string, asking: RequestInit, now: () => Date): Promise<Reply | string> =>
  askAny(url, asking, now, { caSetting: 'SEARCH_CA_FILE' });

type Fields = ReadonlyMap<string, string>;

const keywords = ['keyword', 'constant_keyword', 'wildcard'];
const numbers = ['long', 'integer', 'short', 'double', 'float', 'half_float', 'scaled_float'];
const texts = ['text', 'match_only_text', 'search_as_you_type'];
const nested = ['nested'];

/**
 * Accepted types of the fields that the shop's queries need. The shop displays other fields if present and otherwise
 * omits them.
 */
const productFields: Readonly<Record<string, readonly string[]>> = {
  url_key: keywords,
  id: [...numbers, ...keywords],
  main: ['boolean'],
  sku: [...keywords, ...texts],
  barcode: [...keywords, ...texts],
  name: texts,
  'name.plain': texts,
  'name.sortable': [...keywords, 'icu_collation_keyword'],
  'name.shingles': texts,
  codes: texts,
  description: texts,
  'categories.id': numbers,
  'stock.global.qty': numbers,
  indicated_price: numbers,
  supplier_discount: nested,
  supplier_promotion: nested,
  loyalty_rules: nested,
  veterinary_groups: nested,
  price_gross: nested,
  price_discount: nested,
};
const categoryFields = { url_key: keywords, id: [...numbers, ...keywords], level: numbers };

const Capabilities = z.object({
  fields: z.record(z.string(), z.record(z.string(), z.unknown())),
});
interface Mapped {
  type?: string | undefined;
  properties?: Record<string, Mapped> | undefined;
  fields?: Record<string, Mapped> | undefined;
}
const Mapped: z.ZodType<Mapped> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    properties: z.record(z.string(), Mapped).optional(),
    fields: z.record(z.string(), Mapped).optional(),
  }),
);
/** Schema of an error response of Elasticsearch. */
const Fault = z.object({ error: z.unknown(), status: z.number() });
const Reason = z.object({ error: z.object({ type: z.string(), reason: z.string().nullish() }) });
const Mappings = z.record(z.string(), z.object({ mappings: Mapped }));

function flatten(found: Map<string, string>, node: Mapped, path: string): void {
  if (path) found.set(path, node.type ?? 'object');
  const below = { ...node.properties, ...node.fields };
  for (const [name, child] of Object.entries(below))
    flatten(found, child, path ? `${path}.${name}` : name);
}

/** Reason why an index cannot be read. */
interface Unreadable {
  why: string;
  /** Fix if the whole server is at fault, reported once instead of for each index; null if only the index is. */
  mendOfServer: string | null;
}
const ofIndex = (why: string): Unreadable => ({ why, mendOfServer: null });
const notElasticsearch: Unreadable = {
  why: 'answers, but not as Elasticsearch does',
  mendOfServer: 'SEARCH_URL: address and port (9200 unless set otherwise)',
};
const isUnreadable = (found: object): found is Unreadable => 'mendOfServer' in found;

/** Text such as `answers 503 (all shards failed)`, with the reason of Elasticsearch if it gives one. */
function answers(reply: Reply): string {
  const { type = null, reason = null } = readAs(Reason, reply)?.error ?? {};
  const words = reason ?? type;
  return `answers ${reply.status}${words === null ? '' : ` (${words.slice(0, 200)})`}`;
}

/**
 * A server knows its mappings even if its shards are unavailable. So a failure to return a mapping concerns the whole
 * server.
 */
function whyNoMapping(reply: Reply): Unreadable {
  const isOwnAnswer = readAs(Fault, reply) !== null;
  if (reply.status === 401)
    return {
      why: 'answers 401',
      mendOfServer:
        'SEARCH_API_KEY, or SEARCH_USERNAME and its password: not given, mistyped, expired or withdrawn',
    };
  if (reply.status === 403) return ofIndex('answers 403');
  if (reply.status === 400 && isOwnAnswer)
    return {
      why: 'answers 400 where an index should be',
      mendOfServer: 'SEARCH_URL: the address of the server alone, without the name of an index',
    };
  if (reply.status >= 500)
    return {
      why: answers(reply),
      mendOfServer: isOwnAnswer
        ? 'the log of Elasticsearch, and `_cluster/health`: has the cluster a master?'
        : 'a proxy answers: start Elasticsearch behind it',
    };
  return isOwnAnswer ? ofIndex(`answers ${reply.status}`) : notElasticsearch;
}

/** Reads the field capabilities, which a read-only key may request; falls back to the mapping. */
async function fieldsOf(
  address: string,
  asking: RequestInit,
  now: () => Date,
): Promise<Fields | Unreadable> {
  const capabilities = await ask(`${address}/_field_caps?fields=*`, asking, now);
  if (typeof capabilities === 'string') return ofIndex(capabilities);
  if (capabilities.status === 200) {
    const read = readAs(Capabilities, capabilities);
    if (!read) return notElasticsearch;
    return new Map(
      Object.entries(read.fields).map(([name, kinds]) => [name, Object.keys(kinds)[0] ?? '']),
    );
  }
  const mapping = await ask(`${address}/_mapping`, asking, now);
  if (typeof mapping === 'string') return ofIndex(mapping);
  if (mapping.status !== 200) return whyNoMapping(mapping);
  const found = new Map<string, string>();
  const mapped = readAs(Mappings, mapping);
  if (!mapped) return notElasticsearch;
  for (const { mappings } of Object.values(mapped)) flatten(found, mappings, '');
  return found;
}

function faultsOf(fields: Fields, wanted: Examined['wanted']): string[] {
  return Object.entries(wanted).flatMap(([name, kinds]) => {
    const kind = fields.get(name);
    if (kind === undefined) return [`${name} is missing`];
    return kinds.includes(kind) ? [] : [`${name} is ${kind}, wanted ${kinds[0] ?? ''}`];
  });
}

const Count = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  _shards: z.object({ total: z.number(), failed: z.number() }).optional(),
});

/** Counts by a search, which a read-only key may run; a string result is the reason of the failure. */
async function countOf(
  address: string,
  asking: RequestInit,
  now: () => Date,
): Promise<number | string> {
  const found = await ask(`${address}/_search?size=0&track_total_hits=1`, asking, now);
  if (typeof found === 'string') return found;
  if (found.status !== 200) return answers(found);
  const read = readAs(Count, found);
  if (!read) return 'answers 200 with a body that is no search response';
  const { _shards: shards } = read;
  if (shards && shards.failed > 0) return `${shards.failed} of ${shards.total} shards fail`;
  return read.hits.total.value;
}

const keyMend = 'SEARCH_API_KEY, or SEARCH_USERNAME, needs `read` on the indices';

interface Examined {
  name: string;
  /** True if the shop cannot work without the index; false if only a part of each page depends on it. */
  must: boolean;
  wanted: Readonly<Record<string, readonly string[]>>;
}

const toldAs = (must: boolean, what: string, text: string, mend: string): Finding =>
  must ? fail(what, text, mend) : warn(what, text, `${mend} Until then that part is left out.`);

function unusable(what: string, index: string, why: string, must: boolean): Finding {
  if (/401|403/.test(why)) return fail(what, `${index}: ${why}`, keyMend);
  const [, base, tag] = /^(.+)_([a-z]{2}_[a-z]{2})_[a-z]{2}_[a-z]{2}$/.exec(index) ?? [];
  if (tag !== undefined)
    return fail(what, `${index}: ${why}`, `SEARCH_INDEX_…: ${base}, without _${tag}`);
  const mend = `SEARCH_INDEX_… and LOCALE_TAG_… name the index {name}_{tag}: is ${index} there?`;
  return toldAs(must, what, `${index}: ${why}`, mend);
}

/** For an index with known fields: checks their types, and that a search succeeds. */
async function ofContent(
  fields: Fields,
  { must, wanted }: Examined,
  { what, index, count }: { what: string; index: string; count: () => Promise<number | string> },
): Promise<Finding> {
  const faults = faultsOf(fields, wanted);
  if (faults.length > 0)
    return fail(what, faults.join('; '), 'index it again with the mapping of the search contract');
  const found = await count();
  if (typeof found === 'string') {
    const text = `${index} is there; asked for a search: ${found}`;
    const mend = 'the health of its shards: `_cluster/health?level=indices`, `_cat/shards`.';
    return /^answers 40[13]/.test(found)
      ? fail(what, text, keyMend)
      : toldAs(must, what, text, mend);
  }
  if (must && found === 0)
    return fail(
      what,
      `${index} is there, and empty`,
      'load it: without documents the shop has no products',
    );
  return ok(what, 'there, with the fields that the queries need');
}

const Link = z.string().catch('');
const LinkedProducts = z.object({
  hits: z.object({
    hits: z.array(
      z.object({ _source: z.object({ link_info: Link, link_notice: Link, link_video: Link }) }),
    ),
  }),
});

/** Hosts linked by the first 500 products but missing in LINK_HOSTS: product pages omit these links. */
async function examineLinks(
  address: string,
  { config, asking, now }: { config: Config; asking: RequestInit; now: () => Date },
): Promise<Finding[]> {
  const listed = new Set([...linkHostsOf(config), new URL(config.PUBLIC_URL).host]);
  const source = 'link_info,link_notice,link_video';
  const found = await ask(`${address}/_search?size=500&_source=${source}`, asking, now);
  const products = typeof found === 'string' ? null : readAs(LinkedProducts, found);
  const links = (products?.hits.hits ?? []).flatMap(({ _source }) => Object.values(_source));
  const hosts = links.filter((link) => URL.canParse(link)).map((link) => new URL(link).host);
  const unlisted = [...new Set(hosts)].filter((host) => host !== '' && !listed.has(host)).sort();
  if (unlisted.length === 0) return [];
  const text = `products link to ${unlisted.slice(0, 10).join(', ')}, which pages leave out`;
  return [warn('search links', text, 'LINK_HOSTS with the hosts that you trust')];
}

function searchHeaders(config: Config): Record<string, string> {
  const { SEARCH_API_KEY: key, SEARCH_USERNAME: name, SEARCH_PASSWORD: password } = config;
  if (key) return { authorization: `ApiKey ${key}` };
  if (name === undefined || password === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** Request options of the shop: its credentials, and only the CA of SEARCH_CA_FILE if that is set. */
const askingOf = (config: Config): RequestInit => ({
  headers: searchHeaders(config),
  ...(config.searchCa ? { dispatcher: new Agent({ connect: { ca: config.searchCa } }) } : {}),
});

const isRedirect = ({ status }: Reply): boolean => status >= 300 && status < 400;

/** The first node that responds. Some silent nodes are a warning, all of them a failure. */
async function answeringNode(config: Config, asking: RequestInit, now: () => Date) {
  const nodes = nodesIn(config.SEARCH_URL).map((node) => node.replace(/(?<!\/)\/+$/, ''));
  const replies = await Promise.all(nodes.map((node) => ask(`${node}/`, asking, now)));
  const silent = nodes.flatMap((node, at) => {
    const reply = replies[at];
    return typeof reply === 'string' ? [`${node} does not answer (${reply})`] : [];
  });
  const at = replies.findIndex((reply) => typeof reply !== 'string' && !isRedirect(reply));
  const told = at < 0 ? fail : warn;
  const redirecting = nodes.flatMap((node, which) => {
    const reply = replies[which];
    if (typeof reply !== 'object' || !isRedirect(reply)) return [];
    const place = redirectPlace(reply.location ?? '', node);
    const mend = `set SEARCH_URL to the target of the redirect (${place}): the shop follows no redirects`;
    return [told('search', `${node} answers ${reply.status}, a redirect`, mend)];
  });
  return {
    base: nodes[at] ?? null,
    findings: [
      ...redirecting,
      ...silent.map((text) => told('search', text, 'SEARCH_URL, or Elasticsearch')),
      ...clockOf('search', replies[at] ?? ''),
    ],
  };
}

/** Checks product and version of the search server, and whether the shop supports them. */
async function examineProduct(
  base: string,
  asking: RequestInit,
  now: () => Date,
): Promise<Finding> {
  const product = await findSearchProduct(async (path) => {
    const reply = await ask(`${base}${path}`, asking, now);
    if (typeof reply === 'string') return null;
    const { status, productHeader } = reply;
    return { status, productHeader, body: readAs(z.unknown(), reply) };
  });
  const what = 'search engine';
  const title = formatSearchProduct(product);
  const support = judgeSearchProduct(product);
  if (support === 'supported') return ok(what, title);
  if (support === 'outdated')
    return warn(
      what,
      `${title} is no longer maintained; similar products may be left out`,
      supportedProducts,
    );
  if (support === 'unknown')
    return warn(
      what,
      'the server does not tell its product',
      `check that it is ${supportedProducts}`,
    );
  return fail(
    what,
    `${base} is ${title}, which the shop cannot search`,
    `SEARCH_URL of ${supportedProducts}`,
  );
}

export async function examineSearch(config: Config, now: () => Date): Promise<Finding[]> {
  const asking = askingOf(config);
  const { base, findings } = await answeringNode(config, asking, now);
  if (base === null) return findings;
  findings.push(await examineProduct(base, asking, now));
  const indices: readonly Examined[] = [
    { name: config.SEARCH_INDEX_PRODUCTS, must: true, wanted: productFields },
    { name: config.SEARCH_INDEX_CATEGORIES, must: true, wanted: categoryFields },
    { name: config.SEARCH_INDEX_INFO_BANNERS, must: false, wanted: {} },
    { name: config.SEARCH_INDEX_ADVERTISEMENTS, must: false, wanted: {} },
    { name: config.SEARCH_INDEX_LOYALTY_PROGRAMS, must: false, wanted: {} },
  ];
  for (const tag of [config.LOCALE_TAG_FR, config.LOCALE_TAG_NL, config.LOCALE_TAG_EN])
    for (const examined of indices) {
      const index = `${examined.name}_${indexSuffix(tag)}`;
      const what = `search ${index}`;
      const address = `${base}/${index}`;
      const fields = await fieldsOf(address, asking, now);
      if (!isUnreadable(fields)) {
        const count = (): Promise<number | string> => countOf(address, asking, now);
        findings.push(await ofContent(fields, examined, { what, index, count }));
      } else if (fields.mendOfServer === null)
        findings.push(unusable(what, index, fields.why, examined.must));
      else return [...findings, fail('search', `${base} ${fields.why}`, fields.mendOfServer)];
    }
  const products = `${base}/${config.SEARCH_INDEX_PRODUCTS}_${indexSuffix(config.LOCALE_TAG_FR)}`;
  findings.push(...(await examineLinks(products, { config, asking, now })));
  return findings;
}
