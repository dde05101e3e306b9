/**
 * One signed change of quantity, and what a list of them does to a cart (contract/erp.md 10.1, 10.4). Pure;
 * the server's ledger, the browser's queue and the proof all reckon with these same functions.
 */
export type Options = Readonly<Record<string, unknown>>;

export interface Transaction {
  uuid: string;
  productId: number;
  /** A delta; negative removes. Never 0; fractional only where it takes back what the ERP put there. */
  quantity: number;
  /** Only when the line has options; absent, null and `{}` mean the same. */
  options?: Options | null | undefined;
}

/** What tells two lines of a cart apart: product and options. */
export type LineKey = string;
/** Quantities of a cart by line. A line that is not there has no entry. */
export type Quantities = ReadonlyMap<LineKey, number>;

/** Largest quantity of one line that can be typed (P-36); the contract's own limit is a million. */
export const maxQuantity = 9_999;

/** What may be typed for a line of the cart; 0 removes it. */
export const lineLimits = { minimum: 0, maximum: maxQuantity };

/** A change that the browser may keep and send (P-36). */
export const isUsable = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity !== 0 && Math.abs(quantity) <= maxQuantity;

/** JSON with sorted keys: two orders of the same options are the same options. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

export function lineKey(productId: number, options?: Options | null): LineKey {
  const text = options ? canonical(options) : '{}';
  return text === '{}' ? String(productId) : `${productId}|${text}`;
}

export const keyOf = (transaction: Pick<Transaction, 'productId' | 'options'>): LineKey =>
  lineKey(transaction.productId, transaction.options);

/** Says whether a repeated uuid still means the same change (P-48). */
export const fingerprint = (transaction: Transaction): string =>
  `${keyOf(transaction)}=${transaction.quantity}`;

/** The ERP stores quantities at two decimals, half a hundredth away from zero: what is taken out is what was there. */
export const stored = (quantity: number): number =>
  (Math.sign(quantity) * Math.round(Math.abs(quantity) * 100)) / 100;

/** Deltas by line, in first-seen order, as the ERP groups one request. */
export function grouped(transactions: readonly Transaction[]): Map<LineKey, number> {
  const sums = new Map<LineKey, number>();
  for (const transaction of transactions) {
    const key = keyOf(transaction);
    sums.set(key, stored((sums.get(key) ?? 0) + transaction.quantity));
  }
  return sums;
}

/** A line at zero or below vanishes, nothing is owed. */
function addTo(quantities: Map<LineKey, number>, key: LineKey, pieces: number): void {
  const quantity = stored((quantities.get(key) ?? 0) + pieces);
  if (quantity > 0) quantities.set(key, quantity);
  else quantities.delete(key);
}

/** What one request leaves in the cart: sums per line. */
export function applied(before: Quantities, transactions: readonly Transaction[]): Quantities {
  const after = new Map(before);
  for (const [key, sum] of grouped(transactions)) addTo(after, key, sum);
  return after;
}

/** A change of a line, with what decides whether it fits (`beyondLine`). */
interface Addition extends Transaction {
  /** What the line shall hold; it has been checked against `lineLimits`. */
  to?: number | undefined;
  /** It takes a change back: what the line held once it may hold again, also where that is more than may be typed. */
  isBack?: boolean | undefined;
}

/**
 * Those of the changes, in order, that would bring a line above what it may hold (`maxQuantity`). The others count for
 * those behind them. Taking pieces away never exceeds the limit.
 */
export function beyondLine<T extends Addition>(before: Quantities, changes: readonly T[]): T[] {
  const now = new Map(before);
  return changes.filter((change) => {
    const key = keyOf(change);
    const { quantity, to, isBack } = change;
    const most = isBack ? Math.max(maxQuantity, quantity) : maxQuantity;
    const isBeyond = quantity > 0 && to === undefined && (now.get(key) ?? 0) + quantity > most;
    if (!isBeyond) addTo(now, key, quantity);
    return isBeyond;
  });
}

/** Those of the changes that take a line out of the cart. Its last pieces: what it had before, another has taken. */
export function takenOutBy<T extends Transaction>(before: Quantities, changes: readonly T[]): T[] {
  const now = new Map(before);
  return changes.filter((change) => {
    const key = keyOf(change);
    const wasThere = now.has(key);
    addTo(now, key, stored(change.quantity));
    return wasThere && !now.has(key);
  });
}

/** The uuid of the change that takes this one back: the same from whichever page or tab, so that it counts once. */
export const undoUuid = (uuid: string): string =>
  uuid.slice(0, -1) + (parseInt(uuid.slice(-1), 16) ^ 1).toString(16);

export function sameQuantities(a: Quantities, b: Quantities): boolean {
  if (a.size !== b.size) return false;
  for (const [key, quantity] of a) {
    const other = b.get(key);
    if (other === undefined || stored(other) !== stored(quantity)) return false;
  }
  return true;
}

/** Pieces in all lines; only positive quantities count (CART-03). */
export function piecesOf(quantities: Quantities): number {
  let pieces = 0;
  for (const quantity of quantities.values()) if (quantity > 0) pieces += quantity;
  return pieces;
}
