/**
 * The past of the featured customers, drawn from the world's seed: orders of five years, quotations,
 * lists and ads. People who may not order, and suppliers, have none.
 */
import type { Office } from '../call';
import type { WorldCustomer } from '../../world';
import { seedAds } from './past-ads';
import { usualBasket } from './basket';
import { seedLists } from './past-lists';
import { seedOrders } from './past-orders';
import { seedQuotations } from './past-quotations';

function hasPast(customer: WorldCustomer): boolean {
  return customer.featured && customer.canOrder && !/supplier$/.test(customer.functionType);
}

export function seedPast(office: Office): void {
  const people = office.world.customers.filter(hasPast);
  for (const person of people) {
    const customer = office.store.customers.get(person.id);
    if (!customer) continue;
    const basket = usualBasket(office, customer);
    if (basket.length === 0) continue;
    seedOrders(office, customer, basket);
    seedQuotations(office, customer, basket);
    seedLists(office, customer, basket);
  }
  seedAds(
    office,
    people.map((person) => person.id),
  );
}
