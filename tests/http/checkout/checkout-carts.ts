/** Carts for checkout tests: made at the ERP, as another device of the customer would. */
import type { WorldVariant } from '../../../sandbox/world';
import type { Sandbox } from '../../../sandbox/start';
import type { TestShop } from '../../support/shop';
import type { Page, Visitor } from '../../support/visitor';

type Pick = (variant: WorldVariant) => boolean;

/** Sold directly, in stock, to anybody: nothing about it stops an order. */
export const plain: Pick = (variant) =>
  variant.orderMode === 'direct_sale' &&
  !variant.isMadeToOrder &&
  !variant.notSoldOnWebsite &&
  !variant.isMedicine &&
  variant.family === 'equipment' &&
  variant.weightKg < 3 &&
  variant.stockQty > 50;

/** What every customer may order, in stock or not: medicines are for some only, and what has no price for none. */
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

/** An open cart of this customer; the older ones are taken away, so that no test meets another's. */
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

/** How often the ERP was asked this. */
export const callsOf = (shop: TestShop, method: string, path: string) =>
  shop.sandbox.erp.control
    .requests()
    .filter((one) => one.method === method && one.path.split('?')[0]?.replace(/^\//, '') === path);

export const press = { save: 'save', find: 'find', coupon: 'coupon', points: 'points' } as const;
export const pressed = (value: string) => ({ name: 'do', value });

type Values = Readonly<Record<string, string>>;

/** Chooses, applies, and confirms with the page that the choices give. */
export async function confirmWith(page: Page, values: Values): Promise<Page> {
  const saved = await page.form('#checkout').fill(values).submit(pressed('save'));
  return saved.form('#checkout').submit(pressed('confirm'));
}

/** The checkout of the cart there is, its carrier chosen and applied: nothing is left but to confirm. */
export async function carrierChosen(who: Visitor, values: Values = {}): Promise<Page> {
  const page = await who.get('/fr/cart-confirm');
  return page
    .form('#checkout')
    .fill({ how: '1', ...values })
    .submit(pressed('save'));
}

/** From a new cart to the page that leads to the provider of this way to pay. */
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
