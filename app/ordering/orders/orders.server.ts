/**
 * Orders of the customer (contract/erp.md 14.1, 14.2, 14.5). The list by channel is a call of the customer's own
 * modules; without it, `GET sales` returns the list without channels. An ERP with only the published modules also lists
 * cancelled orders there. It responds 403 for another customer's order, which the shop turns into 404.
 */
import { findRecord, listIfInstalled } from '~/base/erp/calls.server';
import { logInvalidAmounts } from '~/base/erp/refused-amounts.server';
import type { CustomerRequest } from '~/base/page/page';
import { folded } from '~/base/kernel/folding';
import { isMissing } from '~/base/erp/capabilities.server';
import { isConfirmed, type Channel, type Order, type OrderSummary } from './order';
import { OrdersPage, OrderWire, SalesPage, saleSummary, toOrder } from './order-wire.server';
import { ordersOnAccount, saleKinds, type SaleKinds } from '~/ordering/payment/sale-kinds.server';

type Page = Pick<CustomerRequest, 'context' | 'customer'>;

interface OrderQuery {
  page: number;
  size: number;
  channel: Channel | null;
  /**
   * Part of the order number to search. If no number contains it, the search also covers the customer's reference and
   * the serial number.
   */
  name: string | null;
}

interface OrderList {
  total: number;
  items: readonly OrderSummary[];
  /** Whether the ERP can filter by channel. */
  byChannel: boolean;
  /**
   * Set when only the newest orders were searched. `all`: of all orders, by reference or serial number. `channel`: of
   * the chosen channel.
   */
  among?: 'all' | 'channel';
}

/**
 * Corrects the state of a quotation that was requested in this shop: it is no order yet, although an ERP with only the
 * published modules lists it as one.
 */
const withSaleKind = <O extends Pick<OrderSummary, 'name' | 'state'>>(
  order: O,
  kinds: SaleKinds,
): O =>
  order.state === 'pending' && kinds.get(order.name) === 'asked'
    ? { ...order, state: 'quotation-asked' }
    : order;

/** A page of `GET sales`; null when the ERP rejects the call, which does not mean that there are no orders. */
async function listSales(page: Page, query: OrderQuery): Promise<OrderList | null> {
  const answer = await findRecord(
    page.context,
    {
      path: 'sales',
      query: { page: query.page, page_size: query.size, name: query.name ?? undefined },
    },
    SalesPage,
  );
  if (answer === null) return null;
  const kinds = await saleKinds(page);
  const items = answer.items.map((wire) => withSaleKind(saleSummary(wire), kinds));
  return { total: answer.count, items, byChannel: false };
}

const ordersCall = 'GET orders';

/**
 * Number of recent orders whose references are searched. The ERP only searches by number, and returns at most this many
 * at once (contract/erp.md 14.1).
 */
const newest = 80;

/** Keeps only letters and digits. Customers need not match case, accents, or the kind of apostrophe or dash. */
const squeezed = (text: string | null): string =>
  folded(text ?? '').replace(/[^\p{L}\p{N}]+/gu, '');

/** Paginates rows that are all in memory. */
const paged = (found: readonly OrderSummary[], { page, size }: OrderQuery) => ({
  total: found.length,
  items: found.slice((page - 1) * size, page * size),
  byChannel: false,
});

/** Searches reference and numbers of the newest orders of the channel, and paginates the matches. */
async function searchNewest(page: Page, query: OrderQuery): Promise<OrderList | null> {
  const wanted = squeezed(query.name);
  if (wanted === '') return paged([], query);
  const all = { ...query, page: 1, size: newest, name: null };
  const isAny = query.channel === null;
  const list = await (isAny ? listSales(page, all) : listByChannel(page, all));
  if (list === null) return null;
  const found = list.items.filter(({ name, reference, suiteName }) =>
    [name, reference, suiteName].some((text) => squeezed(text).includes(wanted)),
  );
  const among = isAny ? ('all' as const) : ('channel' as const);
  return { ...paged(found, query), ...(found.length > 0 ? { among } : {}) };
}

/** Maximum length of an order number; a longer search text matches none. */
const longestNumber = 60;

/**
 * Searches by order number. For a channel, it finds orders only when all orders with this number fit into one ERP
 * response, because the ERP's search ignores channels (contract/erp.md 14.1).
 */
async function listNumbered(page: Page, query: OrderQuery): Promise<OrderList | null> {
  const { channel, name } = query;
  if (name !== null && name.length > longestNumber) return paged([], query);
  if (channel === null) return listSales(page, query);
  const list = await listSales(page, { ...query, page: 1, size: newest });
  if (list === null) return null;
  const { total, items } = list;
  return paged(total > newest ? [] : items.filter((order) => order.channel === channel), query);
}

/** A page of orders, newest first; null when the ERP provides no list. */
export async function listOrders(page: Page, query: OrderQuery): Promise<OrderList | null> {
  if (query.name === null) return listByChannel(page, query);
  const numbered = await listNumbered(page, query);
  const found = numbered?.total === 0 ? await searchNewest(page, query) : numbered;
  return found && { ...found, byChannel: !(await isMissing(page.context, ordersCall)) };
}

async function listByChannel(page: Page, query: OrderQuery): Promise<OrderList | null> {
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

/** The order with this id; null when this customer has no such order. */
export async function findOrder(page: Page, id: number): Promise<Order | null> {
  const call = { path: 'sales/{id}', params: { id } };
  const answer = await findRecord(page.context, call, OrderWire);
  if (answer === null) return null;
  const order = toOrder(answer);
  const odd = order.lines.filter(({ netPrice, quantity }) => netPrice === null && quantity > 0);
  const isOdd = order.amount === null ? 1 : 0;
  if (odd.length + isOdd > 0) logInvalidAmounts(page.context, call.path, odd.length + isOdd);
  const known = withSaleKind(order, await saleKinds(page));
  const asks = known.paymentMode === null && isConfirmed(known.state);
  if (!asks || !(await ordersOnAccount(page)).has(known.name)) return known;
  return { ...known, onAccount: true };
}

/** The newest orders: enough to find the order that a cart has just become. */
async function newestOrders({ context }: Page): Promise<Order[]> {
  const call = { path: 'sales', query: { page: 1, page_size: 20 } };
  const found = await findRecord(context, call, SalesPage);
  return found?.items.map(toOrder) ?? [];
}

/** The order that was created from the cart with this uuid, or null. */
export async function findOrderOfCart(page: Page, uuid: string): Promise<Order | null> {
  const orders = await newestOrders(page);
  return orders.find((order) => order.uuid?.toLowerCase() === uuid.toLowerCase()) ?? null;
}

/** Finds an order by its number, or by a payment reference: the number, optionally with `-1`, `-2` … */
export async function findOrderByReference(page: Page, reference: string): Promise<Order | null> {
  const names = new Set([reference, reference.replace(/-\d{1,3}$/, '')]);
  const orders = await newestOrders(page);
  return orders.find(({ name }) => names.has(name)) ?? null;
}
