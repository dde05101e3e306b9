/** What a first visit to a page loads: encoded bytes and requests, as counted by the browser's network log. */
import type { BrowserContext } from 'playwright';
import { z } from 'zod';
import { launchBrowser } from '../../tests/support/browser';

export interface ColdPage {
  requests: number;
  bytes: number;
  html: number;
  css: number;
  script: number;
}

const received = z.object({
  requestId: z.string(),
  type: z.string(),
  response: z.object({ url: z.string(), fromDiskCache: z.boolean().optional() }),
});
const finished = z.object({ requestId: z.string(), encodedDataLength: z.number() });

interface GivenCookie {
  name: string;
  value: string;
  url: string;
}

interface ColdBrowser {
  /** Loads the page with an empty cache, then again with a full one. */
  visit(url: string, cookies: readonly GivenCookie[]): Promise<{ cold: ColdPage; again: ColdPage }>;
  close(): Promise<void>;
}

async function view(
  context: BrowserContext,
  url: string,
  picturesOrigin: string,
): Promise<ColdPage> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const kinds = new Map<string, { type: string; url: string }>();
  const sizes = new Map<string, number>();
  network.on('Network.responseReceived', (event) => {
    const { requestId, type, response } = received.parse(event);
    if (response.fromDiskCache !== true) kinds.set(requestId, { type, url: response.url });
  });
  const served = new Set<string>();
  network.on('Network.requestServedFromCache', (event) => {
    served.add(z.object({ requestId: z.string() }).parse(event).requestId);
  });
  network.on('Network.loadingFinished', (event) => {
    const { requestId, encodedDataLength } = finished.parse(event);
    sizes.set(requestId, encodedDataLength);
  });
  await network.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.close();
  const own = [...kinds].filter(
    ([id, { url: address }]) =>
      address.startsWith('http') && !address.startsWith(picturesOrigin) && !served.has(id),
  );
  const sum = (type?: string): number =>
    own
      .filter(([, kind]) => type === undefined || kind.type === type)
      .reduce((total, [id]) => total + (sizes.get(id) ?? 0), 0);
  return {
    requests: own.length,
    bytes: sum(),
    html: sum('Document'),
    css: sum('Stylesheet'),
    script: sum('Script'),
  };
}

export async function chromiumFor(picturesOrigin: string): Promise<ColdBrowser> {
  const browser = await launchBrowser();
  return {
    visit: async (url, cookies) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        locale: 'fr-BE',
      });
      await context.addCookies([...cookies]);
      const cold = await view(context, url, picturesOrigin);
      const again = await view(context, url, picturesOrigin);
      await context.close();
      return { cold, again };
    },
    close: () => browser.close(),
  };
}
