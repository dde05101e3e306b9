/** What a supplier's own people see of a list. */
import type { PageRequest } from '~/page/page';
import type { Clause } from './clauses.server';

/** The supplier whose products alone are listed for this customer; null for all others (3.1). */
export function ownSupplierId({ context }: PageRequest): number | null {
  const { session } = context;
  if (session.kind === 'guest') return null;
  const { role, roles, supplierId } = session.customer;
  return [role, ...roles].includes('supplier') ? supplierId : null;
}

export function supplierFilter(page: PageRequest): Clause[] {
  const supplierId = ownSupplierId(page);
  return supplierId === null ? [] : [{ term: { supplier_id: supplierId } }];
}
