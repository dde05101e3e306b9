/**
 * Products due for reorder, as cards: the interval comes from past orders, the product data from the catalogue by SKU.
 */
import { resolveCodes } from '~/catalogue/products/cards.server';
import type { ProductCard } from '~/catalogue/products/product';
import { dayOf, type Day } from '~/base/kernel/day';
import type { PageRequest } from '~/base/page/page';
import { dueAgain, type DueProduct } from './due';
import type { PastOrder } from '~/ordering/on-order/past-orders';
import { findPastOrders } from '~/ordering/on-order/past-orders.server';

/** Maximum number of products to display: a longer list is no useful reminder. */
const mostShown = 8;

export interface DueCard {
  card: ProductCard;
  due: DueProduct;
}

/** Caches the due products per ERP response and day, for all pages that show them. */
const reckoned = new WeakMap<readonly PastOrder[], { on: Day; due: readonly DueProduct[] }>();

function dueOn(today: Day, orders: readonly PastOrder[]): readonly DueProduct[] {
  const known = reckoned.get(orders);
  if (known?.on === today) return known.due;
  const due = dueAgain(orders, today);
  reckoned.set(orders, { on: today, due });
  return due;
}

/**
 * Number of products to look up in one call: nearly always enough for the display, because most products can be
 * ordered.
 */
const askedAtOnce = 2 * mostShown;

/** Products due for reorder; empty when nothing is due, and when the ERP does not report past orders. */
export async function findDueCards(page: PageRequest): Promise<readonly DueCard[]> {
  const { session } = page.context;
  if (session.kind !== 'customer' || !session.customer.canOrder) return [];
  const orders = (await findPastOrders(page)) ?? [];
  const due = dueOn(dayOf(page.context.clock.now()), orders);
  const cards: DueCard[] = [];
  for (let at = 0; at < due.length && cards.length < mostShown; at += askedAtOnce) {
    const some = due.slice(at, at + askedAtOnce);
    const found = await resolveCodes(
      page,
      some.map(({ reference }) => reference),
    );
    for (const product of some) {
      const card = found.get(product.reference)?.find(({ sku }) => sku === product.reference);
      if (card?.orderable.ok) cards.push({ card, due: product });
    }
  }
  return cards.slice(0, mostShown);
}
