/**
 * What a supplier's own people see of the catalogue, in lists, suggestions and offers, by code and by address: what
 * their company supplies (contract/search.md 3.1).
 */
import type { PageRequest } from '~/base/page/page';
import type { Customer } from '../../../server/auth/session-view';

type Clause = Readonly<Record<string, unknown>>;
type Page = Pick<PageRequest, 'context'>;

const supplierOf = ({ role, roles, supplierId }: Customer): number | null =>
  [role, ...roles].includes('supplier') ? supplierId : null;

/** The supplier whose products alone this customer sees; null for all others. */
export const ownSupplierId = ({ context: { session } }: Page): number | null =>
  session.kind === 'guest' ? null : supplierOf(session.customer);

export function supplierFilter(page: Page): Clause[] {
  const supplierId = ownSupplierId(page);
  return supplierId === null ? [] : [{ term: { supplier_id: supplierId } }];
}

/** The same search within what this customer sees. */
export function withinSupplier(page: Page, body: Clause): Clause {
  const filter = supplierFilter(page);
  if (filter.length === 0) return body;
  const { query } = body;
  return { ...body, query: { bool: { ...(query ? { must: [query] } : {}), filter } } };
}

/** Whether a product that was found for everybody is one that this customer sees. */
export function isSeenBy(
  { supplier_id: suppliedBy }: { supplier_id: number | null },
  customer: Customer | null,
): boolean {
  const own = customer === null ? null : supplierOf(customer);
  return own === null || suppliedBy === own;
}
