/**
 * Adds a whole wishlist to the cart (CART-10). A notice names the lines left out: products that may not be ordered or
 * have left the catalogue, and lines without a quantity. A line that the catalogue could not confirm is added, because
 * the confirmation of the order checks it. Unusual quantities need the customer's confirmation first, as on order
 * sheets.
 */
import { addLines, noticesOf, splitRepeatedLines } from '~/ordering/cart/add-lines.server';
import { cartQuantities } from '~/ordering/cart/quantities.server';
import { formUuid } from '~/base/page/forms/form-uuid.server';
import { askOnSheet, withNames } from '~/ordering/cart/unusual-quantity.server';
import { findProductsOrNone, lastKnown } from '~/catalogue/products/products.server';
import type { NoticeMessage } from '~/base/page/notice';
import { redirectWithQuestion } from '~/base/page/forms/answered.server';
import { redirectWithNotice } from '~/base/page/forms/notices.server';
import { firstNames } from '~/base/kernel/first-names';
import type { CustomerRequest } from '~/base/page/page';
import { links } from '~/base/i18n/links';
import type { ProductCard } from '~/catalogue/products/product';
import { piecesOf, type Wishlist, type WishlistLine } from '../wishlist';
import { findWishlist } from '../wishlists.server';

/** What the next page says, and the question about unusual quantities. */
interface Said {
  notices: NoticeMessage[];
  ask?: readonly NoticeMessage[];
}

type Wanted = Pick<WishlistLine, 'productId' | 'quantity'>;

/**
 * Puts the lines in the cart once per rendered form, and reports lines that the same form had already added. A page
 * reloaded after Back has a new form key. A notice therefore also names products that were already in the cart, because
 * the order may be a duplicate.
 */
async function addOnce(
  page: CustomerRequest,
  lines: readonly Wanted[],
  {
    key,
    cards,
    address,
  }: { key: string; cards: ReadonlyMap<number, ProductCard> | null; address: string },
): Promise<Said> {
  const { t, locale } = page;
  const before = await cartQuantities(page);
  const report = await addLines(page, lines, key, { cards });
  const { said, again } = splitRepeatedLines(page, report);
  const notices = noticesOf(page, { ...report, done: said });
  const link = { href: links.cart(locale), text: t('cart:sheet.toCart') };
  if (again.length > 0)
    notices.push({ tone: 'info', text: t('cart:sheet.repeated', { count: again.length }), link });
  const doubled = report.done.filter(
    ({ productId, fate }) =>
      !['rejected', 'dropped', 'beyond'].includes(fate) && (before.get(productId) ?? 0) > 0,
  );
  if (doubled.length > 0) {
    const names = firstNames(doubled.flatMap(({ productId }) => cards?.get(productId)?.name ?? []));
    const text = t('wishlists:all.doubled', { count: doubled.length });
    notices.push({ tone: 'warn', text: names ? `${text} (${names}).` : `${text}.`, link });
  }
  return { notices, ask: askOnSheet(page, withNames(report.asked, cards), address) };
}

async function orderLines(page: CustomerRequest, list: Wishlist, key: string): Promise<Said> {
  const { t, locale } = page;
  const wanted = list.lines
    .map(({ productId, quantity }) => ({ productId, quantity: piecesOf(quantity) }))
    .filter(({ quantity }) => quantity > 0);
  if (wanted.length === 0) return { notices: [{ tone: 'info', text: t('wishlists:all.empty') }] };
  const products = await findProductsOrNone(
    page,
    wanted.map(({ productId }) => productId),
  );
  const cards = products?.cards ?? null;
  const isGone = ({ productId }: Wanted): boolean => products?.gone.has(productId) ?? false;
  const good = wanted.filter(
    (line) => !isGone(line) && cards?.get(line.productId)?.orderable.ok !== false,
  );
  // Each list has a key of its own, because the same page may order several lists.
  const own = formUuid(key, `list ${list.id}`);
  const address = links.wishlist(locale, list.id);
  const { notices, ask = [] }: Said =
    good.length > 0 ? await addOnce(page, good, { key: own, cards, address }) : { notices: [] };
  const link = { href: address, text: t('wishlists:all.toList') };
  const gone = wanted.filter(isGone).map(({ productId }) => productId);
  const without = list.lines.length - wanted.length;
  const barred = wanted.flatMap(({ productId }) => {
    const card = cards?.get(productId);
    return card && !card.orderable.ok ? [card.name] : [];
  });
  if (barred.length > 0) {
    const text = t('wishlists:all.barred', {
      count: barred.length,
      names: firstNames(barred, '.'),
    });
    notices.push({ tone: 'warn', text, link });
  }
  if (gone.length > 0) {
    const known = lastKnown(page, gone);
    const names = gone.map(
      (id) => known.get(id)?.name ?? t('catalogue:sheet.number', { id: String(id) }),
    );
    const text = t('wishlists:all.gone', { count: gone.length, names: firstNames(names, '.') });
    notices.push({ tone: 'warn', text, link });
  }
  if (without > 0)
    notices.push({
      tone: 'info',
      text: t('wishlists:all.withoutQuantity', { count: without }),
      link,
    });
  return { notices, ask };
}

/** Puts the whole list in the cart once per rendered form, and redirects back. */
export async function orderWishlist(
  page: CustomerRequest,
  asked: { id: number; key: string; back: string },
): Promise<Response> {
  const { t } = page;
  const { id, key, back } = asked;
  if (!page.customer.canOrder)
    return redirectWithNotice(page, back, [
      { tone: 'bad', text: t('catalogue:bar.may-not-order.meaning') },
    ]);
  const list = await findWishlist(page, id);
  const said: Said = list
    ? await orderLines(page, list, key)
    : { notices: [{ tone: 'bad', text: t('wishlists:notice.gone') }] };
  return redirectWithQuestion(page, back, said);
}
