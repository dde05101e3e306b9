/** Order, quotation, wishlist, cart, checkout and products on order, printed on A4 (SHELL-08). */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, leave, screen, signInByBrowser } from '../support/browser';
import { fillCart } from '../support/cart-browser';
import { overlaps, paperReader, printedSheets, sheetScanner, type Paper } from '../support/paper';
import { startTestShop, type TestShop } from '../support/shop';

const read = await paperReader();
const scan = await sheetScanner('zbar');

let shop: TestShop;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  shop = await startTestShop({ products: 300 });
  await shop.sandbox.search.ready;
  browser = await launchBrowser();
  const context = await screen(browser, {});
  await signInByBrowser(context, shop.url, 'vet@demo.example', 'vet-demo');
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

async function printed(path: string): Promise<Paper> {
  await page.goto(shop.url + path);
  const paper = await read?.(page);
  if (!paper) throw new Error('nothing was read');
  return paper;
}

async function firstOf(list: string): Promise<string> {
  await page.goto(`${shop.url}/fr/account/${list}`);
  return (await page.locator('main tbody th a').first().getAttribute('href')) ?? '';
}

/** Expects A4 without overlapping or cut text, and without controls that only work on screen. */
function expectPaper(paper: Paper): void {
  expect([Math.round(paper.width), Math.round(paper.height)]).toEqual([595, 842]);
  expect(overlaps(paper)).toEqual([]);
  for (const { text, left, right } of paper.words) {
    expect(left, text).toBeGreaterThan(30);
    expect(right, text).toBeLessThan(paper.width - 30);
  }
  for (const word of ['Chercher', 'Ajouter au panier', 'Accepter', 'Refuser', 'Télécharger'])
    expect(paper.text).not.toContain(word);
  expect(paper.text).not.toMatch(/Choisir la livraison|messages lus|mesure d’audience|\.csv/);
}

/** The line with customer and date of the print, because prices and stock are those of that customer and day. */
const whose = /Cabinet Vétérinaire du Vieux Moulin · client C10021 · \d\d\/\d\d\/\d{4}/;

