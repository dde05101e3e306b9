/**
 * The sums of the order with each offered carrier. The page contains the sums of all carriers; CSS rules display those
 * of the chosen one without script (`.w1:checked` shows `.w1`, order-sheet.css).
 */
import { sumsOf, type OrderSums } from '~/ordering/cart/order-sums';
import { valueOf } from '~/base/page/optional';
import { sumsWith, type Carrier } from '../checkout';
import type { OpenCheckout } from '../checkout-view';

/**
 * Maximum number of carriers between whose sums the stylesheet can switch. The other carriers show their amount only
 * next to their name.
 */
const mostFollowed = 4;

export interface CarrierSums {
  /** Sums with the carrier that is preselected on page load, or without any carrier. */
  asIs: OrderSums;
  /** Sums with the other carriers, in the order of their classes. */
  others: readonly OrderSums[];
  /** Sums by carrier, if the ERP reports its price. */
  byCarrier: ReadonlyMap<number, OrderSums>;
  /** Class of a carrier's radio button, which shows its amounts and the pickup points. */
  classOf(carrier: Pick<Carrier, 'id' | 'needsPoint'>): string | undefined;
}

export function carrierSums(
  { cart, carriers }: Pick<OpenCheckout, 'cart' | 'carriers'>,
  ticked: string,
): CarrierSums {
  const byCarrier = new Map(
    (valueOf(carriers) ?? []).flatMap((carrier) => {
      const sums = sumsWith(cart, carrier);
      return sums ? [[carrier.id, sums] as const] : [];
    }),
  );
  const others = [...byCarrier.keys()].filter((id) => String(id) !== ticked);
  return {
    asIs: byCarrier.get(Number(ticked)) ?? sumsOf(cart),
    others: others.slice(0, mostFollowed).flatMap((id) => byCarrier.get(id) ?? []),
    byCarrier,
    classOf({ id, needsPoint }) {
      const at = others.indexOf(id) + 1;
      const names = [...(at > 0 ? [`w w${at}`] : []), ...(needsPoint ? ['p'] : [])];
      return names.join(' ') || undefined;
    },
  };
}
