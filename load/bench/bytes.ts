/** Measures the bytes that a first visit loads, as the browser counts them, and the scripts it runs. */
import { chromiumFor, type ColdPage } from './cold-page';
import { signIn } from '../../tests/support/shop';
import { weigh } from '../../tests/support/page-weight';
import { Visitor } from '../../tests/support/visitor';
import { pagesOf, type Target } from './pages';
import type { MeasuredShop } from './processes';

const login = 'vet@demo.example';
const ownPages = new Set(['cart', 'confirm', 'account']);

/** Maximum HTML size in kB by page (P-76, and the page budgets of 2026-11-21). */
const mostHtml: Readonly<Record<string, number>> = { home: 14, cart: 14, confirm: 14 };
const mostOfList = 30;
const mostCold = { kilobytes: 20, requests: 5 };

const kilo = (bytes: number): string => (bytes / 1000).toFixed(1);
/** Formats as `7.2 of 14`, with a mark when the value is over the maximum. */
const against = (bytes: number, most: number | undefined): string =>
  most === undefined ? kilo(bytes) : `${kilo(bytes)} of ${most}${bytes > most * 1000 ? ' !' : ''}`;

async function customerOf({ url, sandbox }: MeasuredShop): Promise<Visitor> {
  const persona = sandbox.world.customers.find((one) => one.login === login);
  if (!persona) throw new Error(`no sample customer ${login}`);
  const visitor = new Visitor(url);
  await signIn(visitor, persona.login, persona.password);
  const plain = [...sandbox.world.variants.values()].filter(
    (one) => one.orderMode === 'direct_sale' && one.family === 'equipment' && one.stockQty > 50,
  );
  sandbox.erp.control.newCart(
    persona.id,
    plain.slice(0, 5).map(({ id }) => ({ product_id: id, qty: 2 })),
  );
  return visitor;
}

function htmlMost({ name }: Target): number | undefined {
  return name === 'category' || name === 'search' ? mostOfList : mostHtml[name];
}

export async function printBytes(shop: MeasuredShop): Promise<void> {
  const customer = await customerOf(shop);
  const browser = await chromiumFor(new URL(shop.sandbox.urls.media).origin);
  const rows: Record<string, string | number>[] = [];
  const scripts: Record<string, string | number>[] = [];
  for (const who of ['visitor', 'customer'] as const) {
    for (const target of pagesOf(shop.sandbox.world)) {
      if (who === 'visitor' && ownPages.has(target.name)) continue;
      const visitor = who === 'visitor' ? new Visitor(shop.url) : customer;
      const weight = await weigh(visitor, target.path);
      const cookies = who === 'visitor' ? [] : await customer.jar.getCookies(shop.url);
      const { cold, again }: { cold: ColdPage; again: ColdPage } = await browser.visit(
        shop.url + target.path,
        cookies.map(({ key, value }) => ({ name: key, value, url: shop.url })),
      );
      const isProduct = target.name === 'product';
      rows.push({
        who,
        page: target.name,
        'html kB': against(weight.html, htmlMost(target)),
        'cold kB': against(cold.bytes, isProduct ? mostCold.kilobytes : undefined),
        'cold requests': isProduct ? `${cold.requests} of ${mostCold.requests}` : cold.requests,
        'css kB': kilo(cold.css),
        'again requests': again.requests,
        'again kB': kilo(again.bytes),
      });
      scripts.push({
        who,
        page: target.name,
        'script kB': kilo(weight.script),
        'later kB': kilo(weight.later.reduce((total, { bytes }) => total + bytes, 0)),
        files: [...weight.scripts, ...weight.later]
          .map(({ name, bytes }) => `${name.replace(/^\/assets\/|-[\w-]{8}\.js$/g, '')} ${bytes} B`)
          .join(', '),
      });
    }
  }
  await browser.close();
  console.log('\nCold pages, script on, pictures of products apart; ! is over the budget');
  console.table(rows);
  console.log(
    '\nScripts of a page (Brotli): what it starts with, and what it loads later when it is needed',
  );
  console.table(scripts);
}
