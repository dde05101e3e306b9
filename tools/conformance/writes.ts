/**
 * Deviations that only a write reveals, tested on a customer that may be changed: cart, wishlist, quotation, contact
 * message. Every probe undoes its writes, except the message, which says that it is a test.
 */
import { randomUUID } from 'node:crypto';
import type { Asked } from './ask';
import { valuesAt } from './json';
import type { Difference, Erp, Trait } from './traits';

const quantityOf = (json: unknown, productId: number): number =>
  valuesAt(json, 'lines[]').reduce<number>((sum, line) => {
    const [id] = valuesAt(line, 'product_id');
    const [qty] = valuesAt(line, 'qty');
    return id === productId && typeof qty === 'number' ? sum + qty : sum;
  }, 0);

export interface WriteFacts {
  token: string;
  /** A product that the customer may order. */
  productId: number;
  /** Net price of one piece in the shop's lists, in euros. */
  listPrice: number | null;
}

const sync = (erp: Erp, { token }: WriteFacts, body: unknown) =>
  erp.send({ method: 'POST', path: 'carts/sync', body, token });

const failed = (answer: Asked | null): boolean => answer === null || answer.status >= 400;

/**
 * Restores the product's quantity from before the probe; returns a difference if that fails. Writes nothing to a cart
 * that it cannot read.
 */
async function restore(erp: Erp, facts: WriteFacts, before: number): Promise<Difference | null> {
  const { token, productId } = facts;
  const left: Difference = {
    ...{ call: 'POST carts/sync', field: 'lines', seen: 'NOT TAKEN BACK', expected: 'taken back' },
    means: `set product ${productId} in this customer’s cart to ${before} by hand`,
  };
  const now = await erp.get('carts/current', { token });
  if (failed(now)) return left;
  const off = before - quantityOf(now?.json, productId);
  if (off === 0) return null;
  const uuid = valuesAt(now?.json, 'uuid')[0] ?? null;
  const transactions = [{ uuid: randomUUID(), product_id: productId, qty: off }];
  return failed(await sync(erp, facts, { uuid, transactions })) ? left : null;
}

export interface CartTrial {
  /** Sentence that explains why customers cannot fill a cart; null if the trial found no reason. */
  stops: string | null;
  /** Reason why the trial is inconclusive; null if a piece was added and removed. */
  unknown: string | null;
}

const rights =
  'the API user at the ERP lacks rights (docs/operating/odoo.md), so no order can be placed';

/** Adds one piece to the customer's cart and removes it: only a write shows whether the ERP executes cart changes. */
export async function tryCart(erp: Erp, facts: WriteFacts): Promise<CartTrial> {
  const { token, productId } = facts;
  const cart = await erp.get('carts/current', { token });
  if (cart?.status === 403)
    return { stops: `GET carts/current answers 403 to the token: ${rights}`, unknown: null };
  if (failed(cart))
    return { stops: null, unknown: 'The cart could not be read, so nothing was written.' };
  const before = quantityOf(cart?.json, productId);
  const uuid = valuesAt(cart?.json, 'uuid')[0] ?? null;
  const transactions = [{ uuid: randomUUID(), product_id: productId, qty: 1 }];
  const answer = await sync(erp, facts, { uuid, transactions });
  if (!failed(answer)) {
    await restore(erp, facts, before);
    return { stops: null, unknown: null };
  }
  const said = `POST carts/sync answers ${answer?.status ?? 'nothing'} to the token`;
  if (answer?.status === 403) return { stops: `${said}: ${rights}`, unknown: null };
  const detail = answer?.detail ? ` (${answer.detail.slice(0, 120)})` : '';
  return { stops: null, unknown: `${said}${detail}: product ${productId} was not added.` };
}

const refusedWrite = (call: string, means: string): Difference => ({
  ...{ call, field: 'status', seen: '403: rights of the API user', expected: '2xx' },
  means,
});

