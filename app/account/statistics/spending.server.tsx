/**
 * Caches the rendered charts of an account. The numbers that a chart shows are the cache key, and are themselves cached
 * for an hour. The charts take more than a third of the page's rendering time.
 */
import { cachedMarkup } from '~/base/page/cached-markup.server';
import type { PageRequest } from '~/base/page/page';
import { Spending, type SpendingEntry } from './spending';

/** Cache size in bytes: enough for about 150 customers. */
const mostBytes = 4 * 1024 * 1024;

const draw = cachedMarkup((entry: SpendingEntry) => <Spending {...entry} />, { mostBytes });

export const spendingMarkup = (page: PageRequest, entry: SpendingEntry): string =>
  draw(page, page.url.pathname, [entry]);
