/**
 * Caches the rendered charts of an account by the numbers they show, which are themselves cached for an hour. The
 * charts are more than a third of the page's rendering.
 */
import { cachedMarkup } from '~/base/page/cached-markup.server';
import type { PageRequest } from '~/base/page/page';
import { Spending, type SpendingEntry } from './spending';

/** Enough for about 150 customers. */
const mostBytes = 4 * 1024 * 1024;

const draw = cachedMarkup((entry: SpendingEntry) => <Spending {...entry} />, { mostBytes });

export const spendingMarkup = (page: PageRequest, entry: SpendingEntry): string =>
  draw(page, page.url.pathname, [entry]);
