/** Wishlists (contract/erp.md 6.14 and 18.1). */
import { z } from 'zod';
import { idParam, lastValues, type CustomerCall } from '../call';
import {
  empty,
  internalError,
  json,
  missing,
  type Refusal,
  type ErpResponse,
} from '../protocol/exchange';
import { float, int, read, text } from '../protocol/fields';
import { blankToNull } from '../protocol/note';
import { countItems, cut, readSlice } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { refusal } from '../protocol/texts';
import { foreign } from '../sale/sales';
import type { Quirks } from '../quirks';
import type { WishlistRecord } from '../store/records';

const Line = z.object({
  product_id: int(),
  quantity: float().nullish(),
  sequence: int().optional(),
});
type Line = z.infer<typeof Line>;

function shape(call: CustomerCall, list: WishlistRecord) {
  const newestFirst = call.erp.quirks.has('wishlists-of-18') ? -1 : 1;
  const lines = [...list.lines].sort(
    (a, b) => a.sequence - b.sequence || newestFirst * (a.id - b.id),
  );
  return {
    id: list.id,
    name: list.name,
    ref: list.ref,
    typology: list.typology,
    partner: { id: call.customer.id, name: call.customer.name },
    lines: lines.map(({ id, sequence, productId, quantity }) => ({
      id,
      sequence,
      product_id: productId,
      quantity,
    })),
  };
}

function unknownProduct(call: CustomerCall): Refusal {
  if (!call.erp.quirks.has('wishlist-null-500')) return missing();
  return refusal(call, 'brokenReference', {
    model: 'Product set line (product.set.line)',
    constraint: 'product_set_line_product_id_fkey',
  });
}

/** A null quantity becomes 0, an absent one becomes 1. */
function newLine(call: CustomerCall, input: Line): WishlistRecord['lines'][number] {
  if (!call.erp.variants.get(input.product_id)) throw unknownProduct(call);
  return {
    id: call.erp.store.next('wishlist line'),
    sequence: input.sequence ?? 0,
    productId: input.product_id,
    quantity: input.quantity === undefined ? 1 : (input.quantity ?? 0),
  };
}

const Filter = z.object({
  id: int().optional(),
  name: text().optional(),
  ref: text().optional(),
});

function list(call: CustomerCall): ErpResponse {
  const values = lastValues(call.query);
  const filter = read(Filter, values, 'query');
  const released = call.erp.quirks.has('released-shapes');
  const found = call.erp.store.wishlists
    .find({ customer: call.customer.id })
    .filter(
      (entry) =>
        (filter.id === undefined || entry.id === filter.id) &&
        (filter.ref === undefined || entry.ref === filter.ref) &&
        entry.name.toLowerCase().includes((filter.name ?? '').toLowerCase()),
    );
  const slice = readSlice({ values, pageSizeOnly: released }, 80);
  const items = cut(found, slice).map((entry) => shape(call, entry));
  return countItems(found.length, items, !released);
}

function own(call: CustomerCall): WishlistRecord {
  const found = call.erp.store.wishlists.get(idParam(call, 'wishlist_id'));
  if (!found) throw missing();
  if (found.customerId !== call.customer.id) throw foreign(call.erp);
  return found;
}

function answer(call: CustomerCall, record: WishlistRecord, status = 200): ErpResponse {
  return json(status, shape(call, call.erp.store.wishlists.put(record)));
}

const Create = z.object({
  name: text(),
  ref: text().nullish(),
  typology: text().optional(),
  lines: z.array(Line).nullish(),
});

function create(call: CustomerCall): ErpResponse {
  const input = read(Create, call.body, 'body');
  const lines = (input.lines ?? []).map((line) => newLine(call, line));
  return answer(
    call,
    {
      id: call.erp.store.next('wishlist', 4_001),
      customerId: call.customer.id,
      name: input.name,
      ref: blankToNull(input.ref ?? null),
      typology: input.typology ?? 'wishlist',
      lines,
    },
    201,
  );
}

/** Overwrites the quantity of a product that is already on the list, instead of adding to it. */
function addItem(call: CustomerCall): ErpResponse {
  const input = read(Line, call.body, 'body');
  const found = own(call);
  const added = newLine(call, input);
  const known = found.lines.find((line) => line.productId === input.product_id);
  const lines = known
    ? found.lines.map((line) =>
        line.id === known.id
          ? { ...line, quantity: added.quantity, sequence: input.sequence ?? line.sequence }
          : line,
      )
    : [...found.lines, added];
  return answer(call, { ...found, lines });
}

const Update = z.object({
  name: text().nullish(),
  ref: text().nullish(),
  lines: z.array(Line).nullish(),
});

/**
 * `lines` replaces every line. On `lines: null` the published modules return a 500; the specification leaves the lines
 * unchanged.
 */
function update(call: CustomerCall): ErpResponse {
  const input = read(Update, call.body, 'body');
  const found = own(call);
  const isNull = input.name === null || input.lines === null;
  if (isNull && call.erp.quirks.has('wishlist-null-500')) throw internalError();
  return answer(call, {
    ...found,
    name: input.name ?? found.name,
    ref: input.ref === undefined ? found.ref : blankToNull(input.ref),
    lines: input.lines ? input.lines.map((line) => newLine(call, line)) : found.lines,
  });
}

function remove(call: CustomerCall): ErpResponse {
  const removed = own(call);
  call.erp.store.wishlists.remove(removed.id);
  return call.erp.quirks.has('wishlists-of-18') ? json(200, shape(call, removed)) : empty(204);
}

/** Odoo 18 redirects a wishlist path that ends with a slash. */
const slash = (quirks: Quirks): 'both' | 'none' =>
  quirks.has('wishlists-of-18') ? 'none' : 'both';

/** The ERP also accepts the old path `wishlist`. */
export const wishlistRoutes: Route[] = ['wishlists', 'wishlist'].flatMap((root) => [
  signedIn('GET', root, list, { slash }),
  signedIn('POST', root, create, { slash }),
  signedIn('GET', `${root}/{wishlist_id:int}`, (call) => json(200, shape(call, own(call)))),
  signedIn('POST', `${root}/{wishlist_id:int}/add_item`, addItem),
  signedIn('POST', `${root}/{wishlist_id:int}/update`, update),
  signedIn('DELETE', `${root}/{wishlist_id:int}`, remove),
]);
