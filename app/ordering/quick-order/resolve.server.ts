/**
 * Resolves each line of a quick order to its product or a fault. Five thousand lines are processed in turns, so that
 * other requests do not wait.
 */
import { packIn, type PackData } from '~/catalogue/products/codes/gs1';
import {
  areSeveralLabels,
  noCode,
  type ProductCode,
} from '~/catalogue/products/codes/product-code';
import type { ProductCard } from '~/catalogue/products/product';
import { amountOf, sumCents } from '~/base/kernel/money';
import { ambiguousValues } from '~/base/kernel/quantity';
import { maxQuantity } from '~/ordering/cart/transaction';
import type { SheetRefusal } from '~/ordering/order-sheet/sheet';
import { flatMapSteps, type Steps } from '~/base/kernel/steps';
import { mapInTurns } from '~/base/page/in-turns.server';
import {
  codesBeside,
  maxLineLength,
  otherReading,
  parseLine,
  quantityOf,
  type TypedLine,
} from './lines';
import {
  unitPriceAt,
  type KnownCodes,
  type LineFault,
  type QuickLine,
  type QuickOrder,
} from './quick-order';

const roundedCode = /^\d([.,]\d+)?E\+?\d{1,2}$/i;
const tooMany: LineFault = { kind: 'quantity', refusal: 'too-many' };
const tooManyInCart: LineFault = { kind: 'quantity', refusal: 'too-many-in-cart' };

/** Sums of the pieces of one product over all lines. */
interface Pieces {
  all: number;
  /** Pieces already in the cart. */
  added: number;
  /** The total that the customer confirmed; 0 without a confirmation. */
  sure: number;
}
const noPieces: Pieces = { all: 0, added: 0, sure: 0 };

const withLine = ({ all, added, sure }: Pieces, line: TypedLine, quantity: number): Pieces => ({
  all: all + quantity,
  added: added + (line.added ? quantity : 0),
  sure: Math.max(sure, line.sureUpTo ?? 0),
});

/**
 * Pieces of a product that the cart holds once these lines are in it. `held`: pieces that it holds now, usually with
 * the lines that were added before.
 */
const totalOf = ({ all, added }: Pieces, held = 0): number => Math.max(held, added) + all - added;

const unknownCode = (
  code: string,
  { misread, scheme, label }: ProductCode,
  isSearchUnavailable: boolean,
): LineFault => {
  if (code === '') return { kind: 'no-code' };
  if (code.length > maxLineLength) return { kind: 'too-long' };
  if (roundedCode.test(code)) return { kind: 'rounded' };
  if (scheme) return { kind: 'other-scheme', scheme };
  if (misread) return { kind: 'misread' };
  if (label && (label.unreadable !== '' || !isSearchUnavailable))
    return { kind: 'label', ...label };
  return { kind: isSearchUnavailable ? 'unchecked' : 'unknown' };
};

type Among = Pick<Extract<LineFault, { kind: 'ambiguous' }>, 'names' | 'choices'>;
const among = (found: readonly ProductCard[]): Among => ({
  names: found.slice(0, 4).map(({ name }) => name),
  choices: found.flatMap(({ sku, title, presentation }) =>
    sku === null ? [] : [{ sku, text: presentation ? `${title}, ${presentation}` : title }],
  ),
});

export const unreadable = (typed: string, refusal: SheetRefusal): LineFault => ({
  kind: 'quantity',
  refusal,
  readings: refusal === 'thousands' ? ambiguousValues(typed) : undefined,
});

function faultOf(
  { code, typed, behind }: TypedLine,
  read: ProductCode,
  found: readonly ProductCard[],
  refusal: SheetRefusal | null,
  isSearchUnavailable: boolean,
): LineFault | null {
  const [card] = found;
  if (!card) return unknownCode(code, read, isSearchUnavailable);
  if (found.length > 1) return { ...among(found), kind: 'ambiguous' };
  if (!card.orderable.ok) {
    const { reason } = card.orderable;
    return { kind: 'barred', reason: reason === 'sign-in' ? 'may-not-order' : reason };
  }
  if (refusal === 'not-a-number' && behind !== undefined) return { kind: 'behind-label', behind };
  return refusal ? unreadable(typed, refusal) : null;
}

const labelCodes = ({ labels = [] }: TypedLine): string[] =>
  labels.map((text) => parseLine(text)?.code ?? '');

/** Returns every code that the lines may contain. */
export const codesOf = (typed: readonly TypedLine[]): Steps<string[]> =>
  flatMapSteps(typed, (line) => [
    line.code,
    otherReading(line)?.code ?? line.code,
    ...labelCodes(line),
    ...codesBeside({ code: '', entered: line.entered }),
  ]);

