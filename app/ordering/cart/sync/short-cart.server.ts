/**
 * Shortens a cart to one line. Every customer page contains the cart that the shop knew, but only the cart page needs
 * the lines. A large cart becomes a single line with a digest of its lines and its total pieces. Browsers add up its
 * pieces and send it back like any other cart.
 */
import { createHash } from 'node:crypto';
import type { KnownCart } from '../queue/island-wire';
import { applied, piecesOf, type Quantities, type Transaction } from '../transaction';
import type { CartBefore } from './ledger-rules.server';

/** Carts with at most this many lines are as short as their digest. */
export const fewLines = 8;

const mark = '*';

/** Digest of a cart; independent of the order of lines. */
function digestOf(quantities: Quantities): string {
  const lines = [...quantities].map(([key, quantity]) => `${key}=${quantity}`).sort();
  return mark + createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

/** The same cart; more than `fewLines` lines are replaced by their digest. */
export function shortened(cart: KnownCart): KnownCart {
  if (cart.lines.length <= fewLines) return cart;
  const quantities = new Map(cart.lines);
  return { uuid: cart.uuid, lines: [[digestOf(quantities), piecesOf(quantities)]] };
}

/** A cart with its lines and, if that is shorter, its one-line form, which the browser sends back. */
export function withBase(cart: KnownCart): { cart: KnownCart; base?: KnownCart } {
  const base = shortened(cart);
  return base === cart ? { cart } : { cart, base };
}

/** The quantities before these changes, if the current cart contains all of the changes. */
const withoutChanges = (now: Quantities, changes: readonly Transaction[]): Quantities =>
  applied(
    now,
    changes.map((one) => ({ ...one, quantity: -one.quantity })),
  );

/**
 * Restores the lines of a shortened cart that a browser remembers from before a write. They are the lines of the
 * current cart, or those before these changes, whichever has the same digest. null: neither matches, so the outcome of
 * the write is unknown.
 */
export function restoreLines(
  base: CartBefore,
  now: Quantities,
  changes: readonly Transaction[],
): CartBefore | null {
  const [digest = ''] = [...base.quantities.keys()].filter((key) => key.startsWith(mark));
  if (digest === '') return base;
  const before = withoutChanges(now, changes);
  // A quantity that was clamped at zero cannot be reversed: the digest then differs, and the result is null.
  for (const quantities of [now, before])
    if (digestOf(quantities) === digest) return { uuid: base.uuid, quantities };
  return null;
}
