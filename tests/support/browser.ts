/** Chromium for browser tests and pictures: one launch, contexts with and without script. */
import { chromium, type Browser, type BrowserContext } from 'playwright';

const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `flags`: more of them, such as a proxy on the way to the shop. */
export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...browserFlags, ...flags],
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