type Resolution = Pick<QuickLine, 'card' | 'quantity' | 'fault' | 'before'>;

/**
 * Creates the line in one literal with one spread: further spreads copy property by property, which took most of the
 * time for five thousand lines.
 */
const lineWith = (
  line: TypedLine,
  { lot, expiry, bestBefore, sellBy, count, inside, doubts }: PackData,
  others: readonly PackData[],
  { card, quantity, fault, before }: Resolution,
): QuickLine => ({
  ...line,
  lot,
  expiry,
  bestBefore,
  sellBy,
  count,
  inside,
  doubts,
  others,
  card,
  quantity,
  fault,
  before,
  amount: null,
});

/** Returns a fault when the line has codes of other products too: the shop must not guess which one is meant. */
function severalIn(
  line: TypedLine,
  card: ProductCard | null,
  found: KnownCodes['found'],
): LineFault | null {
  if (areSeveralLabels(line.entered)) return { kind: 'several-codes', names: [], choices: [] };
  if (!card) return null;
  const others = codesBeside(line).flatMap((code) => found.get(code) ?? []);
  const products = new Map([card, ...others].map((one) => [one.id, one]));
  return products.size > 1 ? { ...among([...products.values()]), kind: 'several-codes' } : null;
}

/**
 * Resolves the lines with the products of their codes.
 * `held`: pieces in the cart by product id, to which these lines will be added. `mostOf`: the pieces of a product that
 * the cart may then hold without a question. If it would hold more, each line that the customer has not confirmed gets
 * the fault `unusual`.
 */
export async function resolved(
  typed: readonly TypedLine[],
  { read, found, fromOrders }: KnownCodes,
  mostOf: (productId: number) => number = () => Infinity,
  held: ReadonlyMap<number, number> = new Map(),
): Promise<QuickOrder> {
  const sums = new Map<number, Pieces>();
  const isKnown = (code: string): boolean => (found.get(code) ?? []).length > 0;
  const checked = await mapInTurns(typed, (given) => {
    const other = isKnown(given.code) ? null : otherReading(given, isKnown);
    const line = other && isKnown(other.code) ? other : given;
    // Do not look up a shortened code: it may match another product.
    const code = line.code.length > maxLineLength ? null : read.get(line.code);
    const { unit } = code ?? noCode;
    const pack = code ?? noCode;
    const whole = code ? (found.get(line.code) ?? []) : [];
    const units = whole.length === 0 && unit !== null ? (found.get(unit) ?? []) : [];
    const cards = whole.length === 0 ? units : whole;
    const { quantity, refusal } = quantityOf(line, pack.count);
    const card = cards.length === 1 ? (cards[0] ?? null) : null;
    const several = severalIn(line, card, found);
    if (several)
      return lineWith(line, pack, [], { card: null, quantity, fault: several, before: 0 });
    const others = labelCodes(line).map((label) => packIn(read.get(label) ?? noCode));
    // A quantity beside a carton's code may count cartons.
    if (card && units.length > 0 && !(line.inField && line.typed.trim() !== '')) {
      const fault = { kind: 'carton', asked: line.typed } as const;
      const uncounted = { ...line, typed: '' };
      return lineWith(uncounted, pack, others, { card, quantity: null, fault, before: 0 });
    }
    const known = (fault: LineFault | null, before = 0): QuickLine =>
      lineWith(line, pack, others, { card, quantity, fault, before });
    const fault = faultOf(line, pack, cards, refusal, fromOrders);
    if (!card || fault || quantity === null) return known(fault);
    const sum = sums.get(card.id) ?? noPieces;
    if (sum.all + quantity > maxQuantity) return known(tooMany);
    if (totalOf(sum, held.get(card.id)) + quantity > maxQuantity && !line.added)
      return known(tooManyInCart);
    sums.set(card.id, withLine(sum, line, quantity));
    return known(fault, sum.all);
  });
  const lines = await mapInTurns(checked, (line): QuickLine => {
    const { card, quantity, fault } = line;
    if (!card || fault || quantity === null) return line;
    const sum = sums.get(card.id) ?? noPieces;
    const total = totalOf(sum, held.get(card.id));
    const isAsked = total > Math.max(mostOf(card.id), sum.sure);
    if (!line.added && (isAsked || (line.wasAsked && total > sum.sure)))
      return { ...line, fault: { kind: 'unusual', total } };
    const unit = unitPriceAt(card, isAsked ? sum.added : sum.all);
    return { ...line, amount: unit === null ? null : amountOf(unit, quantity) };
  });
  const good = lines.filter(({ fault }) => fault === null);
  const amounts = good.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  return { lines, ready: good.length, total: sumCents(amounts) };
}
