/**
 * Deviations that only a write reveals, tested on a customer that may be changed: cart, wishlist, quotation, contact
 * message. The probes undo their writes (undo.ts), except the message, which says that it is a test.
 */
import { randomUUID } from 'node:crypto';
import type { Asked } from './ask';
import { valuesAt } from './json';
import type { Difference, Erp, Trait } from './traits';
import { failed, quantityOf, type TestCart } from './undo';

interface WriteFacts {
  cart: TestCart;
  /** Net price of one piece in the shop's lists, in euros. */
  listPrice: number | null;
}

const onePiece = ({ productId }: TestCart) => [
  { uuid: randomUUID(), product_id: productId, qty: 1 },
];

export interface CartTrial {
  /** Sentence that explains why customers cannot fill a cart; null if the trial found no reason. */
  stops: string | null;
  /** Reason why the trial is inconclusive; null if a piece was added and removed. */
  unknown: string | null;
}

const rights =
  'the API user at the ERP lacks rights (docs/operating/odoo.md), so no order can be placed';

/** Reason why the cart cannot be read. */
export const unreadCart = (answer: Asked | null): CartTrial =>
  answer?.status === 403
    ? { stops: `GET carts/current answers 403 to the token: ${rights}`, unknown: null }
    : { stops: null, unknown: 'The cart could not be read, so nothing was written.' };

/** Adds one piece to the customer's cart and removes it: only a write shows whether the ERP executes cart changes. */
export async function tryCart(cart: TestCart): Promise<CartTrial> {
  const answer = await cart.send(onePiece(cart));
  await cart.restore();
  if (!failed(answer)) return { stops: null, unknown: null };
  const said = `POST carts/sync answers ${answer?.status ?? 'nothing'} to the token`;
  if (answer?.status === 403) return { stops: `${said}: ${rights}`, unknown: null };
  const detail = answer?.detail ? ` (${answer.detail.slice(0, 120)})` : '';
  return { stops: null, unknown: `${said}${detail}: product ${cart.productId} was not added.` };
}

const refusedWrite = (call: string, means: string): Difference => ({
  call,
  field: 'status',
  seen: '403: rights of the API user',
  expected: '2xx',
  means,
});

/** Creates an address and deletes it at once. */
function addressRight({ cart: { undo } }: WriteFacts): Promise<Difference | null> {
  const path = 'addresses/delivery';
  const name = `Conformance test ${randomUUID()}`;
  const address = {
    record: `delivery address "${name}"`,
    path,
    list: path,
    body: { name, street: 'Test', zip: '1000', city: 'Test' },
    isIt: (item: Record<string, unknown>) => item['name'] === name,
    pathOf: (id: number) => `${path}/${id}`,
  };
  return undo.withRecord(address, (made) =>
    Promise.resolve(
      made?.status === 403 ? refusedWrite(`POST ${path}`, 'no new delivery address') : null,
    ),
  );
}

/** Writes the customer's current choice back unchanged. */
async function newsletterRight({ cart: { undo } }: WriteFacts): Promise<Difference | null> {
  const customer = await undo.erp.get('customer', { token: undo.token });
  const [choice] = valuesAt(customer?.json, 'opt_in');
  if (typeof choice !== 'boolean') return null;
  const answer = await undo.write('POST', 'customer', { opt_in: choice });
  return answer?.status === 403
    ? refusedWrite('POST customer', 'no newsletter switch; the contact form remains')
    : null;
}

async function repeats({ cart }: WriteFacts): Promise<Difference | null> {
  const transactions = onePiece(cart);
  const first = await cart.send(transactions);
  const second = failed(first) ? null : await cart.send(transactions);
  await cart.restore();
  if (failed(second)) return null;
  if (quantityOf(second?.json, cart.productId) - cart.quantityBefore !== 2) return null;
  return {
    call: 'POST carts/sync',
    field: 'transactions[].uuid',
    seen: 'counted twice',
    expected: 'counted once',
    means: 'leave ERP_DEDUPES_TX false: the shop checks edits in doubt instead of resending them',
  };
}

async function ignoresBodyUuid({ cart }: WriteFacts): Promise<Difference | null> {
  const answer = await cart.send([], 'no uuid');
  return answer && answer.status < 300
    ? {
        call: 'POST carts/sync',
        field: 'uuid',
        seen: 'ignored in the body',
        expected: '422',
        means: 'set CART_SYNC_PATH=carts/{uuid}/sync, or changes may land in another cart',
      }
    : null;
}