describe.skipIf(read === null)('printed on A4', () => {
  it('SHELL-08 a printed order is one page with lines, totals and addresses', async () => {
    const paper = await printed(await firstOf('sales'));
    expectPaper(paper);
    expect(paper.pages).toBe(1);
    for (const part of ['Produit', 'Net HTVA', 'Total TVAC', 'Adresse de livraison', 'C10021'])
      expect(paper.text).toContain(part);
    expect(paper.text).not.toMatch(/CSV|Commander à nouveau/);
    // No code, number or date is broken: `SKU` is on the line of its code.
    expect(paper.text).toMatch(/BE\s0999\.013\.886/);
    expect(paper.text).toMatch(/Livraison prévue\s+\d\d\/\d\d\/\d{4}/);
    const sku = paper.words.filter(({ text }) => text === 'SKU');
    expect(sku.length).toBeGreaterThan(5);
    for (const { page, bottom } of sku)
      expect(
        paper.words.some(
          (one) => one.page === page && one.bottom === bottom && /^\w{2}\d{6}$/.test(one.text),
        ),
      ).toBe(true);
  });

  it('SHELL-08 an order that is the first page of a visit prints the same before the style sheet has loaded', async () => {
    const path = await firstOf('sales');
    await page.context().clearCookies({ name: 'sheet' });
    await page.route('**/assets/shop-*.css', (route) => route.abort());
    const paper = await printed(path);
    await page.unroute('**/assets/shop-*.css');
    expectPaper(paper);
    expect(paper.pages).toBe(1);
  });

  it('SHELL-08 a printed order of ten to thirteen lines never has its totals alone on a page', async () => {
    await page.goto(shop.url + (await firstOf('sales')));
    for (let lines = 10; lines <= 13; lines += 1) {
      // Reduces the rendered order to this number of lines.
      await page.evaluate((wanted) => {
        const body = document.querySelector('main .table tbody');
        const rows = [...(body?.children ?? [])];
        for (let at = rows.length; at < wanted; at += 1)
          body?.append(rows[at % rows.length]?.cloneNode(true) ?? '');
        for (const row of rows.slice(wanted)) row.remove();
      }, lines);
      const paper = await read?.(page);
      const pageOf = (word: string) => paper?.words.findLast(({ text }) => text === word)?.page;
      expect(pageOf('SKU'), `${lines} lines`).toBe(pageOf('Totaux'));
    }
  });

  it('SHELL-08 a printed quotation is one page, without action buttons', async () => {
    const paper = await printed(await firstOf('quotations'));
    expectPaper(paper);
    expect(paper.pages).toBe(1);
    // The customer and the delivery address: a quotation is shown to the partner who pays.
    for (const part of ['Total TVAC', 'C10021', 'Adresse de livraison', 'Vieux Moulin'])
      expect(paper.text).toContain(part);
    // Values are printed, not the boxes of their fields.
    await page.emulateMedia({ media: 'print' });
    const boxes = await page
      .locator('main :is(input, textarea):visible')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth));
    await page.emulateMedia({ media: null });
    expect(new Set(boxes)).toEqual(new Set(['0px']));
    expect(paper.text).not.toMatch(/Prochaine étape|Supprimer|Annuler/);
  });

  it('SHELL-08 a printed order sheet has name, stock, price and a space for the quantity side by side', async () => {
    const paper = await printed(await firstOf('wishlists'));
    expectPaper(paper);
    expect(paper.text).toMatch(whose);
    expect(paper.text).toContain('En stock');
    expect(paper.text).toMatch(/\d,\d\d/);
    // The narcotic label has white text on a dark background, which browsers omit in print unless told otherwise.
    await page.emulateMedia({ media: 'print' });
    const tags = await page
      .locator('.tag')
      .evaluateAll((all) => all.map((tag) => getComputedStyle(tag).printColorAdjust));
    await page.emulateMedia({ media: null });
    expect(new Set(tags)).toEqual(new Set(['exact']));
  });

  it('SHELL-08 search results that are the first page of a visit print as table rows, with the range of the list', async () => {
    await page.context().clearCookies({ name: 'sheet' });
    await page.route('**/assets/shop-*.css', (route) => route.abort());
    const paper = await printed('/fr/search?q=chien');
    await page.unroute('**/assets/shop-*.css');
    expectPaper(paper);
    // Printed as the cards of the screen, the rows would take more pages.
    expect(paper.pages).toBeLessThan(4);
    for (const head of ['Prix net HTVA', 'Quantité']) expect(paper.text).toContain(head);
    expect(paper.text.match(/SKU \w{2}\d{6}/g)?.length).toBeGreaterThan(15);
    expect(paper.text).toMatch(/1–\d+ sur \d+ · page 1 sur \d/);
  });

  it.skipIf(scan === null)(
    'SHELL-08 CART-10 every barcode of a printed wishlist leads to its product',
    async () => {
      const list = await firstOf('wishlists');
      const paper = await printed(`${list}?paper`);
      expectPaper(paper);
      const codes = await page.locator('.bars .mono').allTextContents();
      expect(codes.length).toBeGreaterThan(3);
      await page.emulateMedia({ media: 'print' });
      for (const row of await page.locator('.pick li').all()) {
        const [line, digits] = await Promise.all([
          row.boundingBox(),
          row.locator('.mono').boundingBox(),
        ]);
        const end = (digits?.y ?? 0) + (digits?.height ?? 0);
        expect(end).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0));
      }
      await page.emulateMedia({ media: null });
      const scanned = (await printedSheets(page, (files) => scan?.(files))) ?? [];
      expect([...new Set(scanned)].sort()).toEqual([...new Set(codes)].sort());
      for (const code of codes) expect(paper.text).toContain(code);
    },
  );

  it('SHELL-08 a printed product page has prices, facts and a small picture, and no other products', async () => {
    await page.goto(`${shop.url}/fr/search?q=chien`);
    const href = await page.locator('main .row-name a').first().getAttribute('href');
    const paper = await printed(href ?? '');
    // Checked by text instead of boxes, because pictures contain text too.
    expect(paper.pages).toBeLessThan(3);
    expect(paper.text).toContain('Caractéristiques');
    expect(paper.text).not.toMatch(/Substituts|Produits similaires|Commandés avec/);
    await page.emulateMedia({ media: 'print' });
    const picture = await page.locator('.shot').first().boundingBox();
    const name = await page.locator('main h1').boundingBox();
    expect(picture?.width).toBeLessThan(160);
    expect(picture?.y).toBeGreaterThan(name?.y ?? Infinity);
    await page.emulateMedia({ media: null });
  });

  it('SHELL-08 the printed cart has its lines with amounts, and the totals below', async () => {
    await page.goto(`${shop.url}/fr/search?q=chien`);
    const quantities = page.locator('main input.qty');
    for (let row = 0; row < 5; row += 1) await quantities.nth(row).fill(String(row + 1));
    await leave(page, () => quantities.first().press('Enter'));
    const paper = await printed('/fr/cart');
    expectPaper(paper);
    expect(paper.pages).toBe(1);
    expect(paper.text).toMatch(whose);
    for (const part of ['Quantité', 'Total TVAC']) expect(paper.text).toContain(part);
  });

  it('SHELL-08 a printed cart of several pages has its heading and the page number on each page', async () => {
    await fillCart(page, shop.url, 40);
    const paper = await printed('/fr/cart');
    expectPaper(paper);
    expect(paper.pages).toBeGreaterThan(1);
    const on = (number: number): string =>
      paper.words
        .filter((word) => word.page === number)
        .map(({ text }) => text)
        .join(' ');
    for (let number = 1; number <= paper.pages; number += 1) {
      expect(on(number)).toMatch(/Quantité[^]*Net HTVA/);
      expect(on(number)).toContain(`${number} / ${paper.pages}`);
    }
    expect(paper.text).not.toContain('pour un départ');
  });

  it('SHELL-08 CHK-01 the printed checkout page has each line with its amount, even if the lines are folded on screen', async () => {
    const paper = await printed('/fr/cart-confirm');
    expectPaper(paper);
    const lines = await page.locator('.mini li').count();
    expect(lines).toBeGreaterThan(40);
    expect(paper.text.match(/\s\d+ × [\d ]+,\d\d €/g)).toHaveLength(lines);
    // Names use the full width, and only the chosen payment method is printed.
    expect(paper.pages).toBeLessThan(5);
    // The total amount is not alone on the last page.
    const total = paper.words.findLast(({ text }) => text === 'TVAC')?.page;
    expect(paper.words.findLast(({ text }) => text === 'Sous-total')?.page).toBe(total);
    expect(paper.text).toContain('Sur compte');
    expect(paper.text).not.toContain('Paiement en ligne');
  });

  it('SHELL-08 CHK-01 a printed checkout notice and its frame are on the same page', async () => {
    await page.goto(`${shop.url}/fr/cart-confirm`);
    await page.emulateMedia({ media: 'print' });
    const breaks = await page
      .locator('main .notice')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
    await page.emulateMedia({ media: null });
    expect(new Set(breaks)).toEqual(new Set(['avoid']));
  });

  it.each([
    ['/fr/cart', '#cart .row', 'Récapitulatif'],
    ['/fr/cart-confirm', '.mini li', 'Sous-total'],
  ])(
    'SHELL-08 printed totals that move to the next page take two lines with them (%s)',
    async (path, selector, totals) => {
      let turned = 0;
      for (let lines = 26; lines >= 6; lines -= 2) {
        await page.goto(shop.url + path);
        await page.evaluate(
          ([rows, wanted]) => {
            const all = [...document.querySelectorAll(rows)];
            for (const row of all.slice(wanted)) row.remove();
            for (const row of all) row.firstElementChild?.nextElementSibling?.prepend('LIGNE ');
          },
          [selector, lines] as const,
        );
        const paper = await read?.(page);
        const pagesOf = (word: string) =>
          paper?.words.flatMap((one) => (one.text === word ? one.page : [])) ?? [];
        const [first = 0] = pagesOf(totals);
        expect(pagesOf('LIGNE')).toHaveLength(lines);
        expect(pagesOf('LIGNE').filter((one) => one === first).length).toBeGreaterThan(1);
        if (first > 1) turned += 1;
      }
      expect(turned).toBeGreaterThan(1);
    },
  );

  it('SHELL-08 the printed page of products on order is a table with outstanding quantities', async () => {
    const paper = await printed('/fr/account/products_on_order');
    expectPaper(paper);
    expect(paper.text).toMatch(whose);
    expect(paper.text).toContain('À livrer');
    // Filters are not printed.
    expect(paper.text).not.toContain('Médicaments');
    expect(paper.text).not.toContain('Annuler');
    // Part of a longer list shows its range.
    expect(paper.text).toMatch(/1–10 sur \d+ · page 1 sur 2/);
  });

  it('SHELL-08 CART-07 a printed cart with waiting edits marks the line and the totals', async () => {
    await page.goto(`${shop.url}/fr/cart`);
    shop.sandbox.erp.control.availability(false);
    const quantity = page.locator('#cart .qty').first();
    await quantity.fill('8');
    await leave(page, () => quantity.press('Enter'));
    const paper = await printed('/fr/cart');
    shop.sandbox.erp.control.availability(true);
    expectPaper(paper);
    expect(paper.text).toMatch(/En attente : montant à confirmer|Vérification en cours/);
    expect(paper.text).toContain('Montants sans ce qui est en attente');
  });
});
