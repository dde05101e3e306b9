/** Alerts at the end of a promotion (contract/erp.md 18.2). Repeated subscribing or unsubscribing is no error. */
import { z } from 'zod';
import { idParam, lastValues, type CustomerCall } from '../call';
import { empty, json, missing, type ErpResponse } from '../protocol/exchange';
import { int, read } from '../protocol/fields';
import { cut, readSlice, sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import type { SubscriptionRecord } from '../store/records';

function subscription(call: CustomerCall, product: number): SubscriptionRecord | null {
  return call.erp.store.subscriptions.first({ customer: call.customer.id, product });
}

const Query = z.object({ product_id: int().optional() });

function list(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const query = read(Query, values, 'query');
  const found = call.erp.store.subscriptions
    .find({ customer: call.customer.id })
    .filter(({ productId }) => query.product_id === undefined || productId === query.product_id)
    .map(({ productId }) => ({ product_id: productId }));
  return sizeData(found.length, cut(found, readSlice({ values }, 10)));
}

const Subscribe = z.object({ product_id: int() });

function subscribe(call: CustomerCall): ErpResponse {
  const { erp, customer } = call;
  const { product_id: productId } = read(Subscribe, call.body, 'body');
  if (!erp.variants.get(productId)) throw missing();
  if (!subscription(call, productId)) {
    const id = erp.store.next('subscription');
    erp.store.subscriptions.put({ id, customerId: customer.id, productId });
  }
  return empty(205);
}

function status(call: CustomerCall): ErpResponse {
  return json(200, { status: subscription(call, idParam(call, 'product_id')) !== null });
}

function unsubscribe(call: CustomerCall): ErpResponse {
  const found = subscription(call, idParam(call, 'product_id'));
  if (found) call.erp.store.subscriptions.remove(found.id);
  return empty(204);
}

const released = false;

export const promoSubscriptionRoutes: Route[] = [
  signedIn('GET', 'promo_subscriptions', list, { released }),
  signedIn('POST', 'promo_subscriptions', subscribe, { released }),
  signedIn('GET', 'promo_subscriptions/{product_id:int}', status, { released }),
  signedIn('DELETE', 'promo_subscriptions/{product_id:int}', unsubscribe, { released }),
];
