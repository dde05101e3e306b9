/** A quick order, line by line resolved or refused with its reason. */
import type { OrderBar, ProductCard } from '~/features/catalogue/product';
import { cents, sumCents, type Cents } from '~/kernel/money';
import type { SheetRefusal } from '../sheet/sheet';
import { quantityOf, type TypedLine } from './lines';

export type LineFault =
  | { kind: 'unknown' }
  /** The code means several products. */
  | { kind: 'ambiguous'; names: readonly string[] }
  | { kind: 'quantity'; refusal: SheetRefusal }
  /** `5,41235E+12`: a spreadsheet has shortened a long code, its last digits are gone. */
  | { kind: 'rounded' }
  /** The back office could not be told which product is meant: it has no SKU. */
  | { kind: 'no-sku' }
  | { kind: 'barred'; reason: Exclude<OrderBar, 'sign-in'> };

export interface QuickLine extends TypedLine {
  card: ProductCard | null;
  /** Null when it cannot be read. */
  quantity: number | null;
  fault: LineFault | null;
  /** Pieces of the same product in the lines above. */
  before: number;
  amount: Cents | null;
}

export interface QuickOrder {
  lines: readonly QuickLine[];
  ready: number;
  total: Cents;
}

/** Price of one piece at a quantity: the best tier it reaches. */
export function unitPriceAt(card: ProductCard, quantity: number): Cents | null {
  if (!card.price) return null;
  const reached = card.price.tiers.filter((tier) => tier.fromQuantity <= quantity);
  return reached.reduce((best, tier) => (tier.net < best ? tier.net : best), card.price.net);
}

const roundedCode = /^\d([.,]\d+)?E\+?\d{1,2}$/i;
const mostOfOne = 9_999;
const tooMany: LineFault = { kind: 'quantity', refusal: 'too-many' };

function faultOf(
  code: string,
  found: readonly ProductCard[],
  refusal: SheetRefusal | null,
): LineFault | null {
  const [card] = found;
  if (!card) return roundedCode.test(code) ? { kind: 'rounded' } : { kind: 'unknown' };
  if (found.length > 1)
    return { kind: 'ambiguous', names: found.slice(0, 4).map(({ name }) => name) };
  if (!card.orderable.ok) {
    const { reason } = card.orderable;
    return { kind: 'barred', reason: reason === 'sign-in' ? 'may-not-order' : reason };
  }
  return refusal ? { kind: 'quantity', refusal } : null;
}

export function resolved(
  typed: readonly TypedLine[],
  found: ReadonlyMap<string, readonly ProductCard[]>,
): QuickOrder {
  const sums = new Map<number, number>();
  const judged = typed.map((line) => {
    const cards = found.get(line.code) ?? [];
    const { quantity, refusal } = quantityOf(line);
    const card = cards.length === 1 ? (cards[0] ?? null) : null;
    const fault = faultOf(line.code, cards, refusal);
    if (!card || fault || quantity === null) return { ...line, card, quantity, fault, before: 0 };
    const before = sums.get(card.id) ?? 0;
    if (before + quantity > mostOfOne)
      return { ...line, card, quantity, fault: tooMany, before: 0 };
    sums.set(card.id, before + quantity);
    return { ...line, card, quantity, fault, before };
  });
  const lines = judged.map((line): QuickLine => {
    const { card, quantity, fault } = line;
    if (!card || fault || quantity === null) return { ...line, amount: null };
    const unit = unitPriceAt(card, sums.get(card.id) ?? quantity);
    return { ...line, amount: unit === null ? null : cents(unit * quantity) };
  });
  const good = lines.filter(({ fault }) => fault === null);
  const amounts = good.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return { lines, ready: good.length, total: sumCents(amounts) };
}
