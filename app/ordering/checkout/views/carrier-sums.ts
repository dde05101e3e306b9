/**
 * The sums of the order with each carrier that is offered: those with the carrier that is chosen stand on the page,
 * without script too (`.w1:checked` shows `.w1`, order-sheet.css).
 */
import { sumsOf, type OrderSums } from '~/ordering/cart/order-sums';
import { valueOf } from '~/base/page/optional';
import { sumsWith, type Carrier } from '../checkout';
import type { OpenCheckout } from '../checkout-view';

/** Of so many the stylesheet shows the amounts; those of further ones stand beside their names alone. */
const mostFollowed = 4;

export interface CarrierSums {
  /** With the carrier that is ticked when the page comes, or without any. */
  asIs: OrderSums;
  /** With the others, in the order of their classes. */
  others: readonly OrderSums[];
  /** By carrier, where the ERP has told what it costs. */
  byCarrier: ReadonlyMap<number, OrderSums>;
  /** Of a carrier's radio button: it shows its amounts, and the pickup points. */
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
