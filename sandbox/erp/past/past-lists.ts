/** Wishlists for repeated orders, and promotion alerts, of a featured customer. */
import type { Text, WorldVariant } from '../../world';
import type { ErpState } from '../call';
import type { CustomerRecord } from '../store/records';
import { chanceFor } from './basket';

const NAMES: readonly { name: Text; from: number; to: number }[] = [
  {
    name: { fr: 'Commande hebdomadaire', nl: 'Wekelijkse bestelling', en: 'Weekly order' },
    from: 0,
    to: 9,
  },
  {
    name: { fr: 'Voiture de garde', nl: 'Wachtwagen', en: 'On-call car' },
    from: 6,
    to: 14,
  },
];

const ALERTS = 3;

export function seedLists(
  erp: ErpState,
  customer: CustomerRecord,
  basket: readonly WorldVariant[],
): void {
  const { store } = erp;
  const chance = chanceFor(erp, customer, 'lists');
  for (const { name, from, to } of NAMES) {
    const lines = basket.slice(from, to).map((variant, index) => ({
      id: store.next('wishlist line'),
      sequence: index + 1,
      productId: variant.id,
      quantity: chance.int(`${variant.sku} ${from}`, 1, 6),
    }));
    store.wishlists.put({
      id: store.next('wishlist', 4_001),
      customerId: customer.id,
      name: name[customer.lang],
      ref: null,
      typology: 'wishlist',
      lines,
    });
  }
  for (const variant of basket.slice(0, ALERTS))
    store.subscriptions.put({
      id: store.next('subscription'),
      customerId: customer.id,
      productId: variant.id,
    });
}
