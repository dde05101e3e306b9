/**
 * Restricts the catalogue for people of a supplier to the products of their company (contract/search.md 3.1): in lists,
 * suggestions and offers, by code and by address.
 */
import type { PageRequest } from '~/base/page/page';
import type { Customer } from '../../../server/auth/session-view';

type Clause = Readonly<Record<string, unknown>>;
type Page = Pick<PageRequest, 'context'>;

const supplierOf = ({ role, roles, supplierId }: Customer): number | null =>
  [role, ...roles].includes('supplier') ? supplierId : null;

/** The supplier to whose products this customer is restricted; null for all others. */
export const ownSupplierId = ({ context: { session } }: Page): number | null =>
  session.kind === 'guest' ? null : supplierOf(session.customer);

export function supplierFilter(page: Page): Clause[] {
  const supplierId = ownSupplierId(page);
  return supplierId === null ? [] : [{ term: { supplier_id: supplierId } }];
}

/** The search query `body`, restricted to the products that this customer may see. */
export function withinSupplier(page: Page, body: Clause): Clause {
  const filter = supplierFilter(page);
  if (filter.length === 0) return body;
  const { query } = body;
  return { ...body, query: { bool: { ...(query ? { must: [query] } : {}), filter } } };
}

/** Whether this customer may see a product that was fetched for everyone. */
export function isSeenBy(
  { supplier_id: suppliedBy }: { supplier_id: number | null },
  customer: Customer | null,
): boolean {
  const own = customer === null ? null : supplierOf(customer);
  return own === null || suppliedBy === own;
}
