/**
 * A real Elasticsearch for tests (contract/search.md 7.3): the one at ELASTICSEARCH_URL, else a new one if a JDK and
 * Maven are installed, else a sentence that says why there is none.
 */
import {
  findSearchProduct,
  formatSearchProduct,
  type ProductAnswer,
} from '../../../server/upstream/search/search-product';
import { missingTools, type EngineName } from './distribution';
import { startServer } from './server-process';

export interface LiveNode {
  url: string;
  /** Product and version, such as `OpenSearch 3.6.0`. */
  title: string;
  /** Environment for the suites: the URL, and whether the node runs scripts. */
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

async function getAnswer(url: string): Promise<ProductAnswer | null> {
  const response = await fetch(url).catch(() => null);
  if (!response) return null;
  const body: unknown = await response.json().catch(() => null);
  return {
    status: response.status,
    productHeader: response.headers.get('x-elastic-product'),
    body,
  };
}

/** Product and version of the server at this URL, such as `Elasticsearch 8.19.21`. */
const findTitle = async (url: string): Promise<string> =>
  formatSearchProduct(await findSearchProduct((path) => getAnswer(`${url}${path}`)));

/** A running node, or the reason why there is none. Throws if a node should start but does not. */
export async function findLiveNode(
  engine: EngineName = 'elasticsearch-8',
): Promise<LiveNode | string> {
  const given = process.env['ELASTICSEARCH_URL']?.replace(/\/+$/, '');
  if (given) {
    const env = { ELASTICSEARCH_URL: given };
    return { url: given, title: await findTitle(given), env, stop: async () => undefined };
  }
  const missing = await missingTools(engine);
  if (missing) return `no live ${engine}: ${missing}, and ELASTICSEARCH_URL is not set`;
  const { url, stop } = await startServer(engine);
  const env = { ELASTICSEARCH_URL: url, ELASTICSEARCH_PAINLESS: 'false' };
  return { url, title: await findTitle(url), env, stop };
}
