/** Stand-in for the delivery days of a customer. Released servers lack the call. */
import { z } from 'zod';
import type { CustomerCall } from '../../../../../sandbox/erp/call';
import { json, type ErpResponse } from '../../../../../sandbox/erp/protocol/exchange';
import { read } from '../../../../../sandbox/erp/protocol/fields';
import { signedIn, type Route } from '../../../../../sandbox/erp/protocol/router';

const Days = z.object({ days: z.array(z.string()) });
type Chosen = z.output<typeof Days>;

/** By customer, of each store: stand-ins run beside each other in one process. */
const chosen = new WeakMap<object, Map<number, Chosen>>();

function daysOf({ store }: CustomerCall['erp']): Map<number, Chosen> {
  const known = chosen.get(store) ?? new Map<number, Chosen>();
  chosen.set(store, known);
  return known;
}

function readDays({ erp, customer }: CustomerCall): ErpResponse {
  return json(200, daysOf(erp).get(customer.id) ?? { days: [] });
}

function writeDays({ erp, customer, body }: CustomerCall): ErpResponse {
  const days = read(Days, body, 'body');
  daysOf(erp).set(customer.id, days);
  return json(200, days);
}

export const deliveryDayRoutes: Route[] = [
  signedIn('GET', 'delivery_days', readDays, { released: false }),
  signedIn('PUT', 'delivery_days', writeDays, { released: false }),
];
