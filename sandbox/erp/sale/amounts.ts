/** Amounts of lines and sales in cents (contract/erp.md 6.4): rounded per line; a total is the sum of its lines. */
import type { LineRecord, SaleRecord } from '../store/records';
import { divideRounding } from './pricing';

export interface Cents {
  untaxed: number;
  tax: number;
  discount: number;
}

const NOTHING: Cents = { untaxed: 0, tax: 0, discount: 0 };

/** Quantity times price. Quantities have at most 2 decimals, prices at most 4. */
function product(qty: number, price: number): bigint {
  const exact = BigInt(Math.round(qty * 100)) * BigInt(Math.round(price * 10_000));
  return divideRounding(exact, 10_000n);
}

function vat(cents: bigint, percent: number): bigint {
  return divideRounding(cents * BigInt(Math.round(percent * 100)), 10_000n);
}

/** Records are immutable, so the amounts of each are computed once. */
const known = new WeakMap<LineRecord, Cents>();

export function lineCents(line: LineRecord): Cents {
  const before = known.get(line);
  if (before) return before;
  const made = computed(line);
  known.set(line, made);
  return made;
}

function computed(line: LineRecord): Cents {
  const untaxed = product(line.qty, line.net);
  const tax = vat(untaxed, line.taxRate);
  const before = product(line.qty, line.gross);
  const totalBefore = before + vat(before, line.taxRate);
  return {
    untaxed: Number(untaxed),
    tax: Number(tax),
    discount: Number(totalBefore - untaxed - tax),
  };
}

export function sumCents(lines: readonly LineRecord[]): Cents {
  return lines.map(lineCents).reduce(
    (sum, line) => ({
      untaxed: sum.untaxed + line.untaxed,
      tax: sum.tax + line.tax,
      discount: sum.discount + line.discount,
    }),
    NOTHING,
  );
}

const isDelivery = (line: LineRecord) => line.type === 'delivery';
export const isGoods = (line: LineRecord) => line.type === 'product';

export function goodsCents(sale: SaleRecord): Cents {
  return sumCents(sale.lines.filter((line) => !isDelivery(line)));
}

export function deliveryCents(sale: SaleRecord): Cents {
  return sumCents(sale.lines.filter(isDelivery));
}

/** Amount that the customer pays, in euros. */
export function totalOf(sale: SaleRecord): number {
  const sum = sumCents(sale.lines);
  return (sum.untaxed + sum.tax) / 100;
}

/** Rounds half up to 2 decimals, the precision of stored quantities (6.5). */
export function toHundredths(value: number): number {
  return Math.round((value + Number.EPSILON) * 100) / 100;
}
