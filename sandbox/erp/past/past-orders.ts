/** Thirty to sixty orders over five years: old ones are delivered and invoiced, the latest are still open. */
import type { WorldVariant } from '../../world';
import type { ErpState } from '../call';
import { unitPrice } from '../sale/pricing';
import { newSale } from '../cart/open-carts';
import { nextLineId } from '../cart/lines';
import { CARRIERS } from '../delivery/carriers';
import { feeLine } from '../delivery/choose';
import { invoiceName } from '../sale/invoicing';
import type { CustomerRecord, LineRecord, SaleRecord } from '../store/records';
import { chanceFor } from './basket';
import { createChance, hash32, type Chance } from '../../seed/random';

const DAY_MS = 86_400_000;
const YEARS = 5;
/** Maximum age in days of an order that is not fully delivered. */
const OPEN_DAYS = 12;
const FEWEST = 30;
const MOST = 60;

export function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

function uuidFrom(key: string): string {
  const hex = [0, 1, 2, 3]
    .map((part) => hash32(`${key}|${part}`).toString(16).padStart(8, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** A random index below `size`; low indexes are much more frequent than high ones. */
function skewed(chance: Chance, key: string, size: number): number {
  return Math.floor(chance.unit(key) ** 2 * size);
}

export function pastLine(
  erp: ErpState,
  customer: CustomerRecord,
  variant: WorldVariant,
  order: { qty: number; day: string },
): LineRecord {
  return {
    id: nextLineId(erp),
    productId: variant.id,
    type: 'product',
    name: variant.name[customer.lang],
    qty: order.qty,
    ...unitPrice(variant, customer, order.qty, order.day),
    taxRate: variant.taxRate,
    qtyDelivered: 0,
    qtyCanceled: 0,
    qtyBackorder: 0,
    qtyUnavailable: 0,
    options: null,
  };
}

function orderLines(
  erp: ErpState,
  customer: CustomerRecord,
  basket: readonly WorldVariant[],
  chance: Chance,
  day: string,
): LineRecord[] {
  const chosen = new Map<WorldVariant, number>();
  const count = chance.int('lines', 2, Math.min(10, basket.length + 1));
  for (let draw = 0; draw < count; draw += 1) {
    const variant = basket[skewed(chance, `line ${draw}`, basket.length)];
    if (variant) chosen.set(variant, chance.int(`qty ${draw}`, 1, variant.isMedicine ? 12 : 6));
  }
  return [...chosen].map(([variant, qty]) => pastLine(erp, customer, variant, { qty, day }));
}

/** Delivered quantity of each line: all of it for an old order, a part for a recent one. */
function progress(line: LineRecord, chance: Chance, age: number, isLate: boolean): LineRecord {
  const key = `line ${line.productId}`;
  if (age > OPEN_DAYS) {
    const cancelled = chance.odds(`${key} cancelled`, 0.03) ? 1 : 0;
    return { ...line, qtyDelivered: line.qty - cancelled, qtyCanceled: cancelled };
  }
  if (!isLate && age > 1 && chance.odds(`${key} delivered`, 0.6))
    return { ...line, qtyDelivered: line.qty };
  const short =
    isLate || chance.odds(`${key} short`, 0.4) ? chance.int(`${key} by`, 1, line.qty) : 0;
  return { ...line, qtyBackorder: short, qtyUnavailable: short };
}

function channelOf(chance: Chance, age: number): SaleRecord['channel'] {
  const draw = chance.unit('channel');
  if (draw < 0.62) return 'web';
  if (draw < 0.82) return 'phone';
  return draw > 0.94 && age > 3 * 365 ? 'fax' : 'mail';
}

interface Place {
  index: number;
  day: string;
  age: number;
}

function pastOrder(
  erp: ErpState,
  customer: CustomerRecord,
  basket: readonly WorldVariant[],
  { index, day, age }: Place,
): SaleRecord {
  const chance = createChance(`${erp.world.seed}|past|${customer.ref}|order ${index}`);
  const blank = newSale(erp, customer, { typology: 'sale', quotationState: null });
  const time = `${String(chance.int('hour', 7, 17)).padStart(2, '0')}:${String(chance.int('minute', 0, 59)).padStart(2, '0')}:00`;
  const isCancelled = age > OPEN_DAYS && chance.odds('cancelled', 0.05);
  const isLate = age <= OPEN_DAYS && chance.odds('late', 0.5);
  const lines = orderLines(erp, customer, basket, chance, day).map((line) =>
    isCancelled ? { ...line, qtyCanceled: line.qty } : progress(line, chance, age, isLate),
  );
  const isMedicine = lines.some((line) => erp.variants.get(line.productId)?.isMedicine);
  const carrier = CARRIERS[chance.odds('express', 0.15) ? 1 : 0];
  if (carrier) lines.push(feeLine(erp, carrier, carrier.price, customer.lang));
  const channel = channelOf(chance, age);
  const year = day.slice(0, 4);
  const isInvoiced = isCancelled ? chance.odds('credit', 0.5) : age > OPEN_DAYS;
  const invoiced = daysBefore(erp.world.today, Math.max(0, age - 2));
  const invoiceId = isInvoiced ? erp.store.next('invoice', 300_001) : 0;
  return {
    ...blank,
    uuid: channel === 'web' ? uuidFrom(`${customer.ref}|${index}`) : null,
    dateOrder: `${day}T${time}`,
    dateCommitment: `${daysBefore(erp.world.today, age - 1)}T09:00:00`,
    channel,
    raw: isCancelled ? 'cancel' : age > OPEN_DAYS ? 'done' : 'sale',
    clientOrderRef: chance.odds('ref', 0.4) ? `BC-${year}-${String(index).padStart(3, '0')}` : null,
    suiteName: isMedicine ? `OM${year}-${String(index).padStart(4, '0')}` : null,
    carrierId: carrier?.id ?? null,
    invoices: isInvoiced
      ? [{ id: invoiceId, name: invoiceName(invoiceId, invoiced), date: invoiced }]
      : [],
    lines,
  };
}

/**
 * Dates of the orders: evenly over the years, with some variation. The last two are recent enough to be still open, so
 * that every customer has products on order.
 */
function places(erp: ErpState, chance: Chance): Place[] {
  const count = chance.int('count', FEWEST, MOST);
  const span = YEARS * 365 - 60;
  return Array.from({ length: count }, (_, index) => {
    const fromEnd = count - 1 - index;
    const even = Math.round((fromEnd / (count - 1)) * span);
    const age =
      fromEnd < 2
        ? 1 + fromEnd * 5
        : Math.max(OPEN_DAYS + 1, even - chance.int(`play ${index}`, 0, 15));
    return { index: index + 1, age, day: daysBefore(erp.world.today, age) };
  });
}

export function seedOrders(
  erp: ErpState,
  customer: CustomerRecord,
  basket: readonly WorldVariant[],
): void {
  let lastSuiteName: string | null = null;
  for (const place of places(erp, chanceFor(erp, customer, 'orders'))) {
    const order = erp.store.sales.put(pastOrder(erp, customer, basket, place));
    lastSuiteName = order.suiteName ?? lastSuiteName;
  }
  erp.store.customers.put({ ...customer, lastSuiteName });
}
