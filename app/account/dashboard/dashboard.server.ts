/**
 * Loads the dashboard (ACC-01). A block that fails to load never fails the page; blocks that the ERP does not support
 * are hidden.
 */
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { offersImport } from '~/ordering/quick-order/import/import-view.server';
import { listOnOrder, type OnOrderList } from '~/ordering/on-order/on-order.server';
import { findDueCards, type DueCard } from '~/account/statistics/due.server';
import { findMostOrderedCards } from '~/account/statistics/most-ordered.server';
import type { MostOrdered } from '~/account/statistics/most-ordered-sheet';
import { spendingMarkup } from '~/account/statistics/spending.server';
import { readMostOrderedFilter, type OpenOrders } from '~/account/statistics/statistics';
import {
  findFiveYears,
  findMonthlySpending,
  findOpenOrders,
} from '~/account/statistics/statistics.server';
import { loadOptionalBlock, partPatienceMs, valueOr, type Block } from '~/base/page/optional';
import type { CustomerRequest } from '~/base/page/page';
import { readPaging } from '~/base/ui/page/paging';
import type { RebateCard } from './rebate-card';
import { findRebateCard } from './rebate-card.server';
import { findSalesPerson, type SalesPerson } from './sales-person.server';

const mostOrderedSize = 8;
/**
 * Query for the products on order: enough lines to count those out of stock. For a longer list, the tile displays only
 * its length.
 */
const onOrderQuery = { page: 1, size: 100, kind: 'all', families: [] } as const;

export interface DashboardView {
  name: string;
  ref: string | null;
  canOrder: boolean;
  most: MostOrdered;
  due: Block<readonly DueCard[]>;
  inCart: ReadonlyMap<number, number>;
  /** Rendered charts of spending; empty when the customer has bought nothing. */
  spending: string;
  rebate: Block<RebateCard | null>;
  salesPerson: Block<SalesPerson | null>;
  onOrder: OnOrderList | null;
  openOrders: OpenOrders | null;
  /** Maximum size of an order file, in MB; null when the shop offers no import. */
  csvMaxMb: number | null;
}

export async function loadDashboard(page: CustomerRequest): Promise<DashboardView> {
  const { searchParams } = page.url;
  const filter = readMostOrderedFilter(searchParams.get('most'));
  const paging = { ...readPaging(searchParams), size: mostOrderedSize };
  const [cards, due, inCart, years, months, rebate, salesPerson, onOrder, open, imports] =
    await Promise.all([
      loadOptionalBlock(page, 'most ordered', () => findMostOrderedCards(page, filter, paging)),
      loadOptionalBlock(page, 'due again', () => findDueCards(page)),
      cartQuantities(page),
      loadOptionalBlock(page, 'five years', () => findFiveYears(page)),
      loadOptionalBlock(page, 'monthly spending', () => findMonthlySpending(page)),
      loadOptionalBlock(page, 'rebate', () => findRebateCard(page)),
      loadOptionalBlock(page, 'sales person', () => findSalesPerson(page)),
      loadOptionalBlock(page, 'on order', () => listOnOrder(page, onOrderQuery, partPatienceMs)),
      loadOptionalBlock(page, 'orders under way', () => findOpenOrders(page)),
      offersImport(page),
    ]);
  return {
    name: page.customer.name,
    ref: page.customer.ref,
    canOrder: page.customer.canOrder,
    most: { filter, paging, cards },
    due,
    inCart,
    spending: spendingMarkup(page, { years, months }),
    rebate,
    salesPerson,
    onOrder: valueOr(onOrder, null),
    openOrders: valueOr(open, null),
    csvMaxMb: imports ? page.context.site.csvMaxMb : null,
  };
}
