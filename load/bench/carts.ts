/** Measures the shop's CPU time per view with large carts, for the cart page and for other pages. */
import { forEveryone, newCart, variants } from '../../tests/http/checkout/checkout-carts';
import { signIn } from '../../tests/support/shop';
import { Visitor } from '../../tests/support/visitor';
import { pagesOf } from './pages';
import type { MeasuredShop } from './processes';

const sizes = [10, 100, 500] as const;
/** Maximum CPU milliseconds per view with a cart of 500 lines, by page. */
const owed: Readonly<Record<string, number>> = { cart: 90, confirm: 90 };
const measured = ['cart', 'confirm', 'product'];

async function customersOf(shop: MeasuredShop): Promise<Map<number, Visitor>> {
  const buyers = shop.sandbox.world.customers.filter(
    ({ canOrder, functionType }) => canOrder && functionType === 'veterinary',
  );
  const found = new Map<number, Visitor>();
  for (const [position, size] of sizes.entries()) {
    const buyer = buyers[position];
    if (!buyer) throw new Error(`nobody for a cart of ${size} lines`);
    newCart(shop, buyer.login, { products: variants(shop, size, forEveryone) });
    const visitor = new Visitor(shop.url);
    await signIn(visitor, buyer.login, buyer.password);
    found.set(size, visitor);
  }
  return found;
}

async function costOfView(shop: MeasuredShop, visitor: Visitor, path: string, views: number) {
  let bytes = 0;
  for (let view = 0; view < 3; view += 1) bytes = (await visitor.get(path)).text.length;
  const before = await shop.cpuSeconds();
  for (let view = 0; view < views; view += 1) await visitor.get(path);
  return { ms: ((await shop.cpuSeconds()) - before) * (1000 / views), bytes };
}

export async function printCarts(shop: MeasuredShop, views: number): Promise<void> {
  const customers = await customersOf(shop);
  const rows: Record<string, string | number>[] = [];
  for (const { name, path } of pagesOf(shop.sandbox.world)) {
    if (!measured.includes(name)) continue;
    const row: Record<string, string | number> = { page: name };
    for (const [size, visitor] of customers) {
      const { ms, bytes } = await costOfView(shop, visitor, path, views);
      const most = size === 500 ? owed[name] : undefined;
      row[`${size} lines, CPU ms`] =
        `${ms.toFixed(0)}${most !== undefined && ms > most ? ' !' : ''}`;
      row[`${size} lines, kB`] = Math.round(bytes / 1000);
    }
    rows.push({ ...row, 'owed ms at 500': owed[name] ?? '' });
  }
  console.log('\nProcessor time of a view by lines in the cart (customer, warm), and the page raw');
  console.table(rows);
}
