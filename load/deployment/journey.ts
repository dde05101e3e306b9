/** One customer places an order in a browser, in one language, with or without script. */
import type { Browser, Page, Response } from 'playwright';
import type { Customer, Goods, Tally } from './shopper';

export interface JourneyOptions {
  url: string;
  locale: 'fr' | 'nl' | 'en';
  script: boolean;
  customer: Customer;
  goods: readonly Goods[];
  /** Called between steps, while servers are being killed. */
  between(step: string): Promise<void>;
}

const mostTries = 60;
const stepMs = 5_000;
const queueEmpty = (): boolean =>
  !Object.keys(localStorage).some((key) => key.startsWith('cart:v1:tx:'));

class Walker {
  #last: Response | null = null;
  constructor(
    readonly page: Page,
    readonly tally: Tally,
    readonly options: JourneyOptions,
  ) {
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) this.#last = response;
    });
  }

  path(rest: string): string {
    return `${this.options.url}/${this.options.locale}${rest}`;
  }

  /** Performs an action and waits until the page shows its result. Reloads a page that failed, as customers do. */
  async step(
    name: string,
    act: () => Promise<unknown>,
    arrived: string,
    again: () => Promise<unknown> = () =>
      this.page.reload({ waitUntil: 'domcontentloaded', timeout: 30_000 }),
  ): Promise<void> {
    await this.options.between(name);
    const { page, tally } = this;
    tally.requests += 1;
    await act().catch(() => null);
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const shows = await page
        .locator(arrived)
        .first()
        .waitFor({ state: 'attached', timeout: stepMs })
        .then(
          () => true,
          () => false,
        );
      if (shows) return;
      await this.#failed(name);
      await again().catch(() => null);
    }
    const words = await page.innerText('body', { timeout: 2_000 }).catch(() => '');
    throw new Error(`${name}: no ${arrived} at ${page.url()}: ${words.slice(0, 400)}`);
  }

  /** Counts a failure. A page that is merely late is no failure, because a shared machine can be slow. */
  async #failed(name: string): Promise<void> {
    const { tally, page } = this;
    tally.requests += 1;
    const status = this.#last?.status() ?? 0;
    const words = await page.innerText('body', { timeout: stepMs }).catch(() => null);
    // A document that is still loading has no text yet.
    if (words === null) return;
    const isFaceless = words.length < 80;
    if (status > 0 && status < 500 && !isFaceless) return;
    tally.failed += 1;
    if (isFaceless) tally.faceless += 1;
    const said = words.replace(/\s+/g, ' ').slice(0, 60);
    tally.told.push(`${name}: ${status} at ${new URL(page.url()).pathname} ${said}`);
  }
}

async function signIn(walker: Walker): Promise<void> {
  const { page, options } = walker;
  // Matches the forms of Keycloak, of the identity stand-in, and of the shop itself.
  const user = '[name="username"], [name="login"]';
  const password = '[name="password"]';
  const customers = `header a[href^="/${options.locale}/account"]:not([href*="/sign-in"])`;
  const ask = (): Promise<unknown> => page.goto(walker.path('/account/sign-in'));
  const answer = async (): Promise<void> => {
    await page.fill(user, options.customer.login, { timeout: stepMs });
    await page.fill(password, options.customer.password);
    await page.press(password, 'Enter');
  };
  await walker.step('sign in', ask, user);
  // If the store or provider died during sign-in, the customer starts again. A provider that knows the visitor then
  // needs no form.
  await walker.step('signed in', answer, customers, async () => {
    await ask();
    if (await page.locator(user).count()) await answer();
  });
}

const quantity = ({ id }: Goods): string => `main input[name="q.${id}"]`;

async function addBySheet(walker: Walker, one: Goods): Promise<void> {
  const { page, options } = walker;
  const sheet = walker.path(`/search?q=${encodeURIComponent(one.sku)}&exact=0`);
  await walker.step(`find ${one.sku}`, () => page.goto(sheet), quantity(one));
  await page.fill(quantity(one), '2');
  if (options.script) {
    await page.waitForSelector('cart-island:defined', { state: 'attached', timeout: 20_000 });
    await page.press(quantity(one), 'Enter');
    await page.waitForFunction(queueEmpty, null, { timeout: 180_000 });
  } else {
    await walker.step(
      `add ${one.sku}`,
      () => page.press(quantity(one), 'Enter'),
      `.notice, [role="status"], ${quantity(one)}`,
    );
  }
}

async function quickOrder(walker: Walker, one: Goods): Promise<void> {
  const { page } = walker;
  await walker.step('quick order', () => page.goto(walker.path('/quick-order')), '#paste');
  await page.fill('#paste', `${one.sku} 3`);
  await walker.step(
    'read the list',
    () => page.click('button[name="do"][value="paste"]'),
    '#scan-lines li',
  );
  // Rows whose products were put in the cart disappear from the order list. The field alone does not prove it, because
  // the previous page has it too.
  await walker.step(
    'add the list',
    () => page.click('.sheet-tools button[value="add"]'),
    'body:not(:has(#scan-lines li)) #paste',
  );
  // With script, the lines first go into the browser queue.
  if (walker.options.script) await page.waitForFunction(queueEmpty, null, { timeout: 180_000 });
}

/** Returns the quantity of each product that the cart page shows. */
async function cartOf(walker: Walker, goods: readonly Goods[]): Promise<number[]> {
  const { page } = walker;
  await walker.step('cart', () => page.goto(walker.path('/cart')), 'body:has(#cart-view) footer');
  return Promise.all(
    goods.map(async (one) => {
      const field = page.locator(quantity(one));
      return (await field.count()) > 0 ? Number(await field.inputValue()) : 0;
    }),
  );
}

interface JourneyResult {
  order: string;
  doubled: number;
  lost: number;
}

/** Throws at the step that failed. */
export async function orderJourney(
  browser: Browser,
  tally: Tally,
  options: JourneyOptions,
): Promise<JourneyResult> {
  const context = await browser.newContext({
    javaScriptEnabled: options.script,
    ignoreHTTPSErrors: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const walker = new Walker(page, tally, options);
  const [first, second, third] = options.goods;
  if (!first || !second || !third) throw new Error('too few goods');
  const goods = [first, second, third];
  try {
    await walker.step('home', () => page.goto(walker.path('')), 'form input[name="q"]');
    await signIn(walker);
    const before = await cartOf(walker, goods);
    await addBySheet(walker, first);
    await addBySheet(walker, second);
    await quickOrder(walker, third);
    const after = await cartOf(walker, goods);
    const differences = [2, 2, 3].map(
      (wanted, at) => (after[at] ?? 0) - (before[at] ?? 0) - wanted,
    );
    await walker.step('checkout', () => page.goto(walker.path('/cart-confirm')), '#checkout');
    const chosen = page.locator('#checkout input[name="how"]');
    if ((await chosen.count()) > 0 && (await chosen.first().getAttribute('type')) === 'radio')
      await chosen.first().check();
    await walker.step(
      'order',
      () => page.locator('#checkout button[value="confirm"]').first().click(),
      'main a[href*="/account/sales/"]',
    );
    const order = /S\d+/.exec(await page.innerText('main'))?.[0] ?? '';
    await walker.step(
      'the order',
      () => page.locator('main a[href*="/account/sales/"]').first().click(),
      'main h1',
    );
    const sum = (sign: 1 | -1): number =>
      differences.reduce((total, one) => total + Math.max(0, sign * one), 0);
    return { order, doubled: sum(1), lost: sum(-1) };
  } finally {
    await context.close();
  }
}
