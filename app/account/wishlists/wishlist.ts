/** A list of products that the customer orders regularly (WISH-01): names, order of lines, form input. */
import { nameKey } from '~/base/kernel/folding';
import type { QuantityRefusal } from '~/base/kernel/quantity';

export interface WishlistLine {
  productId: number;
  quantity: number;
}

export interface Wishlist {
  id: number;
  name: string;
  /** Lines in the order of the wishlist; each product appears once. */
  lines: readonly WishlistLine[];
}

export const maxNameLength = 80;

/**
 * The wishlist that already has this name, compared without case and spaces; `except` is the id of the list being
 * renamed.
 */
export const namesake = (
  lists: readonly Wishlist[],
  name: string,
  except: number | null = null,
): Wishlist | null =>
  lists.find((list) => list.id !== except && nameKey(list.name) === nameKey(name)) ?? null;

/**
 * Rounds the quantity of a wishlist line to whole pieces, at least 1, for order sheets and carts. 0 means a line
 * without a quantity.
 */
export const piecesOf = (quantity: number): number =>
  quantity > 0 ? Math.max(1, Math.round(quantity)) : 0;

/** Merges lines of the same product: the ERP allows several, and their quantities add up. */
export function mergedLines(lines: readonly WishlistLine[]): WishlistLine[] {
  const byProduct = new Map<number, number>();
  for (const { productId, quantity } of lines)
    byProduct.set(productId, (byProduct.get(productId) ?? 0) + quantity);
  return [...byProduct].map(([productId, quantity]) => ({ productId, quantity }));
}

export const quantityOn = (list: Wishlist, productId: number): number | null =>
  list.lines.find((line) => line.productId === productId)?.quantity ?? null;

/**
 * Moves each product of `places` to its new position, counted from 1; the other products keep their order around the
 * moved ones. A position beyond the end means the end.
 */
export function rearranged(
  lines: readonly WishlistLine[],
  places: ReadonlyMap<number, number>,
): WishlistLine[] {
  const moved = lines
    .filter(({ productId }) => places.has(productId))
    .map((line) => ({ line, place: places.get(line.productId) ?? 1 }))
    .sort((a, b) => a.place - b.place);
  const arranged = lines.filter(({ productId }) => !places.has(productId));
  for (const { line, place } of moved) arranged.splice(Math.max(0, place - 1), 0, line);
  return arranged;
}

/** A row of the edit form as the customer typed it. */
export interface TypedRow {
  productId: number;
  place: string;
  quantity: string;
  removed: boolean;
}

interface RowFault {
  place?: 'not-a-place';
  quantity?: QuantityRefusal;
}

interface ReadRows {
  quantities: ReadonlyMap<number, number>;
  places: ReadonlyMap<number, number>;
  removed: ReadonlySet<number>;
  faults: ReadonlyMap<number, RowFault>;
}

/**
 * Parses the rows of the edit form. Unchanged values are not validated: a quantity that this shop would reject may have
 * come from the ERP.
 */
export function readRows(
  list: Wishlist,
  rows: readonly TypedRow[],
  readQuantity: (typed: string) => { quantity: number | null; refusal: QuantityRefusal | null },
): ReadRows {
  const quantities = new Map<number, number>();
  const places = new Map<number, number>();
  const removed = new Set<number>();
  const faults = new Map<number, RowFault>();
  for (const row of rows) {
    const { productId } = row;
    const position = list.lines.findIndex((line) => line.productId === productId);
    const line = list.lines[position];
    if (!line) continue;
    if (row.removed) {
      removed.add(productId);
      continue;
    }
    const fault: RowFault = {};
    if (row.quantity.trim() !== String(line.quantity)) {
      const { quantity, refusal } = readQuantity(row.quantity);
      if (quantity === null) fault.quantity = refusal ?? 'not-a-number';
      else quantities.set(productId, quantity);
    }
    const place = row.place.trim();
    if (place !== String(position + 1)) {
      if (/^[1-9]\d{0,3}$/.test(place)) places.set(productId, Number(place));
      else fault.place = 'not-a-place';
    }
    if (Object.keys(fault).length > 0) faults.set(productId, fault);
  }
  return { quantities, places, removed, faults };
}

/** The lines of the wishlist after the edit. */
export function changedLines(
  list: Wishlist,
  { quantities, places, removed }: ReadRows,
): WishlistLine[] {
  const lines = list.lines.map((line) => ({
    ...line,
    quantity: quantities.get(line.productId) ?? line.quantity,
  }));
  return rearranged(lines, places).filter(({ productId }) => !removed.has(productId));
}
