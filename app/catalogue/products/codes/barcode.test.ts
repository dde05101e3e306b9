import { describe, expect, it } from 'vitest';
import { barsOf, drawBarcodes } from './barcode.server';

/** Reads the modules from the strokes of the drawing, left to right: `1` is dark, `0` is white. */
function modules(src: string): string {
  const drawing = decodeURIComponent(src.replace('data:image/svg+xml,', ''));
  const width = Number(/viewBox="0 0 (\d+)/.exec(drawing)?.[1]);
  const dark = new Set<number>();
  for (const [, stroke = '', path = ''] of drawing.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g))
    for (const [, at = ''] of path.matchAll(/M([\d.]+) /g))
      for (let one = 0; one < Number(stroke); one += 1)
        dark.add(Math.round(Number(at) - Number(stroke) / 2 + one));
  return Array.from({ length: width }, (_, at) => (dark.has(at) ? '1' : '0')).join('');
}

describe('barcode of a product', () => {
  it('SHELL-08 barsOf returns the EAN when its check digit is right, else the SKU', () => {
    const sku = 'ME116776';
    expect(barsOf({ barcode: '5412345678908', sku })).toEqual({
      symbology: 'ean13',
      code: '5412345678908',
    });
    expect(barsOf({ barcode: '96385074', sku })?.symbology).toBe('ean8');
    expect(barsOf({ barcode: '15412345678905', sku })?.symbology).toBe('itf14');
    // A wrong check digit means that the code identifies no pack, so the SKU is printed instead.
    expect(barsOf({ barcode: '5412345678909', sku })).toEqual({ symbology: 'code128', code: sku });
    expect(barsOf({ barcode: null, sku: null })).toBeNull();
  });

  it('SHELL-08 drawBarcodes draws the modules that the EAN-13 standard prescribes', async () => {
    const [ean] = await drawBarcodes([{ barcode: '5412345678908', sku: null }]);
    // White modules behind the last bar belong to the margin.
    const drawn = modules(ean?.src ?? '').replace(/(?<!0)0+$/, '');
    expect(drawn).toHaveLength(95);
    // The first digit 5 is encoded by the parity pattern LGGLLG of the left half; then 412345 | 678908.
    const left = '0100011' + '0110011' + '0011011' + '0111101' + '0100011' + '0111001';
    const right = '1010000' + '1000100' + '1001000' + '1110100' + '1110010' + '1001000';
    expect(drawn).toBe(`101${left}01010${right}101`);
  });
});
