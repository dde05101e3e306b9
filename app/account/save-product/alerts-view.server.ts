/** The products with a promotion alert of this customer (ALERT-01), with their catalogue data. */
import { listAlerts } from '~/account/alerts/promo-alerts.server';
import { findProductsOrNone } from '~/catalogue/products/products.server';
import { loadRequiredBlock, type Block } from '~/base/page/optional';
import { notFound, type CustomerRequest } from '~/base/page/page';
import type { ProductCard } from '~/catalogue/products/product';

export interface WatchedProduct {
  id: number;
  /** Catalogue data of the product; null when it was withdrawn or the catalogue is unavailable. */
  card: ProductCard | null;
}

export interface AlertsView {
  products: Block<readonly WatchedProduct[]>;
}

/** Loads the page of alerts. Throws 404 when the ERP offers no alerts. */
export async function loadAlerts(page: CustomerRequest): Promise<AlertsView> {
  const alerts = await loadRequiredBlock(page, 'promotion alerts', () => listAlerts(page));
  if (!alerts.ok) return { products: alerts };
  if (alerts.value === null) throw notFound(page.url.pathname);
  const ids = [...alerts.value];
  const found = await findProductsOrNone(page, ids);
  const products = ids.map((id) => ({ id, card: found?.cards.get(id) ?? null }));
  return { products: { ok: true, value: products } };
}
