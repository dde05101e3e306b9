/** Stock states and quantities of articles, with all five states of the published modules and the specification. */
import type { Article, Group } from '../catalogue/catalogue';
import type { Chance } from '../random';
import type { StockState } from '../../world';

export interface Stock {
  state: StockState;
  qty: number;
}

const SHARES: readonly (readonly [StockState, number])[] = [
  ['in_stock', 0.78],
  ['in_limited_stock', 0.87],
  ['resupplying', 0.92],
  ['out_of_stock', 0.965],
  ['supplier_out_of_stock', 1],
];

export function stockOf(chance: Chance, group: Group, article: Article): Stock {
  const roll = chance.unit(`stock:${article.key}`);
  const state = SHARES.find(([, upTo]) => roll < upTo)?.[0] ?? 'in_stock';
  if (state === 'in_limited_stock') return { state, qty: chance.int(`qty:${article.key}`, 1, 9) };
  if (state !== 'in_stock') return { state, qty: 0 };
  if (group.flags.madeToOrder || group.orderMode === 'quotation')
    return chance.odds(`mto:${article.key}`, 0.4)
      ? { state, qty: 1 }
      : { state: 'resupplying', qty: 0 };
  const many = article.basePrice > 500 ? 4 : article.basePrice > 80 ? 60 : 900;
  return { state, qty: chance.int(`qty:${article.key}`, Math.min(10, many), many + 10) };
}
