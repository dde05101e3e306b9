/** Carts for checkout tests, created at the ERP as by another device of the customer. */
import type { WorldVariant } from '../../../sandbox/world';
import type { Sandbox } from '../../../sandbox/start';
import type { TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

type Pick = (variant: WorldVariant) => boolean;

/** Sold directly, in stock and to everybody: nothing prevents an order. */
export const plain: Pick = (variant) =>
  variant.orderMode === 'direct_sale' &&
  !variant.isMadeToOrder &&
  !variant.notSoldOnWebsite &&
  !variant.isMedicine &&
  variant.family === 'equipment' &&
  variant.weightKg < 3 &&
  variant.stockQty > 50;

/** Products that every customer may order, in stock or not: not medicines, and not products without a price. */
export const forEveryone: Pick = ({ family, orderMode, notSoldOnWebsite, gross }) =>
  family !== 'meds' &&
  orderMode === 'direct_sale' &&
  !notSoldOnWebsite &&
  gross.some(({ price }) => price > 0);

interface Stand {
  readonly sandbox: { world: Sandbox['world']; erp: Sandbox['erp'] };
}

export function variants(shop: Stand, count: number, pick: Pick = plain): number[] {
  const found: number[] = [];
  for (const variant of shop.sandbox.world.variants.values()) {
    if (pick(variant)) found.push(variant.id);
    if (found.length === count) return found;
  }
  throw new Error(`only ${found.length} such products in the sample world`);
}

export function customerId(shop: Stand, login: string): number {
  const found = shop.sandbox.world.customers.find((one) => one.login === login);
  if (!found) throw new Error(`no sample customer ${login}`);
  return found.id;
}

/** Creates an open cart of this customer and removes older ones, so that tests do not affect each other. */
export function newCart(
  shop: Stand,
  login: string,
  options: { products?: readonly number[]; quantity?: number } = {},
): { uuid: string; products: readonly number[] } {
  const { control } = shop.sandbox.erp;
  const id = customerId(shop, login);
  for (const cart of control.cartsOf(id)) control.replaceCart(cart.uuid ?? '', 'cancelled');
  const { products = variants(shop, 2), quantity = 2 } = options;
  const cart = control.newCart(
    id,
    products.map((product_id) => ({ product_id, qty: quantity })),
  );
  return { uuid: cart.uuid ?? '', products };
}

/** Calls of this method and path that the ERP has received. */
export const callsOf = (shop: TestShop, method: string, path: string) =>
  shop.sandbox.erp.control
    .requests()
    .filter((one) => one.method === method && one.path.split('?')[0]?.replace(/^\//, '') === path);

export const press = { save: 'save', find: 'find', coupon: 'coupon', points: 'points' } as const;
export const pressed = (value: string) => ({ name: 'do', value });

type Values = Readonly<Record<string, string>>;

/** Fills in and saves the choices, then confirms on the resulting page, with any quantities far above the usual. */
export async function confirmWith(page: Page, values: Values): Promise<Page> {
  const saved = await page.form('#checkout').fill(values).submit(pressed('save'));
  const sure = saved.dom.querySelector('#checkout [name="sure"]')?.getAttribute('value');
  return saved
    .form('#checkout')
    .fill(sure ? { sure } : {})
    .submit(pressed('confirm'));
}

/** The checkout page of the current cart with its carrier saved: only the confirmation is missing. */
export async function carrierChosen(who: Visitor, values: Values = {}): Promise<Page> {
  const page = await who.get('/fr/cart-confirm');
  return page
    .form('#checkout')
    .fill({ how: '1', ...values })
    .submit(pressed('save'));
}

/** From a new cart to the page that leads to the payment provider of this method. */
export async function paymentPage(
  shop: Stand,
  who: Visitor,
  login: string,
  pay: string,
): Promise<Page> {
  newCart(shop, login);
  const saved = await carrierChosen(who);
  return saved.form('#checkout').fill({ pay }).submit(pressed('confirm'));
}

export const numberOf = (page: Page): string => page.dom.querySelector('.ref')?.text ?? '';

export const radio = (page: Page, name: string, value: string) =>
  page.dom.querySelector(`input[name="${name}"][value="${value}"]`);
export const checkedValue = (page: Page, name: string): string | undefined =>
  page.dom.querySelector(`input[name="${name}"][checked]`)?.getAttribute('value');
