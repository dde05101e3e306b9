/** What a supplier's own people see of a list. */
import type { PageRequest } from '~/page/page';
import type { Clause } from './clauses.server';

/** A supplier's own people see the supplier's products only (3.1). */
export function supplierFilter(page: PageRequest): Clause[] {
  const { session } = page.context;
  if (session.kind === 'guest') return [];
  const { role, roles, supplierId } = session.customer;
  const isSupplier = [role, ...roles].includes('supplier');
  return isSupplier && supplierId !== null ? [{ term: { supplier_id: supplierId } }] : [];
}
