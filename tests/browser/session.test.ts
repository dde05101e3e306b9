/** The session in a browser with script: the check after inactivity, the expiry warning, and the Back button. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, leave, screen, signInByBrowser } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';

const minuteMs = 60_000;
let shift = 0;
const clock = { now: () => new Date(Date.now() + shift) };
let shop: TestShop;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  shop = await startTestShop({ products: 300, clock });
  browser = await launchBrowser();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

/** A page of a customer whose browser clock is controlled from now on. */
async function customerPage(path: string, script = true): Promise<Page> {
  context = await screen(browser, { width: 1280, script });
  await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(shop.url + path);
  if (!script) return page;
  // The session check loads some seconds after the page is complete.
  await page.clock.fastForward(5_000);
  await page.waitForSelector('shop-session:defined', { state: 'attached' });
  return page;
}
const comesBack = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('focus')));
const asks = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/account/session')) asked.push(request.method());
  });
  return asked;
};
/** Ends the provider's session too, so that its sign-in page appears. */
const endEverywhere = async (): Promise<void> => {
  shift += 9 * 60 * minuteMs;
  await context.clearCookies({ name: /^(?!sid$|form$|locale$)/ });
};

describe('returning to an open page', () => {
  it('AUTH-06 a customer who returns to an open page within five minutes causes no request; later the page checks the session once', async () => {
    const page = await customerPage('/fr/account');
    const asked = asks(page);
    await page.clock.fastForward(4 * minuteMs);
    await comesBack(page);
    expect(asked).toEqual([]);
    await page.clock.fastForward(6 * minuteMs);
    const answer = page.waitForResponse((one) => one.url().endsWith('/account/session'));
    await comesBack(page);
    await comesBack(page);
    expect((await answer).status()).toBe(200);
    expect(asked).toEqual(['GET']);
    expect(page.url()).toBe(`${shop.url}/fr/account`);
  });

  it('AUTH-06 a customer who returns after the session has ended is redirected to sign-in, and then back to the page', async () => {
    const page = await customerPage('/fr/account/sales');
    await endEverywhere();
    await page.clock.fastForward(10 * minuteMs);
    await comesBack(page);
    await page.waitForSelector('#password-form');
    await page.fill('#login', 'vet@demo.example');
    await page.fill('#password', 'vet-demo');
    await page.click('#password-form button');
    await page.waitForURL(`${shop.url}/fr/account/sales`);
  });

  it('AUTH-06 AUTH-05 a customer who returns after the session has ended gets the input back after sign-in, and can send it', async () => {
    const page = await customerPage('/fr/quick-order');
    await page.fill('#paste', '123456 4');
    await endEverywhere();
    await page.clock.fastForward(10 * minuteMs);
    await comesBack(page);
    await page.waitForSelector('#password-form');
    await page.fill('#login', 'vet@demo.example');
    await page.fill('#password', 'vet-demo');
    await page.click('#password-form button');
    await page.waitForURL(`${shop.url}/fr/quick-order`);
    await expect.poll(() => page.inputValue('#paste')).toBe('123456 4');
    await page.locator('#kept-filled').waitFor();
  });

  it('AUTH-06 a customer who returns to an open page without network finds it unchanged', async () => {
    const page = await customerPage('/fr/account');
    await context.setOffline(true);
    await page.clock.fastForward(10 * minuteMs);
    await comesBack(page);
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(page.url()).toBe(`${shop.url}/fr/account`);
  });
});

describe('the session expiry warning', () => {
  it('P-86 AUTH-06 the session expiry warning appears minutes ahead, and one key extends the session', async () => {
    const page = await customerPage('/nl/account');
    const dialog = page.locator('shop-session dialog');
    await page.clock.fastForward(7 * 60 * minuteMs);
    expect(await dialog.isVisible()).toBe(false);
    await page.clock.fastForward(56 * minuteMs);
    await dialog.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Aangemeld blijven');
    const answer = page.waitForResponse((one) => one.url().endsWith('/account/session'));
    await page.keyboard.press('Enter');
    expect((await answer).status()).toBe(200);
    await dialog.waitFor({ state: 'hidden' });
    await page.clock.fastForward(7 * 60 * minuteMs);
    expect(await dialog.isVisible()).toBe(false);
  });

  it('CART-11 AUTH-06 a code scanned while the expiry warning is open is in the list, and extends the session', async () => {
    const page = await customerPage('/nl/quick-order');
    const dialog = page.locator('shop-session dialog');
    await page.clock.fastForward(7 * 60 * minuteMs);
    await page.clock.fastForward(56 * minuteMs);
    await dialog.waitFor();
    await page.keyboard.type('MA659359\n');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.textContent('#scan-lines')).toContain('MA659359');
    expect(await page.inputValue('#code')).toBe('');
  });
});

describe('the Back button after sign-out', () => {
  const isBroughtBack = (page: Page): Promise<unknown> =>
    page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );

  it('P-12 the Back button after sign-out shows no personal data, with or without script', async () => {
    const who = shop.sandbox.world.customers.find(
      ({ login }) => login === 'vet@demo.example',
    )?.name;
    if (!who) throw new Error('the sample customer has no name');
    for (const script of [true, false]) {
      const page = await customerPage('/fr/account', script);
      expect(await page.locator('header.top').textContent()).toContain(who);
      const heading = await page.locator('h1').first().textContent();
      await page.goto(`${shop.url}/fr/account/sign-out`);
      await leave(page, () =>
        page.locator('main form button[type=submit], main form .btn').last().click(),
      );
      await page.goBack();
      await page.goBack();
      await page.waitForLoadState();
      expect(await page.locator('h1').first().textContent()).not.toBe(heading);
      // Back may lead to the provider, whose page names its sample customers.
      const isShop = page.url().startsWith(shop.url);
      const words = isShop ? await page.locator('body').textContent() : '';
      expect(words).not.toContain(who);
      await context.close();
    }
  });

  it('P-12 the Back button after sign-out does not show a cached page before its session check is loaded', async () => {
    context = await screen(browser, { width: 1280, script: true });
    await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${shop.url}/fr/account`);
    const hidden = page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.documentElement.style.visibility;
    });
    expect(await hidden).toBe('hidden');
    await page.waitForFunction(() => document.documentElement.style.visibility === '');
    expect(await page.locator('h1').isVisible()).toBe(true);
  });

  it('P-12 the Back button hides a cached page until the shop has confirmed the owner of the page', async () => {
    const page = await customerPage('/fr/account');
    await isBroughtBack(page);
    await page.waitForFunction(() => document.documentElement.style.visibility === '');
    expect(page.url()).toBe(`${shop.url}/fr/account`);
    let release = (): void => undefined;
    let seen = (): void => undefined;
    const asked = new Promise<void>((done) => (seen = done));
    await page.route('**/account/session', async (route) => {
      await new Promise<void>((done) => {
        release = done;
        seen();
      });
      await route.continue();
    });
    await context.clearCookies();
    await isBroughtBack(page);
    expect(await page.evaluate(() => document.documentElement.style.visibility)).toBe('hidden');
    const away = page.waitForURL((url) => !url.pathname.endsWith('/fr/account'));
    // The session check is in progress; until its response arrives the page shows nothing.
    await asked;
    release();
    await away;
    // The shop's redirect page comes before the provider.
    await page.locator('#password-form').waitFor();
  });
});
