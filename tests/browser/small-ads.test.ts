import type { Browser } from 'playwright';
import { describe, expect, it } from 'vitest';
import { textPdf } from '../../sandbox/erp/sale/pdf';
import { hostileText } from '../support/hostile-markup';
import { leave, screen, signInByBrowser } from '../support/browser';
import type { TestShop } from '../support/shop';
import { shopAndBrowser } from '../support/shop-and-browser';

let shop: TestShop;
let browser: Browser;
shopAndBrowser(
  (started) => {
    ({ shop, browser } = started);
  },
  { products: 60 },
);

async function newAd(script: boolean) {
  const context = await screen(browser, { width: 360, script });
  await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
  const page = await context.newPage();
  await page.goto(`${shop.url}/fr/account/smallads/new`);
  return { page, close: () => context.close() };
}

describe('a classified ad in a browser', () => {
  it('ADS-01 P-78 without script, a classified ad can be written, given a document, submitted and deleted', async () => {
    const { page, close } = await newAd(false);
    await page.fill('#title', 'Couveuse');
    await page.selectOption('#category', 'equipment');
    await page.selectOption('#region', 'WHT');
    await page.fill('#text', 'Peu servie.');
    await page.fill('#end', '1/2/2099');
    await page.fill('#phone', '071 22 33 44');
    const file = (title: string) => ({
      name: `${title}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(textPdf(title, ['Notice'])),
    });
    await page.setInputFiles('#file', file('couveuse'));
    await page.click('button[value=save]');
    await page.waitForURL(/smallads\/\d+$/);
    await page.click('button[value=no-document]');
    await page.locator('button[value=no-document]').waitFor({ state: 'detached' });
    await page.setInputFiles('#file', file('couveuse'));
    await page.click('button[value=document]');
    await page.locator('button[value=no-document]').waitFor();
    await leave(page, () => page.click('button[value=submit]'));
    expect(await page.locator('.head').textContent()).toContain('En attente d’acceptation');
    await page.click('#delete summary');
    await page.click('button[value=delete]');
    await page.waitForURL(/mine=all/);
    expect(await page.locator('#ads').textContent()).not.toContain('Couveuse');
    await close();
  });

  it('P-24 ADS-01 hostile text in an ad, in the reason of its rejection or in its form runs no script', async () => {
    const { page, close } = await newAd(true);
    let hits = 0;
    await page.exposeFunction('__hit', () => void (hits += 1));
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    const erp = shop.sandbox.erp.control;
    const write = async (): Promise<number> => {
      await page.goto(`${shop.url}/fr/account/smallads/new`);
      await page.fill('#title', hostileText.slice(0, 70));
      await page.selectOption('#category', 'misc');
      await page.selectOption('#region', 'BBR');
      await page.fill('#text', hostileText);
      await page.fill('#end', '1/2/2099');
      await page.fill('#phone', '02 222 33 44');
      await page.click('button[value=submit]');
      await page.waitForURL(/smallads\/\d+$/);
      return Number(page.url().split('/').pop());
    };
    erp.refuseAd(await write(), hostileText);
    await page.reload();
    erp.publishAd(await write());
    await page.reload();
    for (const path of ['smallads', 'smallads?mine=all'])
      await page.goto(`${shop.url}/fr/account/${path}`);
    expect(await page.locator('#ads').textContent()).toContain('<script>');
    expect([hits, complaints]).toEqual([0, []]);
    await close();
  });

  it('ADS-01 with script, the form of an ad counts the remaining characters, with less than 300 bytes of script', async () => {
    const { page, close } = await newAd(true);
    const left = page.locator('#left');
    expect(await left.textContent()).toBe('Restants\u00a0: 500');
    await page.fill('#text', `${'é'.repeat(498)}😀😀😀`);
    await expect.poll(() => left.textContent()).toBe('Restants\u00a0: -1');
    const script = await page.locator('#ad script').evaluate((element) => element.outerHTML);
    expect(Buffer.byteLength(script)).toBeLessThan(300);
    await close();
  });
});
