/**
 * Orders of the customer (contract/erp.md 14.1, 14.2, 14.5). The list by channel is a call of the customer's
 * own modules: where it is not installed, `GET sales` serves without channels. A released server also lists
 * cancelled orders there, and answers 403 for another customer's, which is a 404 here.
 */
import { findRecord, listIfInstalled } from '~/erp/calls.server';
import { noteRefused } from '~/erp/refused-amounts.server';
import type { CustomerRequest } from '~/page/page';
import { folded } from '~/kernel/folding';
import { isMissing } from '~/erp/capabilities.server';
import type { Channel, Order, OrderSummary } from './order';
import { OrdersPage, OrderWire, SalesPage, saleSummary, toOrder } from './order-wire.server';
import { saleKinds, type SaleKinds } from '~/features/payment/sale-kinds.server';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

export interface OrderQuery {
  page: number;
  size: number;
  channel: Channel | null;
  /** Part of the order number, else of the customer's own reference or sequence number. */
  name: string | null;
}

export interface OrderList {
  total: number;
  items: readonly OrderSummary[];
  /** The ERP can tell channels apart. */
  byChannel: boolean;
  /** Found by another name than its number: none holds what was looked for. */
  byReference?: boolean;
}

/** A quotation that was asked for here is no order yet, although a released ERP lists it among them. */
const withSaleKind = <O extends Pick<OrderSummary, 'name' | 'state'>>(
  order: O,
  kinds: SaleKinds,
): O =>
  order.state === 'pending' && kinds.get(order.name) === 'asked'
    ? { ...order, state: 'quotation-asked' }
    : order;

async function listSales(page: Page, query: OrderQuery): Promise<OrderList> {
  const answer = await findRecord(
    page.context,
    {
      path: 'sales',
      query: { page: query.page, page_size: query.size, name: query.name ?? undefined },
    },
    SalesPage,
  );
  const byChannel = false;
  if (answer === null) return { total: 0, items: [], byChannel };
  const kinds = await saleKinds(page);
  const items = answer.items.map((wire) => withSaleKind(saleSummary(wire), kinds));
  return { total: answer.count, items, byChannel };
}

const ordersCall = 'GET orders';

/** Orders whose references are looked through: the ERP searches numbers alone, and gives as many at once (14.1). */
const newest = 80;

/** Letters and digits: capitals, accents and the kind of an apostrophe or dash are nobody's to know. */
const squeezed = (text: string | null): string =>
  folded(text ?? '').replace(/[^\p{L}\p{N}]+/gu, '');

/** Of the newest orders those whose reference or sequence number holds this, as a page of their own. */
async function listByReference(page: Page, { size, ...query }: OrderQuery): Promise<OrderList> {
  const wanted = squeezed(query.name);
  if (wanted === '') return { total: 0, items: [], byChannel: false };
  const { items } = await listSales(page, { page: 1, size: newest, channel: null, name: null });
  const found = items.filter(({ reference, suiteName }) =>
    [reference, suiteName].some((text) => squeezed(text).includes(wanted)),
  );
  const shown = found.slice((query.page - 1) * size, query.page * size);
  return { total: found.length, items: shown, byChannel: false, byReference: found.length > 0 };
}

/** A page of orders, newest first. A search knows no channel. */
export async function listOrders(page: Page, query: OrderQuery): Promise<OrderList> {
  if (query.name !== null) {
    const numbered = await listSales(page, query);
    const found = numbered.total > 0 ? numbered : await listByReference(page, query);
    return { ...found, byChannel: !(await isMissing(page.context, ordersCall)) };
  }
  const found = await listIfInstalled(
    page.context,
    {
      path: 'orders',
      query: {
        page: query.page,
        page_size: query.size,
        sale_channel: query.channel ?? undefined,
      },
    },
    OrdersPage,
    { size: 0, data: [] },
  );
  if (!found) return listSales(page, query);
  return { total: found.size, items: found.data, byChannel: true };
}

/** Null when there is no such order of this customer. */
export async function findOrder(page: Page, id: number): Promise<Order | null> {
  const call = { path: 'sales/{id}', params: { id } };
  const answer = await findRecord(page.context, call, OrderWire);
  if (answer === null) return null;
  const order = toOrder(answer);
  const odd = order.lines.filter(({ netPrice, quantity }) => netPrice === null && quantity > 0);
  const isOdd = order.amount === null ? 1 : 0;
  if (odd.length + isOdd > 0) noteRefused(page.context, call.path, odd.length + isOdd);
  return withSaleKind(order, await saleKinds(page));
}

/** The newest orders; enough to find the one that a cart has just become. */
async function newestOrders({ context }: Page): Promise<Order[]> {
  const call = { path: 'sales', query: { page: 1, page_size: 20 } };
  const found = await findRecord(context, call, SalesPage);
  return found?.items.map(toOrder) ?? [];
}

/** The order that the cart with this uuid has become, or null. */
export async function findOrderOfCart(page: Page, uuid: string): Promise<Order | null> {
  const orders = await newestOrders(page);
  return orders.find((order) => order.uuid?.toLowerCase() === uuid.toLowerCase()) ?? null;
}

/** By order number, or by the reference of a payment, which is the number and perhaps `-1`, `-2` … */
export async function findOrderByReference(page: Page, reference: string): Promise<Order | null> {
  const names = new Set([reference, reference.replace(/-\d{1,3}$/, '')]);
  const orders = await newestOrders(page);
  return orders.find(({ name }) => names.has(name)) ?? null;
}
