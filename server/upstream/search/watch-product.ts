/** Remembers the product at SEARCH_URL after its first response, and logs whether the shop supports it. */
import type { Log } from '../../observe/logger';
import type { SearchEngine } from './search';
import {
  formatSearchProduct,
  judgeSearchProduct,
  supportedProducts,
  type SearchProduct,
} from './search-product';

export interface WatchedSearch {
  /** Pings the engine (rejects when it is unavailable) and identifies it the first time. */
  check(): Promise<void>;
  /** Such as `OpenSearch 3.6.0`; null before the first response. */
  productTitle(): string | null;
}

function logProduct(log: Pick<Log, 'info' | 'warn' | 'error'>, product: SearchProduct): void {
  const line = { event: 'search.product', product: product.name, version: product.version };
  const title = formatSearchProduct(product);
  const support = judgeSearchProduct(product);
  if (support === 'supported') log.info(line, `search engine: ${title}`);
  else if (support === 'other')
    log.error(line, `SEARCH_URL leads to ${title}; the shop needs ${supportedProducts}`);
  else if (support === 'outdated')
    log.warn(line, `${title} is no longer maintained; the shop is proven on ${supportedProducts}`);
  else log.info(line, 'the search engine does not tell its product: the key may not ask for it');
}

export function watchSearchProduct(
  engine: Pick<SearchEngine, 'ping' | 'findProduct'>,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): WatchedSearch {
  let title: string | null = null;
  let finding: Promise<void> | null = null;
  async function find(): Promise<void> {
    const product = await engine.findProduct();
    title = formatSearchProduct(product);
    logProduct(log, product);
  }
  return {
    async check() {
      await engine.ping();
      await (finding ??= find());
    },
    productTitle: () => title,
  };
}
