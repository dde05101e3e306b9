import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCodes } from '~/ordering/quick-order/camera/reader/read-codes';
import { loadZXing } from '../../../../tests/support/zxing-reader';
import { barsOf, drawBarcodes, type Barcode } from './barcode.server';

const dpi = 203;
const mmPerDot = 25.4 / dpi;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Boxes of the drawing, in dots of the printer. */
function boxesOf({ src, width, height }: NonNullable<Barcode['drawing']>): Box[] {
  const svg = decodeURIComponent(src.replace('data:image/svg+xml,', ''));
  const [, across, down] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const [dotsX, dotsY] = [width, height].map((px) => (px * dpi) / 96);
  const [scaleX, scaleY] = [(dotsX ?? 0) / Number(across), (dotsY ?? 0) / Number(down)];
  return [...svg.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z/g)].map((found) => {
    const [x = 0, y = 0, wide = 0, high = 0] = found.slice(1).map(Number);
    return {
      left: x * scaleX,
      top: y * scaleY,
      right: (x + wide) * scaleX,
      bottom: (y + high) * scaleY,
    };
  });
}

const border = 20;

interface Print {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** Prints the drawing as a label printer does: a dot is black if its centre is in a box. `shift` is in dots. */
function printed(drawing: NonNullable<Barcode['drawing']>, shift: number): Print {
  const [width, height] = [drawing.width, drawing.height].map(
    (px) => Math.ceil((px * dpi) / 96) + 2 * border,
  ) as [number, number];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  // The first dot whose centre is not before the position.
  const dotAt = (position: number): number => Math.ceil(position + border + shift - 0.5);
  for (const { left, top, right, bottom } of boxesOf(drawing))
    for (let y = dotAt(top); y < dotAt(bottom); y += 1)
      for (let x = dotAt(left); x < dotAt(right); x += 1)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { data, width, height };
}

/** Widths in dots of the black and white runs of a row, without the margins. */
function runsOf({ data, width }: Print, row: number): number[] {
  const runs: number[] = [];
  let last: number | undefined;
  for (let x = 0; x < width; x += 1) {
    const dot = data[(row * width + x) * 4];
    if (dot === last) runs.push((runs.pop() ?? 0) + 1);
    else runs.push(1);
    last = dot;
  }
  return runs.slice(1, -1);
}

/** Reads the modules of a one-dimensional drawing: `1` is dark, `0` is white. */
function modules(drawing: NonNullable<Barcode['drawing']>): string {
  const runs = runsOf(printed(drawing, 0), border + 40);
  const least = Math.min(...runs);
  return runs.map((run, at) => String(1 - (at % 2)).repeat(run / least)).join('');
}

const drawn = async (product: { barcode: string | null; sku: string | null }): Promise<Barcode> => {
  const [bars] = await drawBarcodes([product]);
  if (!bars) throw new Error('no barcode');
  return bars;
};

const sku = (length: number): string => 'ME-11677b/6z'.repeat(20).slice(0, length);

describe('barcode of a product', () => {
  it('SHELL-08 barsOf returns the EAN when its check digit is right, else the SKU', () => {
    const code = 'ME116776';
    const bySku = { symbologies: ['code128', 'datamatrix'], code };
    expect(barsOf({ barcode: '5412345678908', sku: code })).toEqual({
      symbologies: ['ean13'],
      code: '5412345678908',
    });
    expect(barsOf({ barcode: '96385074', sku: code })?.symbologies).toEqual(['ean8']);
    expect(barsOf({ barcode: '15412345678905', sku: code })?.symbologies).toEqual(['itf14']);
    // A wrong check digit means that the code identifies no pack, so the SKU is printed instead.
    expect(barsOf({ barcode: '5412345678909', sku: code })).toEqual(bySku);
    expect(barsOf({ barcode: null, sku: null })).toBeNull();
  });

  it('SHELL-08 drawBarcodes draws the modules that the EAN-13 standard prescribes', async () => {
    const { drawing } = await drawn({ barcode: '5412345678908', sku: null });
    // The first digit 5 is encoded by the parity pattern LGGLLG of the left half; then 412345 | 678908.
    const left = '0100011' + '0110011' + '0011011' + '0111101' + '0100011' + '0111001';
    const right = '1010000' + '1000100' + '1001000' + '1110100' + '1110010' + '1001000';
    expect(drawing && modules(drawing)).toBe(`101${left}01010${right}101`);
  });
});

type Case = [string, { barcode: string | null; sku: string | null }];

describe('barcodes printed at 203 dpi', () => {
  beforeAll(loadZXing);

  const cases: Case[] = [
    ['EAN-13', { barcode: '5412345678908', sku: null }],
    ['EAN-8', { barcode: '96385074', sku: null }],
    ['UPC-A', { barcode: '012345678905', sku: null }],
    ['ITF-14', { barcode: '15412345678905', sku: null }],
    ...[4, 8, 10, 11, 12, 16, 21, 30, 40].map((length): Case => [
      `SKU of ${length}`,
      { barcode: null, sku: sku(length) },
    ]),
    ['SKU of 80 digits', { barcode: null, sku: '1234567890'.repeat(8) }],
    ['SKU with marks', { barcode: null, sku: '^FNC1~d029' }],
  ];
  it.each(cases)(
    'SHELL-08 CART-11 the camera’s reader decodes %s from whole dots',
    async (_, product) => {
      const { code, drawing } = await drawn(product);
      expect(code).toBe(product.barcode ?? product.sku);
      if (!drawing) throw new Error('not drawn');
      for (const shift of [0, 0.3, 0.5, 0.8]) {
        const print = printed(drawing, shift);
        const rows = Array.from({ length: print.height }, (__, row) => runsOf(print, row)).filter(
          (runs) => runs.length > 1,
        );
        const least = Math.min(...rows.flat());
        expect(least * mmPerDot).toBeGreaterThanOrEqual(0.25);
        expect(rows.flat().every((run) => run % least === 0)).toBe(true);
        const texts = (await readCodes(print)).map(({ text }) => text);
        // A UPC-A code is an EAN-13 that starts with 0.
        expect(texts.map((text) => text.replace(/^0(?=\d{12}$)/, ''))).toEqual([
          code.replace(/^0(?=\d{12}$)/, ''),
        ]);
      }
    },
  );

  it('SHELL-08 a long SKU is drawn as DataMatrix; an overlong or unscannable one is text', async () => {
    const isMatrix = async (length: number): Promise<boolean | null> => {
      const { drawing } = await drawn({ barcode: null, sku: sku(length) });
      return drawing && new Set(boxesOf(drawing).map(({ top }) => top)).size > 1;
    };
    expect(await Promise.all([8, 11, 12, 40, 60].map(isMatrix))).toEqual([
      false,
      false,
      true,
      true,
      null,
    ]);
    for (const text of ['ME 116776', 'MÉ116776', '7'.repeat(201)])
      expect(await drawn({ barcode: null, sku: text })).toEqual({ code: text, drawing: null });
  });

  it('SHELL-08 P-92 no SKU is tried that is longer than the longest that can be drawn', async () => {
    const digits = '7'.repeat(88);
    expect((await drawn({ barcode: null, sku: digits })).drawing).not.toBeNull();
    expect(barsOf({ barcode: null, sku: `${digits}7` })?.symbologies).toEqual([]);
  });

  it('P-88 a page of long SKUs is drawn in turns, so that other requests do not wait', async () => {
    let turns = 0;
    let isDone = false;
    const products = Array.from({ length: 100 }, () => ({ barcode: null, sku: sku(40) }));
    const work = drawBarcodes(products).then(() => (isDone = true));
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
    await work;
    expect(turns).toBeGreaterThan(10);
  });
});
