/**
 * Past records of the featured customers, derived from the world's seed: orders of five years, quotations, lists and
 * ads. Suppliers and people who may not order have none.
 */
import type { ErpState } from '../call';
import type { WorldCustomer } from '../../world';
import { seedAds } from './past-ads';
import { usualBasket } from './basket';
import { seedLists } from './past-lists';
import { seedOrders } from './past-orders';
import { seedQuotations } from './past-quotations';

function hasPast(customer: WorldCustomer): boolean {
  return customer.featured && customer.canOrder && !/supplier$/.test(customer.functionType);
}

export function seedPast(erp: ErpState): void {
  const people = erp.world.customers.filter(hasPast);
  for (const person of people) {
    const customer = erp.store.customers.get(person.id);
    if (!customer) continue;
    const basket = usualBasket(erp, customer);
    if (basket.length === 0) continue;
    seedOrders(erp, customer, basket);
    seedQuotations(erp, customer, basket);
    seedLists(erp, customer, basket);
  }
  seedAds(
    erp,
    people.map((person) => person.id),
  );
}
