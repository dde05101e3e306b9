/** Scanning with the camera (CART-11); the camera shows a video of real barcodes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGtin } from '../../app/catalogue/products/codes/check-digit';
import { launchBrowser } from '../support/browser';
import { photoOf, writeFilm } from '../support/camera-picture';
import { settled, signedInContext } from '../support/cart-browser';
import { startTestShop, type TestShop } from '../support/shop';

let shop: TestShop;
let browser: Browser;
let folder: string;
/** Products with an EAN that every customer may order; the video shows one after the other. */
let goods: { sku: string; ean: string }[];
beforeAll(async () => {
  shop = await startTestShop();
  goods = [...shop.sandbox.world.variants.values()].flatMap(
    ({ orderMode, notSoldOnWebsite, sku, barcode }) =>
      orderMode === 'direct_sale' && !notSoldOnWebsite && barcode?.length === 13 && isGtin(barcode)
        ? [{ sku, ean: barcode }]
        : [],
  );
  const [first, second, third, fourth, fifth, sixth, seventh] = goods;
  folder = mkdtempSync(join(tmpdir(), 'shop-film-'));
  const film = join(folder, 'codes.y4m');
  writeFilm(film, [
    { kind: 'ean13', text: first?.ean ?? '' },
    { kind: 'code128', text: second?.sku ?? '' },
    { kind: 'gs1datamatrix', text: `(01)0${third?.ean}(17)290430(10)B7A214` },
    { kind: 'qrcode', text: `https://id.gs1.org/01/0${fourth?.ean}/10/QR7` },
    { kind: 'code39', text: fifth?.sku ?? '', turned: true },
    { kind: 'gs1datamatrixrectangular', text: `(01)0${sixth?.ean}(10)D9`, inverted: true },
    [
      { kind: 'ean13', text: seventh?.ean ?? '' },
      { kind: 'gs1datamatrix', text: `(01)0${seventh?.ean}(17)290531(10)E5` },
    ],
    null,
  ]);
  browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

const opener = '.scanbar > button.quiet:not([data-photo])';
async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.click(opener);
  await page.waitForSelector('.cam video');
  return page;
}
const trackState = (page: Page): Promise<unknown> =>
  page.evaluate(() => (Reflect.get(window, 'track') as MediaStreamTrack).readyState);
/** Stores the media track, so that the test can see it end. */
const holdTrack = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const { srcObject } = document.querySelector('video') ?? {};
    if (!(srcObject instanceof MediaStream)) return false;
    Reflect.set(window, 'track', srcObject.getTracks()[0]);
    return true;
  });
const said = (page: Page): Promise<string> => page.locator('#scan-said').innerText();