function nullName({ cart: { undo } }: WriteFacts): Promise<Difference | null> {
  const name = `conformance ${randomUUID()}`;
  const wishlist = {
    record: `wishlist "${name}"`,
    path: 'wishlists',
    body: { name, lines: [] },
    list: 'wishlists?page=1&page_size=200',
    isIt: (item: Record<string, unknown>) => item['name'] === name,
    pathOf: (id: number) => `wishlists/${id}`,
  };
  return undo.withRecord(wishlist, async (_made, id) => {
    if (id === null) return null;
    const answer = await undo.write('POST', `wishlists/${id}/update`, { name: null });
    return answer?.status === 500
      ? {
          call: 'POST wishlists/{id}/update',
          field: 'name',
          seen: '500 for null',
          expected: 'null is taken as absent',
          means: 'nothing: the shop sends no null',
        }
      : null;
  });
}

async function multipartLetter(erp: Erp): Promise<Difference | null> {
  const form = new FormData();
  form.set('subject', 'Conformance test');
  form.set('email', 'conformance@example.invalid');
  form.set('description', 'A test of the shop’s interface; please delete.');
  const answer = await erp.send({ method: 'POST', path: 'leads', form, single: true });
  return answer?.status === 422
    ? {
        call: 'POST leads',
        field: 'Content-Type',
        seen: 'multipart refused',
        expected: 'multipart',
        means: 'letters go as JSON, without attached files',
      }
    : null;
}

/** Creates and deletes a draft quotation, as "New quotation" does. Another check reports an absent call. */
function quotationDraft({ cart: { undo } }: WriteFacts): Promise<Difference | null> {
  const path = 'quotations/create';
  const reference = `conformance ${randomUUID()}`;
  const draft = {
    record: `quotation "${reference}"`,
    path,
    body: { client_order_ref: reference, lines: [] },
    list: 'quotations?page=1&page_size=200',
    isIt: (item: Record<string, unknown>) => item['client_order_ref'] === reference,
    pathOf: (id: number) => `quotations/${id}`,
  };
  return undo.withRecord(draft, (made, id) => {
    const isAbsent = made === null || [404, 405, 422].includes(made.status);
    return Promise.resolve(
      isAbsent || id !== null
        ? null
        : {
            call: `POST ${path}`,
            field: 'status',
            seen: String(made.status),
            expected: 'a draft with its id',
            means: '"New quotation" fails',
          },
    );
  });
}

async function sectionLines({ cart }: WriteFacts): Promise<Difference | null> {
  const answer = await cart.send(onePiece(cart));
  await cart.restore();
  return valuesAt(answer?.json, 'lines[].product_id').includes(0)
    ? {
        call: 'POST carts/sync',
        field: 'lines[].product_id',
        seen: '0: section or note',
        expected: 'goods',
        means: 'the shop leaves such lines out',
      }
    : null;
}

const numberAt = (json: unknown, path: string): number | null => {
  const [value] = valuesAt(json, path);
  return typeof value === 'number' ? value : null;
};

/** Net price that the ERP charges for one piece of the product. */
function chargedFor(json: unknown, productId: number): number | null {
  const line = valuesAt(json, 'lines[]').find(
    (one) => numberAt(one, 'product_id') === productId && (numberAt(one, 'qty') ?? 0) > 0,
  );
  const untaxed = numberAt(line, 'amount.untaxed');
  return untaxed === null ? null : untaxed / (numberAt(line, 'qty') ?? 1);
}

/** Odoo 18 with the published modules prices carts by the public price list instead of the customer's. */
async function dearerCart({ cart, listPrice }: WriteFacts): Promise<Difference | null> {
  if (listPrice === null) return null;
  // A larger quantity may reach another price tier.
  const qty = 1 - cart.quantityBefore;
  const transactions = [{ uuid: randomUUID(), product_id: cart.productId, qty }];
  const answer = qty === 0 ? null : await cart.send(transactions);
  await cart.restore();
  const charged = chargedFor(qty === 0 ? cart.before : answer?.json, cart.productId);
  if (charged === null || charged <= listPrice + 0.01) return null;
  return {
    call: 'POST carts/sync',
    field: 'lines[].unit_price',
    seen: charged.toFixed(2),
    expected: `at most ${listPrice.toFixed(2)}, the price in the list`,
    means: 'customers pay more than the list shows: give the cart the customer’s price list',
  };
}

export const writeTraits = (facts: WriteFacts): readonly Trait[] => [
  { id: 'no-dedup', look: () => repeats(facts) },
  { id: 'path-uuid-only', look: () => ignoresBodyUuid(facts) },
  { id: 'section-note-lines', look: () => sectionLines(facts) },
  { id: 'wishlist-null-500', look: () => nullName(facts) },
  { id: 'public-price-list', look: () => dearerCart(facts) },
  { id: 'quotation-draft', look: () => quotationDraft(facts) },
  { id: 'json-type-only', look: (erp) => multipartLetter(erp) },
  { id: 'address-refused', look: () => addressRight(facts) },
  { id: 'newsletter-refused', look: () => newsletterRight(facts) },
];
