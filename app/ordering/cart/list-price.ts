/** Compares the catalogue price of a line with its cart price, which is what the ERP charges. */
import { netAt } from '~/catalogue/pricing/pricing';
import type { ProductCard } from '~/catalogue/products/product';
import type { UnitPrice } from '~/base/kernel/money';

/** Tolerance in cents: catalogue and ERP may each have rounded the unit price. */
const roundingCents = 1;

/** Unit price that lists show this customer at this quantity. null: lists show no customer price. */
function listPrice(card: ProductCard | null, quantity: number): UnitPrice | null {
  const price = card?.price;
  if (!price || price.indicative) return null;
  return netAt(price, quantity);
}

interface PricedLine {
  card: ProductCard | null;
  quantity: number;
  /** Net unit price that the ERP charges. */
  unit: UnitPrice | null;
  isReward: boolean;
}

/** The list price when it differs from the cart price. null: they agree, or one is unknown. */
export function otherListPrice({ card, quantity, unit, isReward }: PricedLine): UnitPrice | null {
  const listed = isReward ? null : listPrice(card, quantity);
  if (listed === null || unit === null) return null;
  return Math.abs(listed - unit) <= roundingCents ? null : listed;
}

/** The list price if it is lower than the price that the cart charges; the page then shows both prices. */
export function lowerListPrice(line: PricedLine): UnitPrice | null {
  const listed = otherListPrice(line);
  return listed !== null && line.unit !== null && listed < line.unit ? listed : null;
}