describe('the camera scanner', () => {
  it('CART-11 the camera scanner reads each kind of code into the rows of the page, and releases the camera', async () => {
    const context = await signedInContext(shop, browser);
    const asked: string[] = [];
    const sent: { to: string; bytes: number }[] = [];
    context.on('request', (request) => {
      asked.push(request.url());
      if (request.method() !== 'GET')
        sent.push({ to: request.url(), bytes: request.postDataBuffer()?.length ?? 0 });
    });
    const problems: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const page = await context.newPage();
    await page.goto('/fr/scan');
    await page.waitForSelector(opener);
    // No scanner code is loaded before the click.
    expect(asked.filter((url) => /camera-|worker-|wasm/.test(url))).toEqual([]);
    await page.fill('#code', 'half');
    await page.click(opener);
    await holdTrack(page);
    for (const { sku } of goods.slice(0, 7))
      await page.waitForSelector(`#scan-lines li:has-text("${sku}")`, { timeout: 60_000 });
    for (const lot of ['B7A214', 'QR7', 'D9', 'E5'])
      await page.waitForSelector(`#scan-lines li:has-text("${lot}")`);
    // The EAN and the DataMatrix of one pack count together.
    const both = page.locator(`#scan-lines li:has-text("${goods[6]?.sku}")`);
    expect(await both.locator('input[name^="q."]').count()).toBe(1);
    expect(asked.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
    expect(await page.locator('#scan-lines .is-bad').count()).toBe(0);
    expect(await page.inputValue('#code')).toBe('half');
    // The scan moves the focus, and must not scroll the picture away.
    const { y = -1 } = (await page.locator('.cam').boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    expect(await trackState(page)).toBe('live');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.cam').count()).toBe(0);
    await expect.poll(() => trackState(page)).toBe('ended');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Scanner avec la caméra');
    await page.click('button[value="add"]');
    await settled(page);
    // No picture was uploaded: the page sent only a few codes, to the shop.
    expect(sent.length).toBeGreaterThan(0);
    for (const { to, bytes } of sent) {
      expect(to.startsWith(shop.url)).toBe(true);
      expect(bytes).toBeLessThan(4_000);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('CART-11 the camera scanner opens and closes with its buttons on the quick order page too', async () => {
    const context = await signedInContext(shop, browser);
    const page = await opened(context, '/nl/quick-order');
    await holdTrack(page);
    await page.click('.cam button');
    await expect.poll(() => trackState(page)).toBe('ended');
    await expect.poll(() => page.locator(opener).innerText()).toBe('Scannen met de camera');
    await context.close();
  });

  it('CART-11 the camera scanner uses the browser’s BarcodeDetector where WebAssembly is unavailable', async () => {
    const context = await signedInContext(shop, browser);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    const sku = goods[7]?.sku ?? '';
    await context.addInitScript((text) => {
      Reflect.deleteProperty(window, 'WebAssembly');
      Reflect.set(
        window,
        'BarcodeDetector',
        class {
          static getSupportedFormats = () => Promise.resolve(['ean_13', 'code_128']);
          detect = () => {
            Reflect.set(window, 'looks', Number(Reflect.get(window, 'looks') ?? 0) + 1);
            return Promise.resolve([{ rawValue: text, format: 'code_128' }]);
          };
        },
      );
    }, sku);
    const page = await opened(context, '/fr/scan');
    await page.waitForSelector(`#scan-lines li:has-text("${sku}")`);
    // The camera detects the same code continuously; it must count once.
    await page.waitForFunction(() => Number(Reflect.get(window, 'looks')) > 5);
    expect(await page.inputValue('#scan-lines input[name^="q."]')).toBe('1');
    expect(asked.filter((url) => /worker-|wasm/.test(url))).toEqual([]);
    await context.close();
  });

  it('CART-11 the camera scanner says that its reader is missing when neither WebAssembly nor a detector exists', async () => {
    const context = await signedInContext(shop, browser);
    await context.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
    const page = await context.newPage();
    await page.goto('/en/scan');
    await page.click(opener);
    await expect.poll(() => said(page)).toMatch(/could not be loaded/);
    await expect.poll(() => page.locator('.cam').count()).toBe(0);
    await context.close();
  });

  it('CART-11 the photo button reads all codes of a photo, and explains when there are none', async () => {
    const context = await signedInContext(shop, browser);
    const page = await context.newPage();
    await page.goto('/en/scan');
    await page.waitForSelector(opener);
    expect(await page.locator('[data-photo]').count()).toBe(0);
    await page.click(opener);
    await page.keyboard.press('Escape');
    const choose = async (photo: Buffer): Promise<void> => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.click('[data-photo]'),
      ]);
      await chooser.setFiles({ name: 'photo.bmp', mimeType: 'image/bmp', buffer: photo });
    };
    const [first, second] = goods.slice(8);
    await choose(
      photoOf([
        { kind: 'ean13', text: first?.ean ?? '' },
        { kind: 'code128', text: second?.sku ?? '' },
      ]),
    );
    // A row has a quantity field when the server has answered; an answer replaces the message.
    for (const one of [first, second])
      await page.waitForSelector(`#scan-lines li:has-text("${one?.sku}") input[name^="q."]`);
    await choose(photoOf([]));
    await expect.poll(() => said(page)).toMatch(/No code could be read/);
    await choose(Buffer.from('no picture'));
    await expect.poll(() => said(page)).toMatch(/No code could be read/);
    await context.close();
  });

  it.each([
    ['fr', 'NotAllowedError', /L’accès à la caméra est refusé/],
    ['nl', 'NotFoundError', /geen camera gevonden/],
    ['en', 'NotReadableError', /is not answering/],
  ])(
    'CART-11 the camera scanner explains in %s why there is no picture: %s',
    async (locale, name, text) => {
      const context = await signedInContext(shop, browser);
      await context.addInitScript((error) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
      }, name);
      const page = await context.newPage();
      await page.goto(`/${locale}/scan`);
      await page.click(opener);
      await expect.poll(() => said(page)).toMatch(text);
      await expect.poll(() => page.locator('.cam').count()).toBe(0);
      expect(await page.locator(opener).isVisible()).toBe(true);
      await context.close();
    },
  );

  it('CART-11 without a camera API only the photo button is shown, without script none', async () => {
    const without = await signedInContext(shop, browser);
    await without.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'));
    const page = await without.newPage();
    await page.goto('/fr/scan');
    await page.waitForSelector('#scan-sound', { state: 'visible' });
    await page.waitForSelector('[data-photo]');
    expect(await page.locator(opener).count()).toBe(0);
    const cookies = await without.cookies();
    await without.close();
    const plain = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
    await plain.addCookies(cookies);
    const read = await plain.newPage();
    await read.goto('/fr/scan');
    expect(await read.locator('#code').isVisible()).toBe(true);
    expect(await read.locator(opener).count()).toBe(0);
    await plain.close();
  });

  it('P-23 CART-11 the Permissions-Policy permits the camera on scanning pages only', async () => {
    const who = await shop.customer('vet@demo.example');
    for (const [path, camera] of [
      ['/fr/scan', 'camera=(self)'],
      ['/nl/quick-order', 'camera=(self)'],
      ['/fr', 'camera=()'],
      ['/fr/cart', 'camera=()'],
      ['/fr/search?q=chien', 'camera=()'],
    ] as const)
      expect((await who.get(path)).headers.get('permissions-policy'), path).toContain(camera);
  });
});
