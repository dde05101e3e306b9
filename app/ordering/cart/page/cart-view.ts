/** View model of the cart page: rows with their products, sums, states and messages. */
import { shortOf, type ProductCard } from '~/catalogue/products/product';
import {
  findOrderBlock,
  isUnknown,
  type OrderBlock,
  type Products,
} from '~/catalogue/products/order-block';
import type { FreePieces } from '~/catalogue/pricing/pricing';
import { amountOf, sumCents, type Cents, type UnitPrice } from '~/base/kernel/money';
import {
  countPieces,
  lowAmount,
  rewardedProducts,
  type Cart,
  type LocalLine,
  type LowAmount,
} from '../cart';
import type { CartState } from '../cart.server';
import { lowerListPrice } from '../list-price';
import { sumsOf } from '../order-sums';
import type { CartNotice, Refusal } from '../sync/ledger.server';

export type RowState = 'synced' | 'pending' | 'checking' | 'review';

export interface CartRow {
  key: string;
  productId: number;
  name: string;
  card: ProductCard | null;
  quantity: number;
  /** Above this number of pieces the shop asks for confirmation; value for the quantity field (`limitOfField`). */
  most: number | null;
  /** Untaxed amount of the line. For an unconfirmed line: the amount expected from its unit price. */
  amount: Cents | null;
  unit: UnitPrice | null;
  /** Net unit price in the catalogue, if the cart charges a higher one. */
  listed: UnitPrice | null;
  unavailable: number;
  isReward: boolean;
  isMadeToOrder: boolean;
  /** Why the line may not be ordered. */
  barred: OrderBlock | null;
  /** Free pieces of its promotion; null also when the ERP has already created reward lines for it. */
  free: FreePieces | null;
  state: RowState;
}

/** A line that the customer just removed; the button `undo` restores its pieces. */
export interface TakenOutRow {
  key: string;
  undo: string;
  quantity: number;
  name: string;
}
export const isTakenOut = (row: CartRow | TakenOutRow): row is TakenOutRow => 'undo' in row;

export interface NoticeView {
  id: string;
  kind: CartNotice['kind'];
  reason: Refusal | null;
  lines: readonly { productId: number; name: string; quantity: number }[];
  /** Whether the notice offers to add its lines again; never for products that the ERP always rejects. */
  again: boolean;
}

/** Sync state between shop and ERP. */
export type CartStanding = Pick<CartState, 'sync' | 'waitSeconds' | 'asOf'> & {
  /** Number of unconfirmed lines. */
  waiting: number;
};

export const standingOf = ({ sync, waitSeconds, asOf, lines }: CartState): CartStanding => ({
  sync,
  waitSeconds,
  asOf,
  waiting: lines.filter(({ pending }) => pending).length,
});

/** A line that the order may not contain, and its possible replacement. */
export interface BarredRow {
  key: string;
  name: string;
  quantity: number;
  reason: OrderBlock;
  replacement: { id: number; name: string } | null;
}

export interface CartView extends CartStanding {
  cart: Cart | null;
  rows: readonly CartRow[];
  /** The rows with recently removed lines at their former positions. */
  shown: readonly (CartRow | TakenOutRow)[];
  /** `shown` rendered as HTML. */
  markup: string;
  pieces: number;
  review: number;
  notices: readonly NoticeView[];
  barred: readonly BarredRow[];
  /** Names of lines for which the catalogue does not say whether they are still sold. */
  unchecked: readonly string[];
  /** The store may have lost edits that waited for the ERP. */
  lost: boolean;
  low: LowAmount | null;
  madeToOrder: number;
  helpWithFee: boolean;
  canOrder: boolean;
}

const productName = (card: ProductCard | null | undefined, fallback: string | null): string =>
  card?.name ?? fallback ?? '';

export function cartRow(
  line: LocalLine,
  card: ProductCard | null,
  marks: {
    checking: boolean;
    review: boolean;
    rewarded: boolean;
    barred: OrderBlock | null;
    most: number | null;
  },
): CartRow {
  const { line: known, quantity } = line;
  const total = known?.amount?.untaxed ?? null;
  const unit = known?.netUnitPrice ?? card?.price?.net ?? null;
  const settled = known !== null && known.quantity === quantity && total !== null;
  const state: RowState = marks.checking
    ? 'checking'
    : line.pending
      ? 'pending'
      : marks.review
        ? 'review'
        : 'synced';
  const isReward = known?.isReward ?? false;
  return {
    key: line.key,
    productId: line.productId,
    name: productName(card, known?.name ?? null),
    card,
    quantity,
    most: marks.most,
    listed: state === 'synced' ? lowerListPrice({ card, quantity, unit, isReward }) : null,
    amount: settled ? total : unit === null ? null : amountOf(unit, quantity),
    unit,
    unavailable: known && !known.isReward ? (known.unavailable ?? shortOf(card, quantity)) : 0,
    isReward,
    isMadeToOrder: card?.isMadeToOrder ?? false,
    barred: known?.isReward ? null : marks.barred,
    free: marks.rewarded ? null : (card?.price?.freePieces ?? null),
    state,
  };
}

