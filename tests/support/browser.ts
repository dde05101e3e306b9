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

/** The limit of what hangs: a machine that lends little of its processor stands still for longer than it computes. */
const patienceMs = 90_000;

const wholeBrowser = (): string => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * `flags`: more of them, such as a proxy on the way to the shop. The same engine without windows, tabs and address bar
 * around it, which take as much of the processor as the pages; `whole`: with them.
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

/** A whole browser whose profile lies in `folder`, as one of a customer does. */
export async function launchProfile(folder: string, baseURL: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...{ executablePath: wholeBrowser(), args: browserFlags, timeout: patienceMs, baseURL },
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/**
 * Does what leads to another page, or to the same one anew, and waits until that has come: `waitForLoadState` alone
 * is content with the page that is being left.
 */
export async function leave(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
  await act();
  await page.waitForSelector('html:not([data-left])', { state: 'attached' });
  await page.waitForLoadState();
}

/**
 * A page that has been in sight for a moment, as for whoever looks at it before typing: of what is typed as it appears
 * no page can tell whether the beginning is missing.
 */
export const seen = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const shown = performance.getEntriesByType('paint').at(-1)?.startTime;
    return shown !== undefined && performance.now() - shown > 300;
  });

export interface ScreenOptions {
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
