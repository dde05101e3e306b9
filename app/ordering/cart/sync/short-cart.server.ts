/**
 * A cart in one line: every page of a customer says which cart the shop knew,
 * and only the cart page needs its lines. A large one is named by a digest of its lines, with all of its pieces, in
 * the form of a single line: browsers count it and send it back as any other snapshot of a cart.
 */
import { createHash } from 'node:crypto';
import type { KnownCart } from '../queue/island-wire';
import { applied, piecesOf, type Quantities, type Transaction } from '../transaction';
import type { Pre } from './ledger-rules.server';

/** Carts of at most so many lines are as short as their digest. */
export const fewLines = 8;

const mark = '*';

/** The order of lines says nothing. */
function digestOf(quantities: Quantities): string {
  const lines = [...quantities].map(([key, quantity]) => `${key}=${quantity}`).sort();
  return mark + createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

/** The same cart, its lines listed only where they are few. */
export function shortened(cart: KnownCart): KnownCart {
  if (cart.lines.length <= fewLines) return cart;
  const quantities = new Map(cart.lines);
  return { uuid: cart.uuid, lines: [[digestOf(quantities), piecesOf(quantities)]] };
}

/** A cart with its lines, and in one line beside it where that is shorter: so a browser sends it back. */
export function withBase(cart: KnownCart): { cart: KnownCart; base?: KnownCart } {
  const base = shortened(cart);
  return base === cart ? { cart } : { cart, base };
}

/** What the changes would have been made of: the cart as it is, with them taken back. */
const withoutChanges = (now: Quantities, changes: readonly Transaction[]): Quantities =>
  applied(
    now,
    changes.map((one) => ({ ...one, quantity: -one.quantity })),
  );

/**
 * The cart before a write, as a browser remembers it, with its lines: those of the present cart where it has not been
 * changed since, or those that it had before these changes. Null: it is neither, and it is not known what became of
 * the write.
 */
export function lengthened(
  base: Pre,
  now: Quantities,
  changes: readonly Transaction[],
): Pre | null {
  const [digest = ''] = [...base.quantities.keys()].filter((key) => key.startsWith(mark));
  if (digest === '') return base;
  const before = withoutChanges(now, changes);
  // A clamped quantity cannot be taken back: the digest then differs, and the answer is null.
  for (const quantities of [now, before])
    if (digestOf(quantities) === digest) return { uuid: base.uuid, quantities };
  return null;
}
