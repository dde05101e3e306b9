/** Chromium for browser tests and pictures: one launch, contexts with and without script. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';

const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Time-out of the browser's actions in milliseconds: on a slow machine, waiting takes longer than the work itself. */
const patienceMs = 90_000;

const wholeBrowser = (): string => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * `flags`: additional flags, such as a proxy to the shop. Starts the headless shell, because windows, tabs and address
 * bar take as much processor time as the pages; `whole`: starts the complete browser.
 */
export async function launchBrowser(
  flags: readonly string[] = [],
  { whole = false }: { whole?: boolean } = {},
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: (whole ? undefined : process.env['HEADLESS_SHELL_PATH']) ?? wholeBrowser(),
    args: [...browserFlags, ...flags],
    timeout: patienceMs,
  });
  browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
  return browser;
}

/** A complete browser with its profile in `folder`, like a customer's. */
export async function launchProfile(folder: string, baseURL: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: wholeBrowser(),
    args: browserFlags,
    timeout: patienceMs,
    baseURL,
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/**
 * Does `act`, which loads another page or reloads this one, and waits until it is loaded: `waitForLoadState` alone can
 * return for the old page.
 */
export async function leave(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
  await act();
  await page.waitForSelector('html:not([data-left])', { state: 'attached' });
  await page.waitForLoadState();
}

/**
 * Waits until the page has been visible for a moment, as for a user who looks before typing: a page cannot detect
 * whether keys were typed before it appeared.
 */
export const seen = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const shown = performance.getEntriesByType('paint').at(-1)?.startTime;
    return shown !== undefined && performance.now() - shown > 300;
  });

interface ScreenOptions {
  width?: number;
  script?: boolean;
  locale?: string;
}

export const screen = (browser: Browser, options: ScreenOptions = {}): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    javaScriptEnabled: options.script ?? false,
    locale: options.locale ?? 'fr-BE',
    reducedMotion: 'reduce',
  });

/** Signs in on the provider's own page. */
export async function signInByBrowser(
  context: BrowserContext,
  shopUrl: string,
  login: string,
  password: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${shopUrl}/fr/account/sign-in`);
  await page.fill('#login', login);
  await page.fill('#password', password);
  await page.click('#password-form button');
  await page.waitForURL(`${shopUrl}/**`);
  await page.close();
}
