/**
 * Barcodes of the paper list, printed as PDF and read at 203 dpi by the decoder of the camera (ZXing-C++) and by one of
 * another project.
 */
import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { createElement } from 'react';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PickList } from '~/account/wishlists/views/pick-list';
import { drawBarcodes } from '~/catalogue/products/codes/barcode.server';
import type { ProductCard } from '~/catalogue/products/product';
import { launchBrowser } from '../support/browser';
import { printedSheets, sheetScanner } from '../support/paper';
import { markupOf } from '../support/said';
import { readZXing } from '../support/zxing-reader';

const zbar = await sheetScanner('zbar');
const libdmtx = await sheetScanner('libdmtx');

const sku = (length: number): string => 'ME-11677b/6z'.repeat(20).slice(0, length);
const bySku = (code: string) => ({ barcode: null, sku: code });

/** Codes that are drawn as bars. */
const lines = [
  '5412345678908',
  '96385074',
  '012345678905',
  '15412345678905',
  ...[4, 8, 11].map(sku),
  // Pairs of digits take half the width in Code 128.
  '123456789012345678',
];
/** Codes that are too wide for bars. */
const matrices = [...[12, 16, 24, 40].map(sku), '^FNC1~d029-overlong', '1234567890'.repeat(8)];
/** Codes that get a note instead. */
const undrawn = [sku(60), 'MÉ116776-'];

const byZXing = async (
  files: readonly string[],
  formats: Parameters<typeof readZXing>[1],
): Promise<string[]> =>
  (
    await Promise.all(files.map((file) => readZXing(new Uint8Array(readFileSync(file)), formats)))
  ).flat();

let browser: Browser;
let page: Page;

const entryPoints = ['app/styles/shop.css'];
const [styles] = buildSync({ entryPoints, bundle: true, write: false }).outputFiles;

beforeAll(async () => {
  const isGtin = (code: string): boolean => lines.indexOf(code) < 4 && lines.includes(code);
  const products = [...lines, ...matrices, ...undrawn].map((code) =>
    isGtin(code) ? { barcode: code, sku: null } : bySku(code),
  );
  const drawn = await drawBarcodes(products);
  const rows = products.map((product, at) => ({
    card: { id: at, title: `Gants ${at}`, presentation: '', cnk: null, ...product } as ProductCard,
    quantity: 1,
    bars: drawn[at] ?? null,
  }));
  const view = {
    list: { id: 1, name: 'x' },
    position: { page: 1, pageCount: 1, from: 0, total: rows.length },
    rows,
    unchecked: [],
    gone: [],
  };
  const html = markupOf(createElement(PickList, { view }));
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.setContent(`<!doctype html><style>${styles?.text ?? ''}</style><main>${html}</main>`);
});
afterAll(() => browser.close());

describe('the paper list at 203 dpi', () => {
  const sorted = (codes: readonly string[]): string[] => [...new Set(codes)].sort();
  /** A UPC-A code is an EAN-13 that starts with 0. */
  const asEan = (code: string): string => code.replace(/^0(?=\d{12}$)/, '');

  it.skipIf(zbar === null)(
    'SHELL-08 CART-10 ZXing-C++ and zbar decode each printed barcode',
    async () => {
      const [zxing, other] = await printedSheets(page, async (files) => [
        await byZXing(files, ['EAN13', 'EAN8', 'UPCA', 'ITF', 'Code128']),
        zbar?.(files) ?? [],
      ]);
      expect(sorted(zxing.map(asEan))).toEqual(sorted(lines.map(asEan)));
      expect(sorted(other.map(asEan))).toEqual(sorted(lines.map(asEan)));
    },
  );

  it.skipIf(libdmtx === null)(
    'SHELL-08 CART-10 ZXing-C++ and libdmtx decode each printed DataMatrix',
    async () => {
      const [zxing, other] = await printedSheets(page, async (files) => [
        await byZXing(files, ['DataMatrix']),
        libdmtx?.(files) ?? [],
      ]);
      expect(sorted(zxing)).toEqual(sorted(matrices));
      expect(sorted(other)).toEqual(sorted(matrices));
    },
  );

  it('SHELL-08 the paper list prints a note instead of a code that no scanner could read', async () => {
    const noted = await page.locator('.pick li:not(:has(.bars img))').allInnerTexts();
    expect(noted.map((text) => undrawn.find((code) => text.includes(code)))).toEqual(undrawn);
    for (const text of noted) expect(text).toContain('No barcode: type the code.');
  });
});
