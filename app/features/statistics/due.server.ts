/** What is due again, as cards: the rhythm from the past orders, the products from the catalogue by their SKU. */
import { resolveCodes } from '~/features/catalogue/cards.server';
import type { ProductCard } from '~/features/catalogue/product';
import { dayOf } from '~/kernel/day';
import type { PageRequest } from '~/page/page';
import { dueAgain, type DueProduct } from './due';
import { findPastOrders } from '~/features/on-order/past-orders.server';

/** A list that is longer is no reminder. */
const mostShown = 8;

export interface DueCard {
  card: ProductCard;
  due: DueProduct;
}

/** Empty where nothing is due, and where the ERP does not tell what was ordered. */
export async function findDueCards(page: PageRequest): Promise<readonly DueCard[]> {
  const orders = (await findPastOrders(page)) ?? [];
  const due = dueAgain(orders, dayOf(page.context.clock.now()));
  if (due.length === 0) return [];
  const found = await resolveCodes(
    page,
    due.map(({ reference }) => reference),
  );
  return due
    .flatMap((product) => {
      const card = found.get(product.reference)?.find(({ sku }) => sku === product.reference);
      return card?.orderable.ok ? [{ card, due: product }] : [];
    })
    .slice(0, mostShown);
}