/** Creates an address and deletes it at once. */
async function addressRight(erp: Erp, { token }: WriteFacts): Promise<Difference | null> {
  const path = 'addresses/delivery';
  const body = { name: 'Conformance test', street: 'Test', zip: '1000', city: 'Test' };
  const made = await erp.send({ method: 'POST', path, token, body });
  if (made?.status === 403) return refusedWrite(`POST ${path}`, 'no new delivery address');
  const [id] = valuesAt(made?.json, 'id');
  if (failed(made) || typeof id !== 'number') return null;
  const deleted = await erp.send({ method: 'DELETE', path: `${path}/${id}`, token });
  return failed(deleted)
    ? {
        ...{ call: `DELETE ${path}/{id}`, field: 'status', expected: '2xx' },
        seen: `${deleted?.status ?? 'no answer'}: NOT TAKEN BACK`,
        means: `delete the address ${id}, "Conformance test", by hand`,
      }
    : null;
}

/** Writes the customer's current choice back unchanged. */
async function newsletterRight(erp: Erp, { token }: WriteFacts): Promise<Difference | null> {
  const customer = await erp.get('customer', { token });
  const [choice] = valuesAt(customer?.json, 'opt_in');
  if (typeof choice !== 'boolean') return null;
  const body = { opt_in: choice };
  const answer = await erp.send({ method: 'POST', path: 'customer', token, body });
  return answer?.status === 403
    ? refusedWrite('POST customer', 'no newsletter switch; the contact form remains')
    : null;
}

async function repeats(erp: Erp, facts: WriteFacts): Promise<Difference | null> {
  const { productId, token } = facts;
  const cart = await erp.get('carts/current', { token });
  // Without the cart's previous content the probe could not restore it, so it writes nothing.
  if (failed(cart)) return null;
  const before = quantityOf(cart?.json, productId);
  const uuid = valuesAt(cart?.json, 'uuid')[0] ?? null;
  const transactions = [{ uuid: randomUUID(), product_id: productId, qty: 1 }];
  const first = await sync(erp, facts, { uuid, transactions });
  const own = valuesAt(first?.json, 'uuid')[0] ?? uuid;
  const second = await sync(erp, facts, { uuid: own, transactions });
  const after = quantityOf(second?.json, productId);
  const left = await restore(erp, facts, before);
  if (left !== null || after - before !== 2) return left;
  return {
    ...{ call: 'POST carts/sync', field: 'transactions[].uuid', seen: 'counted twice' },
    ...{
      expected: 'counted once',
      means: 'leave ERP_DEDUPES_TX false: the shop checks edits in doubt instead of resending them',
    },
  };
}

async function ignoresBodyUuid(erp: Erp, facts: WriteFacts): Promise<Difference | null> {
  const answer = await sync(erp, facts, { uuid: 'no uuid', transactions: [] });
  return answer && answer.status < 300
    ? {
        ...{ call: 'POST carts/sync', field: 'uuid', seen: 'ignored in the body', expected: '422' },
        means: 'set CART_SYNC_PATH=carts/{uuid}/sync, or changes may land in another cart',
      }
    : null;
}

async function nullName(erp: Erp, { token }: WriteFacts): Promise<Difference | null> {
  const made = await erp.send({
    ...{ method: 'POST', path: 'wishlists', token },
    body: { name: `conformance ${randomUUID()}`, lines: [] },
  });
  const [id] = valuesAt(made?.json, 'id');
  if (typeof id !== 'number') return null;
  const path = `wishlists/${id}`;
  try {
    const answer = await erp.send({
      ...{ method: 'POST', path: `${path}/update`, token, body: { name: null } },
    });
    return answer?.status === 500
      ? {
          ...{ call: 'POST wishlists/{id}/update', field: 'name', seen: '500 for null' },
          ...{ expected: 'null is taken as absent', means: 'nothing: the shop sends no null' },
        }
      : null;
  } finally {
    await erp.send({ method: 'DELETE', path, token });
  }
}

async function multipartLetter(erp: Erp): Promise<Difference | null> {
  const form = new FormData();
  form.set('subject', 'Conformance test');
  form.set('email', 'conformance@example.invalid');
  form.set('description', 'A test of the shop’s interface; please delete.');
  const answer = await erp.send({ method: 'POST', path: 'leads', form });
  return answer?.status === 422
    ? {
        ...{ call: 'POST leads', field: 'Content-Type', seen: 'multipart refused' },
        ...{ expected: 'multipart', means: 'letters go as JSON, without attached files' },
      }
    : null;
}

