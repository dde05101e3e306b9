/** The order journey of the slow-line test: search, add in every possible way, change, remove, go to checkout. */
import type { Shopper } from './line-shopper';

export interface Goods {
  id: number;
  sku: string;
}

const field = (id: number): string => `main input[name="q.${id}"]`;
const searchFor = (sku: string): string => `/fr/search?q=${encodeURIComponent(sku)}&exact=0`;
/** Matches only a complete page: a truncated one may lack lines that are in the cart. */
const cart = 'body:has(#cart-view) footer';

/** Adds on an order sheet. With the island the page stays; without it, the page reloads with a message. */
async function addBySheet(shopper: Shopper, one: Goods, quantity: number): Promise<void> {
  const { page } = shopper;
  await shopper.visit(`find ${one.sku}`, searchFor(one.sku), field(one.id));
  const island = await shopper.hasIsland();
  shopper.begin(one.id, (shopper.wanted.get(one.id) ?? 0) + quantity);
  const press = async (): Promise<void> => {
    await page.fill(field(one.id), String(quantity));
    await page.press(field(one.id), 'Enter');
  };
  await shopper.do(
    `add ${one.sku}`,
    () => (island ? press() : shopper.press(press)),
    island ? '.toasts .toast' : field(one.id),
  );
  if (!island) await lookAgain(shopper, one, quantity);
  shopper.add(one.id, quantity);
}

/** Without script, the response page may have been lost: the cart shows whether the line was added. */
async function lookAgain(shopper: Shopper, one: Goods, quantity: number): Promise<void> {
  const goal = (shopper.wanted.get(one.id) ?? 0) + quantity;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await shopper.visit(`look for ${one.sku}`, '/fr/cart', cart);
    if ((await shown(shopper, one)) === goal) return;
    await shopper.visit(`find ${one.sku} again`, searchFor(one.sku), field(one.id));
    await shopper.do(
      `add ${one.sku} again`,
      () =>
        shopper.press(async () => {
          await shopper.page.fill(field(one.id), String(quantity));
          await shopper.page.press(field(one.id), 'Enter');
        }),
      field(one.id),
    );
  }
  throw new Error(`${one.sku} does not get into the cart`);
}

async function shown({ page }: Shopper, { id }: Goods): Promise<number> {
  const input = page.locator(field(id));
  return (await input.count()) > 0 ? Number(await input.inputValue()) : 0;
}

/** Clicks in the cart until it shows the goal, and repeats clicks that were lost. */
async function changeInCart(
  shopper: Shopper,
  one: Goods,
  goal: number,
  press: () => Promise<unknown>,
): Promise<void> {
  const { page } = shopper;
  shopper.begin(one.id, goal);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await shopper.visit(`cart for ${one.sku}`, '/fr/cart', cart);
    if ((await shown(shopper, one)) === goal) break;
    const island = await shopper.hasIsland();
    await shopper.do(
      `change ${one.sku} to ${goal}`,
      () => (island ? press() : shopper.press(press)),
      cart,
    );
    if (island) break;
    if ((await shown(shopper, one)) === goal) break;
    await page.waitForTimeout(100);
  }
  shopper.want(one.id, goal);
}

const noLines = 'body:not(:has(button[name="do"][value="add"])) #paste';

