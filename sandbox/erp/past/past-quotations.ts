/** One quotation in each state that a customer can see, from the last two months. */
import type { Text, WorldVariant } from '../../world';
import type { ErpState } from '../call';
import { newSale } from '../cart/open-carts';
import type { CustomerRecord, QuotationState, SaleRecord } from '../store/records';
import { chanceFor } from './basket';
import { daysBefore, pastLine } from './past-orders';

interface Plan {
  state: QuotationState;
  raw: SaleRecord['raw'];
  age: number;
  reference: Text;
}

const PLANS: readonly Plan[] = [
  {
    state: 'cancel',
    raw: 'cancel',
    age: 58,
    reference: { fr: 'Table de chirurgie', nl: 'Operatietafel', en: 'Surgery table' },
  },
  {
    state: 'waiting_acceptation',
    raw: 'sent',
    age: 12,
    reference: { fr: 'Stock d’hiver', nl: 'Wintervoorraad', en: 'Winter stock' },
  },
  {
    state: 'customer_request',
    raw: 'draft',
    age: 5,
    reference: { fr: 'Rééquipement salle 2', nl: 'Herinrichting zaal 2', en: 'Refit of room 2' },
  },
  {
    state: 'draft',
    raw: 'draft',
    age: 2,
    reference: { fr: 'À compléter', nl: 'Nog aan te vullen', en: 'To be completed' },
  },
];

/** The variants of the quotations. Those that are sold on quotation only come first, if the world has any. */
function candidates(erp: ErpState, basket: readonly WorldVariant[]): WorldVariant[] {
  const special: WorldVariant[] = [];
  for (const variant of erp.world.variants.values()) {
    if (special.length === 20) break;
    if (variant.orderMode === 'quotation') special.push(variant);
  }
  return [...special, ...basket.slice(0, 8)];
}

export function seedQuotations(
  erp: ErpState,
  customer: CustomerRecord,
  basket: readonly WorldVariant[],
): void {
  const chance = chanceFor(erp, customer, 'quotations');
  const choice = candidates(erp, basket);
  for (const plan of PLANS) {
    const day = daysBefore(erp.world.today, plan.age);
    const blank = newSale(erp, customer, { typology: 'quote', quotationState: plan.state });
    const chosen = chance
      .order(plan.state, choice, (variant) => variant.sku)
      .slice(0, chance.int(`${plan.state} lines`, 1, 4));
    erp.store.sales.put({
      ...blank,
      uuid: null,
      raw: plan.raw,
      dateOrder: `${day}T10:15:00`,
      clientOrderRef: plan.reference[customer.lang],
      lines: chosen.map((variant) => {
        const qty = chance.int(`${plan.state} ${variant.sku}`, 1, 10);
        return pastLine(erp, customer, variant, { qty, day });
      }),
    });
  }
}
