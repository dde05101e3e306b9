/** Creates the invoice of an order: one per order, numbered within the year. */
import type { ErpState } from '../call';
import type { SaleRecord } from '../store/records';

export function invoiceName(id: number, day: string): string {
  return `INV/${day.slice(0, 4)}/${String(id).padStart(5, '0')}`;
}

export function ensureInvoice(erp: ErpState, sale: SaleRecord): SaleRecord['invoices'][number] {
  const [known] = sale.invoices;
  if (known) return known;
  const id = erp.store.next('invoice', 300_001);
  const date = erp.clock.today();
  const invoice = { id, name: invoiceName(id, date), date };
  erp.store.sales.put({ ...sale, invoices: [...sale.invoices, invoice] });
  return invoice;
}
