/**
 * The charts of an account, kept finished by the figures that they show, as those are kept for an hour: more than a
 * third of what an account draws.
 */
import { cachedMarkup } from '~/base/page/cached-markup.server';
import type { PageRequest } from '~/base/page/page';
import { Spending, type SpendingEntry } from './spending';

/** Of some 150 customers. */
const mostBytes = 4 * 1024 * 1024;

const draw = cachedMarkup((entry: SpendingEntry) => <Spending {...entry} />, { mostBytes });

export const spendingMarkup = (page: PageRequest, entry: SpendingEntry): string =>
  draw(page, page.url.pathname, [entry]);