/** Inserts removed lines at their former positions, or last when the former position is unknown. */
function withTakenOut(
  rows: readonly CartRow[],
  { takenOut, places }: Pick<CartState, 'takenOut' | 'places'>,
  products: Products | null,
): (CartRow | TakenOutRow)[] {
  const placeOf = (key: string): number => places.indexOf(key) >>> 0;
  const shown: (CartRow | TakenOutRow)[] = [...rows];
  for (const { key, productId, name, ...rest } of takenOut) {
    // Products that are no longer sold cannot be restored.
    if (findOrderBlock(products, productId) !== null) continue;
    const after = shown.filter((one) => placeOf(one.key) <= placeOf(key)).at(-1);
    const row = { key, ...rest, name: productName(products?.cards.get(productId), name) };
    shown.splice(after ? shown.indexOf(after) + 1 : 0, 0, row);
  }
  return shown;
}

function noticeView(notice: CartNotice, cards: ReadonlyMap<number, ProductCard>): NoticeView {
  return {
    id: notice.id,
    kind: notice.kind,
    reason: notice.tooMany ? 'too-many' : notice.reason,
    lines: notice.lines.map(({ productId, quantity, name }) => ({
      productId,
      quantity,
      name: productName(cards.get(productId), name) || `#${productId}`,
    })),
    again: notice.kind === 'dropped' && notice.lines.some(({ quantity }) => quantity > 0),
  };
}

function barredRow(
  { key, name, quantity, productId, barred }: CartRow,
  replacements: ReadonlyMap<number, ProductCard>,
): BarredRow {
  const card = replacements.get(productId);
  const replacement = card ? { id: card.id, name: card.name } : null;
  return { key, quantity, name: name || `#${productId}`, reason: barred ?? 'gone', replacement };
}

export function cartView(
  state: CartState,
  products: Products | null,
  {
    toCome,
    replacements = new Map(),
    fieldLimit = () => null,
    ...rest
  }: Pick<CartView, 'lost' | 'helpWithFee' | 'canOrder'> &
    Pick<LowAmount, 'toCome'> & {
      replacements?: ReadonlyMap<number, ProductCard>;
      fieldLimit?: (card: ProductCard | undefined) => number | null;
    },
): Omit<CartView, 'markup'> {
  const cards: ReadonlyMap<number, ProductCard> = products?.cards ?? new Map();
  const toCheck = new Set(
    state.notices
      .filter(({ kind }) => kind === 'review')
      .flatMap(({ lines }) => lines.map(({ productId }) => productId)),
  );
  const rewarded = rewardedProducts(state.cart?.lines ?? []);
  const rows = state.lines.map((line) =>
    cartRow(line, cards.get(line.productId) ?? null, {
      checking: line.pending && state.checking.has(line.key),
      review: toCheck.has(line.productId),
      rewarded: rewarded.has(line.productId),
      barred: findOrderBlock(products, line.productId),
      most: fieldLimit(cards.get(line.productId)),
    }),
  );
  const standing = standingOf(state);
  // The ERP's sum, or the sum expected from the lines while edits are unconfirmed.
  const goods =
    standing.waiting === 0 && state.cart
      ? state.cart.goods.untaxed
      : sumCents(rows.flatMap((row) => (row.amount === null ? [] : [row.amount])));
  const rewards = state.cart && sumsOf(state.cart).rewards;
  return {
    ...rest,
    ...standing,
    cart: state.cart,
    rows,
    shown: withTakenOut(rows, state, products),
    pieces: countPieces(state.lines),
    review: rows.filter((row) => row.state === 'review').length,
    notices: state.notices.map((notice) => noticeView(notice, cards)),
    barred: rows.flatMap((row) => (row.barred === null ? [] : [barredRow(row, replacements)])),
    unchecked: rows
      .filter(({ isReward, productId }) => !isReward && isUnknown(products, productId))
      .map(({ name }) => name),
    low: rows.length > 0 ? lowAmount(goods, toCome, rewards) : null,
    madeToOrder: rows.filter((row) => row.isMadeToOrder).length,
  };
}
