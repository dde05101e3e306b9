/** Loads the page that asks where to save a product. If wishlists or drafts are unavailable, the page says so. */
import { listAlerts } from '~/account/alerts/promo-alerts.server';
import { findCards } from '~/catalogue/products/cards.server';
import { listDrafts } from '~/account/quotations/quotations.server';
import { quantityOn } from '~/account/wishlists/wishlist';
import { listWishlists } from '~/account/wishlists/wishlists.server';
import { loadOptionalBlock, loadRequiredBlock } from '~/base/page/optional';
import { notFound, type CustomerRequest, type PageRequest } from '~/base/page/page';
import { shortenQuantity } from '~/base/kernel/quantity';
import type { SavePlace } from './save-product';
import type { SaveProductView } from './save-product-page';

async function listsFor(page: CustomerRequest, productId: number): Promise<SavePlace[] | null> {
  const lists = await listWishlists(page);
  return (
    lists?.map((list) => ({
      id: list.id,
      name: list.name || page.t('wishlists:unnamed'),
      present: quantityOn(list, productId),
    })) ?? null
  );
}

async function draftsFor(page: CustomerRequest, productId: number): Promise<SavePlace[] | null> {
  const drafts = await listDrafts(page);
  return (
    drafts?.map(({ id, reference, name, lines }) => ({
      id,
      name: reference ?? name,
      present: lines.find((line) => line.productId === productId)?.quantity ?? null,
    })) ?? null
  );
}

/** The product id in the address; throws 404 when it is missing or invalid. */
export function savedProductId({ url }: Pick<PageRequest, 'url'>): number {
  const id = url.searchParams.get('product') ?? '';
  if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound(url.pathname);
  return Number(id);
}

/** Whether this product has an alert; null for guests, and when alerts are unavailable. */
export async function findAlert(page: PageRequest, productId: number): Promise<boolean | null> {
  if (page.context.session.kind === 'guest') return null;
  const alerts = await loadOptionalBlock(page, 'promotion alerts', () => listAlerts(page));
  return alerts.ok && alerts.value ? alerts.value.has(productId) : null;
}

export async function loadSaveProduct(page: CustomerRequest): Promise<SaveProductView> {
  const id = savedProductId(page);
  const [cards, lists, drafts, alert] = await Promise.all([
    findCards(page, [id]),
    loadRequiredBlock(page, 'standing orders', () => listsFor(page, id)),
    loadRequiredBlock(page, 'quotations', () => draftsFor(page, id)),
    findAlert(page, id),
  ]);
  const card = cards.get(id);
  if (!card) throw notFound(page.url.pathname);
  return {
    card,
    quantity: shortenQuantity(page.url.searchParams.get('n') ?? '1'),
    places: { list: lists, quotation: drafts },
    alert,
  };
}
