/** Changes the lines of a cart or quotation: quantities, prices, names, shortage (10.4). */
import type { Lang } from '../../world';
import type { ErpState } from '../call';
import { toHundredths } from '../sale/amounts';
import { unitPrice } from '../sale/pricing';
import type { CustomerRecord, LineRecord, SaleRecord } from '../store/records';

const LINE_SERIES_START = 500_001;

export function nextLineId(erp: ErpState): number {
  return erp.store.next('line', LINE_SERIES_START);
}

/** Key of a line's options, with property names sorted at every level. Absent, null and `{}` give the same key. */
function optionsKey(options: Record<string, unknown> | null | undefined): string {
  if (!options || Object.keys(options).length === 0) return '';
  return JSON.stringify(sorted(options));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/**
 * Whether a line with this quantity is deleted, because it rounds to zero pieces: 0.4 is deleted, 0.5 remains (10.4).
 */
function vanishes(qty: number): boolean {
  return Math.floor(qty + 0.5) <= 0;
}

/** Pieces of a quantity that are not in stock now. The ERP never reports a shortage of products for human use. */
export function shortage(erp: ErpState, productId: number, qty: number): number {
  const variant = erp.variants.get(productId);
  if (!variant || variant.isHuman) return 0;
  const taken = erp.store.reservations.get(productId)?.qty ?? 0;
  return Math.max(0, Math.ceil(qty - Math.max(0, variant.stockQty - taken)));
}

/** A cart line for `qty` of a product, at the customer's price of today. */
export function goodsLine(
  erp: ErpState,
  customer: CustomerRecord,
  lang: Lang,
  wanted: {
    id: number;
    productId: number;
    qty: number;
    options: Record<string, unknown> | null;
    name?: string;
  },
): LineRecord {
  const variant = erp.variants.get(wanted.productId);
  const qty = toHundredths(wanted.qty);
  const payer = erp.quirks.has('public-price-list')
    ? { ...customer, pricelistDiscounts: [], supplierPromotion: 'none' }
    : customer;
  const price = variant
    ? unitPrice(variant, payer, qty, erp.clock.today())
    : { gross: 0, rate: 0, net: 0 };
  return {
    id: wanted.id,
    productId: wanted.productId,
    type: 'product',
    name: wanted.name ?? variant?.name[lang] ?? String(wanted.productId),
    qty,
    ...price,
    taxRate: variant?.taxRate ?? 0,
    qtyDelivered: 0,
    qtyCanceled: 0,
    qtyBackorder: 0,
    qtyUnavailable: shortage(erp, wanted.productId, qty),
    options: wanted.options,
  };
}

export interface Change {
  productId: number;
  qty: number;
  options: Record<string, unknown> | null;
}

/** Sums the changes by product and options, in the order of their first occurrence. */
function grouped(changes: readonly Change[]): Change[] {
  const groups = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.productId}|${optionsKey(change.options)}`;
    const known = groups.get(key);
    if (known) known.qty += change.qty;
    else groups.set(key, { ...change });
  }
  return [...groups.values()];
}

/** Applies quantity deltas. The caller's transaction makes them all or nothing. */
export function applyChanges(
  erp: ErpState,
  customer: CustomerRecord,
  lang: Lang,
  cart: SaleRecord,
  changes: readonly Change[],
): SaleRecord {
  const lines = [...cart.lines];
  for (const group of grouped(changes)) {
    const key = optionsKey(group.options);
    const index = lines.findIndex(
      (line) =>
        line.type === 'product' &&
        line.productId === group.productId &&
        optionsKey(line.options) === key,
    );
    const old = lines[index];
    const qty = (old?.qty ?? 0) + group.qty;
    if (vanishes(qty)) {
      if (old) lines.splice(index, 1);
      continue;
    }
    const options = key === '' ? null : group.options;
    const wanted = { productId: group.productId, qty, options };
    if (old)
      lines[index] = goodsLine(erp, customer, lang, { ...wanted, id: old.id, name: old.name });
    else lines.push(goodsLine(erp, customer, lang, { ...wanted, id: nextLineId(erp) }));
  }
  return { ...cart, lines };
}
