/** What a first visit to a page loads: encoded bytes and requests as the browser's own network log counts them. */
import type { Browser } from 'playwright';
import { z } from 'zod';

export interface ColdPage {
  name: string;
  requests: number;
  bytes: number;
  html: number;
  css: number;
  script: number;
}

const received = z.object({
  requestId: z.string(),
  type: z.string(),
  response: z.object({ url: z.string() }),
});
const finished = z.object({ requestId: z.string(), encodedDataLength: z.number() });

export async function coldPage(
  browser: Browser,
  url: string,
  picturesOrigin: string,
): Promise<Omit<ColdPage, 'name'>> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'fr-BE',
  });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const kinds = new Map<string, { type: string; url: string }>();
  const sizes = new Map<string, number>();
  network.on('Network.responseReceived', (event) => {
    const { requestId, type, response } = received.parse(event);
    kinds.set(requestId, { type, url: response.url });
  });
  network.on('Network.loadingFinished', (event) => {
    const { requestId, encodedDataLength } = finished.parse(event);
    sizes.set(requestId, encodedDataLength);
  });
  await network.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  const own = [...kinds].filter(([, { url: address }]) => !address.startsWith(picturesOrigin));
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
