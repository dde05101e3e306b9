/** Data of the home page. Every block may be missing; none fails the page (DEG-01, HOME-01, HOME-02). */
import { shortenQuantity } from '~/base/kernel/quantity';
import { findRebateCard } from '~/account/dashboard/rebate-card.server';
import { findSalesPerson } from '~/account/dashboard/sales-person.server';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { findHeadlines } from '~/content/articles/latest-news.server';
import { loadNavigation } from '~/storefront/layout/navigation.server';
import { findDueCards } from '~/account/statistics/due.server';
import { findMostOrderedCards } from '~/account/statistics/most-ordered.server';
import { maxEntered, parseLine } from '~/ordering/quick-order/lines';
import { readMostOrderedFilter } from '~/account/statistics/statistics';
import { loadOptionalBlock } from '~/base/page/optional';
import { scanPrefixOf } from '~/ordering/cart/queue/cart-queue';
import { ownerHash } from '~/base/page/owner-hash.server';
import type { CustomerRequest, PageRequest } from '~/base/page/page';
import type { CustomerHomeView } from './customer-home';
import type { GuestHomeView } from './guest-home';
import { codeRefusals } from './order-by-code.server';
import { findSpecials } from './specials.server';
import { findStandingOrders } from './standing-orders.server';

const counts = { offers: 12, lists: 4, headlines: 4 } as const;
const mostOrdered = { page: 1, size: 10 };

export async function loadGuestHome(page: PageRequest): Promise<GuestHomeView> {
  const [offers, news, categories] = await Promise.all([
    loadOptionalBlock(page, 'offers', () => findSpecials(page, counts.offers)),
    loadOptionalBlock(page, 'news', () => findHeadlines(page, counts.headlines)),
    loadNavigation(page),
  ]);
  return { kind: 'guest', offers, news, categories };
}

export async function loadCustomerHome(page: CustomerRequest): Promise<CustomerHomeView> {
  const filter = readMostOrderedFilter(page.url.searchParams.get('most'));
  const [cards, due, offers, lists, news, salesPerson, rebate, inCart] = await Promise.all([
    loadOptionalBlock(page, 'most ordered', () => findMostOrderedCards(page, filter, mostOrdered)),
    loadOptionalBlock(page, 'due again', () => findDueCards(page)),
    loadOptionalBlock(page, 'offers', () => findSpecials(page, counts.offers)),
    loadOptionalBlock(page, 'standing orders', () => findStandingOrders(page, counts.lists)),
    loadOptionalBlock(page, 'news', () => findHeadlines(page, counts.headlines)),
    loadOptionalBlock(page, 'sales person', () => findSalesPerson(page)),
    loadOptionalBlock(page, 'rebate', () => findRebateCard(page)),
    cartQuantities(page),
  ]);
  const code = (page.url.searchParams.get('code') ?? '').slice(0, maxEntered);
  const why = codeRefusals.find((one) => one === page.url.searchParams.get('why'));
  return {
    kind: 'customer',
    name: page.customer.name,
    ref: page.customer.ref,
    canOrder: page.customer.canOrder,
    scanKeys: scanPrefixOf(ownerHash(page.customer.owner)),
    typed: {
      code,
      quantity: shortenQuantity(page.url.searchParams.get('n') ?? ''),
    },
    codeRefusal: why ? { why, code: parseLine(code)?.code ?? code } : null,
    most: { filter, paging: null, cards },
    due,
    offers,
    lists,
    news,
    salesPerson,
    rebate,
    inCart,
  };
}
