/** A quick order, line by line resolved or refused with its reason. */
import { readProductCode, type ProductCode } from '~/features/catalogue/codes/product-code';
import type { OrderBar, ProductCard } from '~/features/catalogue/product';
import { cents, sumCents, type Cents } from '~/kernel/money';
import type { Day } from '~/kernel/day';
import type { SheetRefusal } from '~/features/order-sheet/sheet';
import { maxLineLength, quantityOf, type TypedLine } from './lines';

export type LineFault =
  | { kind: 'unknown' }
  /** Search did not answer, and the customer has not bought it: it may be known all the same. */
  | { kind: 'unchecked' }
  /** The code means several products. */
  | { kind: 'ambiguous'; names: readonly string[]; choices: readonly Choice[] }
  /** As long as an EAN or CNK, with a check digit that does not fit. */
  | { kind: 'misread' }
  | { kind: 'quantity'; refusal: SheetRefusal }
  /** `5,41235E+12`: a spreadsheet has shortened a long code, its last digits are gone. */
  | { kind: 'rounded' }
  /** Longer than any code: shortened where it is shown, and so never looked up as another one. */
  | { kind: 'too-long' }
  /** The product has no SKU, so the ERP cannot be given a line for it. */
  | { kind: 'no-sku' }
  | { kind: 'barred'; reason: Exclude<OrderBar, 'sign-in'> };

/** One of the products that a code means. */
export interface Choice {
  sku: string;
  text: string;
}

export interface QuickLine extends TypedLine {
  card: ProductCard | null;
  /** Null when it cannot be read. */
  quantity: number | null;
  fault: LineFault | null;
  /** Pieces of the same product in the lines above. */
  before: number;
  amount: Cents | null;
  /** What a GS1 code says of the pack in hand; shown, never sent. */
  lot: string | null;
  expiry: Day | null;
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

const unknownCode = (
  code: string,
  { misread }: ProductCode,
  isSearchUnavailable: boolean,
): LineFault => {
  if (code.length > maxLineLength) return { kind: 'too-long' };
  if (roundedCode.test(code)) return { kind: 'rounded' };
  if (misread) return { kind: 'misread' };
  return { kind: isSearchUnavailable ? 'unchecked' : 'unknown' };
};

const ambiguous = (found: readonly ProductCard[]): LineFault => ({
  kind: 'ambiguous',
  names: found.slice(0, 4).map(({ name }) => name),
  choices: found.flatMap(({ sku, title, presentation }) =>
    sku === null ? [] : [{ sku, text: presentation ? `${title}, ${presentation}` : title }],
  ),
});

function faultOf(
  code: string,
  read: ProductCode,
  found: readonly ProductCard[],
  refusal: SheetRefusal | null,
  isSearchUnavailable: boolean,
): LineFault | null {
  const [card] = found;
  if (!card) return unknownCode(code, read, isSearchUnavailable);
  if (found.length > 1) return ambiguous(found);
  if (!card.orderable.ok) {
    const { reason } = card.orderable;
    return { kind: 'barred', reason: reason === 'sign-in' ? 'may-not-order' : reason };
  }
  return refusal ? { kind: 'quantity', refusal } : null;
}

export function resolved(
  typed: readonly TypedLine[],
  found: ReadonlyMap<string, readonly ProductCard[]>,
  isSearchUnavailable = false,
): QuickOrder {
  const sums = new Map<number, number>();
  const checked = typed.map((line) => {
    // Cut short, it may read as the code of another product.
    const cards = line.code.length > maxLineLength ? [] : (found.get(line.code) ?? []);
    const { quantity, refusal } = quantityOf(line);
    const card = cards.length === 1 ? (cards[0] ?? null) : null;
    const read = readProductCode(line.code);
    const { lot, expiry } = read;
    const fault = faultOf(line.code, read, cards, refusal, isSearchUnavailable);
    const known = { ...line, card, quantity, lot, expiry };
    if (!card || fault || quantity === null) return { ...known, fault, before: 0 };
    const before = sums.get(card.id) ?? 0;
    if (before + quantity > mostOfOne) return { ...known, fault: tooMany, before: 0 };
    sums.set(card.id, before + quantity);
    return { ...known, fault, before };
  });
  const lines = checked.map((line): QuickLine => {
    const { card, quantity, fault } = line;
    if (!card || fault || quantity === null) return { ...line, amount: null };
    const unit = unitPriceAt(card, sums.get(card.id) ?? quantity);
    return { ...line, amount: unit === null ? null : cents(unit * quantity) };
  });
  const good = lines.filter(({ fault }) => fault === null);
  const amounts = good.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return { lines, ready: good.length, total: sumCents(amounts) };
}
