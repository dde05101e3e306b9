/**
 * A cart transaction is one signed change of a quantity; the functions compute its effect on a cart (contract/erp.md
 * 10.1, 10.4). Pure; shared by the server's ledger, the browser's queue and the proof.
 */
export type Options = Readonly<Record<string, unknown>>;

export interface Transaction {
  uuid: string;
  productId: number;
  /**
   * Signed change; negative removes. Never 0; fractional only when it removes a fractional quantity that the ERP
   * created.
   */
  quantity: number;
  /** Options of the cart line; absent, null and `{}` mean the same. */
  options?: Options | null | undefined;
}

/** Identifies a cart line: product and options. */
export type LineKey = string;
/** Quantities of a cart by line. Missing lines have no entry. */
export type Quantities = ReadonlyMap<LineKey, number>;

/** Largest quantity of one line that a customer can enter (P-36). The ERP's own limit is a million. */
export const maxQuantity = 9_999;

/** Limits of the quantity field of a cart line; 0 removes the line. */
export const lineLimits = { minimum: 0, maximum: maxQuantity };

/** Whether the browser may store and send a change of this quantity (P-36). */
export const isUsable = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity !== 0 && Math.abs(quantity) <= maxQuantity;

/** JSON with sorted names, so that options are equal whatever the order of their names. */
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

/** Detects whether a repeated uuid still means the same change (P-48). */
export const fingerprint = (transaction: Transaction): string =>
  `${keyOf(transaction)}=${transaction.quantity}`;

/**
 * Rounds as the ERP stores quantities: two decimals, halves away from zero. A removal then matches the stored quantity
 * exactly.
 */
export const stored = (quantity: number): number =>
  (Math.sign(quantity) * Math.round(Math.abs(quantity) * 100)) / 100;

/** Sums of the changes by line, in first-seen order, as the ERP groups one request. */
function grouped(transactions: readonly Transaction[]): Map<LineKey, number> {
  const sums = new Map<LineKey, number>();
  for (const transaction of transactions) {
    const key = keyOf(transaction);
    sums.set(key, stored((sums.get(key) ?? 0) + transaction.quantity));
  }
  return sums;
}

/** Removes a line that reaches zero or less; a negative rest is not carried over. */
function addTo(quantities: Map<LineKey, number>, key: LineKey, pieces: number): void {
  const quantity = stored((quantities.get(key) ?? 0) + pieces);
  if (quantity > 0) quantities.set(key, quantity);
  else quantities.delete(key);
}

/** Quantities of the cart after one request with these transactions. */
export function applied(before: Quantities, transactions: readonly Transaction[]): Quantities {
  const after = new Map(before);
  for (const [key, sum] of grouped(transactions)) addTo(after, key, sum);
  return after;
}

/** A change of a line with the data that decides whether it fits (`beyondLine`). */
interface Addition extends Transaction {
  /** Target quantity of the cart line, already validated against `lineLimits`. */
  to?: number | undefined;
  /** True when the change is the undo of a removal, which may restore the former quantity even above the maximum. */
  isBack?: boolean | undefined;
}

/**
 * Returns, in order, the changes that would bring a line above the maximum (`maxQuantity`). Accepted changes count
 * towards the changes after them. Removing pieces never exceeds the limit.
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

/** A change that needs the customer's confirmation first. */
export type AskedChange<T> = T & {
  /** Pieces in the line now. */
  now: number;
  /** Pieces of the product that all lines would hold together. */
  total: number;
};

/**
 * Returns, in order, the changes that would bring a product above `most`, the pieces that need no confirmation.
 * Accepted changes count towards the changes after them. The undo of a removal restores a line without a question.
 */
export function unusualChanges<T extends Addition & { most?: number | undefined }>(
  before: Quantities,
  changes: readonly T[],
): AskedChange<T>[] {
  const lines = new Map(before);
  const held = quantityByProduct(before);
  return changes.flatMap((change) => {
    const { productId, quantity, most = Infinity, isBack } = change;
    const key = keyOf(change);
    const now = lines.get(key) ?? 0;
    const ofProduct = held.get(productId) ?? 0;
    const total = stored(ofProduct + quantity);
    if (quantity > 0 && total > most && !(isBack && now === 0)) return [{ ...change, now, total }];
    addTo(lines, key, quantity);
    held.set(productId, ofProduct + (lines.get(key) ?? 0) - now);
    return [];
  });
}

/** Returns the changes that remove a cart line, because they take its last pieces. */
export function takenOutBy<T extends Transaction>(before: Quantities, changes: readonly T[]): T[] {
  const now = new Map(before);
  return changes.filter((change) => {
    const key = keyOf(change);
    const wasThere = now.has(key);
    addTo(now, key, stored(change.quantity));
    return wasThere && !now.has(key);
  });
}

/** The uuid of the undo of a transaction. It is derived, so that an undo from several pages or tabs counts once. */
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

/** Quantity of each product over all its lines, by product id. */
export function quantityByProduct(quantities: Quantities): Map<number, number> {
  const byProduct = new Map<number, number>();
  for (const [key, quantity] of quantities) {
    const productId = Number(key.split('|', 1)[0]);
    byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantity);
  }
  return byProduct;
}

/** Number of pieces in all lines; counts positive quantities only (CART-03). */
export function piecesOf(quantities: Quantities): number {
  let pieces = 0;
  for (const quantity of quantities.values()) if (quantity > 0) pieces += quantity;
  return pieces;
}
