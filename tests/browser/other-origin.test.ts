/**
 * Forms whose response redirects to a provider that redirects to another origin: the shop's content policy allows it
 * (P-22).
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screen, signInByBrowser } from '../support/browser';
import { startTestShop, type TestShop } from '../support/shop';
import { startSplitProvider, type SplitProvider } from '../support/split-provider';

const { login, password } = { login: 'vet@demo.example', password: 'vet-demo' };
let provider: SplitProvider;
let shop: TestShop;
let browser: Browser;
let shift = 0;
beforeAll(async () => {
  provider = await startSplitProvider();
  shop = await startTestShop({
    clock: { now: () => new Date(Date.now() + shift) },
    sandbox: { identity: { publicUrl: provider.url } },
    // The stand-in has its port by now, and the shop reads the metadata later.
    onSandbox: ({ identity }) => provider.pagesAt(`http://localhost:${identity.port}`),
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
  await provider.close();
});

async function customerPage(script: boolean, path: string): Promise<Page> {
  const context = await screen(browser, { width: 1280, script });
  await signInByBrowser(context, shop.url, login, password);
  const page = await context.newPage();
  await page.goto(shop.url + path);
  return page;
}
const isSignInPage = (page: Page): Promise<unknown> => page.waitForSelector('#password-form');

describe.each([
  { name: 'with script', script: true },
  { name: 'without script', script: false },
])('the provider’s pages on another origin, $name', ({ script }) => {
  it('AUTH-08 P-12 P-22 sign-out ends the session at the provider: the next sign-in asks for the password', async () => {
    const page = await customerPage(script, '/fr/account/sign-out');
    const ended = page.waitForRequest((one) => one.url().includes('/session/end'));
    await page.click('main form[action$="/account/sign-out"] button');
    await ended;
    await page.waitForURL(`${shop.url}/fr`);
    await page.goto(`${shop.url}/fr/account`);
    await isSignInPage(page);
    await page.context().close();
  });

  it.skipIf(script)(
    'AUTH-05 P-22 a form sent after the session has expired is shown again after sign-in',
    async () => {
      const page = await customerPage(script, '/fr/quick-order');
      await page.fill('#paste', '123456 4');
      shift += 9 * 60 * 60_000;
      await page.context().clearCookies({ name: /^idp/ });
      await page.locator('form:has(#paste) button').first().click();
      await isSignInPage(page);
      await page.fill('#login', login);
      await page.fill('#password', password);
      await page.click('#password-form button');
      await page.waitForURL(`${shop.url}/fr/quick-order**`);
      await expect.poll(() => page.inputValue('#paste')).toBe('123456 4');
      await page.context().close();
    },
  );
});
