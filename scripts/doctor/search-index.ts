/** Is each index there in each locale, with the fields that the shop's queries need, of the right kind? */
import { Agent, type RequestInit } from 'undici';
import { z } from 'zod';
import type { Config } from '../../server/config';
import { indexSuffix, nodesIn } from '../../server/upstream/search/search';
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
  askAny(url, asking, now, undefined, 'SEARCH_CA_FILE');

type Fields = ReadonlyMap<string, string>;

const keywords = ['keyword', 'constant_keyword', 'wildcard'];
const numbers = ['long', 'integer', 'short', 'double', 'float', 'half_float', 'scaled_float'];
const texts = ['text', 'match_only_text', 'search_as_you_type'];
const nested = ['nested'];

/** Field → kinds that will do. What is not listed is shown when it is there and left out when not. */
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
/** Elasticsearch's own words about what it refuses. */
const Fault = z.object({ error: z.unknown(), status: z.number() });
const Mappings = z.record(z.string(), z.object({ mappings: Mapped }));

function flatten(found: Map<string, string>, node: Mapped, path: string): void {
  if (path) found.set(path, node.type ?? 'object');
  const below = { ...node.properties, ...node.fields };
  for (const [name, child] of Object.entries(below))
    flatten(found, child, path ? `${path}.${name}` : name);
}

const notElasticsearch = 'answers, but not as Elasticsearch does';
const refused = 'answers 401';
const elsewhere = 'answers 400 where an index should be';
/** What is wrong with the server is said once, not of each index. */
const ofServer = new Map([
  [notElasticsearch, 'SEARCH_URL: address and port (9200 unless set otherwise)'],
  [
    refused,
    'SEARCH_API_KEY, or SEARCH_USERNAME and its password: not given, mistyped, expired or withdrawn',
  ],
  [elsewhere, 'SEARCH_URL: the address of the server alone, without the name of an index'],
]);

/** By field capabilities, which a reading key may ask for, else by the mapping; a text when neither. */
async function fieldsOf(
  address: string,
  asking: RequestInit,
  now: () => Date,
): Promise<Fields | string> {
  const capabilities = await ask(`${address}/_field_caps?fields=*`, asking, now);
  if (typeof capabilities === 'string') return capabilities;
  if (capabilities.status === 200) {
    const read = readAs(Capabilities, capabilities);
    if (!read) return notElasticsearch;
    return new Map(
      Object.entries(read.fields).map(([name, kinds]) => [name, Object.keys(kinds)[0] ?? '']),
    );
  }
  const mapping = await ask(`${address}/_mapping`, asking, now);
  if (typeof mapping === 'string') return mapping;
  if (mapping.status === 401) return refused;
  if (mapping.status === 403) return 'answers 403';
  if (mapping.status === 400 && readAs(Fault, mapping)) return elsewhere;
  if (mapping.status !== 200)
    return readAs(Fault, mapping) ? `answers ${mapping.status}` : notElasticsearch;
  const found = new Map<string, string>();
  const mapped = readAs(Mappings, mapping);
  if (!mapped) return notElasticsearch;
  for (const { mappings } of Object.values(mapped)) flatten(found, mappings, '');
  return found;
}

function faultsOf(fields: Fields, wanted: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(wanted).flatMap(([name, kinds]) => {
    const kind = fields.get(name);
    if (kind === undefined) return [`${name} is missing`];
    return kinds.includes(kind) ? [] : [`${name} is ${kind}, wanted ${kinds[0] ?? ''}`];
  });
}

const Count = z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) });

/** By a search, which a reading key may make. */
async function isEmpty(address: string, asking: RequestInit, now: () => Date): Promise<boolean> {
  const found = await ask(`${address}/_search?size=0&track_total_hits=1`, asking, now);
  if (typeof found === 'string' || found.status !== 200) return false;
  return readAs(Count, found)?.hits.total.value === 0;
}

const keyMend = 'SEARCH_API_KEY, or SEARCH_USERNAME, needs `read` on the indices';

function unusable(what: string, index: string, told: string, must: boolean): Finding {
  if (/401|403/.test(told)) return fail(what, `${index}: ${told}`, keyMend);
  const [, base, tag] = /^(.+)_([a-z]{2}_[a-z]{2})_[a-z]{2}_[a-z]{2}$/.exec(index) ?? [];
  if (tag !== undefined)
    return fail(what, `${index}: ${told}`, `SEARCH_INDEX_…: ${base}, without _${tag}`);
  const mend = `SEARCH_INDEX_… and LOCALE_TAG_… name the index {name}_{tag}: is ${index} there?`;
  return must
    ? fail(what, `${index}: ${told}`, mend)
    : warn(what, `${index}: ${told}`, `${mend} Until then that part is left out.`);
}

function searchHeaders(config: Config): Record<string, string> {
  const { SEARCH_API_KEY: key, SEARCH_USERNAME: name, SEARCH_PASSWORD: password } = config;
  if (key) return { authorization: `ApiKey ${key}` };
  if (name === undefined || password === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** As the shop asks it: by its sign-in, and trusting the authority of SEARCH_CA_FILE alone where there is one. */
const askingOf = (config: Config): RequestInit => ({
  headers: searchHeaders(config),
  ...(config.searchCa ? { dispatcher: new Agent({ connect: { ca: config.searchCa } }) } : {}),
});

const isRedirect = ({ status }: Reply): boolean => status >= 300 && status < 400;

/** The first node that answers; one that does not is worth a look, all of them a failure. */
async function answeringNode(config: Config, asking: RequestInit, now: () => Date) {
  const nodes = nodesIn(config.SEARCH_URL).map((node) => node.replace(/\/+$/, ''));
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
    const mend = `SEARCH_URL as the redirect names it (${place}): the shop follows none`;
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

export async function examineSearch(config: Config, now: () => Date): Promise<Finding[]> {
  const asking = askingOf(config);
  const { base, findings } = await answeringNode(config, asking, now);
  if (base === null) return findings;
  const indices = [
    { name: config.SEARCH_INDEX_PRODUCTS, must: true, wanted: productFields },
    { name: config.SEARCH_INDEX_CATEGORIES, must: true, wanted: categoryFields },
    { name: config.SEARCH_INDEX_INFO_BANNERS, must: false, wanted: {} },
    { name: config.SEARCH_INDEX_ADVERTISEMENTS, must: false, wanted: {} },
    { name: config.SEARCH_INDEX_LOYALTY_PROGRAMS, must: false, wanted: {} },
  ];
  for (const tag of [config.LOCALE_TAG_FR, config.LOCALE_TAG_NL, config.LOCALE_TAG_EN])
    for (const { name, must, wanted } of indices) {
      const index = `${name}_${indexSuffix(tag)}`;
      const what = `search ${index}`;
      const fields = await fieldsOf(`${base}/${index}`, asking, now);
      if (typeof fields === 'string' && ofServer.has(fields))
        return [...findings, fail('search', `${base} ${fields}`, ofServer.get(fields) ?? '')];
      if (typeof fields === 'string') {
        findings.push(unusable(what, index, fields, must));
        continue;
      }
      const faults = faultsOf(fields, wanted);
      if (must && faults.length === 0 && (await isEmpty(`${base}/${index}`, asking, now))) {
        const mend = 'load it: without documents the shop has no products';
        findings.push(fail(what, `${index} is there, and empty`, mend));
        continue;
      }
      findings.push(
        faults.length === 0
          ? ok(what, 'there, with the fields that the queries need')
          : fail(what, faults.join('; '), 'index it again with the mapping of the search contract'),
      );
    }
  return findings;
}
