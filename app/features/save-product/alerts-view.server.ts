/** The products for which a customer has a promotion alert (ALERT-01), with what the catalogue says of them. */
import { listAlerts } from '~/features/alerts/promo-alerts.server';
import { findProductsOrNone } from '~/features/catalogue/products.server';
import { subject, type Block } from '~/page/optional';
import { notFound, type CustomerRequest } from '~/page/page';
import type { ProductCard } from '~/features/catalogue/product';

export interface WatchedProduct {
  id: number;
  /** Null: withdrawn, or the catalogue does not answer. */
  card: ProductCard | null;
}

export interface AlertsView {
  products: Block<readonly WatchedProduct[]>;
}

/** Throws 404 where the ERP offers no alerts. */
export async function loadAlerts(page: CustomerRequest): Promise<AlertsView> {
  const alerts = await subject(page, 'promotion alerts', () => listAlerts(page));
  if (!alerts.ok) return { products: alerts };
  if (alerts.value === null) throw notFound(page.url.pathname);
  const ids = [...alerts.value];
  const found = await findProductsOrNone(page, ids);
  const products = ids.map((id) => ({ id, card: found?.cards.get(id) ?? null }));
  return { products: { ok: true, value: products } };
}