async function quickOrder(
  shopper: Shopper,
  lines: readonly { one: Goods; quantity: number }[],
): Promise<void> {
  const { page } = shopper;
  const goal = (one: Goods, quantity: number) => (shopper.wanted.get(one.id) ?? 0) + quantity;
  const goals = lines.map(({ one, quantity }) => ({ one, quantity: goal(one, quantity) }));
  for (const { one, quantity } of goals) shopper.begin(one.id, quantity);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await shopper.visit('quick order', '/fr/quick-order', '#paste');
    const left = attempt === 0 ? lines : await missing(shopper, goals);
    if (left.length === 0) break;
    if (attempt > 0) await shopper.visit('quick order', '/fr/quick-order', '#paste');
    await shopper.do(
      'read the pasted list',
      () =>
        shopper.press(async () => {
          await page.fill(
            '#paste',
            left.map(({ one, quantity }) => `${one.sku} ${quantity}`).join('\n'),
          );
          await page.click('button[name="do"][value="paste"]');
        }),
      'button[name="do"][value="add"]',
    );
    // With the island, the page stays and says when the scanned lines are in the cart. Before the island has loaded,
    // the next page says so, but only once. If that page was truncated and reloaded, its lines are gone and the cart
    // shows the result.
    const island = await shopper.hasIsland();
    const add = (): Promise<void> =>
      page.click('button[name="do"][value="add"]', { timeout: 5_000 });
    await shopper.do(
      'add the list',
      () => (island ? add() : shopper.press(add)),
      island ? `:is(#scan-said, .toast):has-text("ajout"), ${noLines}` : '#paste',
      // If the page was reloaded after a click but before the lookup, the lines are still displayed with their button.
      island ? add : undefined,
    );
    await shopper.allSent();
    if ((await missing(shopper, goals)).length === 0) break;
  }
  for (const { one, quantity } of goals) shopper.want(one.id, quantity);
}

async function missing(shopper: Shopper, goals: readonly { one: Goods; quantity: number }[]) {
  await shopper.visit('look at the cart', '/fr/cart', cart);
  const left: { one: Goods; quantity: number }[] = [];
  for (const { one, quantity } of goals) {
    const more = quantity - (await shown(shopper, one));
    if (more > 0) left.push({ one, quantity: more });
  }
  return left;
}

/** About thirty steps. Throws at the step that failed. */
export async function journey(shopper: Shopper, goods: readonly Goods[]): Promise<void> {
  const { page } = shopper;
  const [a, b, c, d, e, f] = goods;
  if (!a || !b || !c || !d || !e || !f) throw new Error('too few goods');
  await shopper.visit('home', '/fr', 'form[action="/fr/search"] input[name="q"]');
  await shopper.do(
    'search by word',
    () =>
      shopper.press(async () => {
        await page.fill('form[action="/fr/search"] input[name="q"]', 'seringue');
        await page.press('form[action="/fr/search"] input[name="q"]', 'Enter');
      }),
    'main .row-name a',
  );
  await shopper.do(
    'open a product',
    () => shopper.press(() => page.locator('main .row-name a').first().click()),
    'main h1',
  );
  await addBySheet(shopper, a, 3);
  await addBySheet(shopper, b, 2);
  await addBySheet(shopper, a, 1);
  await addBySheet(shopper, c, 5);
  await quickOrder(shopper, [
    { one: d, quantity: 4 },
    { one: e, quantity: 2 },
    { one: b, quantity: 6 },
  ]);
  await changeInCart(shopper, a, 5, () => page.click(`button[name="more"][value="${a.id}"]`));
  await changeInCart(shopper, b, 7, () => page.click(`button[name="less"][value="${b.id}"]`));
  await changeInCart(shopper, c, 0, () => page.click(`button[name="drop"][value="${c.id}"]`));
  await changeInCart(shopper, e, 9, async () => {
    await page.fill(field(e.id), '9');
    await page.press(field(e.id), 'Enter');
  });
  await addBySheet(shopper, f, 1);
  await shopper.allSent();
  await toCheckout(shopper);
}

async function toCheckout(shopper: Shopper): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await shopper.visit('cart at the end', '/fr/cart', cart);
    if ((await shopper.page.locator('.go[value="checkout"]:enabled').count()) > 0) break;
    await shopper.page.waitForTimeout(2_000);
  }
  await shopper.do(
    'choose the delivery',
    () => shopper.press(() => shopper.page.locator('.go[value="checkout"]').first().click()),
    'main form[action^="/fr/cart-confirm"]',
  );
}
