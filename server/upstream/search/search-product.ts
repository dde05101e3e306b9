/**
 * Detects which search engine is at SEARCH_URL, and whether the shop supports it (docs/operating/compatibility.md).
 *
 * Elasticsearch identifies itself by the header `X-Elastic-Product`, OpenSearch by `version.distribution` of `GET /`. A
 * server or API key that rejects `GET /` still reports its version by `_nodes`. If neither works, the product is
 * unknown and the shop continues; the search calls then succeed or fail.
 */
import { z } from 'zod';

type SearchProductName = 'elasticsearch' | 'opensearch' | 'other' | 'unknown';

export interface SearchProduct {
  name: SearchProductName;
  /** Version such as `9.5.3`; null when the server does not report it. */
  version: string | null;
}

/**
 * Support status of a product: the shop rejects `other`, and warns about `outdated`, which its maker no longer
 * maintains.
 */
type ProductSupport = 'supported' | 'outdated' | 'other' | 'unknown';

/** Response to a `GET`: the header `X-Elastic-Product` or null, and the body as JSON or null when it is not JSON. */
export interface ProductAnswer {
  status: number;
  productHeader: string | null;
  body: unknown;
}

const Root = z.object({
  version: z.object({ number: z.string(), distribution: z.string().optional() }),
  tagline: z.string().optional(),
});
const Nodes = z.object({ nodes: z.record(z.string(), z.object({ version: z.string() })) });

export const nodesPath = '/_nodes/_local?filter_path=nodes.*.version';

const unknownProduct: SearchProduct = { name: 'unknown', version: null };

/** Product by the response to `GET /`; null when a second request (`nodesPath`) may reveal more. */
function readRoot({ status, productHeader, body }: ProductAnswer): SearchProduct | null {
  const root = Root.safeParse(body);
  if (!root.success) {
    const isOther = status === 200 && productHeader === null;
    return isOther ? { name: 'other', version: null } : null;
  }
  const { number: version, distribution } = root.data.version;
  if (distribution === 'opensearch') return { name: 'opensearch', version };
  const isElastic = productHeader !== null || root.data.tagline === 'You Know, for Search';
  return { name: isElastic ? 'elasticsearch' : 'other', version };
}

function readNodes({ productHeader, body }: ProductAnswer): SearchProduct {
  const nodes = Nodes.safeParse(body);
  const version = Object.values(nodes.data?.nodes ?? {})[0]?.version ?? null;
  if (productHeader !== null) return { name: 'elasticsearch', version };
  return version === null ? unknownProduct : { name: 'opensearch', version };
}

/** Detects the product with at most two requests. `get` resolves to null when the server does not respond at all. */
export async function findSearchProduct(
  get: (path: string) => Promise<ProductAnswer | null>,
): Promise<SearchProduct> {
  const root = await get('/');
  const byRoot = root && readRoot(root);
  if (byRoot) return byRoot;
  const nodes = await get(nodesPath);
  return nodes ? readNodes(nodes) : unknownProduct;
}

/** Oldest supported minor version of each major version; a newer major version counts as supported. */
const oldestSupported: Readonly<Record<'elasticsearch' | 'opensearch', readonly [number, number]>> =
  { elasticsearch: [8, 11], opensearch: [2, 19] };
/**
 * Oldest version of each product that is known to work, although without similar products. Still older servers reject
 * the shop's queries.
 */
const oldestWorking: typeof oldestSupported = { elasticsearch: [7, 17], opensearch: [1, 3] };

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [of = 0, at = 0] = version.split('.').map(Number);
  return of > major || (of === major && at >= minor);
}

export function judgeSearchProduct({ name, version }: SearchProduct): ProductSupport {
  if (name === 'unknown' || name === 'other') return name;
  if (version === null) return 'unknown';
  if (isAtLeast(version, oldestSupported[name])) return 'supported';
  return isAtLeast(version, oldestWorking[name]) ? 'outdated' : 'other';
}

const productTitles: Readonly<Record<SearchProductName, string>> = {
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
  other: 'another product',
  unknown: 'a search engine that does not name itself',
};

/** Name for operators: `OpenSearch 3.6.0`. */
export const formatSearchProduct = ({ name, version }: SearchProduct): string =>
  [productTitles[name], version].filter((part) => part !== null).join(' ');

export const supportedProducts =
  'Elasticsearch 8.11 or later, Elasticsearch 9, OpenSearch 2.19 or later, or OpenSearch 3';
