/** The price of a line in the catalogue beside the one of the cart, which is what the ERP charges. */
import type { ProductCard } from '~/catalogue/products/product';
import type { UnitPrice } from '~/base/kernel/money';

/** Either side may have rounded the price of a piece. */
const roundingCents = 1;

/** What a list shows this customer for one piece of so many; null where it shows no price of theirs. */
function listPrice(card: ProductCard | null, quantity: number): UnitPrice | null {
  const price = card?.price;
  if (!price || price.indicative) return null;
  return price.tiers.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.net ?? price.net;
}

interface PricedLine {
  card: ProductCard | null;
  quantity: number;
  /** Net, of one piece, as the ERP charges it. */
  unit: UnitPrice | null;
  isReward: boolean;
}

/** The price in the list where it is not the cart's; null: they agree, or one of them is not known. */
export function otherListPrice({ card, quantity, unit, isReward }: PricedLine): UnitPrice | null {
  const listed = isReward ? null : listPrice(card, quantity);
  if (listed === null || unit === null) return null;
  return Math.abs(listed - unit) <= roundingCents ? null : listed;
}

/** The same where the cart is dearer: the customer reads both prices. */
export function lowerListPrice(line: PricedLine): UnitPrice | null {
  const listed = otherListPrice(line);
  return listed !== null && line.unit !== null && listed < line.unit ? listed : null;
}
