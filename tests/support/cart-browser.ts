/** Shared by the browser tests of the cart: a signed-in browser, products to order, the queue and the cart page. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { leave } from './browser';
import type { TestShop } from './shop';

export interface Goods {
  id: number;
  sku: string;
}

/** The `at`-th product that every customer may order. */
export function goodsOf(shop: TestShop, at: number): Goods {
  const direct = [...shop.sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && !one.notSoldOnWebsite && one.sku,
  );
  const found = direct[at];
  if (!found) throw new Error('too few goods');
  return { id: found.id, sku: found.sku };
}

const firstLogin = 'vet@demo.example';

/** Pieces of a product in all open carts of a customer at the ERP. */
export function inErp(shop: TestShop, productId: number, login = firstLogin): number {
  const { id = 0 } = shop.sandbox.world.customers.find((one) => one.login === login) ?? {};
  const lines = shop.sandbox.erp.control.cartsOf(id).flatMap((cart) => cart.lines);
  return lines.reduce((sum, line) => sum + (line.productId === productId ? line.qty : 0), 0);
}

/** A signed-in browser: it has the cookies of a customer who signed in with plain forms. */
export async function signedInContext(
  shop: TestShop,
  browser: Browser,
  options: { javaScriptEnabled?: boolean } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: shop.url, ...options });
  await signInAs(shop, context);
  return context;
}

/** Replaces the browser's session by one of this customer. */
export async function signInAs(
  shop: TestShop,
  context: BrowserContext,
  login = firstLogin,
): Promise<void> {
  const who = await shop.customer(login);
  const cookies = await who.jar.getCookies(shop.url);
  await context.clearCookies();
  await context.addCookies(
    cookies.map(({ key, value }) => ({ name: key, value, url: shop.url, httpOnly: true })),
  );
}

/** The search page for one SKU, which is an order sheet with one product. */
export async function sheetOf(page: Page, { sku }: Goods): Promise<void> {
  await page.goto(`/fr/search?q=${encodeURIComponent(sku)}&exact=0`);
}

/** Focuses the quantity and waits for the cart's script: from then on the page works offline. */
export async function touched(page: Page, { id }: Goods): Promise<void> {
  await page.focus(`input[name="q.${id}"]`);
  await page.waitForSelector('cart-island:defined', { state: 'attached' });
}

export async function typeQuantity(page: Page, { id }: Goods, quantity: string): Promise<void> {
  await page.fill(`input[name="q.${id}"]`, quantity);
  await page.press(`input[name="q.${id}"]`, 'Enter');
}

/** The order sheet of one product, with the cart's script loaded. */
export async function openSheet(page: Page, one: Goods): Promise<void> {
  await sheetOf(page, one);
  await touched(page, one);
}

/** Adds a product with its sheet, and waits until the ERP has it. */
export async function addToCart(page: Page, one: Goods, quantity: string): Promise<void> {
  await openSheet(page, one);
  await typeQuantity(page, one, quantity);
  await settled(page);
}

export const queued = (page: Page): Promise<number> =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('cart:v1:tx:')).length,
  );

export const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.startsWith('cart:v1:tx:')),
    null,
    { timeout: 30_000 },
  );

/** The quantity that the cart page shows for a product; null without a line. */
export async function quantityOf(page: Page, id: number): Promise<string | null> {
  await page.goto('/fr/cart');
  const input = page.locator(`input[name="q.${id}"]`);
  return (await input.count()) > 0 ? input.inputValue() : null;
}

/** Adds at least `lines` lines, without script and with products in stock: a shortage would add text to a line. */
export async function fillCart(page: Page, shopUrl: string, lines: number): Promise<void> {
  const list = `${shopUrl}/fr/search?q=a&in_stock=1`;
  for (let number = 1; await page.goto(`${list}&page=${number}`); number += 1) {
    const quantities = page.locator('main input.qty');
    const count = await quantities.count();
    for (let row = 0; row < count; row += 1) await quantities.nth(row).fill('2');
    await leave(page, () => quantities.first().press('Enter'));
    await page.goto(`${shopUrl}/fr/cart`);
    if ((await page.locator('#cart .row').count()) >= lines) return;
  }
}