/** Creates and deletes a draft quotation, as "New quotation" does. Another check reports an absent call. */
async function quotationDraft(erp: Erp, { token }: WriteFacts): Promise<Difference | null> {
  const call = 'POST quotations/create';
  const made = await erp.send({
    ...{ method: 'POST', path: 'quotations/create', token },
    body: { client_order_ref: 'conformance', lines: [] },
  });
  if (!made || [404, 405, 422].includes(made.status)) return null;
  const [id] = valuesAt(made.json, 'id');
  if (made.status >= 300 || typeof id !== 'number')
    return {
      ...{ call, field: 'status', seen: String(made.status), expected: 'a draft with its id' },
      means: '"New quotation" fails',
    };
  const deleted = await erp.send({ method: 'DELETE', path: `quotations/${id}`, token });
  return deleted && deleted.status < 300
    ? null
    : {
        ...{ call: 'DELETE quotations/{id}', field: 'status' },
        ...{ seen: `${deleted?.status ?? 'no answer'}; draft ${id} is left`, expected: '2xx' },
        means: 'drafts cannot be deleted',
      };
}

async function sectionLines(erp: Erp, facts: WriteFacts): Promise<Difference | null> {
  const { token, productId } = facts;
  const cart = await erp.get('carts/current', { token });
  const before = quantityOf(cart?.json, productId);
  const uuid = valuesAt(cart?.json, 'uuid')[0] ?? null;
  try {
    const transactions = [{ uuid: randomUUID(), product_id: productId, qty: 1 }];
    const answer = await sync(erp, facts, { uuid, transactions });
    return valuesAt(answer?.json, 'lines[].product_id').includes(0)
      ? {
          ...{ call: 'POST carts/sync', field: 'lines[].product_id', seen: '0: section or note' },
          ...{ expected: 'goods', means: 'the shop leaves such lines out' },
        }
      : null;
  } finally {
    await restore(erp, facts, before);
  }
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
async function dearerCart(erp: Erp, facts: WriteFacts): Promise<Difference | null> {
  const { token, productId, listPrice } = facts;
  const cart = listPrice === null ? null : await erp.get('carts/current', { token });
  if (listPrice === null || failed(cart)) return null;
  const before = quantityOf(cart?.json, productId);
  const uuid = valuesAt(cart?.json, 'uuid')[0] ?? null;
  // A larger quantity may reach another price tier.
  const transactions = [{ uuid: randomUUID(), product_id: productId, qty: 1 - before }];
  try {
    const answer = before === 1 ? cart : await sync(erp, facts, { uuid, transactions });
    const charged = chargedFor(answer?.json, productId);
    if (charged === null || charged <= listPrice + 0.01) return null;
    return {
      ...{ call: 'POST carts/sync', field: 'lines[].unit_price', seen: charged.toFixed(2) },
      ...{ expected: `at most ${listPrice.toFixed(2)}, the price in the list` },
      means: 'customers pay more than the list shows: give the cart the customer’s price list',
    };
  } finally {
    await restore(erp, facts, before);
  }
}

export const writeTraits = (facts: WriteFacts): readonly Trait[] => [
  { id: 'no-dedup', look: (erp) => repeats(erp, facts) },
  { id: 'path-uuid-only', look: (erp) => ignoresBodyUuid(erp, facts) },
  { id: 'section-note-lines', look: (erp) => sectionLines(erp, facts) },
  { id: 'wishlist-null-500', look: (erp) => nullName(erp, facts) },
  { id: 'public-price-list', look: (erp) => dearerCart(erp, facts) },
  { id: 'quotation-draft', look: (erp) => quotationDraft(erp, facts) },
  { id: 'json-type-only', look: (erp) => multipartLetter(erp) },
  { id: 'address-refused', look: (erp) => addressRight(erp, facts) },
  { id: 'newsletter-refused', look: (erp) => newsletterRight(erp, facts) },
];
