/**
 * `npm run tool -- pictures`: takes a screenshot of every page at 360, 768 and 1280 px without scripts, and of the
 * support page, into `.shots/`. Arguments select: `-- --only cart,search --width 360 --as vet@demo.example --locale nl
 * --products 300`. `--docs` takes only those of docs/pictures: one for the README, and the support page.
 */
import { mkdirSync } from 'node:fs';
import { commandOf } from '../sandbox/command-line';
import { launchBrowser, screen, signInByBrowser } from '../tests/support/browser';
import { freePort } from '../tests/support/free-port';
import { startTestShop } from '../tests/support/shop';
import { saveWebp } from './pictures/webp';
import { supportNames, supportPages, takePicture } from './pictures/support';

const { values } = commandOf('tool -- pictures', {
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    as: { type: 'string', default: 'vet@demo.example' },
    locale: { type: 'string', default: 'fr' },
    full: { type: 'boolean', default: false },
    script: { type: 'boolean', default: false },
    products: { type: 'string', default: '1200' },
    docs: { type: 'boolean', default: false },
  },
});

const widths = values.width ? [Number(values.width)] : [360, 768, 1280];
const folder = '.shots';
mkdirSync(folder, { recursive: true });
const shop = await startTestShop({
  products: Number(values.products),
  settings: { METRICS_PORT: String(await freePort()) },
});
const browser = await launchBrowser();
const customer = shop.sandbox.world.customers.find((one) => one.login === values.as);
if (!customer) throw new Error(`no sample customer ${values.as}`);

/** Picks a product with variants, tier prices and texts, and a category that is not empty. */
const products = [...shop.sandbox.world.documents('products', 'fr')];
const key = (found: (document: Record<string, unknown>) => boolean): string => {
  const value = products.find((one) => one['main'] === true && found(one))?.['url_key'];
  return typeof value === 'string' ? value : '';
};
const pages: Record<string, string> = {
  'home-guest': '',
  home: '',
  search: '/search?q=amoxicilline',
  'search-filtered': '/search?q=chien&in_stock=1',
  'search-none': '/search?q=xyzzyqwv',
  product: `/p/${key((one) => Number(one['variant_count']) > 3 && one['is_meds'] === true)}`,
  'product-food': `/p/${key((one) => one['is_food'] === true)}`,
  'product-equipment': `/p/${key((one) => one['is_equipment'] === true && Number(one['variant_count']) > 2)}`,
  category: '/c/medicaments',
  promotions: '/promotions',
  selection: '/selection',
  vetgroup: '/vetgroup',
  'quick-order': '/quick-order',
  'cart-empty': '/cart',
  cart: '/cart',
  checkout: '/cart-confirm',
  validated: '/cart-validated',
  account: '/account',
  orders: '/account/sales',
  wishlists: '/account/wishlists',
  quotations: '/account/quotations',
  documents: '/account/documents',
  'on-order': '/account/products_on_order',
  forms: '/form',
  form: '/form/visit_request',
  'small-ads': '/account/smallads',
  'small-ads-own': '/account/smallads?mine=all',
  'small-ad-new': '/account/smallads/new',
  profile: '/account/profile',
  'register-guest': '/account/register',
  'registered-guest': '/account/registered',
  'contact-guest': '/contact',
  contact: '/contact',
  'contact-sent-guest': '/contact-success?file=no',
  'newsletter-guest': '/newsletter',
  'not-found': '/no/such/page',
  'sign-out': '/account/sign-out',
};
const wanted = values.only?.split(',');
const isWanted = (name: string): boolean => wanted?.includes(name) ?? true;

if (values.docs) await docsPictures();
for (const width of values.docs ? [] : widths) {
  const guest = await screen(browser, { width });
  const signedIn = await screen(browser, { width, script: values.script });
  await signInByBrowser(signedIn, shop.url, customer.login, customer.password);
  for (const [name, path] of Object.entries(pages)) {
    if (!isWanted(name)) continue;
    const page = await (name.endsWith('guest') ? guest : signedIn).newPage();
    if (name === 'cart') await fillCart(page);
    const answer = await page.goto(`${shop.url}/${values.locale}${path}`, { waitUntil: 'load' });
    const file = `${folder}/${name}-${width}.png`;
    await page.screenshot({ path: file, fullPage: values.full });
    console.log(`${file} ${answer?.status() ?? 0}`);
    await page.close();
  }
  await guest.close();
  await signedIn.close();
}
if (!values.docs && supportNames.some(isWanted)) {
  const pages = await supportPages(shop, customer);
  for (const width of widths)
    for (const name of supportNames.filter(isWanted))
      await takePicture(browser, pages[name], width, `${folder}/${name}-${width}.png`);
}
await browser.close();
await shop.stop();

/** Pictures for the documents: a product list of a signed-in customer, and the support page. */
async function docsPictures(): Promise<void> {
  const context = await screen(browser, { width: 1280 });
  if (!customer) return;
  await signInByBrowser(context, shop.url, customer.login, customer.password);
  const page = await context.newPage();
  await fillCart(page);
  await page.setViewportSize({ width: 1280, height: 820 });
  await page.goto(`${shop.url}/en/search?q=amoxicillin`, { waitUntil: 'networkidle' });
  await saveWebp(browser, await page.screenshot(), 'docs/pictures/shop.webp');
  const { support } = await supportPages(shop, customer);
  await takePicture(browser, support, 1024, 'docs/pictures/support.webp');
}

async function fillCart(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof screen>>['newPage']>>,
): Promise<void> {
  await page.goto(`${shop.url}/${values.locale}/search?q=chien`);
  const quantities = page.locator('input.qty');
  const count = Math.min(await quantities.count(), 4);
  for (let row = 0; row < count; row += 1) await quantities.nth(row).fill(String(row + 1));
  await quantities.first().press('Enter');
  await page.waitForLoadState();
}
